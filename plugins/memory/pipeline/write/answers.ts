/** What a write answers: what became of each fact, how many were left out, and what did not do its part. */
import type { Ingested, Remembered } from '../../../../domain/capabilities/memory.ts'
import type { Planned } from './commit.ts'

/** What was left out by the distiller before, and why. */
type LeftOut = Pick<Ingested, 'refused' | 'degraded'>

function leftOut (planned: LeftOut, read: LeftOut): LeftOut {
  const refused = read.refused + planned.refused
  const reasons = [...read.degraded, ...planned.degraded, ...refused > 0 ? ['unsaid_quotes'] : []]
  return { refused, degraded: [...new Set(reasons)] }
}

export function ingested (planned: Planned, read: LeftOut): Ingested {
  return { results: planned.results, ...leftOut(planned, read) }
}

/** What was claimed and not kept; absent when there was nothing. */
export function claimsOf ({ read }: Planned): Pick<Ingested, 'leftOut'> {
  const leftOut = read.flatMap(({ claimed, refused }) =>
    claimed === undefined || refused === null ? [] : [{ memory: claimed, reason: refused }]
  )
  return leftOut.length > 0 ? { leftOut } : {}
}

/**
 * The envelope describes the first stored memory, or else the first one that the text concerned: none where it wishes
 * to have something forgotten that is not stored.
 */
export function remembered (planned: Planned, read: LeftOut): Remembered {
  const { results, memories } = planned
  const stored = results.findIndex(({ event }) => event === 'ADD' || event === 'UPDATE' || event === 'SUPERSEDE')
  const first = stored >= 0 ? stored : memories.findIndex(memory => memory !== null)
  const event = results[first]?.event
  return {
    memory: memories[first] ?? null,
    event: event === undefined || event === 'ERROR' ? 'NONE' : event,
    results,
    ...leftOut(planned, read)
  }
}
