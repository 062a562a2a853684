/** Pronouns with the name of what they mean, and the "I" that is left out in front of a verb. */
import { isOwning } from './anaphors.ts'
import type { Clause } from './clause.ts'
import { animal } from './kin.ts'
import { inside } from './third-person.ts'
import type { Mention } from './people.ts'
import { isDoneBySpeaker, isParticiple, isPerfect, separable, withoutObject } from './perfect.ts'
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
  // "Offered me the job."
  if (isOfSeveral(clause) || /^(?:me|us)$/.test(clause.rest[0]?.lower ?? '')) return null
  const verb = { ...first, text: first.lower }
  const front = isParticiple(first) ? [inFront(first, 'I', 8), inFront(first, 'have', 6)] : [inFront(first, 'I', 2)]
  const [speaker, ...auxiliaries] = front as [Token, ...Token[]]
  return {
    ...clause,
    subject: [speaker],
    tokens: [...front, verb, ...tokens.slice(1)],
    group: [...auxiliaries, verb, ...group.slice(1)]
  }
}

/** A word that was left out in front of another, so many characters before it. */
function inFront ({ start }: Token, text: 'I' | 'have', before: number): Token {
  const lower = text.toLowerCase()
  const pos = text === 'I' ? 'PRON' : 'AUX'
  return { text, lower, lemma: lower, pos, start: start - before, end: start - before + text.length, known: true }
}

/** "Met climbing", "got together in June", "parted ways": two did. */
function isOfSeveral ({ tokens: [first, second], rest: [next, behind] }: Clause): boolean {
  const lower = first!.lower
  if (lower === 'met') return !/^(?:up|with)$/.test(next?.lower ?? '') && !opensObject(next, behind)
  if (lower === 'parted') return second?.lower === 'ways'
  return /^(?:got|moved|lived|came)$/.test(lower) && [next, behind].some(word => word?.lower === 'together')
}

/** "Great people", and not "online". */
const opensObject = (first: Token | undefined, next: Token | undefined) =>
  /DET|PRON|NUM|NOUN|PROPN/.test((first?.pos === 'ADJ' ? next : first)?.pos ?? '')

/** "Locked out on Tuesday": nobody says by whom, and it was not the speaker. */
const mayBePassive = ({ tokens: [first, ...others], rest: [next] }: Clause) =>
  next?.lower === 'redundant' || (isParticiple(first!)
    ? !isDoneBySpeaker(first!, others)
    : (passive.test(first!.lower) || (ofThings.test(first!.lower) && !separable.test(next?.lower ?? ''))) &&
      !withoutObject.test(first!.lemma) && !/DET|PRON|NUM|NOUN|PROPN|ADJ/.test(next?.pos ?? ''))
const passive = /ed$|^(?:hit|stuck|sent|told|taught|caught|sold|let|laid)$/
/** "Found behind the bins", "built in 1900", and not "found out", "broke up". */
const ofThings = /^(?:found|lost|built|bought|broke)$/

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

/** Behind a name "'s" could be taken for "of": "is", or "has" as in "he's moved"; "'d" stays in "he'd put it off". */
function writtenOut (token: Token, behind: Token[]): Token {
  const [verb, object] = behind.filter(({ pos }) => pos !== 'ADV')
  const text = token.pos === 'AUX' ? wordOf(token.lower, verb, object, behind[0]) : null
  if (text === null) return token
  return { ...token, text, lower: text, start: token.start + 1 }
}

/** Null where either may be meant: "he'd put it off", "he'd better go". */
function wordOf (lower: string, verb: Token | undefined, object: Token | undefined, next: Token | undefined) {
  if (lower === "'ll") return 'will'
  if (lower === "'s") return verb !== undefined && isPerfect(verb, object) ? 'has' : 'is'
  const isEither = verb === undefined || alikeInPast.test(verb.lower) || next?.lower === 'better'
  if (lower !== "'d" || isEither) return null
  return verb.lower === verb.lemma ? 'would' : 'had'
}
const alikeInPast = /^(?:put|cut|let|set|read|hit|quit|shut|cost|hurt|bet|beat|come|become|run|spread|split)$/
