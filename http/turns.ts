/** One turn of a conversation, as requests hold it. */
import type { Turn } from '../domain/capabilities/distiller.ts'
import { ValidationFailed } from '../domain/errors.ts'
import { zoneOf } from '../domain/instants.ts'
import { Type } from '../domain/type.ts'
import { givenTime, text, time } from './fields.ts'

export const message = Type.Object({
  role: Type.String({
    minLength: 1,
    maxLength: 20,
    description: 'Who speaks: `user` (or `human`, `customer`, `end_user`), `assistant` (or `ai`, `bot`, `model`, ' +
      '`agent`), `system`, `tool`, in any case. The rules distiller reads nothing in a turn of another role: ' +
      'say in `name` which person speaks.'
  }),
  content: Type.String({ minLength: 1, maxLength: 50_000, description: 'What was said.' }),
  uuid: text("The caller's id of the turn.", { maxLength: 200 }),
  created_at: time(
    "When it was said; relative dates in it are read from there, by the speaker's clock where a zone is given. " +
      'Default now.'
  ),
  name: text("The speaker's name.", { maxLength: 200 })
}, { $id: 'Turn' })

/** When a turn was said; without `created_at` it is now. */
export function turnTime (createdAt: string | null | undefined, now: number): Pick<Turn, 'at' | 'timed' | 'zone'> {
  const [at, zone] = [givenTime(createdAt), zoneOf(createdAt ?? '')]
  return { at: at ?? now, timed: at !== null, ...(zone !== 0 && { zone }) }
}

/** Characters of all turns of one request: ten hours of talk, read by rules in about a minute. */
const mostCharacters = 2_000_000

/** Throws when nothing is said, or more than is read at once; `field` is what the wire calls the turns. */
export function requireTurns (messages: Array<{ content: string }>, field: string): void {
  if (messages.every(({ content }) => content.trim() === '')) {
    throw new ValidationFailed({ [field]: [`The ${field} field must hold at least one turn that is not blank.`] })
  }
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
  if (characters <= mostCharacters) return
  throw new ValidationFailed({
    [field]: [
      `The ${field} field must hold at most ${mostCharacters} characters in all; it holds ${characters}. ` +
      'Send the conversation in parts, with the same session_id.'
    ]
  })
}
