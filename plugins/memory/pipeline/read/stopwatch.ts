/** Milliseconds of each stage of a search. */
export interface Stopwatch {
  laps: Record<string, number>
  /** Ends a stage; one that is ended again adds to its time. */
  lap(name: string): void
  total(): number
}

export function stopwatch (): Stopwatch {
  const start = performance.now()
  let last = start
  const laps: Record<string, number> = {}
  return {
    laps,
    lap (name: string): void {
      const now = performance.now()
      laps[name] = rounded((laps[name] ?? 0) + now - last)
      last = now
    },
    total: () => rounded(performance.now() - start)
  }
}

function rounded (ms: number): number {
  return Math.round(ms * 100) / 100
}
