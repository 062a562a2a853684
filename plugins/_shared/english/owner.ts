/** Of whom a clause is said, and of which thing of theirs. */
import type { Clause } from './clause.ts'
import type { Grammar } from './grammar.ts'
import { kin } from './kin.ts'
import { inside, inThirdPerson, spaced } from './third-person.ts'
import type { Token } from './token.ts'

/** Whose a clause is, and words of a thing of theirs that it is said of: "phone" of "my phone". */
export interface Owner {
  name: string
  thing: Token[]
}

/**
 * "My wife Anna" is Anna, "my wife" is the user's wife; "my phone", "the game" and "they" are the speaker's matter, and
 * so is what others do to the speaker ("my doctor put me on it").
 */
export function ownerOf ({ subject, rest, tokens }: Clause, self: string, grammar: Grammar): Owner {
  const [first] = subject
  if (first === undefined || isSpeakers(first, tokens, self)) return { name: self, thing: [] }
  // "The user's flight" in the place of "it".
  if ([self, inside(self)].some(name => first.text.startsWith(`${name}'s `))) return ofTopic(first, self)
  const toSpeaker = rest.some(({ lower }) => /^(?:me|us)$/.test(lower)) || subject.at(-1)!.lower === 'i'
  const related = subject.findIndex(({ lower }, at) => kin.test(lower) && subject[at + 1]?.lemma !== "'s")
  if (toSpeaker) return { name: self, thing: [] }
  if (related >= 0) return { name: relative(subject, related, self, grammar), thing: [] }
  const other = first.pos === 'PROPN' && !subject.some(({ lemma }) => lemma === "'s")
  return other || /^(?:he|she|you)$/.test(first.lower)
    ? { name: spaced(subject).replace(/,.*/, ''), thing: [] }
    : { name: self, thing: subject.filter(({ pos, lower }) => pos !== 'DET' && !/^(?:my|our)$/.test(lower)) }
}

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
  const own = subject.slice(subject.findLastIndex(({ lemma }) => lemma === "'s") + 1)
  const names = own.filter(({ pos, lower, text }) =>
    pos === 'PROPN' && /^\p{Lu}.*(?<!['’]s)$/u.test(text) && !kin.test(lower)
  )
  return names.length > 0
    ? spaced(names)
    : inThirdPerson(subject.slice(0, related + 1).map(asOwn), self, grammar).slice(0, -1)
}
