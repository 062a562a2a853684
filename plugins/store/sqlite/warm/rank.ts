/** The text arm over what is kept in memory: BM25 as all stores rank it. */
import type { Filter } from '../../../../domain/capabilities/store.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import { inverseDocumentFrequency, termScore } from '../../../../domain/text/bm25.ts'
import { predicateOf } from '../filter.ts'
import { createBest, type Ranked } from './best.ts'
import { corpusOf, type Document, type Documents } from './documents.ts'

/** Newest id first among equals, so that an answer does not depend on the order of reading. */
export const before = (a: Document, b: Document): boolean => a.id > b.id

/** Scores by the document's place, kept from one search to the next so that none has to clear more than it wrote. */
let scores = new Float64Array(0)

export function rankByText (
  documents: Documents,
  query: string,
  filter: Filter,
  limit: number,
  now: number
): Array<Ranked<Document>> {
  const ended = filter.asOf !== undefined || filter.knownAt !== undefined || filter.includeSuperseded === true
  const counts = (document: Document): boolean => document.alive && (ended || document.active)
  const wanted = [...new Set(terms(query))].flatMap(term => documents.postings.get(term) ?? [])
  if (wanted.length === 0) return []
  if (scores.length < documents.places) scores = new Float64Array(documents.places * 2)
  const corpus = corpusOf(documents, ended)
  const touched: Document[] = []
  for (const { documents: holders, frequencies } of wanted) {
    let held = 0
    for (const document of holders) if (counts(document)) held++
    if (held === 0) continue
    const idf = inverseDocumentFrequency(corpus, held)
    for (let at = 0; at < holders.length; at++) {
      const document = holders[at] as Document
      if (!counts(document)) continue
      const score = scores[document.place] as number
      if (score === 0) touched.push(document)
      scores[document.place] = score + termScore(corpus, idf, frequencies[at] as number, document.length)
    }
  }
  const allows = predicateOf(filter, now)
  const best = createBest<Document>(limit, before)
  for (const document of touched) {
    const score = scores[document.place] as number
    scores[document.place] = 0
    if (score >= best.least() && allows(document)) best.offer(score, document)
  }
  return best.ranked
}

/** Those that hold every term, newest first. */
export function holdingAll (documents: Documents, words: string, filter: Filter, now: number): Document[] {
  const wanted = [...new Set(terms(words))].map(term => documents.postings.get(term)?.documents ?? [])
  const [rarest, ...others] = wanted.sort((a, b) => a.length - b.length)
  if (rarest === undefined) return []
  const allows = predicateOf(filter, now)
  const sets = others.map(holders => new Set(holders))
  return rarest
    .filter(document => document.alive && allows(document) && sets.every(holders => holders.has(document)))
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
}
