/**
 * Each turn is read once: a client that sends its growing transcript each time says nothing anew. A turn is known by
 * its uuid, or by its words and time; without either only by its place: a transcript that begins with all that was sent
 * before, or overlaps with its end, goes on from there.
 */
import { createHash } from 'node:crypto'
import type { Turn } from '../../../../domain/capabilities/distiller.ts'

/** Keys of the latest turns of a session are kept. */
const mostTurns = 2_000
/** So many turns in a row are no coincidence. */
const leastOverlap = 2
/** Clients write times to the second, the minute or the day, and not always the same way. */
const precisions = [86_400, 60, 1]

export interface TurnsSeen {
  /** Places of the turns that were sent before. */
  known: Set<number>
  /** What is to be kept of the session's turns. */
  keys: string[]
}

export function newTurns (turns: Turn[], kept: string[]): TurnsSeen {
  const keys = turns.map(keyOf)
  const overlap = overlapOf(kept, keys)
  const seen = seenAlone(turns, keys, kept)
  const known = new Set(
    turns.flatMap((turn, place) => (isOwn(turn) ? seen.has(place) : place < overlap) ? [place] : [])
  )
  return { known, keys: [...kept, ...keys.filter((_, place) => !known.has(place))].slice(-mostTurns) }
}

/** Known by itself, whatever stands around it. */
function isOwn ({ uuid, timed }: Turn): boolean {
  return uuid !== null || timed === true
}

/** What was said, and the second in which it was: `words@time`, or `uuid`. */
function keyOf ({ uuid, role, content, at, timed }: Turn): string {
  if (uuid !== null) return hash(`uuid ${uuid}`)
  return `${hash(`${role}\n${content}`)}@${timed === true ? Math.floor(at / 1000) : ''}`
}

function hash (text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Places of turns that were sent before by themselves; each turn that is kept is one of them at most. */
function seenAlone (turns: Turn[], keys: string[], kept: string[]): Set<number> {
  const left = new Map<string, string[]>()
  for (const key of kept) {
    const [words = '', time = ''] = key.split('@')
    left.set(words, [...left.get(words) ?? [], time])
  }
  const seen = new Set<number>()
  const take = (isSame: (one: string, other: string) => boolean): void => {
    for (const [place, key] of keys.entries()) {
      const [words = '', time = ''] = key.split('@')
      const times = left.get(words) ?? []
      const found = seen.has(place) || !isOwn(turns[place] as Turn) ? -1 : times.findIndex(one => isSame(one, time))
      if (found < 0) continue
      times.splice(found, 1)
      seen.add(place)
    }
  }
  take((one, other) => one === other)
  take(sameMoment)
  return seen
}

/** Equal to the precision of the coarser one. */
function sameMoment (one: string, other: string): boolean {
  if (one === '' || other === '') return false
  const times = [Number(one), Number(other)]
  const precision = precisions.find(seconds => times.some(time => time % seconds === 0)) ?? 1
  return new Set(times.map(time => Math.floor(time / precision))).size === 1
}

/** How many turns at the beginning repeat the end of what is kept. */
function overlapOf (kept: string[], keys: string[]): number {
  for (let length = Math.min(kept.length, keys.length); length > 0; length--) {
    if (length < leastOverlap && length < kept.length) return 0
    if (kept.slice(-length).every((key, place) => key === keys[place])) return length
  }
  return 0
}
