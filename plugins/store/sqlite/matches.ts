/**
 * Matches on their way between the threads: a few long values are made and cloned many times faster than hundreds of
 * small ones.
 */
import type { Match } from '../../../domain/capabilities/store.ts'
import type { Ranked } from './warm/best.ts'
import { idLength, idWords, type Document } from './warm/document.ts'

export interface PackedMatches {
  /** One behind the other when each has the length of a UUID, else JSON. */
  ids: string
  ofOneLength: boolean
  /** JSON. */
  sessionIds: string
  /** Scores, then times. */
  numbers: Float64Array
}

export function packMatches (ranked: Array<Ranked<Document>>): PackedMatches {
  const count = ranked.length
  const ids = new Int32Array(count * idWords)
  const numbers = new Float64Array(count * 2)
  const sessionIds: Array<string | null> = []
  let ofOneLength = true
  for (const [place, { score, item }] of ranked.entries()) {
    ofOneLength = item.copyId(ids, place * idWords) && ofOneLength
    sessionIds.push(item.sessionId)
    numbers[place] = score
    numbers[count + place] = item.validAt
  }
  return {
    ids: ofOneLength ? Buffer.from(ids.buffer).toString('latin1') : JSON.stringify(ranked.map(({ item }) => item.id)),
    ofOneLength,
    sessionIds: JSON.stringify(sessionIds),
    numbers
  }
}

export function unpackMatches ({ ids, ofOneLength, sessionIds, numbers }: PackedMatches): Match[] {
  const others = ofOneLength ? null : JSON.parse(ids) as string[]
  return (JSON.parse(sessionIds) as Array<string | null>).map((sessionId, place, { length }) => ({
    id: others?.[place] ?? ids.slice(place * idLength, (place + 1) * idLength),
    score: numbers[place] as number,
    sessionId,
    validAt: numbers[length + place] as number
  }))
}
