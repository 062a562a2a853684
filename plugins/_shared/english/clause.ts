/** The clauses of a sentence: who, which verb, denied or not, and what comes after it. */
import { ofCalendar } from '../wording/words/calendar.ts'
import type { Sentence } from './grammar.ts'
import type { Token } from './token.ts'
import { kin } from './kin.ts'
import { isPerfect } from './perfect.ts'
import { endOfGroup, findSubject, isVerb, negations, type Found } from './phrases.ts'

export interface Clause {
  /** The words as said, without "Well, actually,"; a subject that is shared with the clause before is supplied. */
  tokens: Token[]
  /** Empty when there is none. */
  subject: Token[]
  /** Lemma of the main verb; empty when there is none. */
  verb: string
  /** Auxiliaries, adverbs and the main verb. */
  group: Token[]
  /** Everything behind the verb. */
  rest: Token[]
  negated: boolean
  past: boolean
}

const leads =
  /^(?:well|so|and|but|also|plus|then|anyway|btw|fyi|oh|ah|hm+|um|uh|wow|ugh|hey|hi|hello|yes|ya|yeah|yep|yup|ok|okay|no|nope|sure|great|perfect|fantastic|brilliant|wonderful|lovely|awesome|amazing|excellent|nice|ugh|yay|thanks|lol|haha|honestly|actually|sorry|correction|wait|right|please|besides|additionally|cool|update|first|second|finally|news)$/
/** Of these, the ones that need no comma. */
const leadsAlone = /^(?:so|and|but|also|plus|well|btw|oh|yeah|then)$/
const joints = /^(?:and|but|so|plus|[,;—–:-])$/
const daily = /^(?:yesterday|today|now|then|later|recently)$/
/** What follows an "if" or a report is the speaker's only with it, so the sentence stays whole. */
const scoped =
  /^(?:if|when|whenever|unless|while|because|since|until|before|after|although|though|whether|who|which|say|tell|think|believe|ask|claim|hear|dream|wish|hope|guess|suppose)$/
