/** One reading of a clause, which everything else asks: who, which verb, denied or not, and what comes after it. */
import * as words from './lexicon.ts'
import { modalityOf, tenseOf, verbGroup } from './mood.ts'
import { has, isGerund, isVerb, kindAt, lower, wordAt, type Clause } from './parts.ts'
import {
  findSubject,
  isHyphen,
  isNominal,
  nounPhrase,
  personal,
  possessives,
  temporal,
  verbAt,
  type Found
} from './phrases.ts'
import type { Grammar, Sentence, Token } from './tokens.ts'

const isWord = ({ pos }: Token) => pos !== 'PUNCT' && pos !== 'SYM'

/** The clauses of a sentence in order; what cannot be split with certainty stays together. */
export function clausesOf ({ text, tokens }: Sentence, grammar: Grammar): Clause[] {
  const clauses: Clause[] = []
  const asked = /\?\W*$/.test(text)
  let from = 0
  while (from < tokens.length) {
    const end = endOfClause(tokens, from)
    const last = end >= tokens.length
    const clause = readClause(tokens.slice(from, end), grammar, asked && last)
    if (clause.subject.length === 0) supplySubject(clause, clauses.at(-1), tokens[from - 1])
    clauses.push(clause)
    from = end + (last ? 0 : 1)
  }
  return clauses
}

/**
 * The boundary behind the clause that begins at `from`: before a subject with its verb, or the second verb of one
 * subject.
 */
function endOfClause (tokens: Token[], from: number): number {
  const found = findSubject(tokens, from, Math.min(tokens.length, from + 24))
  const front = tokens.slice(from, found?.subject[0] ?? from)
  if (standsAlone(front)) return from + front.length - 1
  let scoped = front.some(token => words.subordinators.has(token.lower))
  for (let at = found?.verb ?? from; at < tokens.length; at++) {
    scoped ||= opensScope(tokens[at]!)
    if (isTag(tokens, at) || (isBoundary(tokens, at, scoped) && opens(tokens, at, found))) return at
  }
  return tokens.length
}

/** ", isn't that ironic?" */
function isTag (tokens: Token[], at: number): boolean {
  const not = words.negations.has(wordAt(tokens, at + 2)) ? 1 : 0
  return wordAt(tokens, at) === ',' && kindAt(tokens, at + 1) === 'AUX' && personal.has(wordAt(tokens, at + 2 + not)) &&
    tokens.at(-1)!.text === '?'
}

/** "Just one kid, Milo, he's seven": words without a verb before a comma. */
function standsAlone (front: Token[]): boolean {
  if (front.length < 2 || front.at(-1)!.pos !== 'PUNCT' || isHyphen(front, front.length - 1)) return false
  return !isAdjunct(front) && front.some(({ pos }) => /NOUN|PROPN/.test(pos))
}

/** What follows an "if", a dream or a report may not be the speaker's, up to a "but". */
const opensScope = ({ lower, lemma, pos }: Token) =>
  words.conditions.has(lower) || /^(?:dream|nightmare)$/.test(lemma) || (words.reports.has(lemma) && pos === 'VERB')

const isBoundary = (tokens: Token[], at: number, scoped: boolean) =>
  (scoped ? words.strongBoundaries : words.boundaries).has(tokens[at]!.lower) && !isHyphen(tokens, at)

/** "Next year", "in two weeks", "if …": what may stand before a subject. */
function isAdjunct (front: Token[]): boolean {
  const first = front.find(({ pos }) => pos !== 'PUNCT')
  return !first || /ADP|ADV|CCONJ|SCONJ|INTJ/.test(first.pos) || words.subordinators.has(first.lower) ||
    /^(?:next|last|every|each)$/.test(first.lower) ||
    temporal.test(lower(front)) || !front.some(({ pos }) => /NOUN|PROPN|VERB/.test(pos))
}

/** Whether a clause begins behind the boundary. */
function opens (tokens: Token[], boundary: number, before: Found | null): boolean {
  const mark = tokens[boundary]!.lower
  const at = afterFillers(tokens, boundary + 1)
  const end = nounPhrase(tokens, at)
  const next = tokens[at]
  if (next && end > at && verbAt(tokens, end, true) >= 0) {
    return mark !== ',' || at > boundary + 1 || personal.has(next.lower) || possessives.has(next.lower) ||
      (next.pos === 'PROPN' && possessives.has(wordAt(tokens, end + 1)) && kindAt(tokens, end) === 'AUX')
  }
  return before !== null && /^(?:and|but|then)$/.test(mark) && sharesSubject(tokens, before, boundary, at)
}

function afterFillers (tokens: Token[], from: number): number {
  let at = from
  while (at < from + 3 && tokens[at] && isFiller(tokens[at]!)) at++
  return at
}

const isFiller = ({ lower, pos }: Token) => pos === 'ADV' || words.leads.has(lower) || /^(?:,|-|now)$/.test(lower)

