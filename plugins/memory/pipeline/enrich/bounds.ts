/** How small a community may be, and how much of the time enrichment may take. */

/** Fewer entities than this are no community worth a summary. */
export const smallestCommunity = 3

/** A few writes in a row are enriched once. */
const shortestPauseMs = 300
/** What reads all that a user has must not take from those who wait for an answer: a quarter of the time at most. */
const pausesPerWork = 3
/** An LLM that is slow is nobody's load. */
const longestPauseMs = 5_000

/** From the end of one round of enrichment to the beginning of the next. */
export function pauseAfter (tookMs: number): number {
  return Math.min(longestPauseMs, Math.max(shortestPauseMs, tookMs * pausesPerWork))
}
