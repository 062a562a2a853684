/**
 * Turns are admitted once: a client that sends its growing transcript each time says nothing anew. A turn is known by
 * its uuid or its time;
 * without either only by its place: a transcript that begins with all that was sent before, or overlaps with its end,
 * goes on from there.
 */
import { createHash } from 'node:crypto'
import type { Turn } from '../../../../domain/capabilities/distiller.ts'

/** Keys of the latest turns of a session are kept. */
const mostTurns = 2_000
/** So many turns in a row are no coincidence. */
const leastOverlap = 2

export interface Admitted {
  /** Places of the turns that were sent before. */
  known: Set<number>
  /** What is to be kept of the session's turns. */
  keys: string[]
}

export function admitTurns (turns: Turn[], kept: string[]): Admitted {
  const keys = turns.map(keyOf)
  const before = new Set(kept)
  const overlap = overlapOf(kept, keys)
  const known = new Set(turns.flatMap((turn, place) => {
    const own = turn.uuid !== null || turn.timed === true
    return (own ? before.has(keys[place] as string) : place < overlap) ? [place] : []
  }))
  return { known, keys: [...kept, ...keys.filter((_, place) => !known.has(place))].slice(-mostTurns) }
}

function keyOf ({ uuid, role, content, at, timed }: Turn): string {
  const said = uuid !== null ? `uuid ${uuid}` : `${role}\n${timed === true ? at : ''}\n${content}`
  return createHash('sha256').update(said).digest('base64url').slice(0, 16)
}

/** How many turns at the beginning repeat the end of what is kept. */
function overlapOf (kept: string[], keys: string[]): number {
  for (let length = Math.min(kept.length, keys.length); length > 0; length--) {
    if (length < leastOverlap && length < kept.length) return 0
    if (kept.slice(-length).every((key, place) => key === keys[place])) return length
  }
  return 0
}
