/** For who runs it: how every part fares, what is stored, in and out, and erasing a person. */
import { useQuery } from '@tanstack/react-query'
import { send, serviceUrl, type Schemas } from '../api/client.ts'
import { useStats } from '../api/queries.ts'
import { Loading, Problem } from '../parts/problem.tsx'
import { useSession } from '../session.tsx'
import { formatInstant } from '../time/format.ts'
import { Operations } from './operations.tsx'
import { Erase } from './erase.tsx'
import { Transfer } from './transfer.tsx'
import { Snippets } from './first-run.tsx'

export function OperateView () {
  const { userId, me } = useSession()
  const mayWrite = !me.operator && !me.read_only
  return (
    <div className="operate">
      <h1>Operate</h1>
      <Health />
      {(me.operator || me.auth === 'open') && <Operations />}
      {!me.operator && <Numbers />}
      {mayWrite && <Transfer />}
      {mayWrite && <Erase key={userId} />}
      <section>
        <h2>Connect</h2>
        {!me.operator && <Snippets />}
        <p className="quiet">
          Version {me.version}. <a href="docs">The API, described</a>.
        </p>
      </section>
    </div>
  )
}

/** A degraded service answers 503 with the same report. */
async function readHealth (): Promise<Schemas['HealthReport']> {
  const response = await fetch(`${serviceUrl}/api/health`).catch(() => null)
  if (response !== null && (response.ok || response.status === 503)) {
    const report = await response.json() as Partial<Schemas['HealthReport']>
    if (report.checks !== undefined) return report as Schemas['HealthReport']
  }
  return await (await send(`${serviceUrl}/api/health`)).json() as Schemas['HealthReport']
}

const unlisted = new Set(['ok', 'error', 'latency_ms'])

function Health () {
  const health = useQuery({ queryKey: ['health'], queryFn: readHealth, refetchInterval: 10_000 })
  const { data, failureReason } = health
  return (
    <section>
      <h2>Health</h2>
      {failureReason !== null && <Problem error={failureReason} />}
      {data === undefined && failureReason === null && <Loading what="the checks" />}
      {data !== undefined && (
        <div className="table-scroll" tabIndex={0} role="region" aria-label="Health of every part">
          <table>
            <thead>
              <tr>
                <th scope="col">Part</th>
                <th scope="col">State</th>
                <th scope="col">Round trip</th>
                <th scope="col">What it is</th>
              </tr>
            </thead>
            <tbody>
              {Object.entries(data.checks).filter(([name]) => name !== 'memgraph').map(([name, check]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="fares">
                    {check.ok ? '✓ works' : '✗ fails'}
                    {check.error ? <p className="quiet">{String(check.error)}</p> : null}
                  </td>
                  <td className="number">
                    {'latency_ms' in check && typeof check.latency_ms === 'number' ? `${check.latency_ms} ms` : '—'}
                  </td>
                  <td>{described(check)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data !== undefined && <p className="quiet">Checked {formatInstant(data.checked_at)}.</p>}
    </section>
  )
}

function described (check: Record<string, unknown>): string {
  return Object.entries(check).filter(([name, value]) => !unlisted.has(name) && value !== null && String(value) !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join(' · ')
}

function Numbers () {
  const { userId } = useSession()
  const stats = useStats()
  if (stats.error !== null) {
    return (
      <Problem
        error={stats.error}
        onRetry={() => {
          void stats.refetch()
        }}
      />
    )
  }
  if (stats.data === undefined) return <Loading what="the numbers" />
  const { memories, entities, relations, sessions, communities, first_at: first, last_at: last } = stats.data
  const rows: Array<[string, number]> = [
    ['held true', memories.active],
    ['written over', memories.superseded],
    ['ended', memories.invalidated],
    ['entities', entities],
    ['relations', relations],
    ['conversations', sessions],
    ['communities', communities]
  ]
  return (
    <section>
      <h2>
        What is stored of <bdi>{userId}</bdi>
      </h2>
      <dl className="numbers">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.toLocaleString()}</dd>
          </div>
        ))}
      </dl>
      {first !== null && (
        <p className="quiet">From {formatInstant(first as string)} to {formatInstant(last as string)}.</p>
      )}
    </section>
  )
}
