/** What both kinds of model come down to: one question's documents are scored a batch at a time, as far as the budget reaches. */

/** Begins a request: looks up or tokenises what is needed. */
export type Scoring = (query: string, documents: string[]) => Promise<Request>

export interface Request {
  /** Tokens that have to go through the model for each document, 0 for one that it has read before. */
  lengths: number[]
  /** The scores of the documents at these places, in their order. */
  score (places: number[]): Promise<number[]>
}
