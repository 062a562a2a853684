/** A short answer belongs to its question, which says what it fills in. */
import { terms } from '../../../domain/text/analyse.ts'
import type { Draft } from './drafts.ts'
import { quotesAnother } from './material.ts'
import { levelAsked } from './levels.ts'
import type { Clause } from './parts.ts'
import { saidBy, type Reader } from './reader.ts'
import * as talks from './talk.ts'
import * as words from './lexicon.ts'
import type { Grammar, Sentence } from './tokens.ts'
import { sentence as asSentence, spaced } from './voice.ts'
import { isLeaning, isPassing } from './worth.ts'

/** Longest question that is kept with its answer, in words: a longer one says more than who answers. */
const longestQuestion = 9

/** What is asked of who answers; of other things a few words alone are an answer. */
const ofSpeaker = /\b(?:you|your|any|anything|anyone)\b|^(?:when|where|who)\b/i

export function answerTo (reader: Reader, question: string, sentence: Sentence, clause?: Clause): Draft | null {
  if (clause === undefined || isWhole(clause) || clause.tokens.length > 14) return null
  const end = sentence.tokens.indexOf(clause.tokens.at(-1)!)
  const spoken = spaced(sentence.tokens.slice(0, end + 1)).replace(/^(?:ooh|oh|ah|hm+|well|um+),? /i, '')
  if (
    !talks.isAnswered(question, spoken) || quotesAnother(sentence.text) || isJudgement(question, clause, reader.grammar)
  ) return null
  if (!ofSpeaker.test(question) && (clause.verb !== '' || question.split(' ').length > longestQuestion)) return null
  return filledIn(reader, question, sentence, spoken)
}

/** "How is the weather?" "Rainy.": how something is thought to be. */
const isJudgement = (question: string, { tokens }: Clause, { kinds }: Grammar) =>
  judging.test(question) &&
  !tokens.some(({ pos, lower }) =>
    /NOUN|PROPN|NUM/.test(pos) && !kinds(lower).includes('Adjective') && words.attitudes[lower] === undefined
  )
const judging = /\bhow(?:'s| is| are| was| were| did| do| does)\b/i

/** "What does the shelter look like?" "It's 40 metres long.": what leans on its question is kept with it. */
export function leaningAnswer (reader: Reader, question: string, sentence: Sentence, clauses: Clause[]): Draft | null {
  const [first] = clauses
  const telling = first && isLeaning(first) && first.modality === 'asserted' && !clauses.some(isPassing) &&
    !isJudgement(question, first, reader.grammar)
  if (!telling || question.split(' ').length > longestQuestion || quotesAnother(sentence.text)) return null
  if (terms(sentence.text).length < 3 || !/NOUN|PROPN|NUM/.test(first.rest.map(({ pos }) => pos).join(' '))) return null
  const text = `Asked "${question}", ${reader.self.replace(/^The /, 'the ')} said: ${
    asSentence(spaced(sentence.tokens))
  }`
  return saidBy(reader, sentence, text)
}

const toQuestion = ({ self }: Reader, question: string, words: string) =>
  `Asked "${question}", ${self.replace(/^The /, 'the ')} said: ${asSentence(words)}`

function filledIn (reader: Reader, question: string, sentence: Sentence, words: string): Draft | null {
  const { self, grammar } = reader
  const value = words.replace(/[.!]+$/, '')
  const level = /\d/.test(value) ? levelAsked(question) : null
  const asked = /^(?:yes|yeah|yep|no|nope|nah)\b/i.test(words)
    ? null
    : level
    ? { predicate: level, functional: true }
    : talks.predicateAsked(question, grammar)
  if (asked === null && question.split(' ').length > longestQuestion) {
    return terms(words).length < 3 ? null : saidBy(reader, sentence, `${self}: ${asSentence(words)}`)
  }
  const text = toQuestion(reader, question, words)
  const draft = saidBy(reader, sentence, text, asked?.predicate ?? null, value)
  return asked && draft.state ? { ...draft, state: { ...draft.state, functional: asked.functional } } : draft
}

/** A statement of its own, that needs no question. */
const isWhole = ({ subject, tokens }: Clause) =>
  subject.length > 0 && (tokens.length > 5 || tokens.some(({ pos }) => /PRON|DET|AUX/.test(pos)))
