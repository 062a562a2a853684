/** Requests and how long they took, a point a minute over 24 hours; the same by the hour as a table. */
import type { Schemas } from '../api/client.ts'
import { formatInstant } from '../time/format.ts'

type Traffic = Schemas['Traffic']
type Point = Schemas['TrafficPoint']

const minuteMs = 60_000
const minutes = 24 * 60
const [width, height, left, bottom] = [720, 110, 44, 16]
const everyHours = 4

const number = (value: number): string => value.toLocaleString(undefined, { maximumFractionDigits: 1 })

export function TrafficChart ({ traffic: { points, started_at: startedAt } }: { traffic: Traffic }) {
  const now = Math.floor(Date.now() / minuteMs)
  const requests = points.reduce((sum, point) => sum + point.requests, 0)
  const failed = points.reduce((sum, point) => sum + point.failed, 0)
  const slowest = Math.max(0, ...points.map(point => point.p95_ms))
  const at = (point: Point): number => left + width * (1 - (now - Date.parse(point.at) / minuteMs) / minutes)
  return (
    <>
      <dl className="numbers">
        <Number name="requests" value={number(requests)} />
        <Number name="failed" value={number(failed)} />
        <Number name="highest p95" value={`${number(slowest)} ms`} />
      </dl>
      <Chart
        title="Requests a minute"
        now={now}
        most={Math.max(1, ...points.map(point => point.requests))}
        bars={points.map(point => ({ x: at(point), value: point.requests, marked: point.failed > 0 }))}
      />
      <Chart
        title="Answered within, milliseconds (95 of 100; the dark part half)"
        now={now}
        most={Math.max(1, slowest)}
        bars={points.map(point => ({ x: at(point), value: point.p95_ms, inner: point.p50_ms }))}
      />
      <p className="quiet">Counted since {formatInstant(startedAt)} by this process; probes and pages are not.</p>
      <Hours points={points} />
    </>
  )
}

function Number ({ name, value }: { name: string, value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface Bar {
  x: number
  value: number
  inner?: number
  marked?: boolean
}

function Chart ({ title, now, most, bars }: { title: string, now: number, most: number, bars: Bar[] }) {
  const tall = (value: number): number => Math.max(1, value / most * height)
  const hours = Array.from({ length: 24 / everyHours + 1 }, (_, place) => place * everyHours)
  return (
    <figure className="traffic">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${left + width + 4} ${height + bottom + 8}`}
        role="img"
        aria-label={`${title}: ${number(most)} at most`}
      >
        <text className="most" x={left - 6} y={12} textAnchor="end">{number(most)}</text>
        <text className="none" x={left - 6} y={height + 6} textAnchor="end">0</text>
        <line x1={left} x2={left + width} y1={height + 6} y2={height + 6} />
        {hours.map(hour => {
          const x = left + width * (hour / 24)
          const time = new Date((now - (24 - hour) * 60) * minuteMs)
          return (
            <text key={hour} x={x} y={height + bottom + 6} textAnchor={hour === 24 ? 'end' : 'middle'}>
              {hour === 24 ? 'now' : time.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })}
            </text>
          )
        })}
        {bars.map(({ x, value, inner, marked }) => (
          <g key={x} className={marked ? 'failed' : undefined}>
            <rect x={x - 0.8} width={1.6} y={height + 6 - tall(value)} height={tall(value)} />
            {inner !== undefined && (
              <rect className="inner" x={x - 0.8} width={1.6} y={height + 6 - tall(inner)} height={tall(inner)} />
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}

function Hours ({ points }: { points: Point[] }) {
  const hours = new Map<number, Point[]>()
  for (const point of points) {
    const hour = Math.floor(Date.parse(point.at) / (60 * minuteMs))
    hours.set(hour, [...hours.get(hour) ?? [], point])
  }
  if (hours.size === 0) return null
  return (
    <details>
      <summary>By the hour</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Hour</th>
            <th scope="col">Requests</th>
            <th scope="col">Failed</th>
            <th scope="col">Highest p95</th>
          </tr>
        </thead>
        <tbody>
          {[...hours].map(([hour, minutes]) => (
            <tr key={hour}>
              <th scope="row">{formatInstant(new Date(hour * 60 * minuteMs).toISOString())}</th>
              <td className="number">{number(minutes.reduce((sum, one) => sum + one.requests, 0))}</td>
              <td className="number">{number(minutes.reduce((sum, one) => sum + one.failed, 0))}</td>
              <td className="number">{number(Math.max(...minutes.map(one => one.p95_ms)))} ms</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
