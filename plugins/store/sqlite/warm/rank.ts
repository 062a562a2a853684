/** The text arm over what is kept in memory: BM25 as all stores rank it. */
import type { Filter } from '../../../../domain/capabilities/store.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import { inverseDocumentFrequency, termScore } from '../../../../domain/text/bm25.ts'
import { predicateOf } from '../filter.ts'
import { createBest, type Ranked } from './best.ts'
import { states, type Document } from './document.ts'
import { corpusOf, type Documents } from './documents.ts'
import { postingsOf, type Postings } from './postings.ts'

/** Newest id first among equals, so that an answer does not depend on the order of reading. */
export const before = (a: Document, b: Document): boolean => a.isLaterThan(b)

/** Scores by the document's place, kept from one search to the next so that none has to clear more than it wrote. */
let scores = new Float64Array(0)
/** The places that have a score. */
let touched = new Uint32Array(0)

/** What a term adds to documents that hold it once, by their length, as most do; longer ones are rare. */
const scoresOnce = new Float64Array(128)

/** Steps from 0 to the best score, in which scores are counted. */
const steps = 1024
const counts = new Uint32Array(steps + 1)

export function rankByText (
  documents: Documents,
  query: string,
  filter: Filter,
  limit: number,
  now: number
): Array<Ranked<Document>> {
  const { columns } = documents
  const ended = filter.asOf !== undefined || filter.knownAt !== undefined || filter.includeSuperseded === true
  const wanted = [...new Set(terms(query))].map(term => postingsOf(documents.terms, term))
  const { found, most } = addScores(documents, wanted, ended)
  const allows = predicateOf(filter, now)
  const best = createBest<Document>(limit, before)

  /** Looks at those that score `from` or more, and less than `below`. */
  function judge (from: number, below: number): void {
    // Of many that say the same in as many words the last ones read have the newest ids, which go first: in this order
    // the others fall out at one look.
    for (let at = found - 1; at >= 0; at--) {
      const place = touched[at] as number
      const score = scores[place] as number
      if (score < from || score >= below || score < best.least()) continue
      const document = columns.at(place)
      if (allows(document)) best.offer(score, document)
    }
  }
  const floor = reached(found, most, limit)
  judge(floor, Infinity)
  // The filter left some of those out.
  if (best.least() < floor) judge(0, floor)
  for (let at = 0; at < found; at++) scores[touched[at] as number] = 0
  return best.ranked
}

/** So many of the `found` places score at least this, and not many more. */
function reached (found: number, most: number, wanted: number): number {
  if (found <= wanted) return 0
  counts.fill(0)
  for (let at = 0; at < found; at++) {
    counts[Math.floor((scores[touched[at] as number] as number) / most * steps)]!++
  }
  let reaching = 0
  for (let step = steps; step > 0; step--) {
    reaching += counts[step] as number
    // A step less, so that no rounding makes it too much.
    if (reaching >= wanted) return (step - 1) / steps * most
  }
  return 0
}

/** Of each term its postings. Answers how many places it gave a score, and the best. */
function addScores (documents: Documents, wanted: Postings[][], ended: boolean): { found: number, most: number } {
  const { count, states: held, lengths } = documents.columns
  const least = ended ? states.ended : states.active
  if (scores.length < count) {
    scores = new Float64Array(count * 2)
    touched = new Uint32Array(count * 2)
  }
  const corpus = corpusOf(documents, ended)
  let [found, most] = [0, 0]
  for (const postings of wanted) {
    const idf = inverseDocumentFrequency(corpus, holdersOf(postings, held, least, corpus.documents === count))
    for (let length = 0; length < scoresOnce.length; length++) scoresOnce[length] = termScore(corpus, idf, 1, length)
    for (const { base, count, entries } of postings) {
      for (let at = 0; at < count; at++) {
        const place = base + (entries[at * 2] as number)
        if ((held[place] as number) < least) continue
        const [frequency, length] = [entries[at * 2 + 1] as number, lengths[place] as number]
        const before = scores[place] as number
        if (before === 0) touched[found++] = place
        const score = before + (frequency === 1 && length < scoresOnce.length
          ? scoresOnce[length] as number
          : termScore(corpus, idf, frequency, length))
        scores[place] = score
        if (score > most) most = score
      }
    }
  }
  return { found, most }
}

/** How many documents that count hold the term: all of them where `everyCounts`. */
function holdersOf (postings: Postings[], held: Uint8Array, least: number, everyCounts: boolean): number {
  let holders = 0
  for (const { base, count, entries } of postings) {
    if (everyCounts) holders += count
    else for (let at = 0; at < count; at++) if ((held[base + entries[at * 2]!] as number) >= least) holders++
  }
  return holders
}

/** Those that hold every term, newest first. */
export function holdingAll (documents: Documents, words: string, filter: Filter, now: number): Document[] {
  const { columns } = documents
  const wanted = [...new Set(terms(words))].map(term => placesOf(postingsOf(documents.terms, term)))
  const [rarest, ...others] = wanted.sort((a, b) => a.length - b.length)
  if (rarest === undefined) return []
  const allows = predicateOf(filter, now)
  const sets = others.map(holders => new Set(holders))
  return rarest
    .filter(place => (columns.states[place] as number) >= states.ended && sets.every(holders => holders.has(place)))
    .map(columns.at)
    .filter(allows)
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
}

function placesOf (postings: Postings[]): number[] {
  return postings.flatMap(({ base, count, entries }) =>
    Array.from({ length: count }, (_, at) => base + (entries[at * 2] as number))
  )
}
