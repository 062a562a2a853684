/**
 * One subject for the user, whatever they were called when a fact was stated: "The user" of the first session is
 * "Sarah" of the third.
 */
import type { CandidateFact, Turn } from '../../../../domain/capabilities/distiller.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import { isUserRole } from '../../../../domain/roles.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import { mapInSlices } from '../../../_shared/time-slice.ts'

/** The subject under which facts about the user are stored. */
export const theUser = 'user'

/** What the user is called: by an earlier memory, or by the turns when all of the user's agree. */
export async function nameOfUser (store: Store, userId: string, turns: Turn[]): Promise<string | null> {
  const [named] = await store.aboutSubject(userId, theUser, 'name', 1)
  if (named !== undefined) return named.value
  const names = new Set(turns.filter(({ role }) => isUserRole(role)).map(({ name }) => name))
  const [name] = names
  return names.size === 1 ? name ?? null : null
}

/** The facts with the user's own subject in one form. */
export async function underOneSubject (
  facts: CandidateFact[],
  userName: string | null,
  signal?: AbortSignal
): Promise<CandidateFact[]> {
  const introduced = facts.find(fact =>
    fact.predicate === 'name' && fact.value !== null && /^the user\b/i.test(fact.text)
  )?.value
  const own = new Set([
    'user',
    'the user',
    ...[userName, introduced].filter(name => typeof name === 'string').flatMap(namesOf)
  ])
  return await mapInSlices(
    facts,
    fact => fact.subject !== null && own.has(nameKey(fact.subject)) ? { ...fact, subject: theUser } : fact,
    signal
  )
}

/** "Sarah Chen" is also "Sarah". */
function namesOf (name: string): string[] {
  const full = nameKey(name)
  return [full, full.split(' ')[0] as string]
}
