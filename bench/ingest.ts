/**
 * `npm run bench -- ingest`: ten thousand memories added to one user one by one, then two hundred searches, over
 * HTTP.
 */
import { parseArgs } from 'node:util'
import { table } from '../cli/table.ts'
import { madeUpMemories, madeUpQuestions } from './corpus.ts'
import { each, type Latencies } from './load.ts'
import { machine } from './machine.ts'
import { startSubject, type Health } from './subject.ts'

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      settings: { type: 'string' },
      count: { type: 'string', default: '10000' },
      connections: { type: 'string', default: '4' }
    }
  })
  const connections = Number(values.connections)
  console.log(machine())
  const service = await startSubject({ settings: values.settings })
  try {
    const adds = madeUpMemories(Number(values.count)).map((text, place) => ({
      user_id: 'one',
      text: `${text} (${place})`,
      infer: false
    }))
    await service.watch()
    const added = await each(`${service.address}/api/v1/memories`, adds, connections)
    const whileAdding = await service.health()
    const searches = madeUpQuestions(200).map(query => ({ user_id: 'one', query }))
    await service.watch()
    const found = await each(`${service.address}/api/v1/memories/search`, searches, 1)
    const whileSearching = await service.health()
    console.log(
      table('One user, embedding included', [
        '',
        'how many',
        'connections',
        'per second',
        'p50 ms',
        'p95 ms',
        'p99 ms',
        'failed',
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

function row (
  name: string,
  count: number,
  connections: number,
  { perSecond, p50, p95, p99, failed }: Latencies,
  { delayP99, delayMax, residentMb }: Health
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
    delayP99.toFixed(1),
    delayMax.toFixed(1),
    residentMb.toFixed(0)
  ]
}
