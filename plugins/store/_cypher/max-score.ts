/**
 * Top-k pruning in the manner of MaxScore (Turtle and Flood, "Query evaluation: strategies and optimizations", 1995),
 * with sets of terms where the original has single terms. Before any memory is read it says which ones can be among
 * the best, so that the long posting lists of common terms need not be read.
 *
 * For "did the whale follow the ferry into the harbour", the highest BM25 score of a memory, by the rare terms that it
 * holds (each bar includes all common terms):
 *
 *     whale ferry harbour  ######################|##################   contains a set that is asked for already
 *     whale ferry          ######################|######               asked for: whale AND ferry
 *     whale harbour        ######################|###                  asked for: whale AND harbour
 *     ferry harbour        ####################  |                     not asked for
 *     whale                #################     |                     not asked for
 *     (common terms only)  ####                  |                     not asked for
 *                                              bound
 *
 * `bound` is a little less than the expected score of the last memory that is wanted. A memory that holds none of the
 * sets scores no more than `bound`. So when enough of the memories that hold one score more, they are the best ones.
 */
import { inverseDocumentFrequency, termScore, type Corpus } from '../../../domain/text/bm25.ts'
import { repeatMark } from './tokens.ts'

/** A term of the query, with how many memories hold it, and how many hold it more than once. */
export interface QueryTerm {
  token: string
  holders: number
  repeating: number
}

/** What to ask the index for: memories that hold all tokens of at least one set. All others score `bound` at most. */
export interface Pruning {
  sets: string[][]
  bound: number
}

/** Sets are made of this many of the rarest terms; any memory may hold the others. */
const inSets = 6
/**
 * Memories that repeat a term are asked for as well when they are no more than this; all others are then known to hold
 * the term once.
 */
const fewRepeating = 300
/** Pruning pays when it reads this many times fewer postings. */
const minimumGain = 3
/** The bound stays this far under the expected score, which assumes that terms occur independently of each other. */
const safety = 0.88

interface WeightedTerm extends QueryTerm {
  /** The part of all memories that hold it. */
  share: number
  idf: number
  /** How often a memory that was not asked for may hold it. */
  maxFrequency: number
}

/** The memories that hold exactly these of the rare terms. */
interface Subset {
  /** One bit for each rare term. */
  mask: number
  terms: WeightedTerm[]
  /** No such memory scores more, whatever common terms it holds. */
  maxScore: number
  /** The score of one of average length that holds no common term. */
  expectedScore: number
  /** How many such memories there are, if terms occur independently. */
  expectedCount: number
}

const contains = (mask: number, part: number): boolean => (mask & part) === part

/** Null when all holders of all terms have to be read. */
export function maxScore (corpus: Corpus, terms: QueryTerm[], limit: number): Pruning | null {
  const weighted = rarestFirst(corpus, terms)
  const subsets = subsetsOf(corpus, weighted.slice(0, inSets), weighted.slice(inSets))
  const bound = safety * expectedScoreAt(subsets, 2 * limit + 20)
  const chosen = smallestAbove(subsets, bound)
  // The common terms alone may pass the bound: then any memory can be among the best.
  if (chosen.some(({ mask }) => mask === 0)) return null
  const postings = terms.reduce((sum, { holders }) => sum + holders, 0)
  if (holdersOf(chosen, subsets) > postings / minimumGain) return null
  const repeated = weighted.filter(({ repeating }) => repeating > 0 && repeating <= fewRepeating)
  return {
    bound,
    sets: [
      ...chosen.map(({ terms }) => terms.map(({ token }) => token)),
      ...repeated.map(({ token }) => [repeatMark(token)])
    ]
  }
}

function rarestFirst (corpus: Corpus, terms: QueryTerm[]): WeightedTerm[] {
  return terms.map(term => ({
    ...term,
    share: Math.min(1, term.holders / corpus.documents),
    idf: inverseDocumentFrequency(corpus, term.holders),
    maxFrequency: term.repeating > fewRepeating ? Number.MAX_SAFE_INTEGER : 1
  })).sort((one, other) => other.idf - one.idf)
}

function subsetsOf (corpus: Corpus, rare: WeightedTerm[], common: WeightedTerm[]): Subset[] {
  return Array.from({ length: 2 ** rare.length }, (_, mask) => {
    const held = (place: number): boolean => (mask & 2 ** place) !== 0
    const terms = rare.filter((_, place) => held(place))
    // The memory has at least as many terms as these; the fewer terms, the higher the score.
    const shortest = Math.max(1, terms.length)
    return {
      mask,
      terms,
      maxScore: [...terms, ...common].reduce(
        (sum, { idf, maxFrequency }) => sum + termScore(corpus, idf, maxFrequency, shortest),
        0
      ),
      expectedScore: terms.reduce((sum, { idf }) => sum + termScore(corpus, idf, 1, corpus.averageLength), 0),
      expectedCount: rare.reduce(
        (count, { share }, place) => count * (held(place) ? share : 1 - share),
        corpus.documents
      )
    }
  })
}

/** The expected score at this place of the ranking; 0 when fewer memories are expected to hold a rare term. */
function expectedScoreAt (subsets: Subset[], place: number): number {
  let reached = 0
  for (const { expectedScore, expectedCount } of [...subsets].sort((a, b) => b.expectedScore - a.expectedScore)) {
    reached += expectedCount
    if (reached >= place) return expectedScore
  }
  return 0
}

/** The subsets whose memories may pass the bound, without those that contain a smaller one. */
function smallestAbove (subsets: Subset[], bound: number): Subset[] {
  const chosen: Subset[] = []
  for (const subset of [...subsets].sort((one, other) => one.terms.length - other.terms.length)) {
    if (subset.maxScore > bound && !chosen.some(({ mask }) => contains(subset.mask, mask))) chosen.push(subset)
  }
  return chosen
}

/** How many memories are expected to hold all terms of at least one of the chosen subsets. */
function holdersOf (chosen: Subset[], subsets: Subset[]): number {
  return subsets.reduce(
    (sum, { mask, expectedCount }) => sum + (chosen.some(set => contains(mask, set.mask)) ? expectedCount : 0),
    0
  )
}
