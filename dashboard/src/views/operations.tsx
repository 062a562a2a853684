/** The service as a whole: the last 24 hours, what runs, backups and re-embedding. With auth on, for operators only. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, data, type Schemas } from '../api/client.ts'
import { Loading, Problem } from '../parts/problem.tsx'
import { useSession } from '../session.tsx'
import { formatInstant } from '../time/format.ts'
import { TrafficChart } from './traffic.tsx'

const everyMs = 15_000

export function Operations () {
  const traffic = useQuery({
    queryKey: ['traffic'],
    queryFn: () => data(api.GET('/api/v1/operations/traffic')),
    refetchInterval: everyMs
  })
  const jobs = useQuery({
    queryKey: ['operations'],
    queryFn: () => data(api.GET('/api/v1/operations')),
    refetchInterval: everyMs
  })
  const reindex = useQuery({
    queryKey: ['reindex'],
    queryFn: () => data(api.GET('/api/v1/debug/reindex-vectors')),
    refetchInterval: everyMs
  })
  const failed = traffic.error ?? jobs.error ?? reindex.error
  return (
    <>
      <section>
        <h2>The last 24 hours</h2>
        {traffic.data === undefined && failed === null && <Loading what="the last 24 hours" />}
        {traffic.data !== undefined && <TrafficChart traffic={traffic.data} />}
      </section>
      <section>
        <h2>What runs</h2>
        {failed !== null && <Problem error={failed} />}
        <dl className="facts jobs">
          {jobs.data !== undefined && <Backups backup={jobs.data.backup} />}
          {reindex.data !== undefined && <Reindexing progress={reindex.data} />}
          {jobs.data !== undefined && (
            <Job name="Summaries">
              {jobs.data.enrichment_due === 0
                ? 'nothing waits'
                : `${jobs.data.enrichment_due.toLocaleString()} users wait for theirs`}
            </Job>
          )}
        </dl>
      </section>
      <Users />
    </>
  )
}

function Job ({ name, children }: { name: string, children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface LastBackup {
  finished_at: string
  users: number
  records: number
  bytes: number
}

function Backups ({ backup }: { backup: Schemas['Operations']['backup'] }) {
  const last = backup.last as LastBackup | null
  const hour = String(backup.hour).padStart(2, '0')
  return (
    <Job name="Backups">
      {backup.nightly ? `each night at ${hour}:00, the service's time` : 'not made by themselves (Backup:Enabled)'}
      {backup.running_since !== null && (
        <p role="status">
          One is being made since {formatInstant(backup.running_since as string)}:{' '}
          <Share name="Backup" done={Number(backup.users_done ?? 0)} total={backup.users_total as number | null} />{' '}
          users
        </p>
      )}
      <p className="quiet">
        {last === null
          ? 'There is none yet.'
          : `The newest is of ${formatInstant(last.finished_at)}: ${last.users.toLocaleString()} users, ` +
            `${last.records.toLocaleString()} records, ${Math.ceil(last.bytes / 1024).toLocaleString()} KB.`}
      </p>
      {backup.error !== null && <p className="problem">The last one failed: {String(backup.error)}</p>}
    </Job>
  )
}

/** Without a total nothing is said of how far it is. */
function Share ({ name, done, total }: { name: string, done: number, total: number | null }) {
  if (total === null) return done.toLocaleString()
  return (
    <>
      <progress aria-label={name} value={done} max={Math.max(1, total)} /> {done.toLocaleString()} of{' '}
      {total.toLocaleString()}
    </>
  )
}

function Reindexing ({ progress }: { progress: Schemas['ReindexProgress'] }) {
  const { state, done, total, model, finished_at: finishedAt, error } = progress
  const of = `${Number(done ?? 0).toLocaleString()} of ${Number(total ?? 0).toLocaleString()}`
  return (
    <Job name="Re-embedding">
      {state === 'idle' && 'none since the start'}
      {state === 'running' && <Share name="Re-embedding" done={Number(done ?? 0)} total={total as number | null} />}
      {state === 'done' && `done ${formatInstant(finishedAt as string)}: ${of}`}
      {state === 'failed' && <span className="problem">failed at {of}: {String(error)}</span>}
      {model !== null && <p className="quiet">with {String(model)}</p>}
    </Job>
  )
}

function Users () {
  const { me } = useSession()
  if (me.users.length === 0) return null
  return (
    <section>
      <h2>Whose memories are here</h2>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Users and how many memories they have">
        <table className="users">
          <thead>
            <tr>
              <th scope="col">User</th>
              <th scope="col">Memories</th>
            </tr>
          </thead>
          <tbody>
            {me.users.map(({ user_id: id, memories }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{id}</bdi>
                </th>
                <td className="number">{memories.toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {me.users.length === 100 && <p className="quiet">The first hundred.</p>}
    </section>
  )
}
