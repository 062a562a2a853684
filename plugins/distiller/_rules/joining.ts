/** Clauses of a sentence that lean on one another, and sentences that lean on the one before, stay together. */
import { terms } from '../../../domain/text/analyse.ts'
import type { Draft } from './drafts.ts'
import { isFrame, nowSaid } from './frames.ts'
import * as words from './lexicon.ts'
import type { Clause } from './parts.ts'
import type { Reader } from './reader.ts'
import type { Sentence } from './tokens.ts'
import { inThirdPerson, spaced } from './voice.ts'
import { isLeaning, isPassing } from './worth.ts'

/** Longest text of a statement with the sentence that follows it, in characters. */
const longest = 320

const isSure = ({ state, change, quote }: Draft) =>
  (state?.functional === true &&
    (!isFrame(state.predicate) || (/_is$/.test(state.predicate) && nowSaid.test(quote)))) ||
  change.kind !== 'none'

/** What is so now stands by itself: "The bakery shut, I buy my bread at the market now". */
const tellsOfNow = /\b(?:now|nowadays|these days|instead)\b/i

/** Whether later words may end it alone. */
const isEndable = (draft: Draft) =>
  isSure(draft) || (draft.modality === 'asserted' && draft.tense !== 'past' && tellsOfNow.test(spaced(draft.tokens))) ||
  (draft.modality === 'asserted' && draft.state !== null && draft.tense !== 'past' &&
    words.endable.test(draft.state.predicate))

/** The drafts of one sentence: each clause its own where it may end alone, else all in one. */
export function joined (
  { self, grammar }: Reader,
  sentence: Sentence,
  clauses: Clause[],
  read: Draft[][]
): Draft[] {
  const found = read.flat()
  const [first] = found
  if (!first || !found.every(({ tokens }) => sentence.tokens.includes(tokens[0]!))) return found
  const leaning = clauses.some((clause, at) => isLeaning(clause) || isLeftOut(clause, read[at]!))
  const whole = clauses.length > 1 && leaning && !found.some(isSure)
  if (!whole && (found.length < 2 || found.some(isEndable) || clauses.every(isOwn))) return found
  const said = clauses.flatMap(({ tokens }, at) => {
    const before = clauses[at - 1]?.tokens.at(-1)
    return before === undefined
      ? tokens
      : sentence.tokens.slice(sentence.tokens.indexOf(before) + 1, sentence.tokens.indexOf(tokens.at(-1)!) + 1)
  })
  return [{ ...first, text: inThirdPerson(said, self, grammar), whole: true }]
}

/** "My advisor is Ada and I work on birds": two things of the speaker, each with a subject of its own. */
const isOwn = ({ subject, elided }: Clause) => !elided && /^(?:i|we|my|our)$/.test(subject[0]?.lower ?? '')

/** A clause that said nothing alone, and is no question, order or small talk. */
const isLeftOut = (clause: Clause, drafts: Draft[]) =>
  drafts.length === 0 && clause.tokens.length > 3 && !/asked|ordered/.test(clause.modality) && !isPassing(clause)

/** A statement of so few words tells little by itself. */
const brief = 3

/** "Distillation worked!" goes with what follows it, unless either may come to an end alone. */
export const completes = (last: Draft, found: Draft[]): boolean =>
  found.length === 1 && isBrief(last) !== isBrief(found[0]!) && [last, ...found].every(isLasting) &&
  last.text.length + found[0]!.text.length <= longest

export const complete = (last: Draft, { text }: Draft): void => {
  Object.assign(last, { text: `${last.text} ${text}`, whole: true })
}

const isBrief = ({ quote, state }: Draft) => state !== null && terms(quote).length <= brief

const isLasting = (draft: Draft) =>
  !isEndable(draft) && draft.state?.functional !== true && draft.modality === 'asserted' && !draft.procedural

/** "It compiles in two seconds" goes with the statement before it, unless that may come to an end without it. */
export function append ({ self, grammar }: Reader, last: Draft, sentence: Sentence, clauses: Clause[]): void {
  const [first] = clauses
  if (!first || isSure(last) || last.text.length + sentence.text.length > longest) return
  const least = first.verb === '' ? 2 : 3
  const leans = isLeaning(first) || first.verb === ''
  if (!leans || terms(sentence.text).length < least || clauses.every(isPassing)) return
  if (clauses.some(({ modality }) => modality === 'asked' || modality === 'ordered')) return
  Object.assign(last, { text: `${last.text} ${inThirdPerson(sentence.tokens, self, grammar)}`, whole: true })
}
