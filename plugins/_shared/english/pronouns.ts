/** Pronouns with the name of what they mean, and the "I" that is left out in front of a verb. */
import { isOwning } from './anaphors.ts'
import type { Clause } from './clause.ts'
import { animal } from './kin.ts'
import { inside } from './third-person.ts'
import type { Mention } from './people.ts'
import { isPerfect, withoutObject } from './perfect.ts'
import type { Token } from './token.ts'

/** Null where it is not certain what a pronoun means. */
export type Meant = (pronoun: string) => string | null

/** "I took her out." */
const particle = /^(?:out|up|off|in|on|over|back|down|away|home|around|about|along|round)$/
const ofPeople = /^(?:he|she|him|his|her)$/
const ofOthers = /^(?:his|hers?|theirs?|he|she|they)$/
const ofSpeaker = /^(?:i|my|me|we|our|us)$/

/** "Broke my wrist", "Got a new job": a past form in front, and no other person in the clause, or the speaker too. */
export function withSpeaker (clause: Clause): Clause | null {
  const { tokens, group, past } = clause
  const [first] = tokens
  const isOf = (pronouns: RegExp) => tokens.some(({ lower }) => pronouns.test(lower))
  if (first === undefined || group[0] !== first || first.pos !== 'VERB' || !past) return null
  if (/ing$/.test(first.lower) || (isOf(ofOthers) && !isOf(ofSpeaker)) || mayBePassive(clause)) return null
  const speaker: Token = {
    text: 'I',
    lower: 'i',
    lemma: 'i',
    pos: 'PRON',
    start: first.start - 2,
    end: first.start - 1,
    known: true
  }
  const verb = { ...first, text: first.lower }
  const said = [verb, ...tokens.slice(1)]
  return { ...clause, subject: [speaker], tokens: [speaker, ...said], group: [verb, ...group.slice(1)] }
}

/** "Locked out on Tuesday": nobody says by whom, and it was not the speaker. */
const mayBePassive = ({ tokens: [first], rest: [next] }: Clause) =>
  /ed$|^(?:hit|stuck|sent|told|taught|caught|sold|let)$/.test(first!.lower) && !withoutObject.test(first!.lemma) &&
  !/DET|PRON|NUM|NOUN|PROPN|ADJ/.test(next?.pos ?? '')

/**
 * He, she and their forms by name. What the clause itself has one for is left: "my sister lost her keys". "It" alone is
 * a thing.
 */
export function pronounsNamed (clause: Clause, people: Mention[], meant: Meant): Clause {
  const { tokens, subject } = clause
  const [first] = subject
  const opens = subject.length === 1 ? /^(?:he|she|it)$/.test(first!.lower) : /^(?:his|her)$/.test(first?.lower ?? '')
  const explained = people.map(({ gender }) => gender)
  let result = clause
  for (const pronoun of tokens.filter(token => ofPeople.test(token.lower) || (opens && token === first))) {
    const gender = genderOfPronoun(pronoun.lower)
    const front = tokens.slice(0, tokens.indexOf(pronoun))
    const isExplained = explained.some(other => other === null || other === gender) ||
      front.some(({ lower }) => animal.test(lower))
    if ((opens && pronoun === first) || !isExplained) result = withName(result, pronoun, meant(pronoun.lower))
    if (pronoun.lower !== 'it') explained.push(gender)
  }
  return result
}

export function genderOfPronoun (pronoun: string): Mention['gender'] {
  if (/^(?:he|him|his|himself)$/.test(pronoun)) return 'male'
  return /^(?:she|hers?|herself)$/.test(pronoun) ? 'female' : null
}

function withName (clause: Clause, pronoun: Token, name: string | null): Clause {
  if (name === null) return clause
  const at = clause.tokens.indexOf(pronoun)
  const next = clause.tokens[at + 1]
  const possessive = pronoun.lower === 'his' ||
    (isOwning(clause.tokens, at) && !particle.test(next?.lower ?? ''))
  const placed = at > 0 ? inside(name) : name
  const text = possessive ? `${placed}'s` : placed
  const token: Token = { ...pronoun, text, lower: name.toLowerCase(), lemma: name, pos: 'PROPN' }
  const written = next === undefined ? null : writtenOut(next, clause.tokens.slice(at + 2))
  const put = (tokens: Token[]) => tokens.map(one => one === pronoun ? token : one === next ? written! : one)
  const { tokens, subject, group, rest } = clause
  return { ...clause, tokens: put(tokens), subject: put(subject), group: put(group), rest: put(rest) }
}

/** "'s" behind a name could be taken for "of": "is", or "has" as in "he's moved" and "she's lost her job". */
function writtenOut (token: Token, behind: Token[]): Token {
  if (token.lower !== "'s" || token.pos !== 'AUX') return token
  const [verb, object] = behind.filter(({ pos }) => pos !== 'ADV')
  const text = verb !== undefined && isPerfect(verb, object) ? 'has' : 'is'
  return { ...token, text, lower: text, start: token.start + 1 }
}
