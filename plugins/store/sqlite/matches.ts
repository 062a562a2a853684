/**
 * Matches on their way between the threads: a few long values are cloned many times faster than hundreds of small
 * objects.
 */
import type { Match } from '../../../domain/capabilities/store.ts'

export interface PackedMatches {
  /** JSON of the ids, and of the session ids. */
  ids: string
  sessionIds: string
  scores: Float64Array
  validAts: Float64Array
}

export function packMatches (matches: Match[]): PackedMatches {
  return {
    ids: JSON.stringify(matches.map(({ id }) => id)),
    sessionIds: JSON.stringify(matches.map(({ sessionId }) => sessionId)),
    scores: Float64Array.from(matches, ({ score }) => score),
    validAts: Float64Array.from(matches, ({ validAt }) => validAt)
  }
}

export function unpackMatches ({ ids, sessionIds, scores, validAts }: PackedMatches): Match[] {
  const sessions = JSON.parse(sessionIds) as Array<string | null>
  return (JSON.parse(ids) as string[]).map((id, place) => ({
    id,
    score: scores[place] as number,
    sessionId: sessions[place] as string | null,
    validAt: validAts[place] as number
  }))
}
