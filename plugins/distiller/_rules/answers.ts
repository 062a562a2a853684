/** A short answer belongs to its question, which says what it fills in. */
import { terms } from '../../../domain/text/analyse.ts'
import type { Draft } from './drafts.ts'
import { quotesAnother } from './material.ts'
import { levelAsked } from './levels.ts'
import type { Clause } from './parts.ts'
import { saidBy, type Reader } from './reader.ts'
import * as talks from './talk.ts'
import type { Sentence } from './tokens.ts'
import { sentence as asSentence, spaced } from './voice.ts'

/** Longest question that is kept with its answer, in words: a longer one says more than who answers. */
const longestQuestion = 9

/** What is asked of who answers; of other things a few words alone are an answer. */
const ofSpeaker = /\b(?:you|your|any)\b|^(?:when|where|who)\b/i

export function answerTo (reader: Reader, question: string, sentence: Sentence, clause?: Clause): Draft | null {
  if (clause === undefined || isWhole(clause) || clause.tokens.length > 14) return null
  const end = sentence.tokens.indexOf(clause.tokens.at(-1)!)
  const words = spaced(sentence.tokens.slice(0, end + 1)).replace(/^(?:ooh|oh|ah|hm+|well|um+),? /i, '')
  if (!talks.isAnswered(question, words) || quotesAnother(sentence.text)) return null
  if (!ofSpeaker.test(question) && (clause.verb !== '' || question.split(' ').length > longestQuestion)) return null
  return filledIn(reader, question, sentence, words)
}

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
  const text = `Asked "${question}", ${self.replace(/^The /, 'the ')} said: ${asSentence(words)}`
  const draft = saidBy(reader, sentence, text, asked?.predicate ?? null, value)
  return asked && draft.state ? { ...draft, state: { ...draft.state, functional: asked.functional } } : draft
}

/** A statement of its own, that needs no question. */
const isWhole = ({ subject, tokens }: Clause) =>
  subject.length > 0 && (tokens.length > 5 || tokens.some(({ pos }) => /PRON|DET|AUX/.test(pos)))