/** "I should mention that I use Vim", "as I said, I use Vim". */
const saying =
  /^(?:(?:i|we) (?:(?:should|also|just|did|must|have to|wanted to|want to|forgot to) )*(?:mention(?:ed)?|say|said|tell you|told you|add|note) (?:(?:yesterday|before|already|earlier|last \S+) )*(?:that )?(?=(?:i|my|we|our|he|she|his|her|it) )|(?:please )?(?:remind me|remember|note|keep in mind|do n't forget|do not forget|you should know) (?:that )(?=(?:i|my|we|our|the) )|(?:i|we) (?:just |always |keep |only )*(?:found out|realised|realized|discovered|remembered|forget|forgetting) (?:that )?(?=(?:i|we) |(?:my|our) \S+ (?:\S+ )?(?:'s \S+ )?(?:is|are|has|have|was|were|will|ca) )|(?:as|like) (?:i|we) (?:already |have |'ve )*(?:said|mentioned|told you)(?: before| earlier)? , )/

/** "I have no siblings." */
const nothing = /^(?:no|none|nothing)$/

/** In order; what cannot be split with certainty stays together. */
export function clausesOf (sentence: Sentence): Clause[] {
  const tokens = withoutEcho(sentence.tokens)
  const clauses: Clause[] = []
  let from = 0
  for (let at = 1; at <= tokens.length; at++) {
    if (at < tokens.length && !isBoundary(tokens, from, at)) continue
    const clause = readClause(tokens.slice(from, at))
    const { subject } = clauses.at(-1) ?? { subject: [] }
    const shared = clause.subject.length === 0 && clause.verb !== ''
    clauses.push(shared ? { ...clause, subject, tokens: [...subject, ...clause.tokens] } : clause)
    from = at
  }
  return clauses
}

const isPerson = ({ lower, pos, text }: Token) =>
  kin.test(lower) || (pos === 'PROPN' && /^\p{Lu}/u.test(text) && !ofCalendar.test(lower))
/** He or she right behind a person. */
const isEcho = (tokens: Token[], at: number) =>
  at > 0 && /^(?:he|she)$/.test(tokens[at]!.lower) && isPerson(tokens[at - 1]!) &&
  (isVerb(tokens[at + 1]) || isVerb(tokens[at + 2]))

/** "My wife she is pregnant" is how many say it whose language has no other way. */
const withoutEcho = (tokens: Token[]) =>
  tokens.filter((_, at) => !isEcho(tokens, at) || tokens.slice(0, at).some(isVerb))

/** "…, and I …", "… but my sister …", "I left Google and joined Acme". */
function isBoundary (tokens: Token[], from: number, at: number): boolean {
  // "A gift for my grandma she turns 80": a comma is missing.
  if (isEcho(tokens, at)) return !tokens.slice(from, at).some(({ lower }) => scoped.test(lower))
  if (!joints.test(tokens[at]!.lower)) return false
  const before = tokens.slice(from, at)
  const found = findSubject(before)
  if (found === null) return false
  // "She told me to swim, but I'm allergic to chlorine": what is reported ends in front of it.
  const isOwn = /^(?:, )?but (?:i|my)\b(?!.* (?:it|that|them|so|there)\b)/.test(lowered(tokens.slice(at)))
  if (before.some(({ lemma, lower }) => scoped.test(lower) || (scoped.test(lemma) && !isOwn))) return false
  // "All the logic and UI needs to change": the first of two nouns has no verb of its own.
  const joint = before.findLastIndex(({ lower }) => joints.test(lower))
  if (joint > 0 && !before.slice(joint).some(isVerb)) return false
  const next = tokens.findIndex(({ lower, pos }, place) =>
    place > at && !joints.test(lower) && (pos !== 'ADV' || scoped.test(lower)) && !leads.test(lower) &&
    !daily.test(lower)
  )
  return next > 0 && (opensClause(tokens.slice(next), tokens[at]!.lower) ||
    sharesSubject(tokens.slice(at, next + 1), before, found))
}

const lowered = (tokens: Token[]) => tokens.map(({ lower }) => lower).join(' ')

function opensClause (after: Token[], joint: string): boolean {
  const [first] = after as [Token]
  if (
    !/^(?:i|we|he|she|my|our|the|his|her|their|mine)$/.test(first.lower) && (first.pos !== 'PROPN' || joint === 'but')
  ) {
    return false
  }
  const found = findSubject(after)
  // "And I love it" belongs to what stands before it.
  return found?.subject[0] === 0 &&
    !after.slice(found.verb, found.verb + 4).some(({ lower }) => /^(?:it|them|that)$/.test(lower))
}

/** Two verbs of the past of the speaker's. */
function sharesSubject (joined: Token[], before: Token[], { subject: [at], verb }: Found): boolean {
  const next = joined.at(-1) as Token
  return joined[0]!.lower === 'and' && next.pos === 'VERB' && isPast(next) && isPast(before[verb]!) &&
    /^(?:i|we)$/.test(before[at]!.lower)
}

/** "Ca" of "can't" and "'ll" are other forms, and no past ones. */
const isPast = ({ lower, lemma }: Token) =>
  (lower !== lemma && !/^'|^(?:ca|wo|sha)$|(?:ing?|s)$/.test(lower)) || /^(?:quit|did|had|was|were)$/.test(lower)

export function readClause (all: Token[]): Clause {
  const tokens = withoutLeads(all)
  const found = subjectOf(tokens)
  const from = found?.verb ?? tokens.findIndex(isVerb)
  const end = from < 0 ? 0 : endOfGroup(tokens, from)
  const group = from < 0 ? [] : tokens.slice(found?.subject[1] ?? from, end)
  const rest = tokens.slice(end)
  const owns = isOwning(group, rest)
  return {
    tokens,
    subject: found ? tokens.slice(...found.subject) : [],
    verb: owns ? 'have' : group.findLast(isVerb)?.lemma ?? '',
    group,
    rest,
    negated: group.some(({ lower }) => negations.test(lower)) ||
      rest.slice(0, 1).some(({ lower }) => nothing.test(lower)),
    past: !owns && (isPastGroup(group.filter(isVerb), rest) || (found !== null && isPastWithoutS(tokens, found, group)))
  }
}

/** "The shop shut in April": of one thing the present would be "shuts". */
function isPastWithoutS (tokens: Token[], { subject }: Found, group: Token[]): boolean {
  const [verb, ...others] = group.filter(isVerb)
  const last = tokens[subject[1] - 1]!
  return others.length === 0 && unchanging.test(verb?.lower ?? '') &&
    !/^(?:i|we|you|they|these|those)$|[^s]s$/.test(last.lower) &&
    !tokens.slice(...subject).some(({ lower }) => lower === 'and')
}
const unchanging = /^(?:shut|cut|put|hit|let|set|cost|hurt|burst|split|cast|shed|spread|upset)$/

/** "I've got a dog", and not "I've got married". */
const isOwning = (group: Token[], rest: Token[]) =>
  group.at(-1)?.lower === 'got' && group.some(({ lower }) => /^(?:have|has|'ve|'s)$/.test(lower)) &&
  /DET|NUM|NOUN|PROPN|PRON/.test(rest[0]?.pos ?? '')

/** "Joined a startup called Brightleaf": what follows a verb is no subject of it. */
function subjectOf (tokens: Token[]) {
  const found = findSubject(tokens)
  const front = tokens.slice(0, found?.subject[0] ?? 0)
  return front.some(isVerb) && !scoped.test(tokens[0]!.lower) ? null : found
}

/** "Is based", "am called" and "will be paid" are no past, whatever the form of the verb. */
function isPastGroup (verbs: Token[], rest: Token[]): boolean {
  const [first, next] = verbs
  if (first === undefined || /^(?:will|'ll|wo|shall)$/.test(first.lower) || !verbs.some(isPast)) return false
  // "It must be frozen", and not "it used to be".
  if (verbs.some(({ lower }) => lower === 'be') && first.lower !== 'used') return false
  const has = first.lower === "'s" && next !== undefined && isPast(next) && isPerfect(next, rest[0])
  return has || !verbs.some(({ lower }) => /^(?:is|am|are|'m|'s|'re)$/.test(lower))
}

const opening = /^(?!Me )\p{Lu}\p{Ll}+ (?:here )?, (?:I|my|we)$/u

function withoutLeads (tokens: Token[]): Token[] {
  // "Rolf here, I have a vineyard": who speaks is no part of what is said.
  const comma = tokens.findIndex(({ text }) => text === ',')
  const named = opening.test(tokens.slice(0, comma + 2).map(({ text }) => text).join(' '))
  const from = behindLeads(tokens, named ? comma + 1 : 0)
  const said = saying.exec(tokens.slice(from, from + 12).map(({ lower }) => lower).join(' '))?.[0]
  return tokens.slice(said === undefined ? from : behindLeads(tokens, from + said.trim().split(' ').length))
}

function behindLeads (tokens: Token[], from: number): number {
  let at = from
  while (at < tokens.length - 1 && isLead(tokens[at]!, tokens[at + 1]!)) at++
  return at
}

const isLead = ({ lower, pos }: Token, next: Token) =>
  pos === 'PUNCT' || lower === '-' ||
  (leads.test(lower) && (/PUNCT|INTJ/.test(next.pos) || leadsAlone.test(lower))) ||
  // "No I left in January", and not "no siblings".
  (answering.test(lower) && /^(?:i|we|my|our|he|she|it|they)$/.test(next.lower))
const answering = /^(?:yes|yeah|yep|yup|no|nope|nah)$/
