/**
 * The distiller that needs no LLM: it reads plain English statements, keeps the rest word for word, and leaves the
 * small talk.
 */
import { distillerInterfaceVersion, type Distiller } from '../../../domain/capabilities/distiller.ts'
import { mapInSlices } from '../../_shared/time-slice.ts'
import { reconcile } from './reconcile.ts'
import { summarise } from './summarise.ts'
import { createReader } from './thread.ts'

export function createRulesDistiller (): Distiller {
  const read = createReader()
  return {
    interfaceVersion: distillerInterfaceVersion,
    provider: 'rules',
    async distill (conversation) {
      const { facts, degraded } = await read(conversation)
      return { facts: await mapInSlices(facts, fact => ({ ...fact, ownReading: true })), degraded }
    },
    reconcile: async (_userId, comparisons) => await mapInSlices(comparisons, reconcile),
    summarise: async (_userId, requests) => requests.map(summarise)
  }
}
