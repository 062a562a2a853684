/**
 * The distiller that needs no LLM: a grammar reads plain English statements, a small classifier says which are worth
 * keeping and which end what was said before, and the pipeline's guard holds both against the words.
 */
import {
  distillerInterfaceVersion,
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
    async distill ({ signal, ...conversation }) {
      const { facts, degraded } = await call<Distillation>('distill', conversation, signal)
      return { facts: await mapInSlices(facts, fact => ({ ...fact, ownReading: true })), degraded }
    },
    reconcile: async (_userId, comparisons: Comparison[]) => await call<Verdict[]>('reconcile', comparisons),
    summarise: async (_userId, requests) => requests.map(summarise)
  }
}
