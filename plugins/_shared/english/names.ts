/** Names in a clause: capitalised words, and what kind of thing the lexicon takes them for. */
import type { CandidateFact, NamedEntity } from '../../../domain/capabilities/distiller.ts'
import type { Grammar } from './grammar.ts'
import type { Token } from './token.ts'

interface Named {
  name: string
  type: string
}

/** What stands first only where it is known to be a name, or begins `subject`. */
export function namesIn (tokens: Token[], grammar: Grammar, subject = ''): Named[] {
  const found: Named[] = []
  let run: Token[] = []
  for (const [at, token] of [...tokens, undefined].entries()) {
    if (token !== undefined && isNamed(token, at, subject, grammar)) run.push(token)
    else if (run.length > 0) {
      found.push({ name: run.map(({ text }) => text).join(' '), type: kindOf(run, grammar) })
      run = []
    }
  }
  return found
}

function isNamed ({ text, lower, pos }: Token, at: number, subject: string, { kinds }: Grammar): boolean {
  const known = kinds(lower)
  const capital = /^\p{Lu}|^\p{Ll}\p{Lu}/u.test(text) && lower !== 'i' &&
    !known.some(kind => /Month|WeekDay/.test(kind))
  return capital && (at > 0 || (pos === 'PROPN' && subject.startsWith(text)) ||
    known.some(kind => /Name|City|Country|Region|Organization|Person/.test(kind)))
}

function kindOf (run: Token[], { kinds }: Grammar): string {
  const found = run.flatMap(({ lower }) => kinds(lower))
  if (found.some(kind => /City|Country|Region|Place/.test(kind))) return 'place'
  if (found.includes('Organization')) return 'organisation'
  return found.some(kind => /Name|Person/.test(kind)) ? 'person' : 'thing'
}

/** The speaker, where their name is known, and who else and what else is named. */
export function entitiesOf (
  tokens: Token[],
  subject: string | undefined,
  self: string,
  grammar: Grammar
): NamedEntity[] {
  const speaker = self.startsWith('The ') ? [] : [{ name: self, type: 'person' }]
  const named = [...speaker, ...namesIn(tokens, grammar, subject)]
  return [...new Map(named.map(entity => [entity.name, { ...entity, aliases: [] }])).values()]
}

/** From whom a clause is said to those whom its value names. */
export const relationsOf = (
  { subject, predicate, value }: { subject: string, predicate: string, value: string | null },
  self: string,
  entities: NamedEntity[]
): CandidateFact['relations'] =>
  entities.filter(({ name }) => name !== self && value?.includes(name) === true)
    .map(({ name }) => ({ from: subject, predicate, to: name }))
