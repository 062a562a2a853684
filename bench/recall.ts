/** `npm run bench -- recall`: how quick a search is, at 1, 8 and 64 connections, against bare Fastify and bare database queries, all from one run. */
import { parseArgs } from 'node:util'
import { table } from '../kernel/commands/table.ts'
import { madeUpQuestions } from './corpus.ts'
import { cannonade, type Latencies } from './load.ts'
import { machine } from './machine.ts'
import { startSubject, type Health, type Subject } from './subject.ts'

const search = '/api/v1/memories/search'
const ms = (value: number): string => value.toFixed(1)
const head = ['', 'connections', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'failed', 'loop delay p99', 'max', 'RSS MiB']

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { settings: { type: 'string' }, large: { type: 'boolean', default: false }, seconds: { type: 'string', default: '8' } } })
  const seconds = Number(values.seconds)
  const questions = madeUpQuestions(200)
  console.log(machine())
  const service = await startSubject({ settings: values.settings })
  try {
    for (const size of [1_000, 10_000, ...values.large ? [100_000] : []]) {
      const user = `user-${size}`
      await service.fill(user, size)
      const bare = await service.bare(user, questions)
      const rows: string[][] = [['bare database queries', '1', (1000 / bare.p50).toFixed(0), ms(bare.p50), ms(bare.p95), ms(bare.p99), '', '', '', '']]
      for (const [name, how] of Object.entries({ hybrid: {}, 'hybrid + rerank': { rerank: 'cross_encoder' } })) {
        const bodies = questions.map(query => ({ user_id: user, query, ...how }))
        for (const connections of [1, 8, 64]) rows.push(await measure(name, service, bodies, connections, seconds))
      }
      rows.push(...await echoes(service, { user_id: user, query: questions[0] }, seconds))
      console.log(table(`${size} memories of one user`, head, rows))
    }
  } finally {
    await service.stop()
  }
}

async function measure (name: string, subject: Subject, bodies: object[], connections: number, seconds: number): Promise<string[]> {
  await cannonade(subject.address + search, bodies, connections, 1)
  await subject.watch()
  const latencies = await cannonade(subject.address + search, bodies, connections, seconds)
  return row(name, connections, latencies, await subject.health())
}

/** Fastify alone, with what the service answered, so that the difference is the service's own. */
async function echoes (service: Subject, body: object, seconds: number): Promise<string[][]> {
  const answer = await fetch(service.address + search, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const bare = await startSubject({ echo: await answer.text() })
  try {
    const rows: string[][] = []
    for (const connections of [1, 8, 64]) rows.push(await measure('bare Fastify, same JSON', bare, [body], connections, Math.min(seconds, 4)))
    return rows
  } finally {
    await bare.stop()
  }
}

function row (name: string, connections: number, { perSecond, p50, p95, p99, failed }: Latencies, { delayP99, delayMax, residentMb }: Health): string[] {
  return [name, String(connections), perSecond.toFixed(0), ms(p50), ms(p95), ms(p99), String(failed), ms(delayP99), ms(delayMax), residentMb.toFixed(0)]
}
