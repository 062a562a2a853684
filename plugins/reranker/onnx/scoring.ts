/** What both kinds of model offer: the documents of one question are scored in batches until the budget is spent. */

/** Begins a request: looks up or tokenises what is needed. */
export type Scoring = (query: string, documents: string[]) => Promise<ScoringRequest>

export interface ScoringRequest {
  /** Tokens that have to go through the model for each document, 0 for one whose encoding is cached. */
  lengths: number[]
  /** The scores of the documents at these places, in their order. */
  score(places: number[]): Promise<number[]>
}
