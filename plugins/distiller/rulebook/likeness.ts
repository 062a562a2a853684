/** When two statements are about the same, say as much, or deny one another. */
import type { CandidateFact } from '../../../kernel/capabilities/distiller.ts'
import type { Memory } from '../../../kernel/nouns.ts'
import { terms } from '../../../kernel/text/analyse.ts'
import { nameKey } from '../../../kernel/text/identity.ts'

type Statement = Pick<CandidateFact, 'text' | 'subject' | 'predicate'>

const denying = /\b(?:hates?|dislikes?|detests?|not|never|no longer|cannot|without|nobody|nothing|hardly|does not|do not|is not|n't)\b|n't\b/i

export function isDenial (text: string): boolean {
  return denying.test(text)
}

/** The content of a statement: its terms without the name of whose it is. */
function content ({ text, subject }: Statement): Set<string> {
  const own = new Set(terms(/^(user|the user)$/i.test(subject ?? '') || !/\s\p{Ll}/u.test(subject ?? '') ? subject ?? '' : ''))
  return new Set(terms(text.replace(/^The user's?\b/i, '')).filter(term => !own.has(term)))
}

/** "The user", "Sarah", "Sarah Chen" and "Sarah's team" act as one when facts end one another. */
export function sameParty (candidate: Statement, memory: Statement, known: Memory[]): boolean {
  const one = party(candidate.subject)
  const other = party(memory.subject)
  if (one === other || one === '' || other === '') return true
  // "Sam's sister" is not Sam.
  if ([candidate.subject, memory.subject].some(subject => /'s? (?!(?:team|group|family)$)/.test(subject ?? ''))) return false
  const names = new Set(['user', ...known.filter(({ predicate }) => predicate === 'name').map(({ value }) => party(value))])
  const own = (key: string) => names.has(key) || [...names].some(name => name.startsWith(`${key} `) || key.startsWith(`${name} `))
  return (own(one) && own(other)) || (one.length > 2 && (other.startsWith(`${one} `) || one.startsWith(`${other} `)))
}

function party (subject: string | null): string {
  return nameKey((subject ?? '').replace(/'s? (?:team|group|family)$/i, '').replace(/^the (?=user)/i, ''))
}

/** Everything the second says, the first says too, and neither denies what the other states. */
export function covers (first: Statement, second: Statement): boolean {
  if (isDenial(first.text) !== isDenial(second.text)) return false
  const own = content(first)
  const asked = content(second)
  return asked.size >= 2 && first.predicate === second.predicate && [...asked].every(term => own.has(term)) && countsAlike(first.text, second.text)
}

/** "two dogs and three kids" does not say "two kids": a number stays with what it counts. */
function countsAlike (first: string, second: string): boolean {
  const pairs = (text: string) => terms(text).map((term, index, all) => [term, all[index + 1] ?? ''].join(' ')).filter(pair => /^\d/.test(pair))
  const own = new Set(pairs(first))
  return pairs(second).every(pair => own.has(pair) || pair.endsWith(' '))
}

/** "SF" and "San Francisco", "Berlin" and "Berlin, Germany" are one value. */
export function sameValue (one: string, other: string): boolean {
  const [first, second] = [nameKey(one), nameKey(other)]
  const initials = (key: string) => key.split(' ').map(word => word.charAt(0)).join('')
  return first === second || first.startsWith(`${second} `) || second.startsWith(`${first} `) ||
    (first.length > 1 && first === initials(second)) || (second.length > 1 && second === initials(first))
}

/** Every content word of the phrase occurs in the text. */
export function speaksOf (text: string, phrase: string): boolean {
  const wanted = terms(phrase)
  const own = new Set(terms(text))
  return wanted.length > 0 && wanted.every(term => own.has(term))
}

/** Three quarters of the content words occur: what a person means who asks to forget it. */
export function mostly (text: string, phrase: string): boolean {
  const wanted = [...new Set(terms(phrase))].filter(term => !/^(think|sai|say|tell|told|mention|like|realli)$/.test(term))
  const own = new Set(terms(text))
  return wanted.length > 0 && wanted.filter(term => own.has(term)).length >= wanted.length * (wanted.length > 2 ? 0.75 : 1)
}

/** The same statement, once denied and once not. */
export function contradicts (candidate: CandidateFact, memory: Memory): boolean {
  if (isDenial(candidate.text) === isDenial(memory.text)) return false
  if (candidate.predicate !== null && candidate.predicate === memory.predicate) {
    const [said, old] = [terms(candidate.value ?? ''), terms(memory.value ?? '')]
    if (old.length > 0 && said.join(' ') === old.join(' ')) return true
  }
  const strip = (terms: Set<string>) => new Set([...terms].filter(term => !/^(never|longer|anymor|cannot)$/.test(term)))
  const one = strip(content(candidate))
  const other = strip(content(memory))
  if (one.size === 0 || other.size === 0) return false
  const shared = [...one].filter(term => other.has(term)).length
  return shared >= 2 && shared === Math.min(one.size, other.size) && Math.max(one.size, other.size) <= shared + 1
}

/** The old fact names other things beside the one that ended, and the new one does not carry them on. */
export function holdsOther (memory: Memory, candidate: CandidateFact, previous: string): boolean {
  const items = (memory.value ?? memory.text).split(/\s*,\s*|\s+(?:and|or|&)\s+|\//).filter(item => /\p{Lu}/u.test(item))
  const others = items.filter(item => !speaksOf(item, previous) && !speaksOf(previous, item))
  return items.length > 1 && others.length > 0 && !others.every(item => speaksOf(candidate.text, item))
}

/** A number or a single word can mean many things: the two facts must share what it is said of. */
export function sharesTopic (candidate: CandidateFact, memory: Memory, previous: string): boolean {
  const old = new Set(terms(previous))
  if ([...old].every(term => !/\d/.test(term))) return true
  const one = content(candidate)
  return [...content(memory)].some(term => one.has(term) && !old.has(term) && !/^\d/.test(term))
}