/** "I left Google and joined Acme": both past or both present, and no verb in between that owns the second. */
function sharesSubject (tokens: Token[], { verb }: Found, boundary: number, at: number): boolean {
  const [first, second] = [tokens[verb]!, tokens[kindAt(tokens, at) === 'ADV' ? at + 1 : at]]
  if (second?.pos !== 'VERB' || first.pos !== 'VERB' || isGerund(second)) return false
  const between = tokens.slice(verb + 1, boundary)
  if (between.some(token => token.lower === 'to' && token.pos === 'PART') || between.some(isVerb)) return false
  // "We left the club and row alone now."
  const sinceThen = tokens.slice(at, at + 12).some(({ lower }) => /^(?:now|nowadays)$/.test(lower))
  return (first.lower === first.lemma) === (second.lower === second.lemma) || sinceThen
}

function supplySubject (clause: Clause, before: Clause | undefined, boundary: Token | undefined): void {
  const { tokens } = clause
  if (
    !before || !boundary || before.subject.length === 0 || clause.verb === '' ||
    !/^(?:and|but|then)$/.test(boundary.lower)
  ) return
  Object.assign(clause, {
    subject: before.subject,
    tokens: [...before.subject, ...tokens],
    elided: true,
    // With a subject it is no order.
    modality: before.modality === 'asserted' && clause.modality !== 'ordered' ? clause.modality : before.modality
  })
}

/** A verb before the first subject is an order or belongs to the clause before, unless a conjunction opens it. */
function subjectOf (tokens: Token[]): Found | null {
  const found = findSubject(tokens, 0, tokens.length)
  const front = tokens.slice(0, found?.subject[0] ?? 0)
  return found && front.some(isVerb) && !words.subordinators.has(front[0]!.lower) &&
      !(front[0]!.pos === 'AUX' && front.length === 1)
    ? null
    : found
}

/** The reading of one clause. `asked` is true when it ends in a question mark. */
export function readClause (all: Token[], grammar: Grammar, asked = false): Clause {
  const start = afterLeads(all)
  const tokens = all.slice(start)
  const found = subjectOf(tokens)
  const [begin, from] = found ? found.subject : [0, Math.max(0, tokens.findIndex(isVerb))]
  const front = tokens.slice(0, begin)
  const { verb, end, aux } = found !== null || beginsWithVerb(tokens) ? verbGroup(tokens, from) : noGroup
  const group = tokens.slice(from, end)
  const rest = tokens.slice(end)
  const clause: Clause = {
    tokens,
    subject: found ? tokens.slice(...found.subject) : [],
    elided: false,
    verb: verb === undefined ? '' : verb.lemma,
    group,
    rest,
    negated: has(group, words.negations) || /^(?:no|not|none|nothing|nobody)\b/.test(lower(rest)),
    over: isOver(lower(tokens)),
    tense: verb ? tenseOf(verb, aux, rest, grammar) : 'present',
    modality: 'asserted',
    correcting: has(all.slice(0, start), words.correcting) || /^(?:actually|sorry|correction)\b/.test(lower(tokens))
  }
  const modality = isAdjunct(front) ? modalityOf(clause, front, aux, asked) : 'reported'
  return { ...clause, modality: asked ? 'asked' : modality }
}

const isOver = (spoken: string) =>
  /\b(?:no longer|any ?more|any longer)\b/.test(spoken) && !/\bnot any ?more (?:than|of)\b/.test(spoken)

const noGroup = { verb: undefined, end: 0, aux: [] }

const beginsWithVerb = (tokens: Token[]) => isVerb(tokens[0]) || (kindAt(tokens, 0) === 'ADV' && isVerb(tokens[1]))

const openers = new RegExp(
  '^(?:by the way|i mean ,|you know|as i said|to be honest|scratch that|fun fact|' +
    '(?:big |great |good |bad |quick )?(?:news|update)|in fact|of course|for the record|as for me|ach ja|' +
    'no seriously|on second thought|come to think of it)\b'
)

/** Where the clause begins behind "Well, actually,". */
function afterLeads (tokens: Token[]): number {
  let at = 0
  while (at < tokens.length - 1) {
    const set = openers.exec(lower(tokens.slice(at, at + 5)))?.[0]
    if (set === undefined && !isLead(tokens[at]!, tokens[at + 1]!)) break
    at += set === undefined ? 1 : set.split(' ').length
  }
  return at
}

/** "No" before a noun and "so" before an adjective are part of what is said. */
function isLead (token: Token, next: Token): boolean {
  if ((token.lower === 'no' && isNominal(next)) || (token.lower === 'so' && next.pos === 'ADJ')) return false
  return token.pos === 'INTJ' || token.pos === 'PUNCT' || words.leads.has(token.lower)
}

/** The words that tell something: neither marks nor the little ones. */
export const spokenWords = (tokens: Token[]) => tokens.filter(isWord)
