/**
 * `npm run bench -- ingest [--count 10000] [--connections 4] [--users 1] [--before 0]`: so many memories added one by
 * one, each to any of so many users, then two hundred searches over them, over HTTP. `before` says how many are there
 * already: each adds to pages of its own user, which are few while there are few memories.
 */
import { parseArgs } from 'node:util'
import { table } from '../cli/table.ts'
import { madeUpMemories, madeUpQuestions, random } from './corpus.ts'
import { each, type Latencies } from './load.ts'
import { machine } from './machine.ts'
import { startSubject, type Health } from './subject.ts'

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      settings: { type: 'string' },
      count: { type: 'string', default: '10000' },
      connections: { type: 'string', default: '4' },
      users: { type: 'string', default: '1' },
      before: { type: 'string', default: '0' }
    }
  })
  const [connections, users, before] = [values.connections, values.users, values.before].map(Number) as [
    number,
    number,
    number
  ]
  console.log(machine())
  const service = await startSubject({ settings: values.settings })
  try {
    const bodies = addsOf(before + Number(values.count), users)
    const [earlier, adds] = [bodies.slice(0, before), bodies.slice(before)]
    if (earlier.length > 0) await each(`${service.address}/api/v1/memories`, earlier, 64)
    await service.watch()
    const added = await each(`${service.address}/api/v1/memories`, adds, connections)
    const whileAdding = await service.health()
    const searches = madeUpQuestions(200).map((query, place) => ({ user_id: `user ${place % users}`, query }))
    await service.watch()
    const found = await each(`${service.address}/api/v1/memories/search`, searches, 1)
    const whileSearching = await service.health()
    console.log(
      table(`${users === 1 ? 'One user' : `${users} users`}, embedding included`, [
        '',
        'how many',
        'connections',
        'per second',
        'p50 ms',
        'p95 ms',
        'p99 ms',
        'failed',
        'processor µs each',
        'loop delay p99 ms',
        'max ms',
        'RSS MiB'
      ], [
        row('adds, infer: false', adds.length, connections, added, whileAdding),
        row('hybrid searches', searches.length, 1, found, whileSearching)
      ])
    )
  } finally {
    await service.stop()
  }
}

/** In no order of the users: those who come one after the other may stand side by side in an index. */
function addsOf (count: number, users: number): object[] {
  const r = random(3)
  return madeUpMemories(count).map((text, place) => ({
    user_id: `user ${r.upTo(users)}`,
    text: `${text} (${place})`,
    infer: false
  }))
}

function row (
  name: string,
  count: number,
  connections: number,
  { perSecond, p50, p95, p99, failed }: Latencies,
  { delayP99, delayMax, residentMb, cpuMs }: Health
): string[] {
  return [
    name,
    String(count),
    String(connections),
    perSecond.toFixed(0),
    p50.toFixed(1),
    p95.toFixed(1),
    p99.toFixed(1),
    String(failed),
    (cpuMs * 1000 / count).toFixed(0),
    delayP99.toFixed(1),
    delayMax.toFixed(1),
    residentMb.toFixed(0)
  ]
}
