/**
 * `npm run bench -- stores [--stores embedded,graphdb_a,graphdb_b] [--sizes 1000,10000,50000] [--spread 100000/1000] [--dimensions 256]`:
 * every store on the same made-up memories, in one run. FalkorDB and Neo4j are the servers of test/services, on this machine.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import type { Store } from '../kernel/capabilities/store.ts'
import { fingerprint } from '../kernel/text/identity.ts'
import type { NewMemory } from '../kernel/nouns.ts'
import { createBoltStore } from '../plugins/store/bolt/index.ts'
import { createFalkordbStore } from '../plugins/store/falkordb/index.ts'
import { createSqliteStore } from '../plugins/store/sqlite/store.ts'
import { startFalkordb } from '../test/services/falkordb.ts'
import { residentMb, startNeo4j } from '../test/services/neo4j.ts'
import { madeUpMemories, madeUpQuestions, random } from './corpus.ts'
import { machine, percentile } from './machine.ts'

interface Subject { store: Store, bare: () => Promise<unknown>, residentMb: () => number, stop: () => Promise<void> }

const batch = 200
const rounds = 60

const subjects: Record<string, () => Promise<Subject>> = {
  async embedded () {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
    const store = await createSqliteStore({ path: join(folder, 'bench.db') })
    return { store, bare: () => store.ping(), residentMb: () => residentMb(process.pid), stop: async () => { await store.close(); await rm(folder, { recursive: true }) } }
  },
  async graphdb_a () {
    const server = await startFalkordb({ durable: true })
    const store = await createFalkordbStore({ Host: `127.0.0.1:${server.port}` })
    return { store, bare: () => store.ping(), residentMb: () => residentMb(server.pid()), stop: async () => { await store.close(); await server.stop() } }
  },
  async graphdb_b () {
    const server = await startNeo4j({ heap: '3g', pageCache: '1g', brief: false })
    const store = await createBoltStore({ Url: server.url, Username: server.username, Password: server.password })
    return { store, bare: () => store.ping(), residentMb: () => residentMb(server.pid()), stop: async () => { await store.close(); await server.stop() } }
  }
}

function makeMemory (userId: string, text: string, vector: Float32Array): NewMemory {
  const now = Date.now()
  return {
    id: v7(),
    userId,
    text,
    fingerprint: fingerprint(text + v7(), null),
    memoryType: 'semantic',
    state: 'active',
    app: 'bench',
    project: null,
    sessionId: null,
    tags: [],
    categories: [],
    metadata: null,
    attributes: {},
    source: 'verbatim',
    quote: null,
    sourceTurnUuids: [],
    speaker: null,
    confidence: 1,
    subject: null,
    predicate: null,
    value: null,
    functional: false,
    isGlobal: false,
    validAt: now,
    invalidAt: null,
    createdAt: now,
    expiredAt: null,
    supersededBy: null,
    entityIds: [],
    embedding: vector
  }
}

async function timed (count: number, operation: (round: number) => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < count; round++) {
    const started = performance.now()
    await operation(round)
    times.push(performance.now() - started)
  }
  return `${percentile(times, 0.5).toFixed(1)}/${percentile(times, 0.99).toFixed(1)}`
}

/** Operations a second with eight at once. */
async function throughput (operation: (round: number) => Promise<unknown>): Promise<string> {
  const started = performance.now()
  let done = 0
  await Promise.all(Array.from({ length: 8 }, async () => {
    while (performance.now() - started < 3000) await operation(done++)
  }))
  return (done / (performance.now() - started) * 1000).toFixed(0)
}

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { stores: { type: 'string', default: Object.keys(subjects).join() }, sizes: { type: 'string', default: '1000,10000,50000' }, spread: { type: 'string', default: '100000/1000' }, dimensions: { type: 'string', default: '256' } }
  })
  const dimensions = Number(values.dimensions)
  const { next } = random(7)
  const vector = (): Float32Array => Float32Array.from({ length: dimensions }, () => next() * 2 - 1)
  const questions = madeUpQuestions(200)
  console.log(machine())
  console.log(`vectors of ${dimensions}; ms are p50/p99 of ${rounds} calls one after the other, operations a second with eight at once; bare is one round trip that reads one node or row`)
  console.log('store      memories        fill/s  bare         add          text         vector       list         adds/s  texts/s  vectors/s  resident MiB')
  for (const name of values.stores.split(',')) {
    const subject = await subjects[name]?.()
    if (!subject) throw new Error(`${name} is no store: ${Object.keys(subjects).join(', ')}.`)
    const { store } = subject
    await store.ensureIndexes({ model: 'bench', dimensions })
    const measure = async (label: string, userOf: (round: number) => string, fillRate: number): Promise<void> => {
      const added = (round: number): Promise<unknown> => store.commit({ userId: userOf(round), add: [makeMemory(userOf(round), questions[round % questions.length] ?? '', vector())] })
      const text = (round: number): Promise<unknown> => store.matchText(userOf(round), questions[round % questions.length] ?? '', {}, 20)
      const near = (round: number): Promise<unknown> => store.nearest(userOf(round), vector(), {}, 20)
      const listed = (round: number): Promise<unknown> => store.list(userOf(round), { page: 1, size: 20 })
      for (const warm of [added, text, near, listed]) for (let round = 0; round < 5; round++) await warm(round)
      const columns = [await timed(rounds, subject.bare), await timed(rounds, added), await timed(rounds, text), await timed(rounds, near), await timed(rounds, listed)]
      const rates = [await throughput(added), await throughput(text), await throughput(near)]
      console.log(name.padEnd(11) + label.padEnd(16) + fillRate.toFixed(0).padEnd(8) + columns.map(column => column.padEnd(13)).join('') + rates[0]?.padEnd(8) + rates[1]?.padEnd(9) + rates[2]?.padEnd(11) + subject.residentMb().toFixed(0))
    }
    for (const size of values.sizes.split(',').filter(Boolean).map(Number)) {
      const userId = `bench-${size}-${v7()}`
      const texts = madeUpMemories(size, size)
      const started = performance.now()
      for (let start = 0; start < size; start += batch) await store.commit({ userId, add: texts.slice(start, start + batch).map(text => makeMemory(userId, text, vector())) })
      await measure(`${size} of one`, () => userId, size / (performance.now() - started) * 1000)
    }
    const [total = 0, users = 1] = values.spread.split('/').filter(Boolean).map(Number)
    if (total > 0) {
      const prefix = `bench-spread-${v7()}`
      const each = total / users
      const texts = madeUpMemories(total, 3)
      const started = performance.now()
      for (let user = 0; user < users; user++) {
        const userId = `${prefix}-${user}`
        await store.commit({ userId, add: texts.slice(user * each, (user + 1) * each).map(text => makeMemory(userId, text, vector())) })
      }
      await measure(`${total} of ${users}`, round => `${prefix}-${round * 37 % users}`, total / (performance.now() - started) * 1000)
    }
    await subject.stop()
  }
}
