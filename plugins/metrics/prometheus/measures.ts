/** Histograms and counters of one registry, and calls that are timed by them. */
import { Counter, Histogram, type Registry } from 'prom-client'
import { hasCode } from '../../../domain/errors.ts'
import type { InSpan } from './spans.ts'
import type { Around } from './wrap.ts'

/** Buckets in seconds: `quick` for what stays in the process or the database, `slow` for calls of models. */
export const quick = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
export const slow = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** How a call ended: `ok`, or the error's code. */
export type Observe = (seconds: number, outcome: string, args: unknown[]) => void

export type Measures = ReturnType<typeof createMeasures>

/** `inSpan` null makes no spans. */
export function createMeasures (registry: Registry, inSpan: InSpan | null) {
  const registers = [registry]

  function spanned (capability: string, method: string, work: () => unknown): unknown {
    return inSpan === null ? work() : inSpan(`${capability}.${method}`, work)
  }

  return {
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
      new Histogram({ name: `palimpsest_${name}`, help, labelNames, buckets, registers }),

    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name: `palimpsest_${name}`, help, labelNames, registers }),

    spanned,

    /** Observes each call; its answer and its error pass through. `answered` sees the answers. */
    timed: (
      capability: string,
      observe: Observe,
      answered: (answer: unknown, args: unknown[]) => void = () => {}
    ): Around =>
    async (call, args, method) => {
      const start = performance.now()
      const seconds = () => (performance.now() - start) / 1000
      try {
        const answer = await spanned(capability, method, () => call(...args))
        observe(seconds(), 'ok', args)
        answered(answer, args)
        return answer
      } catch (error) {
        observe(seconds(), hasCode(error) ? error.code : 'error', args)
        throw error
      }
    }
  }
}
