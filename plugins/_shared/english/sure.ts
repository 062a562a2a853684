/** Where the words of a clause leave no doubt about who does what: only there a fact has structure. */
import { isLastingRequest } from '../wording/cues.ts'
import { anyWeekday } from '../wording/words/calendar.ts'
import { joined } from '../wording/words/lists.ts'
import type { Clause } from './clause.ts'
import { isOfAnother } from './leaning.ts'
import { isVerb } from './phrases.ts'
import { isOrder } from './requests.ts'
import { spaced } from './third-person.ts'
import type { Token } from './token.ts'

/** "Maybe 15 minutes I can", "I mean her sister", "wait, they moved it". */
const noVerb = /^(?:can|ca|could|will|wo|would|shall|sha|should|may|might|must|mean|guess|suppose|reckon|wait)$/

/** What is said without "I" in the base form: "live in Leeds", "hate mushrooms"; "put it first" is asked. */
const ofOneself = new RegExp(
  joined(String.raw`
    ^(?:live|work|love|hate|like|dislike|enjoy|prefer|want|need|own|use|play|study|speak|eat|drink|drive|commute|teach|
    feel|hope|plan|have|miss|run|wake|sleep)$`)
)

/** Whether its verb and its subject are what they seem. */
export const isSure = ({ verb, subject, group, tokens }: Clause): boolean =>
  verb !== '' && !(noVerb.test(verb) && isSpeakers(subject)) && !isOfAnother(tokens) && !isOrder(tokens) &&
  !isLastingRequest(spaced(tokens)) &&
  (subject.length > 0 ? isName(subject) && !isOfOther(subject, group) : group[0] === tokens[0] && !isAsked(group, verb))

/** "Preserve my numbering", "don't use colours"; but "can start at any time". */
const isAsked = ([first]: Token[], verb: string) =>
  first!.lower === first!.lemma && !modal.test(first!.lower) && !ofOneself.test(verb)
const modal = /^(?:can|could|will|would|should|may|might|must)$/

/** Of another it is not certain what he can, but it is that he is another. */
const isSpeakers = ([first]: Token[]) => /^(?:i|we|it|they|that|this|there)?$/.test(first?.lower ?? '')

/** "No leave it", "what helps is tea". */
const noName = /^(?:no|yes|what|which|who)$/

const day = new RegExp(`^(?:${anyWeekday}|today|tomorrow|tonight)s?$`)
/**
 * No day of the week, no words around a number ("Friday 12 Dec", "minutes of 12 January", "03:20 confirmed it"), and
 * not "Peter's" without a thing. A month may be a woman.
 */
const isName = (subject: Token[]) => {
  const [first] = subject
  if ((subject.length === 1 && noName.test(first!.lower)) || subject.at(-1)!.lemma === "'s") return false
  return !subject.some(({ text }) => /^\d/.test(text)) && !day.test(first!.lower)
}

/** "I" with the verb of another is no verb: "I, wards on the third floor". */
const isOfOther = ([subject]: Token[], [verb]: Token[]) =>
  /^(?:i|we)$/.test(subject!.lower) && verb!.pos === 'VERB' && isOfAnother([verb!])

/** "I think December is fine", "she says it's over": what is thought is no thing. */
export const isOfThought = ({ verb, rest }: Clause): boolean => ofThought.test(verb) && rest.some(isVerb)
const ofThought = new RegExp(
  joined(String.raw`
    ^(?:think|believe|know|say|tell|wish|hope|imagine|feel|bet|hear|remember|forget|notice|realise|realize|doubt|
    suspect|understand|mean|claim|reckon|expect|suggest|see)$`)
)

/** "It's five days", "they're up the roof": what, was said before; "they promoted me" is the speaker's. */
export const pointsElsewhere = ({ subject, rest }: Clause): boolean =>
  subject.length === 1 && /^(?:it|they|that|this|these|those|there)$/.test(subject[0]!.lower) &&
  !(subject[0]!.lower === 'they' && rest.some(({ lower }) => /^(?:me|us|my|our)$/.test(lower)))

/** "Wednesday Fionn is on lates": when, and then who. */
export function withoutDay (clause: Clause): Clause {
  const from = clause.subject.findIndex(({ lower }) => !day.test(lower))
  return from > 0 && !isVerb(clause.subject[from]) ? { ...clause, subject: clause.subject.slice(from) } : clause
}
