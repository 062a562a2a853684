/** Options that every LLM behind HTTP has. */
import { Type } from '../../../domain/type.ts'

export const requestOptions = {
  TimeoutMs: Type.Integer({
    default: 60_000,
    minimum: 100,
    maximum: 600_000,
    description: 'Longest wait for one completion, its retries included, in milliseconds.'
  }),
  DailyTokenLimit: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 2_000_000_000,
    description: 'Tokens a day (UTC) per user, counted in the store for all processes; 0 is unlimited. Over it the ' +
      'rules distiller takes over. Summaries may use a quarter of it.'
  }),
  DailyTokenLimitTotal: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 2_000_000_000,
    description: 'Tokens a day (UTC) over all users, counted in the store for all processes; 0 is unlimited. ' +
      'Summaries may use a quarter of it.'
  })
}
