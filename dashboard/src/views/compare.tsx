/** Two times of knowing side by side: what is believed otherwise at the later one, of one and the same day. */
import { useTimeline } from '../api/queries.ts'
import { Loading, Problem } from '../parts/problem.tsx'
import { Words } from '../parts/words.tsx'
import { formatInstant } from '../time/format.ts'
import { differencesBetween, words, type Difference } from '../time/model.ts'
import { useMoment } from '../time/moment.ts'
import { useView } from '../view-state.ts'
import { OpenLink } from './detail.tsx'

const titles: Record<Difference['kind'], string> = {
  learned: 'Learned since',
  'no longer': 'No longer held',
  again: 'Held again',
  otherwise: 'Otherwise'
}

export function Compare ({ since }: { since: number }) {
  const { view } = useView()
  const { asOf, knownAt } = useMoment()
  const timeline = useTimeline()
  if (timeline.data === undefined) {
    return timeline.error === null
      ? <Loading what="both times" />
      : (
        <Problem
          error={timeline.error}
          onRetry={() => {
            void timeline.refetch()
          }}
        />
      )
  }
  const differences = differencesBetween(timeline.data.items, { asOf, before: since, after: knownAt })
  const until = view.known_at === undefined ? 'now' : formatInstant(new Date(knownAt).toISOString())
  return (
    <section className="compare" aria-label="What is believed otherwise">
      <h2>
        Between {formatInstant(new Date(since).toISOString())} and {until}
      </h2>
      {differences.length === 0 && <p className="quiet">Nothing is believed otherwise.</p>}
      {(Object.keys(titles) as Array<Difference['kind']>).map(kind => (
        <Part
          key={kind}
          title={titles[kind]}
          items={differences.filter(one => one.kind === kind)}
        />
      ))}
    </section>
  )
}

function Part ({ title, items }: { title: string, items: Difference[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h3>
        {title} <small>{items.length}</small>
      </h3>
      <ul>
        {items.map(({ interval: { id, memory, reason }, before, after }) => (
          <li key={id}>
            <OpenLink id={id}>
              <Words text={memory} />
            </OpenLink>{' '}
            <span className={`state ${before}`}>{words[before]}</span> <span aria-label="then">→</span>{' '}
            <span className={`state ${after}`}>{words[after]}</span>
            {reason !== null && after !== 'held' && (
              <p className="quiet">
                because: <Words text={reason} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
