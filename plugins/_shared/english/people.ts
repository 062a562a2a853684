/** The people that a clause names or speaks of as the speaker's, whom he and she may mean. */
import { isOwning } from './anaphors.ts'
import type { Clause } from './clause.ts'
import type { Grammar } from './grammar.ts'
import type { Token } from './token.ts'
import { genderOf } from './gender.ts'
import { animal, bareParent, kin, person } from './kin.ts'
import { inThirdPerson, spaced } from './third-person.ts'
import { isDealtWith, isPlace, nameFrom, own, titledAt } from './titled.ts'

export interface Mention {
  /** "Ana", "The user's cat". */
  /** Empty for one who has none that we know. */
  name: string
  gender: 'male' | 'female' | null
  /** Whether the clause speaks of no other whom he or she may be: "my aunt drives her" does. */
  alone: boolean
}

/** With the place behind it. */
type Found = Omit<Mention, 'alone'> & { to: number }

const having = /^(?:have|get|adopt|buy|own|rescue|meet|marry|hire)$/
/** What people do. */
const acting =
  /^(?:say|tell|ask|pay|promise|want|think|offer|give|call|let|help|teach|know|hate|love|like|hope|wish|decide|agree|refuse|complain|laugh|cry|marry|retire|live)$/
const few = /^(?:an?|one|another)$/
/** What is said of he or she ("he's my flatmate") adds no other person. */
export function peopleIn (clause: Clause, self: string, grammar: Grammar): Mention[] {
  const { tokens, subject, verb } = clause
  const isSaidOf = verb === 'be' && /^(?:he|she)$/.test(subject[0]?.lower ?? '')
  const end = isSaidOf ? tokens.indexOf(subject[0]!) : tokens.length
  const found: Found[] = []
  for (let at = 0; at < tokens.length; at++) {
    // "She's a tax adviser, and young Milan is late".
    const mention = at >= end ?
      perhapsAt(clause, at, grammar) :
      titledAt(tokens, at) ??
        (kin.test(tokens[at]!.lower) ? relativeAt(clause, at, self, grammar) : namedAt(tokens, at, grammar)) ??
        strangerAt(clause, at, grammar) ?? dealtWithAt(tokens, at, grammar) ?? perhapsAt(clause, at, grammar)
    if (mention === null) continue
    found.push(mention)
    at = mention.to - 1
  }
  // "It is Tomasz again" is who speaks.
  const people = withNames(clause, found).filter(({ name }) => name === '' || !self.startsWith(name))
  return people.map(mention => ({ ...mention, alone: isAlone(mention, people, tokens) }))
}

const isAlone = ({ gender }: Found, people: Found[], tokens: Token[]) => {
  const fits = (other: Mention['gender']) => gender === null || other === null || other === gender
  return people.filter(({ gender }) => fits(gender)).length === 1 &&
    !tokens.some(({ lower }, at) => {
      if (lower === 'him') return fits('male')
      // "My aunt lost her keys": her own.
      return lower === 'her' && !isOwning(tokens, at) && fits('female')
    })
}

/** "My boyfriend is called Sam": one person, not two. */
function withNames ({ verb, group, subject }: Clause, found: Found[]): Found[] {
  const [first, second, third] = found
  // "My mum called my aunt" are two.
  const isNaming = verb === 'be' || (/^(?:call|name)$/.test(verb) && group.some(({ lemma }) => lemma === 'be'))
  const isSame = isNaming && second !== undefined && third === undefined &&
    subject.some(({ lower }) => kin.test(lower))
  return isSame ? [{ ...second, gender: first!.gender ?? second.gender }] : found
}

/** "My sister Ana", "my mum, Elaine,", "one son": but not "my brother's boss" for the brother, nor "her sister". */
function relativeAt (clause: Clause, at: number, self: string, grammar: Grammar) {
  const { tokens } = clause
  if (tokens[at + 1]?.lemma === "'s" || /[^s]s$/.test(tokens[at]!.lower)) return null
  let from = at
  while (from > 0 && /ADJ|NOUN|X/.test(tokens[from - 1]!.pos) && !own.test(tokens[from - 1]!.lower)) from--
  if (!isSpeakers(clause, tokens[from - 1]?.lower ?? '', tokens[at]!.lower)) return null
  const comma = tokens[at + 1]?.text === ',' ? 1 : 0
  const names = nameFrom(tokens, at + 1 + comma)
  const word = tokens[at]!.lower
  return {
    name: names.length > 0 ? spaced(names) : relative(compoundAt(tokens, at), self, grammar),
    gender: genderOf([word, ...names.map(({ lower }) => lower)], grammar),
    to: at + 1 + (names.length > 0 ? comma + names.length : 0)
  }
}

/** "Half sister": another than a sister. */
const compoundAt = (tokens: Token[], at: number) =>
  tokens.slice(
    /^(?:half|step|great|foster|ex|god|twin|older|younger|elder|big|little)$/.test(tokens[at - 1]?.lower ?? '')
      ? at - 1
      : at,
    at + 1
  )

