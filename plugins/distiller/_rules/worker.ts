/** The thread that reads conversations by rules: its grammar takes a second to load, and a long sentence as long. */
import { parentPort } from 'node:worker_threads'
import type { Conversation, Distillation } from '../../../domain/capabilities/distiller.ts'
import { distill } from './distill.ts'

export type ToReader = { id: number, conversation: Omit<Conversation, 'signal'> } | { cancel: number }
export type FromReader = { id: number, distillation: Distillation } | { id: number, error: string }

const running = new Map<number, AbortController>()

parentPort?.on('message', (message: ToReader) => {
  if ('cancel' in message) running.get(message.cancel)?.abort()
  else read(message.id, message.conversation)
})

async function read (id: number, conversation: Conversation): Promise<void> {
  const cancelled = new AbortController()
  running.set(id, cancelled)
  const answer: FromReader = await distill({ ...conversation, signal: cancelled.signal })
    .then(distillation => ({ id, distillation }), (error: unknown) => ({ id, error: String(error) }))
  running.delete(id)
  parentPort?.postMessage(answer)
}
