/** The distiller that asks an LLM, and falls back to the rules distiller where that is allowed. */
import type { FastifyBaseLogger } from 'fastify'
import { distillerInterfaceVersion, type Distiller } from '../../../domain/capabilities/distiller.ts'
import type { Llm } from '../../../domain/capabilities/llm.ts'
import { hasCode, LlmBudgetExceeded } from '../../../domain/errors.ts'
import { extract } from './extract.ts'
import { overlooked } from './overlooked.ts'
import { reconcile } from './reconcile.ts'
import { summarise } from './summarise.ts'

export interface LlmDistilling {
  llm: Llm
  log: FastifyBaseLogger
  /** The distiller that needs no LLM, loaded when first needed. */
  rules: () => Promise<Distiller>
}

export function createLlmDistiller ({ llm, log, rules }: LlmDistilling): Distiller {
  /** Falls back to the rules when the LLM fails. Any other error is thrown. */
  async function orRules<T> (
    task: string,
    ask: () => Promise<T>,
    byRules: (distiller: Distiller) => Promise<T>
  ): Promise<T> {
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
        const read = await extract(llm, log, conversation)
        return read.facts.length > 0 ? { ...read, degraded: [] } : await overlooked(conversation, await rules())
      } catch (error) {
        // The operator chose the token budget, so the rules take over; a failing LLM is an error for the caller.
        if (!(error instanceof LlmBudgetExceeded)) throw error
        log.warn(
          { task: 'distill', code: 'llm_budget_exceeded', reason: error.message },
          'the rules distiller steps in for the LLM'
        )
        const { facts, degraded } = await (await rules()).distill(conversation)
        return { facts, degraded: [...degraded, 'llm_budget'] }
      }
    },

    reconcile: (userId, comparisons) =>
      orRules(
        'reconcile',
        () => reconcile(llm, userId, comparisons),
        distiller => distiller.reconcile(userId, comparisons)
      ),

    summarise: (userId, requests) =>
      orRules('summarise', async () => {
        const texts = await summarise(llm, userId, requests)
        const missing = requests.filter((_, place) => texts[place] === null)
        const instead = missing.length > 0 ? await (await rules()).summarise(userId, missing) : []
        return texts.map(text => text ?? instead.shift() ?? '')
      }, distiller => distiller.summarise(userId, requests))
  }
}
