/** What a write answers, on the wire. */
import type { Outcome } from '../domain/capabilities/memory.ts'
import { Type } from '../domain/type.ts'
import { listOf, orNull } from './fields.ts'

export const outcome = Type.Object({
  id: orNull('string', 'The memory that was stored, found again or ended.'),
  memory: Type.String({ description: 'The fact.' }),
  event: Type.String({
    description: '`ADD`, `SKIP_DUPLICATE`, `UPDATE`, `SUPERSEDE`, `INVALIDATE`, `NONE` or `ERROR`.'
  }),
  error: Type.Optional(Type.String({ description: 'With `ERROR`: why it was not stored.' }))
}, { $id: 'Outcome' })

export const refusedFacts = Type.Optional(
  Type.Integer({ description: 'Facts left out because their words were not said; absent when there were none.' })
)
export const degradedParts = (whole: 'empty' | 'absent') =>
  listOf(
    Type.String(),
    [
      `What did not do its part; ${whole} when whole.`,
      '`llm`, `llm_budget`, `embeddings`: kept word for word, to be read when they are back.',
      '`unsaid_quotes`: see `refused`.',
      '`too_many_endings`: none of them ended.',
      '`llm_overlooked`: the rules read what the model left out.'
    ].join(' ')
  )

export function toOutcome ({ id, memory, event, error }: Outcome) {
  return { id, memory, event, ...(error === undefined ? {} : { error }) }
}
