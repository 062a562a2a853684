/** Steps of many callers, one after the other, so that together they hold up the event loop no longer than one does. */

/** Longest stretch of them in one turn of the event loop, in milliseconds. */
const timeSliceMs = 10

export interface StepQueue {
  /** Takes the step when its turn comes, at once when nothing waits; after all that follows from the one before it. */
  take: (step: () => void) => void
  /** Whether the last one taken may go on. */
  hasTime: () => boolean
  /** Takes what waits at once. */
  flush: () => void
}

export function createStepQueue (): StepQueue {
  const waiting: Array<() => void> = []
  /** When the work of this turn of the event loop began; null while there is none. */
  let since: number | null = null
  let isGoing = false

  const hasTime = (): boolean => since !== null && performance.now() - since < timeSliceMs

  function next (): void {
    isGoing = waiting.length > 0 && (since === null || hasTime())
    if (!isGoing) return
    if (since === null) {
      since = performance.now()
      setImmediate(nextTurn)
    }
    waiting.shift()?.()
    // A tick that a microtask asks for comes when all that follows from the step is done.
    queueMicrotask(() => process.nextTick(next))
  }

  function nextTurn (): void {
    since = null
    if (!isGoing) next()
  }

  return {
    hasTime,
    take (step) {
      waiting.push(step)
      if (!isGoing) next()
    },
    flush () {
      while (waiting.length > 0) waiting.shift()?.()
    }
  }
}
