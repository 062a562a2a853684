/** Without an LLM: a grammar reads, a classifier proposes what is kept and what ends what, and the words decide. */
import {
  distillerInterfaceVersion,
  localTime,
  type Comparison,
  type Distillation,
  type Distiller,
  type Verdict
} from '../../../domain/capabilities/distiller.ts'
import { createCallThread } from '../../_shared/call-thread.ts'
import { mapInSlices } from '../../_shared/time-slice.ts'
import { summarise } from '../_extracts/summarise.ts'

export function createRulesDistiller (): Distiller {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const call = createCallThread(new URL(`./worker.${extension}`, import.meta.url), 'rules distiller')
  return {
    interfaceVersion: distillerInterfaceVersion,
    provider: 'rules',
    async distill ({ signal, turns, ...about }) {
      const conversation = { ...about, turns: turns.map(turn => ({ ...turn, at: localTime(turn) })) }
      const { facts, degraded } = await call<Distillation>('distill', conversation, signal)
      return { facts: await mapInSlices(facts, fact => ({ ...fact, ownReading: true })), degraded }
    },
    reconcile: async (_userId, comparisons: Comparison[]) => await call<Verdict[]>('reconcile', comparisons),
    summarise: async (_userId, requests) => requests.map(summarise)
  }
}
