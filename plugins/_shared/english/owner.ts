/** Of whom a clause is said, and of which thing of theirs. */
import type { Clause } from './clause.ts'
import type { Grammar } from './grammar.ts'
import { kin } from './kin.ts'
import { inThirdPerson, spaced } from './third-person.ts'
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
  if (first === undefined || /^(?:i|we|they|it|there|that|this)$/.test(first.lower) || first.text === self) {
    return { name: self, thing: [] }
  }
  // "Me and my wife moved to Bonn."
  if (/^(?:me|i|myself)$/.test(tokens[0]?.lower ?? '') && tokens[1]?.lower === 'and') return { name: self, thing: [] }
  const toSpeaker = rest.some(({ lower }) => /^(?:me|us)$/.test(lower)) || subject.at(-1)!.lower === 'i'
  const related = subject.findIndex(({ lower }, at) => kin.test(lower) && subject[at + 1]?.lemma !== "'s")
  if (toSpeaker) return { name: self, thing: [] }
  if (related >= 0) return { name: relative(subject, related, self, grammar), thing: [] }
  const other = first.pos === 'PROPN' && !subject.some(({ lemma }) => lemma === "'s")
  return other || /^(?:he|she|you)$/.test(first.lower)
    ? { name: spaced(subject).replace(/,.*/, ''), thing: [] }
    : { name: self, thing: subject.filter(({ pos, lower }) => pos !== 'DET' && !/^(?:my|our)$/.test(lower)) }
}

function relative (subject: Token[], related: number, self: string, grammar: Grammar): string {
  const names = subject.filter(({ pos, lower, text }) => pos === 'PROPN' && /^\p{Lu}/u.test(text) && !kin.test(lower))
  return names.length > 0 ? spaced(names) : inThirdPerson(subject.slice(0, related + 1), self, grammar).slice(0, -1)
}
