/**
 * What surrounds a fact in its request: the words its own may point back to, its turn, and whether the user wrote it.
 */
import type { CandidateFact, Turn } from '../../../../domain/capabilities/distiller.ts'
import { isAssistantRole, isMachineRole } from '../../../../domain/roles.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import type { Heard } from './candidate.ts'
import { ownPart, ownWords } from '../../../_shared/wording/own-words.ts'

/** "He moved to Rome" may mean a person named so many turns before. */
const turnsBefore = 4

/** A text that is added by itself is one turn of the user. */
export function heardAlone (text: string): Heard {
  return { context: text, breath: '0', byUser: true }
}

/** Facts of such a text; what it quotes of others is not the user's. */
export function hearingAlone (text: string): (fact: Pick<CandidateFact, 'quote' | 'change'>) => Heard {
  let words: string | undefined
  return ({ quote, change }) => {
    words ??= ownWords(text)
    const own = ownPart(quote, text, words)
    return { ...heardAlone(text), own, previous: previousIn(words, change), byUser: own !== '' }
  }
}

export function hearing (turns: Turn[], userName: string | null): (fact: CandidateFact) => Heard {
  const names = new Set(
    turns.filter(({ role }) => !isMachineRole(role) && !isAssistantRole(role)).map(({ name }) => name ?? '')
  )
  const contexts = new Map<string, string>()
  const ownOf = new Map<Turn, string>()

  function ownOfTurn (turn: Turn): string {
    const own = ownOf.get(turn) ?? ownWords(turn.content, [turn.name ?? userName ?? ''])
    ownOf.set(turn, own)
    return own
  }

  /** One text for all facts of a turn; the turns may be long. */
  function contextOf (first: number, last: number): string {
    const key = `${first} ${last}`
    const known = contexts.get(key)
    if (known !== undefined) return known
    const context = turns.slice(first, last + 1).map(({ content, name }) => `${name ?? ''} ${content}`).join('\n')
    contexts.set(key, context)
    return context
  }

  return ({ turnIndexes, quote, change }) => {
    const places = turnIndexes.filter(place => turns[place] !== undefined)
    const last = places.at(-1)
    if (last === undefined) return { context: quote, breath: '', byUser: false }
    const said = places.map(place => turns[place] as Turn)
    const parts = said.map(turn => ownPart(quote, turn.content, ownOfTurn(turn)))
    const own = parts.find(part => part !== '') ?? ''
    return {
      own,
      previous: previousIn(said.map(ownOfTurn).join('\n'), change),
      context: contextOf(Math.max(0, Math.min(...places) - turnsBefore), last),
      breath: places.join(','),
      byUser: own !== '' && said.every(turn => isUsers(turn, names.size > 1 ? userName : null))
    }
  }
}

function previousIn (own: string, { previous }: CandidateFact['change']): string | null {
  if (previous === null) return null
  const spoken = new Set(terms(own))
  return terms(previous).every(term => spoken.has(term)) ? previous : null
}

/** In a conversation of several people, what another one says of themselves is not the user's. */
function isUsers (turn: Turn, userName: string | null): boolean {
  const { name } = turn
  if (isMachineRole(turn.role) || isAssistantRole(turn.role)) return false
  if (name === null || userName === null) return true
  const [spoken, own] = [nameKey(name), nameKey(userName)]
  return spoken === own || own.startsWith(`${spoken} `) || spoken.startsWith(`${own} `)
}
