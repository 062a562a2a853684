/** The plate: one line of facts on both axes of time. */
import { useMemo } from 'react'
import { useTimeline } from '../../api/queries.ts'
import { Loading, Problem } from '../../parts/problem.tsx'
import { Words } from '../../parts/words.tsx'
import { useSession } from '../../session.tsx'
import { formatDay, formatInstant, spanOf } from '../../time/format.ts'
import { edgesOf } from '../../time/model.ts'
import { useMoment } from '../../time/moment.ts'
import { useView } from '../../view-state.ts'
import { OpenLink } from '../detail.tsx'
import { PlateCanvas } from './canvas.tsx'
import { believedAbout, believedOn, rectanglesOf, type Rectangle } from './rectangles.ts'
import '../../styles/plate.css'

const everything = 'all'

export function PlateView () {
  const timeline = useTimeline()
  const moment = useMoment()
  const { view, set } = useView()
  const { userId } = useSession()
  const lines = useMemo(() => {
    const edges = edgesOf(timeline.data?.items ?? [])
    return edges.map(({ subject, predicate, facts }) => [JSON.stringify([subject, predicate]), facts] as const)
      .sort(([, a], [, b]) => b.length - a.length)
  }, [timeline.data])
  const chosen = view.line ?? lines[0]?.[0] ?? everything
  const rectangles = useMemo(
    () =>
      rectanglesOf(
        chosen === everything ? timeline.data?.items ?? [] : lines.find(([key]) => key === chosen)?.[1] ?? []
      ),
    [chosen, lines, timeline.data]
  )
  const cross = useMemo(() => {
    const now = Date.now()
    return {
      asOf: moment.asOfParameter === undefined ? now : moment.asOf,
      knownAt: moment.knownAtParameter === undefined ? now : moment.knownAt
    }
  }, [moment])
  if (timeline.data === undefined) {
    return timeline.error === null
      ? <Loading what="the plate" />
      : (
        <Problem
          error={timeline.error}
          onRetry={() => {
            void timeline.refetch()
          }}
        />
      )
  }
  const name = (key: string): string => nameOf(key, userId)
  return (
    <div className="plate">
      <h1>The plate</h1>
      <form className="facets" onSubmit={event => event.preventDefault()}>
        <label>
          Line
          <select value={chosen} onChange={event => set({ line: event.target.value })}>
            <option value={everything}>everything, {timeline.data.items.length}</option>
            {lines.slice(0, 500).map(([key, facts]) => (
              <option key={key} value={key}>{name(key)}, {facts.length}</option>
            ))}
          </select>
        </label>
        <p className="quiet">Across: true in the world. Upwards: known by us. Above the dashed line: learned late.</p>
      </form>
      {rectangles.length === 0
        ? <p className="quiet">There is nothing on this line.</p>
        : (
          <PlateCanvas
            rectangles={rectangles}
            moment={moment}
            cross={cross}
            about={name(chosen)}
            onMoment={({ asOf, knownAt }) =>
              set({
                ...(asOf !== undefined && { as_of: new Date(asOf).toISOString() }),
                ...(knownAt !== undefined && { known_at: new Date(Math.min(knownAt, Date.now())).toISOString() })
              }, true)}
          />
        )}
      <div className="strips">
        <section>
          <h2>Believed on {formatInstant(new Date(Math.min(moment.knownAt, Date.now())).toISOString())}</h2>
          <Strip rectangles={believedOn(rectangles, moment.knownAt)} />
        </section>
        <section>
          <h2>Ever believed about {formatDay(new Date(Math.min(moment.asOf, Date.now() + 3e12)).toISOString())}</h2>
          <Strip rectangles={believedAbout(rectangles, moment.asOf)} known />
        </section>
      </div>
      <details className="twin">
        <summary>The same as a table</summary>
        <Twin rectangles={rectangles} />
      </details>
    </div>
  )
}

function nameOf (key: string, userId: string): string {
  if (key === everything) return 'everything'
  try {
    const [subject, predicate] = JSON.parse(key) as [string | null, string | null]
    return `${subject === 'user' ? userId : subject ?? 'other memories'} · ${
      predicate?.replaceAll('_', ' ') ?? 'without a predicate'
    }`
  } catch {
    return key
  }
}

const until = (time: number): string => Number.isFinite(time) ? formatDay(new Date(time).toISOString()) : 'open'
const since = (time: number): string => formatDay(new Date(time).toISOString())

const span = (from: number, to: number): string =>
  Number.isFinite(to) ? `${since(from)} to ${until(to)}` : `since ${since(from)}`

function Strip ({ rectangles, known = false }: { rectangles: Rectangle[], known?: boolean }) {
  if (rectangles.length === 0) return <p className="quiet">Nothing.</p>
  return (
    <ul>
      {rectangles.slice(0, 30).map(({ interval, from, to, validFrom, validTo }) => (
        <li key={`${interval.id} ${from}`}>
          <OpenLink id={interval.id}>
            <Words text={interval.memory} />
          </OpenLink>{' '}
          <span className="quiet">
            {known ? `known ${span(from, to)}` : span(validFrom, validTo)}
          </span>
        </li>
      ))}
      {rectangles.length > 30 && <li className="quiet">and {rectangles.length - 30} more</li>}
    </ul>
  )
}

/** `41 days later` */
function late (ms: number): string {
  return ms < 86_400_000 ? 'the same day' : `${spanOf(ms)} later`
}

function Twin ({ rectangles }: { rectangles: Rectangle[] }) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="The rectangles of the plate">
      <table>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            <th scope="col">True from</th>
            <th scope="col">until</th>
            <th scope="col">Known from</th>
            <th scope="col">until</th>
            <th scope="col">Learned</th>
          </tr>
        </thead>
        <tbody>
          {rectangles.slice(0, 500).map(({ interval, from, to, validFrom, validTo }) => (
            <tr key={`${interval.id} ${from}`}>
              <th scope="row">
                <Words text={interval.memory} />
              </th>
              <td>{since(validFrom)}</td>
              <td>{until(validTo)}</td>
              <td title={formatInstant(new Date(from).toISOString())}>{since(from)}</td>
              <td>{until(to)}</td>
              <td>{from >= validFrom ? late(from - validFrom) : `${spanOf(validFrom - from)} before`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
