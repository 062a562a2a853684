/**
 * Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009), with the non-negative idf that
 * Lucene uses. One implementation ranks the candidates of every store, because no two databases score alike.
 */

export const k1 = 1.2
export const b = 0.75

/** Statistics of one user's documents. */
export interface Corpus {
  documents: number
  /** Mean number of terms; > 0 when there are documents. */
  averageLength: number
}

export function inverseDocumentFrequency (corpus: Corpus, documentFrequency: number): number {
  return Math.log(1 + (corpus.documents - documentFrequency + 0.5) / (documentFrequency + 0.5))
}

/** The part one query term adds to a document's score; the score is the sum over the query's distinct terms. */
export function termScore (corpus: Corpus, idf: number, frequency: number, length: number): number {
  return idf * frequency * (k1 + 1) / (frequency + k1 * (1 - b + b * length / corpus.averageLength))
}
