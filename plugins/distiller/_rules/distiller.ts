/**
 * The distiller that needs no LLM: it reads plain English statements, keeps the rest word for word, and leaves the
 * small talk.
 */
import { distillerInterfaceVersion, type Distiller } from '../../../domain/capabilities/distiller.ts'
import { distill } from './distill.ts'
import { reconcile } from './reconcile.ts'
import { summarise } from './summarise.ts'

export function createRulesDistiller (): Distiller {
  return {
    interfaceVersion: distillerInterfaceVersion,
    provider: 'rules',
    async distill (conversation) {
      const { facts, degraded } = await distill(conversation)
      return { facts: facts.map(fact => ({ ...fact, ownReading: true })), degraded }
    },
    reconcile: async (_userId, comparisons) => comparisons.map(reconcile),
    summarise: async (_userId, requests) => requests.map(summarise)
  }
}
