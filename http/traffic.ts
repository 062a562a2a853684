/** Requests of the last 24 hours in points of a minute; what it keeps is allocated once and never grows. */
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    traffic: Traffic
  }
}

export const minutesKept = 24 * 60
const minuteMs = 60_000
/** Upper bounds of the buckets: a quantile is at most this factor too high. */
const factor = 1.25
const buckets = 48

export interface TrafficPoint {
  /** The start of the minute. */
  at: number
  requests: number
  /** Answered with 500 or more. */
  failed: number
  p50Ms: number
  p95Ms: number
}

export interface Traffic {
  readonly startedAt: number
  record(tookMs: number, status: number): void
  /** Minutes in which something was asked, oldest first. */
  points(): TrafficPoint[]
}

export function createTraffic (now: () => number = Date.now): Traffic {
  const minutes = new Float64Array(minutesKept).fill(Number.NEGATIVE_INFINITY)
  const failed = new Uint32Array(minutesKept)
  const counts = new Uint32Array(minutesKept * buckets)
  const rowOf = (slot: number): Uint32Array => counts.subarray(slot * buckets, (slot + 1) * buckets)

  return {
    startedAt: now(),
    record (tookMs, status) {
      const minute = Math.floor(now() / minuteMs)
      const slot = minute % minutesKept
      const row = rowOf(slot)
      if (minutes[slot] !== minute) {
        minutes[slot] = minute
        failed[slot] = 0
        row.fill(0)
      }
      const bucket = Math.min(buckets - 1, Math.max(0, Math.ceil(Math.log(tookMs) / Math.log(factor))))
      row[bucket] = (row[bucket] ?? 0) + 1
      if (status >= 500) failed[slot] = (failed[slot] ?? 0) + 1
    },
    points () {
      const first = Math.floor(now() / minuteMs) - minutesKept + 1
      return [...minutes.keys()].filter(slot => (minutes[slot] ?? Number.NEGATIVE_INFINITY) >= first)
        .sort((a, b) => (minutes[a] ?? 0) - (minutes[b] ?? 0))
        .map(slot => {
          const row = rowOf(slot)
          return {
            at: (minutes[slot] ?? 0) * minuteMs,
            requests: row.reduce((sum, count) => sum + count, 0),
            failed: failed[slot] ?? 0,
            p50Ms: quantile(row, 0.5),
            p95Ms: quantile(row, 0.95)
          }
        })
    }
  }
}

/** Counts what the routes answer, all but those that are open: probes, pages and their files. */
export function countTraffic (app: FastifyInstance): void {
  const traffic = createTraffic()
  app.decorate('traffic', traffic)
  app.addHook('onResponse', ({ routeOptions }, { elapsedTime, statusCode }, done) => {
    if (routeOptions.config.open !== true) traffic.record(elapsedTime, statusCode)
    done()
  })
}

/** The upper bound of the bucket in which it lies. */
function quantile (row: Uint32Array, share: number): number {
  const wanted = row.reduce((sum, count) => sum + count, 0) * share
  let seen = 0
  for (const [bucket, count] of row.entries()) {
    seen += count
    if (seen >= wanted) return Math.round(factor ** bucket * 10) / 10
  }
  return 0
}
