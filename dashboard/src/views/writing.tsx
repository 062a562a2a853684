/** One fact as it stands on the page: its ink by its fate, its dates and its reason in the margin. */
import type { ReactNode } from 'react'
import type { Interval } from '../api/shapes.ts'
import { Changed } from '../parts/changed.tsx'
import { Words } from '../parts/words.tsx'
import { formatDay, formatInstant, knownSince } from '../time/format.ts'
import { beliefAt, fateOf, wasRestored, words, type Fate } from '../time/model.ts'
import { useMoment } from '../time/moment.ts'
import { useView } from '../view-state.ts'
import { Reason } from './reason.tsx'

export function Writing ({ interval, before, layer }: {
  interval: Interval
  before: string | undefined
  layer: 'top' | 'under'
}) {
  const moment = useMoment()
  const { set } = useView()
  const fate = fateOf(interval, moment)
  const restored = wasRestored(interval, moment.knownAt)
  return (
    <div className={`writing ${layer} ${fate}${restored ? ' restored' : ''}`}>
      <button type="button" className="sentence" onClick={() => set({ open: interval.id })}>
        <span className="visually-hidden">{fate === 'held' ? '' : `${words[fate]}: `}</span>
        <FateMark fate={fate}>
          {layer === 'top' ? <Changed text={interval.memory} before={before} /> : <Words text={interval.memory} />}
        </FateMark>
      </button>
      <p className="marginal">
        <Dates interval={interval} fate={fate} />
        <span className="since" title={formatInstant(interval.created_at)}>
          {knownSince(fate === 'corrected' ? null : interval.valid_at, interval.created_at)}
        </span>
        {restored && <span className="tag-restored">restored</span>}
        {interval.pinned && <span className="tag-pinned">pinned</span>}
        {interval.stale_because !== null && interval.stale_because !== undefined && (
          <span className="tag-stale">in doubt</span>
        )}
        {interval.reason !== null && fate !== 'held' && fate !== 'upcoming' && (
          <span className="because">
            because: <Reason text={interval.reason} />
          </span>
        )}
      </p>
    </div>
  )
}

function FateMark ({ fate, children }: { fate: Fate, children: ReactNode }) {
  if (fate === 'corrected') return <s>{children}</s>
  return <span>{children}</span>
}

/** As believed at the moment looked at, which may differ from what is believed now. */
function Dates ({ interval, fate }: { interval: Interval, fate: Fate }) {
  const { knownAt } = useMoment()
  const from = formatDay(interval.valid_at)
  const until = beliefAt(interval, knownAt)?.validTo ?? Infinity
  const to = Number.isFinite(until) ? formatDay(new Date(until).toISOString()) : null
  if (fate === 'corrected') return <span className="dates">never true</span>
  if (fate === 'upcoming') return <span className="dates">from {from}</span>
  if (to === null) return <span className="dates">since {from}</span>
  return (
    <span className="dates bracketed">
      {from} to {to}
    </span>
  )
}