/** "My sister", "mum", and "a son" where it is the speaker's who has one. */
const isSpeakers = ({ verb, subject }: Clause, opener: string, word: string) =>
  own.test(opener) || (bareParent.test(word) && !/^(?:an?|the|his|her|their|your)$|['’]s$| /.test(opener)) ||
  (few.test(opener) && having.test(verb) && /^(?:i|we)$/.test(subject[0]?.lower ?? ''))

/** "The user's brother". */
function relative (words: Token[], self: string, grammar: Grammar): string {
  const [first] = words as [Token]
  const my: Token = {
    ...first,
    text: 'my',
    lower: 'my',
    lemma: 'my',
    pos: 'PRON',
    start: first.start - 3,
    end: first.start - 1
  }
  return inThirdPerson([my, ...words], self, grammar).slice(0, -1)
}

const acts = (tokens: Token[], at: number) =>
  own.test(tokens[at - 1]?.lower ?? '') && acting.test(tokens.slice(at + 1, at + 4).find(isVerbAlone)?.lemma ?? '')
const isVerbAlone = ({ pos }: Token) => pos === 'VERB'

/** "Does Pickle sleep near you?" */
const isUnknownName = (tokens: Token[], at: number, { kinds }: Grammar) =>
  tokens[at]!.pos === 'PROPN' && /^\p{Lu}/u.test(tokens[at]!.text) &&
  kinds(tokens[at]!.lower).length === 0 &&
  /^(?:do|have|will|can)$/.test(tokens[at - 1]?.lemma ?? '') && tokens.at(-1)!.text === '?'

/** "The mailman", "a firewoman". */
const worker = /^(?!human|talisman)\p{L}{2,}(?:man|woman)$/u

/** "A plumber", "her sister": no name of ours, but he and she may mean them. */
function strangerAt (clause: Clause, at: number, grammar: Grammar) {
  const { tokens, subject, verb } = clause
  const token = tokens[at]!
  const { lower, pos } = token
  if (isUnknownName(tokens, at, grammar)) return { name: '', gender: null, to: at + 1 }
  // "She is a dentist" adds no other person, and "my gaffer pays" one.
  const isKnown = [person, animal, worker, kin].some(of => of.test(lower)) || grammar.kinds(lower).includes('Actor') ||
    acts(tokens, at)
  if (pos !== 'NOUN' || (verb === 'be' && !subject.includes(token)) || !isKnown) return null
  let from = at
  while (from > 0 && /ADJ|NOUN/.test(tokens[from - 1]!.pos)) from--
  return isOne(tokens[from - 1]) || isBare(clause, at) ? withNameBehind(tokens, at, grammar) : null
}

/**
 * "Joost moved it", "Kessler?", "young Milan, who is late": whoever has that name may be he or she, so who was
 * named before is it without certainty.
 */
function perhapsAt ({ tokens, subject, verb }: Clause, at: number, grammar: Grammar): Found | null {
  const names = nameFrom(tokens, at)
  const [before, behind] = [tokens[at - 1], tokens[at + names.length]]
  const isOfPerson = /^(?:young|little|old|poor|dear)$/.test(before?.lower ?? '') || behind?.lower === 'who'
  const isSubject = verb === ''
    ? before === undefined || before.pos === 'PUNCT'
    : names.every(one => subject.includes(one))
  if (names.length === 0 || behind?.lemma === "'s" || !(isOfPerson || isSubject)) return null
  const isOther = names.some(({ lower }) => grammar.kinds(lower).some(kind => !/^(?:Actor|Pronoun|Person)$/.test(kind)))
  if (isOther && !isOfPerson) return null
  return { name: '', gender: null, to: at + names.length }
}

/** "I'll ask Bríd, she owes me": she may be Bríd. */
function dealtWithAt (tokens: Token[], at: number, grammar: Grammar): Found | null {
  const names = isDealtWith(tokens, at) ? nameFrom(tokens, at) : []
  if (names.length === 0 || isPlace(names[0]!, grammar)) return null
  return { name: '', gender: null, to: at + names.length }
}

/** "Doctor says it's fine." */
const isBare = ({ tokens, subject, verb }: Clause, at: number) =>
  subject[0] === tokens[at] && acting.test(verb) && /^(?:PUNCT|CCONJ)?$/.test(tokens[at - 1]?.pos ?? '')

/** "Her", "Tom's", and what stands for such a word: "the user's niece". */
const isOne = (opener: Token | undefined) =>
  opener !== undefined && (opener.lemma === "'s" || opener.lower.includes(' ') ||
    /^(?:an?|one|the|his|her|their|my|our|this|that|another|some)$/.test(opener.lower))

/** "A former student, Oskar". */
function withNameBehind (tokens: Token[], at: number, grammar: Grammar): Found {
  const comma = tokens[at + 1]?.text === ',' ? 1 : 0
  const names = nameFrom(tokens, at + 1 + comma).filter(token => !isPlace(token, grammar))
  const gender = genderOf([tokens[at]!, ...names].map(({ lower }) => lower), grammar)
  return { name: spaced(names), gender, to: at + 1 + (names.length > 0 ? comma + names.length : 0) }
}

function namedAt (tokens: Token[], at: number, grammar: Grammar) {
  const { text, lower } = tokens[at]!
  if (!/^\p{Lu}/u.test(text) || !grammar.kinds(lower).some(kind => /^(?:Male|Female|First)Name$/.test(kind))) {
    return null
  }
  const names = nameFrom(tokens, at)
  // "At Chelsea" is a place.
  if (
    /^(?:at|in)$/.test(tokens[at - 1]?.lower ?? '') || names.length === 0 || tokens[at + names.length]?.lemma === "'s"
  ) return null
  return { name: spaced(names), gender: genderOf(names.map(({ lower }) => lower), grammar), to: at + names.length }
}
