/** The thread that reads conversations: grammar and classifier take a second to load, and a long talk many. */
import { answerCalls } from '../../_shared/call-thread.ts'
import { distill } from './distill.ts'
import { reconcile } from './reconcile.ts'

answerCalls({
  distill: (conversation, signal) => distill({ ...conversation as object, signal } as Parameters<typeof distill>[0]),
  reconcile
})
