/** What a clause asks of the assistant, with a question mark or without, and what it states beside that. */
import { joined } from '../wording/words/lists.ts'
import { isLastingRequest, isManner } from '../wording/cues.ts'
import { weekdays } from '../wording/words/calendar.ts'
import { anaphorIn } from './anaphors.ts'
import { readClause, type Clause } from './clause.ts'
import { subjectPoints } from './incomplete.ts'
import { isVerb } from './phrases.ts'
import { spaced } from './third-person.ts'
import type { Token } from './token.ts'

/** A question word, up to five words, and a verb in front of its subject; "what matters is" asks nothing. */
const asking = new RegExp(
  joined(String.raw`
    ^(?:what|where|when|why|how|who|which|whose)\b(?: \S+){0,5}? (?:do|does|did|(?:can|could|should|would|will|
    shall|am|are|is|was|were|have|has|may|might) (?:i|we|you|he|she|it|they|there|my|our|the|this|that|these|
    those))\b`),
  ''
)
const inverted =
  /^(?:can|could|would|will|do|does|did|shall|should|may|are|am|have) (?:i|we|you|he|she|it|they|there)\b/
const asked = /^(?:what|where|how|why)(?: 's| is| are)\b/
const ofAssistant = new RegExp(
  joined(String.raw`
    ^(?:explain|translate|summari[sz]e|suggest|recommend|calculate|convert|compare|draft|rewrite|proofread|define|
    describe)\b`),
  ''
)
const toAssistant = /^(?!call)\p{L}+ (?:me|us)\b/u
/** "I want you to act as an interviewer." */
const ordering = new RegExp(
  joined(String.raw`
    ^(?:i|we) (?:want|need|(?:'d|would) like) you to (?:act|be|play|pretend|imagine|write|rewrite|help|explain|give|
    create|generate|simulate|ask|translate|summari[sz]e|make|come up|list|check|review|analy[sz]e|draft|build|design|
    teach|quiz|role-?play|compare|find|suggest|recommend|plan)\b`),
  ''
)
/** "You could find me a hotel." */
const allowing = new RegExp(
  joined(String.raw`
    ^you (?:could|can|might|may) (?:(?:just|maybe|perhaps|always|also|then) )?(?:(?:find|give|tell|show|send|get|make|
    write|help|remind|teach) (?:me|us)|recommend|suggest|explain|summari[sz]e|translate)\b`),
  ''
)
/** "Move it to Thursday", "give the list to Sanjit": of what is worked on; "take my mum out" may be a statement. */
const ofMatter = new RegExp(
  joined(String.raw`
    ^(?:give|take|move|make|change|swap|replace|double|halve|add|send|book|drop|push|shift|bring|call|
    leave(?= (?:it|that|this|them|him|her|out|off)\b)) (?:it|them|him|her|that|this|these|those|the|out|off|
    ${weekdays})(?! (?:bus|train|tram|tube|metro|ferry|bike|car|kids?|dogs?|children|\d))\b`),
  'u'
)
const ofNamed = /^(?:give|put|move|replace|swap|drop|send|add)$/

/** Of what is worked on, and to whom it is put: nothing that the speaker does. */
export const isOrder = (tokens: Token[]): boolean =>
  ofMatter.test(lowered(tokens)) || (ofNamed.test(tokens[0]?.lower ?? '') && tokens[1]?.pos === 'PROPN')

/** What is to be written or done: "and put that she's at home", "before that mention his mum". */
const forText = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:and|but|then|so|also|please|just|now|ok|okay|yes|yeah|yep|no|(?:before|after) that|do not|don['’]?t|
    (?:can|could|would) you)\b[\s,]*)*(?:put|write|say|add|mention|include|use|cut|drop|leave|take|remove|delete|
    strike|list|note|keep|change|replace|sign|print|describe|offer|let|tell|give|send|make|spell)\b`),
  'i'
)
export const isForText = (sentence: string): boolean => forText.test(sentence)

const polite = /\b(?:please|pls|plz)\b/
/** "…, right?" asks whether what stands before is so. */
const tag = /^(?:right|no|yes|correct|huh|eh|ok|or|is n't|are n't|do n't|does n't|was n't|am i|do i|is it)\b/

const isAsked = ({ tokens }: Clause, sentence: string) =>
  /\?\W*$/.test(sentence) && sentence.trimEnd().endsWith(tokens.at(-1)?.text ?? '?')

/** The statements in a clause of the sentence: itself where it asks nothing. */
export function statedBeside (clause: Clause, sentence: string): Clause[] {
  const { tokens } = clause
  if (isLastingRequest(spaced(tokens))) return [clause]
  if (isAsked(clause, sentence)) {
    const comma = tokens.findLastIndex(({ text }) => text === ',')
    const front = readClause(tokens.slice(reasons.test(tokens[0]?.lower ?? '') ? 1 : 0, Math.max(comma, 0)))
    const stated = isOwn(front) && !tag.test(lowered(tokens.slice(comma + 1))) ? [front] : []
    return [...stated, ...mentionedIn(tokens), ...reasonIn(tokens.slice(1))]
  }
  if (!isRequest(clause)) return [clause]
  return statedBehind(clause, sentence)
}

/** "Make it vegetarian, my sister eats no meat": with the order, where that says of whom the reason is. */
function statedBehind (clause: Clause, sentence: string): Clause[] {
  const { tokens } = clause
  const comma = tokens.findIndex(({ text }) => /^[,:]$/.test(text))
  const [first, second] = tokens.slice(comma + 1)
  const lead = second?.lower === 'that' && given.test(first!.lower) ? 2 : 0
  const behind = comma < 0 ? [] : tokens.slice(comma + 1 + lead)
  if (behind.length < 2) return []
  const reason = readClause(behind)
  const points = subjectPoints(reason.subject) || anaphorIn(behind) !== null
  return isOrder(tokens) && points ? [clause] : statedBeside(reason, sentence)
}

/** "Did I mention that I play the cello?", "how do I tell my boss that I'm leaving?": what they take for known. */
const mentioning = new RegExp(
  joined(String.raw`
    ^(?:and |but |so |oh ,? )?(?:(?:did|have) i (?:already |ever |even )?(?:mention(?:ed)?|tell you|told you|say|said)|
    (?:is n't|was n't|is) it (?:not )?(?:so |a bit |just |really )?(?:weird|odd|strange|funny|great|amazing|sad|crazy|
    ironic|ridiculous|lucky|unfair|mad)|
    (?:do |did )?you (?:do |did |already |also )?(?:know|knew|remember|recall)|
    (?:how|when|what if|should)(?: (?:do|should|can|could|would))? i (?:best )?(?:tell|explain to|break it to)
    (?: [\p{L}',]+){1,5}) (?:that )?(?=(?:i|we|my|our) )`),
  'u'
)

function mentionedIn (tokens: Token[]): Clause[] {
  const [frame] = mentioning.exec(lowered(tokens)) ?? []
  if (frame === undefined) return []
  const behind = tokens.slice(frame.trim().split(' ').length).filter(({ text }) => !/^\?+$/.test(text))
  const comma = behind.findLastIndex(({ text }) => text === ',')
  const said = readClause(tag.test(lowered(behind.slice(comma + 1))) ? behind.slice(0, Math.max(comma, 0)) : behind)
  return isOwn(said) ? [said] : []
}

const reasons = /^(?:since|as|because|cos)$/
/** In front of "that". */
const given = /^(?:given|now|seeing)$/

/** "What can I cook, given that he's diabetic?", "where could I borrow chairs now that we've sold ours?" */
function reasonIn (tokens: Token[]): Clause[] {
  const at = tokens.findLastIndex(({ lower }, place) =>
    /^(?:since|because|cos)$/.test(lower) ||
    (lower === 'that' && given.test(tokens[place - 1]?.lower ?? ''))
  )
  if (at < 1) return []
  const behind = tokens.slice(at + 1)
  const reason = readClause(behind.filter(({ text }) => !/^\?+$/.test(text)))
  // "How long is it since I joined?"
  const isReason = !(reason.past && tokens[at]!.lower === 'since') && reason.verb !== ''
  return isReason && reason.subject[0] !== undefined && reason.subject[0] === reason.tokens[0] ? [reason] : []
}

function isRequest ({ tokens, subject }: Clause): boolean {
  const words = lowered(tokens)
  if ([asking, inverted, asked, allowing].some(form => form.test(words))) return true
  if (ordering.test(words)) return !isManner(spaced(tokens))
  if (isOrder(tokens) || isJustAsked(tokens)) return true
  const [first, second] = tokens
  if (first?.lower === 'what' && isVerb(second)) return !tokens.slice(2).some(({ pos }) => pos === 'AUX')
  return subject.length === 0 && isVerb(first) && first?.lower === first?.lemma && !isManner(spaced(tokens)) &&
    [polite, toAssistant, ofAssistant].some(form => form.test(words))
}

/** "Just give me the times", and not "just moved". */
const isJustAsked = ([just, first, second]: Token[]) =>
  just?.lower === 'just' && isVerb(first) && first?.lower === first?.lemma && /^(?:me|us)$/.test(second?.lower ?? '')

/** "I pay for Netflix", in front of what is asked. */
const isOwn = ({ subject, verb, tokens }: Clause) =>
  verb !== '' && /^(?:i|we|my|our)$/.test(tokens[0]?.lower ?? '') && subject[0] === tokens[0]

const lowered = (tokens: Token[]) => tokens.map(({ lower }) => lower).join(' ')

/** "Make this less angry", "critique this:", and what has a hole where a text stood: they name no matter. */
export const isOfText = (sentence: string): boolean => ofText.test(sentence)
const ofText = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:please|pls|hi|hey|ok|okay|now|and|so)\W+)*(?:(?:can|could|would|will) (?:you|u) (?:please |pls )?)?
    (?:make|word|phrase|rephrase|rewrite|shorten|soften|translate|proofread|critique|check|edit|polish|review|improve)
    \s(?:this|that|it)\b|:\s*$|\S\s{5,}\S`),
  'i'
)
