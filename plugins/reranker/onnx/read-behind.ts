/**
 * What the budget of a request left unread, or what was wanted only if it was remembered, is read after the answer,
 * while no question waits, so that the next search of the same memories finds it encoded.
 */

/** Documents that wait at most; the newest request's come first. */
const mostWaiting = 1_000
/** Milliseconds without a question before reading begins: while one search follows the other it never does. */
const quietMs = 20

export interface ReadBehind {
  /** A question came: no reading is begun until it is answered. */
  asked(): void
  /** It was answered, but for these documents, best first. */
  answered(unread: string[]): void
  close(): void
}

/** `readSome` reads the first of the documents, no more than a question may have to wait for, and returns the rest. */
export function createReadBehind (
  readSome: (documents: string[]) => Promise<string[]>,
  quiet = quietMs
): ReadBehind {
  let waiting: string[] = []
  let asking = 0
  let timer: NodeJS.Timeout | undefined

  function readOnIn (ms: number): void {
    clearTimeout(timer)
    if (asking === 0 && waiting.length > 0) timer = setTimeout(readOn, ms)
  }

  function readOn (): void {
    readSome(waiting.splice(0)).then(rest => {
      waiting = [...waiting, ...rest].slice(0, mostWaiting)
      // By a timer, so that questions which came meanwhile are seen before the next are read.
      readOnIn(0)
    }, () => {})
  }

  return {
    asked () {
      asking++
      clearTimeout(timer)
    },
    answered (unread) {
      asking--
      waiting = [...unread, ...waiting].slice(0, mostWaiting)
      readOnIn(quiet)
    },
    close () {
      asking = Infinity
      clearTimeout(timer)
    }
  }
}
