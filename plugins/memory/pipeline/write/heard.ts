/**
 * What surrounds a fact in its request: the words its own may point back to, its turn, and whether the user wrote it.
 */
import type { CandidateFact, Turn } from '../../../../domain/capabilities/distiller.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import type { Heard } from './candidate.ts'

/** "He moved to Rome" may mean somebody named so many turns before. */
const turnsBefore = 4

const machines = /^(?:system|developer|tool|function)$/i
const assistants = /^(?:assistant|ai|bot|model|agent)$/i

export function isMachines ({ role }: Turn): boolean {
  return machines.test(role)
}

export function isAssistants ({ role }: Turn): boolean {
  return assistants.test(role)
}

/** A text that is added by itself is one turn of the user. */
export function heardAlone (text: string): Heard {
  return { context: text, breath: '0', byUser: true }
}

export function hearing (turns: Turn[], userName: string | null): (fact: CandidateFact) => Heard {
  const names = new Set(turns.filter(turn => !isMachines(turn) && !isAssistants(turn)).map(({ name }) => name ?? ''))
  const contexts = new Map<string, string>()

  /** One text for all facts of a turn; the turns may be long. */
  function contextOf (first: number, last: number): string {
    const key = `${first} ${last}`
    const known = contexts.get(key)
    if (known !== undefined) return known
    const context = turns.slice(first, last + 1).map(({ content, name }) => `${name ?? ''} ${content}`).join('\n')
    contexts.set(key, context)
    return context
  }

  return ({ turnIndexes, quote }) => {
    const places = turnIndexes.filter(place => turns[place] !== undefined)
    const last = places.at(-1)
    if (last === undefined) return { context: quote, breath: '', byUser: false }
    return {
      context: contextOf(Math.max(0, Math.min(...places) - turnsBefore), last),
      breath: places.join(','),
      byUser: places.every(place => isUsers(turns[place] as Turn, names.size > 1 ? userName : null))
    }
  }
}

/** In a conversation of several people, what another one says of themselves is not the user's. */
function isUsers (turn: Turn, userName: string | null): boolean {
  const { name } = turn
  if (isMachines(turn) || isAssistants(turn)) return false
  if (name === null || userName === null) return true
  const [spoken, own] = [nameKey(name), nameKey(userName)]
  return spoken === own || own.startsWith(`${spoken} `) || spoken.startsWith(`${own} `)
}
