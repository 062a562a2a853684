/** Answers kept on disk, where there is a cache: the same question is not paid for twice. An answer is its user's own, so that erasing the user erases it. */
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Cache } from '../../../kernel/capabilities/cache.ts'
import type { LlmRequest } from '../../../kernel/capabilities/llm.ts'

export interface Answers {
  recall<Schema extends TSchema> (request: LlmRequest<Schema>): Promise<Static<Schema> | null>
  keep<Schema extends TSchema> (request: LlmRequest<Schema>, value: Static<Schema>): Promise<void>
}

export function keptAnswers (cache: Cache | null, { url, model }: { url: string, model: string }): Answers {
  const keyOf = ({ prompt, system, user, schema }: LlmRequest<TSchema>) => JSON.stringify([url, model, prompt, system, user, schema])
  return {
    async recall (request) {
      const kept = request.uncached ? null : await cache?.get('llm', keyOf(request), request.userId)
      if (kept === null || kept === undefined) return null
      try {
        const value: unknown = JSON.parse(kept.toString())
        return Value.Check(request.schema, value) ? value as Static<typeof request.schema> : null
      } catch {
        return null
      }
    },
    async keep (request, value) {
      if (!request.uncached) await cache?.set('llm', keyOf(request), Buffer.from(JSON.stringify(value)), request.userId)
    }
  }
}
