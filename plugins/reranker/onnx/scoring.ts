/** What both kinds of model offer: the documents of one question are scored in batches until the budget is spent. */
export interface Scoring {
  /** Begins a request: looks up or tokenises what is needed. */
  begin(query: string, documents: string[]): Promise<ScoringRequest>
  /**
   * Encodes the first of these that are not cached, in one small run, and returns the rest. Only where a document is
   * encoded without the question.
   */
  readSome?(documents: string[]): Promise<string[]>
  /** The scores of the documents that are cached, as far as the deadline (`Date.now`) allows, null for the others. */
  scoreCached?(query: string, documents: string[], deadline: number): Promise<Array<number | null>>
}

export interface ScoringRequest {
  /** Tokens that have to go through the model for each document, 0 for one whose encoding is cached. */
  lengths: number[]
  /** The scores of the documents at these places, in their order. */
  score(places: number[]): Promise<number[]>
}
