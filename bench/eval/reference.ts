/** Plain BM25 over one conversation, outside the service: the row every other is compared with. */
import { inverseDocumentFrequency, termScore } from '../../domain/text/bm25.ts'
import { termFrequencies, terms } from '../../domain/text/analyse.ts'

/** Returns a search: the places of the best `limit` documents, best first. */
export function referenceSearch (documents: string[]): (query: string, limit: number) => number[] {
  const counted = documents.map(termFrequencies)
  const corpus = {
    documents: documents.length,
    averageLength: counted.reduce((sum, { length }) => sum + length, 0) / documents.length
  }
  const postings = new Map<string, number[]>()
  for (const [place, { frequencies }] of counted.entries()) {
    for (const term of frequencies.keys()) postings.set(term, [...postings.get(term) ?? [], place])
  }
  return (query, limit) => {
    const scores = new Map<number, number>()
    for (const term of new Set(terms(query))) {
      const found = postings.get(term) ?? []
      const idf = inverseDocumentFrequency(corpus, found.length)
      for (const place of found) {
        const { frequencies, length } = counted[place] as { frequencies: Map<string, number>, length: number }
        scores.set(place, (scores.get(place) ?? 0) + termScore(corpus, idf, frequencies.get(term) as number, length))
      }
    }
    return [...scores].sort(([a, one], [b, other]) => other - one || a - b).slice(0, limit).map(([place]) => place)
  }
}
