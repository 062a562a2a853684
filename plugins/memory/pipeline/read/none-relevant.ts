/**
 * `no_relevant_memory`: whether even the best hit is probably not what was asked for. What a cross-encoder says of the
 * best hit differs from one kind of talk to another, so that its threshold is low; a question about a name that nobody
 * ever said is evidence in all of them.
 */
import { distance } from 'fastest-levenshtein'
import type { Reranker } from '../../../../domain/capabilities/reranker.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import { namesSaid } from './names.ts'
import { said } from './passages.ts'
import type { ScoredMemory } from './rerank.ts'
import { latestUtterances } from './utterances.ts'

/** The best relevance that a question about names that no memory holds may reach. */
const mostRelevantUnknown = 0.5
/** In other languages than English capitals mark more than names, or nothing. */
const english = /\b(?:what|where|when|which|who|whom|whose|why|how|does|did|the)\b/i
/** A question names what it is about in its first words. */
const longestQuestion = 1_000
/** Shorter names are one edit away from too many others. */
const shortestNear = 5
/** Characters of a memory that are looked through for a name spelled almost alike. */
const searchedForNear = 500

/** `named`: whether the question names an entity of the user. False unless the cross-encoder read candidates. */
export function noneRelevant (
  { calibration }: Reranker,
  question: string,
  named: boolean,
  candidates: ScoredMemory[]
): boolean {
  const relevances = candidates.flatMap(({ relevance, beyond }) =>
    relevance === null || beyond !== undefined ? [] : [relevance]
  )
  if (relevances.length === 0) return false
  const best = Math.max(...relevances)
  if (best < (calibration?.noRelevantBelow ?? 0)) return true
  return best < mostRelevantUnknown && !named &&
    namesNobodyKnown(question, candidates.map(({ memory }) => memory))
}

/**
 * True where the question names somebody or something, and no memory found holds any of these names. What a dialogue
 * names is talked about and hardly ever asked for.
 */
export function namesNobodyKnown (
  question: string,
  found: Array<Pick<Memory, 'text' | 'speaker' | 'subject'>>
): boolean {
  // Behind a label, as behind a full stop, every first word has a capital.
  const beginning = question.replace(said, '').slice(0, longestQuestion)
  if (!english.test(beginning) || latestUtterances(question).length > 0) return false
  const names = namesSaid(beginning).map(name => name.toLowerCase())
  if (names.length === 0) return false
  const texts = found.map(({ text, speaker, subject }) => [speaker, subject, text].join(' ').toLowerCase())
  if (texts.some(text => names.some(name => text.includes(name)))) return false
  const spelled = new Set(texts.flatMap(text => terms(text.slice(0, searchedForNear))))
  return !names.filter(name => name.length >= shortestNear).flatMap(terms).some(name =>
    [...spelled].some(term => distance(name, term) <= 1)
  )
}
