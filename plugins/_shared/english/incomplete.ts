/** What a clause lacks that stands before it: a subject, the rest of a verb, of what something is said. */
import { weekdays } from '../wording/words/calendar.ts'
import { pointing } from './anaphors.ts'
import type { Clause } from './clause.ts'
import { isVerb } from './phrases.ts'
import type { Token } from './token.ts'

/** "There is a loom", "they cancelled my appointment", "they had to move my appointment". */
export const isNobodys = ([first]: Token[], verb: string, rest: Token[]) =>
  (first!.lower === 'there' && verb === 'be') || (first!.lower === 'it' && isEmptyIt(verb, rest)) ||
  (first!.lower === 'they' && /^(?:my|our|me|us)$/.test(rest[verb === 'have' && isTo(rest[0]) ? 2 : 0]?.lower ?? ''))

/** "It took me a week to read it", "it's hard to sleep", "it's not that I mind", "it was my mum who rang". */
export function isEmptyIt (verb: string, rest: Token[]): boolean {
  const [first, ...others] = rest.filter(({ pos, lower }) => pos !== 'ADV' || lower === 'not')
  if (/^(?:rain|snow|freeze)$/.test(verb)) return true
  if (/^(?:take|cost)$/.test(verb)) return /^(?:me|us)$/.test(first?.lower ?? '') && others.some(isTo)
  if (verb !== 'be' || first === undefined) return false
  return (rest.find(({ lower }) => lower !== 'not')?.lower === 'that' && others.some(isVerb)) ||
    (first.pos === 'ADJ' && others.slice(0, 4).some(isTo)) || others.some(({ lower }) => /^who$/.test(lower))
}
const isTo = (token: Token | undefined) => token?.lower === 'to'

/** "My wife does during the week": what, the question says that it answers. */
const doesAt = (group: Token[], rest: Token[]) =>
  group.at(-1)!.lemma === 'do' && ofTime.test(rest.map(({ lower }) => lower).join(' '))

/** "My flatmate is", "she can't", "I used to", "I don't, not since the spring". */
function isElliptic (group: Token[], rest: Token[]): boolean {
  if (group.findLast(isVerb)?.pos !== 'AUX' && rest[0]?.lower !== 'to') return false
  const [next] = rest.filter(({ lower }) => !/^(?:too|so|to)$/.test(lower))
  return next === undefined || doesAt(group, rest) || /^[,.;!]|^(?:but|and|yet)$/.test(next.lower) ||
    (/^(?:do|have)$/.test(group.at(-1)!.lemma) &&
      /^(?:since|for|until|till|when|before|after|sometimes|anymore|either)$/.test(next.lower)) ||
    (next.lower === 'any' && rest[rest.indexOf(next) + 1]?.lower === 'more')
}

/** "My partner isn't keen": on what, was said before. */
const isIncomplete = (verb: string, rest: Token[]) =>
  verb === 'be' &&
  /^(?:keen|convinced|interested|allowed|included|involved|invited|aware|in)$/.test(rest[0]?.lower ?? '') &&
  (rest[1] === undefined || /^[,.;!]|^(?:but|and|yet|though)$/.test(rest[1].lower))

/** "I do Wednesdays and Sundays." */
const isDaysAlone = (verb: string, rest: Token[]) =>
  verb === 'do' && ofWeek.test(rest[0]?.lower ?? '') &&
  rest.every(({ lower, pos }) => ofWeek.test(lower) || /PUNCT|CCONJ/.test(pos))
const ofDay = `${weekdays}s?|weekends?|nights?|mornings?|evenings?`
const ofWeek = new RegExp(`^(?:${ofDay})$`)
const ofTime = new RegExp(`^(?:on|in|at|during) (?:the )?(?:${ofDay}|week|weekdays?|summer|winter|spring|autumn)\\b`)

export const lacksWords = ({ verb, group, rest, tokens: [first] }: Clause): boolean =>
  isElliptic(group, rest) || isIncomplete(verb, rest) || isDaysAlone(verb, rest) || first?.lower === 'or'

export const subjectPoints = (subject: Token[]) =>
  subject[0] !== undefined && (/^(?:his|her|its|their)$/.test(subject[0].lower) ||
    (subject.length === 1 && pointing.test(subject[0].lower)))

/** "When it isn't cancelled", and no other verb. */
export const isSideClause = (tokens: Token[]) =>
  /^(?:when|whenever|if|unless|because|cos|while|until|although|though|whether)$/.test(tokens[0]?.lower ?? '') &&
  tokens.filter((token, at) => isVerb(token) && !isVerb(tokens[at - 1]) && !/PART|ADV/.test(tokens[at - 1]?.pos ?? ''))
      .length < 2

export const opensAlone = (tokens: Token[], verb: string) =>
  ((verb === '' && tokens[1]?.lower !== 'me') || opensWithVerb(tokens)) &&
  !/^(?:i|we|my|our)$/.test(tokens[0]?.lower ?? '')

/** But "living in Ghent makes it easy". */
const opensWithVerb = ([first, ...others]: Token[]) =>
  isVerb(first) && !(/ing$/.test(first!.lower) && others.some(token => isVerb(token) && !/ing$/.test(token.lower)))
