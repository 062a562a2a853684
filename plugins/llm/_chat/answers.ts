/** Answers in the cache, if there is one. They are kept per user, so that erasing the user erases them. */
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Cache } from '../../../domain/capabilities/cache.ts'
import type { LlmRequest } from '../../../domain/capabilities/llm.ts'

export interface AnswerCache {
  get<Schema extends TSchema>(request: LlmRequest<Schema>): Promise<Static<Schema> | null>
  set<Schema extends TSchema>(request: LlmRequest<Schema>, value: Static<Schema>, since: number): Promise<void>
}

export function answerCache (cache: Cache | null, { url, model }: { url: string, model: string }): AnswerCache {
  const keyOf = ({ prompt, system, user, schema }: LlmRequest<TSchema>) =>
    JSON.stringify([url, model, prompt, system, user, schema])
  return {
    async get (request) {
      const kept = request.uncached ? null : await cache?.get('llm', keyOf(request), request.userId)
      if (kept === null || kept === undefined) return null
      try {
        const value: unknown = JSON.parse(kept.toString())
        return Value.Check(request.schema, value) ? value as Static<typeof request.schema> : null
      } catch {
        return null
      }
    },
    async set (request, value, since) {
      if (request.uncached) return
      await cache?.set('llm', keyOf(request), Buffer.from(JSON.stringify(value)), request.userId, since)
    }
  }
}
