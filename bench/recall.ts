/**
 * `npm run bench -- recall [--stores embedded,graphdb_a,graphdb_b] [--large] [--seconds 8]`: how quick a search is at
 * 1, 8 and 64 connections, with and without the cross-encoder, against bare Fastify and bare database queries, all
 * from one run.
 */
import { parseArgs } from 'node:util'
import { table } from '../cli/table.ts'
import { madeUpQuestions } from './corpus.ts'
import { cannonade, type Latencies } from './load.ts'
import { machine } from './machine.ts'
import { present, servers } from './servers.ts'
import { startSubject, type Health, type Subject } from './subject.ts'

const search = '/api/v1/memories/search'
const connectionCounts = [1, 8, 64]
const ms = (value: number): string => value.toFixed(1)
const head = [
  '',
  'connections',
  'requests/s',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'failed',
  'loop delay p99',
  'max',
  'RSS MiB'
]

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      settings: { type: 'string' },
      stores: { type: 'string', default: Object.keys(servers).join() },
      large: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '8' }
    }
  })
  const seconds = Number(values.seconds)
  const questions = madeUpQuestions(200)
  console.log(machine())
  for (const store of present(values.stores.split(','))) {
    const server = await servers[store]?.start()
    const service = await startSubject({ settings: values.settings, overrides: server?.overrides ?? {} })
    try {
      for (const size of [1_000, 10_000, ...values.large ? [100_000] : []]) {
        const user = `user-${size}`
        await service.fill(user, size)
        await service.bare(user, questions, 1, 1)
        const rows: string[][] = []
        for (const connections of connectionCounts) {
          rows.push(
            row('bare database queries', connections, await service.bare(user, questions, connections, seconds))
          )
        }
        for (const [name, how] of Object.entries({ hybrid: {}, 'hybrid + rerank': { rerank: 'cross_encoder' } })) {
          const bodies = questions.map(query => ({ user_id: user, query, ...how }))
          for (const connections of connectionCounts) {
            rows.push(await measure(name, service, bodies, connections, seconds))
          }
        }
        rows.push(...await echoes(service, { user_id: user, query: questions[0] }, seconds))
        console.log(table(`${store}: ${size} memories of one user`, head, rows))
      }
    } finally {
      await service.stop()
      await server?.stop()
    }
  }
}

async function measure (
  name: string,
  subject: Subject,
  bodies: object[],
  connections: number,
  seconds: number
): Promise<string[]> {
  await cannonade(subject.address + search, bodies, connections, 1)
  await subject.watch()
  const latencies = await cannonade(subject.address + search, bodies, connections, seconds)
  return row(name, connections, latencies, await subject.health())
}

/** Fastify alone, with what the service answered, so that the difference is the service's own. */
async function echoes (service: Subject, body: object, seconds: number): Promise<string[][]> {
  const answer = await fetch(service.address + search, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  const bare = await startSubject({ echo: await answer.text() })
  try {
    const rows: string[][] = []
    for (const connections of connectionCounts) {
      rows.push(await measure('bare Fastify, same JSON', bare, [body], connections, Math.min(seconds, 4)))
    }
    return rows
  } finally {
    await bare.stop()
  }
}

function row (
  name: string,
  connections: number,
  { perSecond, p50, p95, p99, failed }: Latencies,
  health?: Health
): string[] {
  return [
    name,
    String(connections),
    perSecond.toFixed(0),
    ms(p50),
    ms(p95),
    ms(p99),
    String(failed),
    ...health === undefined ? ['', '', ''] : [ms(health.delayP99), ms(health.delayMax), health.residentMb.toFixed(0)]
  ]
}
