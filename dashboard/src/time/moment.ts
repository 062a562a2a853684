/** Both times of the view, as milliseconds for what is drawn and as instants for what is asked. */
import { useEffect, useMemo, useState } from 'react'
import { useView } from '../view-state.ts'
import { endOfKnownDay, endOfWorldDay } from './format.ts'
import type { Moment } from './model.ts'

export interface ViewedMoment extends Moment {
  /** Either time is not now. */
  past: boolean
  /** For a request; undefined is now. */
  asOfParameter: string | undefined
  knownAtParameter: string | undefined
}

export function useMoment (): ViewedMoment {
  const { view } = useView()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => {
    const asOf = valid(view.as_of, endOfWorldDay)
    const knownAt = valid(view.known_at, endOfKnownDay)
    return {
      // What was stored a moment ago lies behind `now` until the next tick.
      asOf: asOf === undefined ? now + 60_000 : Date.parse(asOf),
      knownAt: knownAt === undefined ? now + 60_000 : Date.parse(knownAt),
      past: asOf !== undefined || knownAt !== undefined,
      asOfParameter: asOf,
      knownAtParameter: knownAt
    }
  }, [view.as_of, view.known_at, now])
}

function valid (time: string | undefined, end: (date: string) => string): string | undefined {
  if (time === undefined) return undefined
  try {
    const instant = end(time)
    return Number.isNaN(Date.parse(instant)) ? undefined : instant
  } catch {
    return undefined
  }
}
