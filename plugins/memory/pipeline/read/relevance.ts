/**
 * How likely each hit answers the query. By itself a cross-encoder believes ten turns about the right thing alike, so
 * that its calibration on pairs promised 74 % where 12 % answered (chats with an assistant). What travels is how far a
 * hit stands out among the candidates read for the same query, and its place among the hits: a logistic regression on
 * both, fitted on the dev half of our made-up talk in five shapes, each shape weighing the same. `npm run eval --
 * relevance` prints how far it holds elsewhere.
 */
import type { Hit } from '../../../../domain/capabilities/memory.ts'
import type { ScoredMemory } from './rerank.ts'

const weights = { intercept: -1.404, outstanding: 0.845, place: -1.19 }
/**
 * Where few candidates were read, mean and variance rest on these instead: as many more candidates of such a mean and
 * variance, in the logits of the calibration.
 */
const expected = { count: 10, mean: -1.2, variance: 1.2 }

/** The hits with `relevance` as a probability; null stays null. `read`: all candidates of the query. */
export function withRelevance (hits: Hit[], read: ScoredMemory[]): Hit[] {
  const logits = read.flatMap(({ relevance }) => relevance === null ? [] : [logit(relevance)])
  const count = logits.length + expected.count
  const mean = (sum(logits) + expected.count * expected.mean) / count
  const variance = (sum(logits.map(one => (one - mean) ** 2)) + expected.count * expected.variance) / count
  return hits.map((hit, place) => {
    if (hit.relevance === null) return hit
    const outstanding = (logit(hit.relevance) - mean) / Math.sqrt(variance)
    const score = weights.intercept + weights.outstanding * outstanding + weights.place * Math.log(1 + place)
    return { ...hit, relevance: 1 / (1 + Math.exp(-score)) }
  })
}

/** Bounded, since a probability may be rounded to 0 or 1. */
const logit = (probability: number): number => {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, probability))
  return Math.log(inside / (1 - inside))
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)
