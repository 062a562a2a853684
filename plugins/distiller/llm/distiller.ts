/** The distiller that asks an LLM, with the rules distiller behind it for when it may not or need not wait for one. */
import type { FastifyBaseLogger } from 'fastify'
import { distillerInterfaceVersion, type Distiller } from '../../../kernel/capabilities/distiller.ts'
import type { Llm } from '../../../kernel/capabilities/llm.ts'
import { hasCode, LlmBudgetExceeded } from '../../../kernel/errors.ts'
import { extract } from './extract.ts'
import { reconcile } from './reconcile.ts'
import { summarise } from './summarise.ts'

export interface LlmDistilling {
  llm: Llm
  log: FastifyBaseLogger
  /** The distiller that needs no LLM, loaded when first needed. */
  rules: () => Promise<Distiller>
}

export function createLlmDistiller ({ llm, log, rules }: LlmDistilling): Distiller {
  /** What the rules can do as well when the LLM cannot. A fault that is not the LLM's is not swallowed. */
  async function orRules<T> (task: string, ask: () => Promise<T>, byRules: (distiller: Distiller) => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (!hasCode(error) || !error.code.startsWith('llm_')) throw error
      log.warn({ task, code: error.code, reason: error.message }, 'the rules distiller steps in for the LLM')
      return await byRules(await rules())
    }
  }

  return {
    interfaceVersion: distillerInterfaceVersion,
    provider: 'llm',

    async distill (conversation) {
      try {
        return { facts: await extract(llm, log, conversation), degraded: [] }
      } catch (error) {
        // A used-up budget is the operator's wish to go on without; an LLM that fails is a fault the caller must hear of.
        if (!(error instanceof LlmBudgetExceeded)) throw error
        log.warn({ task: 'distill', code: 'llm_budget_exceeded', reason: error.message }, 'the rules distiller steps in for the LLM')
        const { facts, degraded } = await (await rules()).distill(conversation)
        return { facts, degraded: [...degraded, 'llm_budget'] }
      }
    },

    reconcile: (userId, comparisons) => orRules('reconcile', () => reconcile(llm, userId, comparisons), distiller => distiller.reconcile(userId, comparisons)),

    summarise: (userId, requests) => orRules('summarise', async () => {
      const texts = await summarise(llm, userId, requests)
      const missing = requests.filter((_, place) => texts[place] === null)
      const instead = missing.length > 0 ? await (await rules()).summarise(userId, missing) : []
      return texts.map(text => text ?? instead.shift() ?? '')
    }, distiller => distiller.summarise(userId, requests))
  }
}
