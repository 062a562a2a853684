/** Names in a clause: people, places, organisations and things, as the tagger and the capitals tell them apart. */
import type { NamedEntity } from '../../../kernel/capabilities/distiller.ts'
import { has, write, type Token } from './tokens.ts'

const notNames = new Set(['i', 'the', 'a', 'an', 'my', 'our', 'we', 'it', 'this', 'that', 'he', 'she', 'they', 'you'])

function isName (token: Token, index: number): boolean {
  if (has(token, 'Date', 'Month', 'WeekDay', 'Duration', 'Pronoun', 'Expression', 'Honorific') || notNames.has(token.word)) return has(token, 'Honorific')
  const capital = /^["'(]?\p{Lu}|^\p{Ll}+\p{Lu}/u.test(token.text) || (/\p{L}/u.test(token.text) && /\d/.test(token.text) && /\p{Lu}/u.test(token.text))
  return capital && (index > 0 || has(token, 'ProperNoun', 'Person', 'Place', 'Organization', 'Acronym'))
}

export function entitiesOf (tokens: Token[]): NamedEntity[] {
  const found = new Map<string, NamedEntity>()
  let run: Token[] = []
  const close = () => {
    const name = write(run).replace(/^["'(]+|["')]+$/g, '')
    if (run.some(token => /\p{L}/u.test(token.text)) && name.length > 1 && !/^\d/.test(name)) found.set(name, { name, type: typeOf(run), aliases: [] })
    run = []
  }
  for (const [index, token] of tokens.entries()) {
    const joins = run.length > 0 && /^\d/.test(token.text) && !has(token, 'Date')
    if (!isName(token, index) && !joins) { close(); continue }
    run.push(token)
    if (/[,;:–—!?)(/"]|\.\s/.test(token.post) && !has(token, 'Honorific')) close()
  }
  close()
  return [...found.values()]
}

function typeOf (tokens: Token[]): string {
  const any = (tag: string) => tokens.some(token => has(token, tag))
  if (any('Honorific') || any('FirstName') || any('LastName')) return 'person'
  if (any('Place')) return 'place'
  if (any('Organization') && !any('Acronym')) return 'organisation'
  return any('Person') ? 'person' : 'thing'
}
