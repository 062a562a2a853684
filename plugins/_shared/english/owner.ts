/** Of whom a clause is said, and of which thing of theirs. */
import type { Clause } from './clause.ts'
import type { Grammar } from './grammar.ts'
import { kin } from './kin.ts'
import { inside, inThirdPerson, spaced } from './third-person.ts'
import type { Token } from './token.ts'
import { ofCalendar } from '../wording/words/calendar.ts'

/** Whose a clause is, and words of a thing of theirs that it is said of: "phone" of "my phone". */
export interface Owner {
  name: string
  thing: Token[]
}

/**
 * "My wife Anna" is Anna, "my wife" is the user's wife; "my phone", "the game" and "they" are the speaker's matter, and
 * so is what others do to the speaker ("my doctor put me on it").
 */
export function ownerOf ({ subject, verb, rest, tokens }: Clause, self: string, grammar: Grammar): Owner {
  const [first] = subject
  if (first === undefined || isSpeakers(first, tokens, self)) return { name: self, thing: [] }
  // "The user's flight" in the place of "it".
  if ([self, inside(self)].some(name => first.text.startsWith(`${name}'s `))) return ofTopic(first, self)
  const toSpeaker = (verb !== 'be' && isDoneTo(rest)) || subject.at(-1)!.lower === 'i'
  const related = subject.findIndex(({ lower }, at) => kin.test(lower) && !isOfThing(lower, subject[at + 1], tokens))
  if (toSpeaker) return { name: self, thing: [] }
  if (related >= 0) return { name: relative(subject, related, self, grammar), thing: [] }
  const named = nameBehind(subject)
  if (named !== null) return { name: named, thing: [] }
  const other = first.pos === 'PROPN' && !subject.some(({ lemma }) => lemma === "'s")
  return other || /^(?:he|she|you)$/.test(first.lower)
    ? { name: spaced(subject).replace(/,.*/, ''), thing: [] }
    : { name: self, thing: subject.filter(({ pos, lower }) => pos !== 'DET' && !/^(?:my|our)$/.test(lower)) }
}

/** "My hired man Curtis", "our dentist Dr. Owusu". */
function nameBehind (subject: Token[]): string | null {
  const at = subject.findLastIndex(({ pos, text }) => pos !== 'PROPN' || !/^\p{Lu}/u.test(text)) + 1
  const [before, own] = [subject[at - 1], /^(?:my|our)$/.test(subject[0]!.lower)]
  return own && at < subject.length && before?.pos === 'NOUN' && !ofCalendar.test(subject[at]!.lower)
    ? spaced(subject.slice(at))
    : null
}

/** "Put me on it", and not "put Ann on it, and me". */
const isDoneTo = (rest: Token[]) => {
  const end = rest.findIndex(({ pos }) => /PUNCT|CONJ/.test(pos))
  return rest.slice(0, end < 0 ? rest.length : end).some(({ lower }) => /^(?:me|us)$/.test(lower))
}

/** "My sister's car", "my mother tongue", "the baby monitor"; but "my dog rex", without capitals. */
const isOfThing = (word: string, next: Token | undefined, tokens: Token[]) =>
  next?.lemma === "'s" ||
  (inFront.test(word) && next?.pos === 'NOUN' && !kin.test(next.lower) && !/^\p{Lu}/u.test(next.text) &&
    tokens.some(({ text, lower }) => /^\p{Lu}/u.test(text) && lower !== 'i'))
const inFront = /^(?:dog|cat|puppy|kitten|baby|child|kids?|mother|boss|doctor|teacher)$/

/** "Me and my wife moved to Bonn", too. */
const isSpeakers = ({ lower, text }: Token, [first, second]: Token[], self: string) =>
  /^(?:i|we|they|it|there|that|this)$/.test(lower) || text === self ||
  (/^(?:me|i|myself)$/.test(first?.lower ?? '') && second?.lower === 'and')

/** A relative has facts of their own. */
function ofTopic (topic: Token, self: string): Owner {
  const words = topic.text.slice(self.length + 3)
  const isRelative = words.split(' ').some(word => kin.test(word.toLowerCase()))
  return isRelative
    ? { name: topic.text, thing: [] }
    : { name: self, thing: [{ ...topic, text: words, lower: words.toLowerCase(), pos: 'NOUN' }] }
}

/** "Our daughter" is whom "my daughter" names. */
const asOwn = (token: Token): Token =>
  token.lower === 'our' ? { ...token, text: 'my', lower: 'my', lemma: 'my' } : token

function relative (subject: Token[], related: number, self: string, grammar: Grammar): string {
  // "Dan's brother" is not Dan.
  const from = subject.findLastIndex(({ lemma }) => lemma === "'s") + 1
  // "My mother in Arima."
  const behind = subject.findIndex(({ pos }, at) => at > related && pos === 'ADP')
  const own = subject.slice(from, behind < from ? undefined : behind)
  const names = own.filter(({ pos, lower, text }) =>
    pos === 'PROPN' && /^\p{Lu}.*(?<!['’]s)$/u.test(text) && !kin.test(lower)
  )
  return names.length > 0
    ? spaced(names)
    : inThirdPerson(subject.slice(0, related + 1).map(asOwn), self, grammar).slice(0, -1)
}
