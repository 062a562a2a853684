/** The text arm over what is kept in memory: BM25 as all stores rank it. */
import type { Filter } from '../../../../kernel/capabilities/store.ts'
import { terms } from '../../../../kernel/text/analyse.ts'
import { inverseDocumentFrequency, termScore, type Corpus } from '../../../../kernel/text/bm25.ts'
import { predicateOf } from '../filter.ts'
import { createBest, type Ranked } from './best.ts'
import type { Document, Documents } from './documents.ts'

/** Newest id first among equals, so that an answer does not depend on the order of reading. */
export const before = (a: Document, b: Document): boolean => a.id > b.id

export function rankByText (documents: Documents, query: string, filter: Filter, limit: number, now: number): Array<Ranked<Document>> {
  const reachesBack = filter.asOf !== undefined || filter.knownAt !== undefined || filter.includeSuperseded === true
  const counts = (document: Document): boolean => document.alive && (reachesBack || document.active)
  const allows = predicateOf(filter, now)
  const scores = new Map<Document, number>()
  const wanted = [...new Set(terms(query))].flatMap(term => documents.postings.get(term) ?? [])
  if (wanted.length === 0) return []
  const corpus = corpusOf(documents, counts)
  for (const { documents: holders, frequencies } of wanted) {
    let held = 0
    for (const document of holders) if (counts(document)) held++
    if (held === 0) continue
    const idf = inverseDocumentFrequency(corpus, held)
    for (const [place, document] of holders.entries()) {
      if (counts(document)) scores.set(document, (scores.get(document) ?? 0) + termScore(corpus, idf, frequencies[place] ?? 0, document.length))
    }
  }
  const best = createBest<Document>(limit, before)
  for (const [document, score] of scores) if (allows(document)) best.offer(score, document)
  return best.ranked
}

function corpusOf (documents: Documents, counts: (document: Document) => boolean): Corpus {
  let [total, length] = [0, 0]
  for (const document of documents.byRow.values()) {
    if (!counts(document)) continue
    total++
    length += document.length
  }
  return { documents: total, averageLength: length / total }
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
