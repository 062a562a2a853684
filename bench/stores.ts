/**
 * `npm run bench -- stores [--stores embedded,graphdb_a,graphdb_b] [--sizes 1000,10000,50000] [--spread 100000/1000]`:
 * every store on the same made-up memories, in one run. FalkorDB and Neo4j are the servers of test/services, on this
 * machine.
 */
import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import type { Store } from '../domain/capabilities/store.ts'
import { fingerprint } from '../domain/text/identity.ts'
import type { NewMemory } from '../domain/nouns.ts'
import { newMemory } from '../test/conformance/store/suite.ts'
import { madeUpMemories, madeUpQuestions, random } from './corpus.ts'
import { machine, percentile } from './machine.ts'
import { present, servers, type Server } from './servers.ts'
import { startService, type Service } from './service.ts'

const batch = 200
const rounds = 60
/** How many users are filled at once. */
const fillers = 4

/** Measures for how long at least one call into the store was under way. */
function watch (store: Store): { busyMs: () => number } {
  let [busy, under, since] = [0, 0, 0]
  const verbs = store as unknown as Record<string, unknown>
  for (const [verb, call] of Object.entries(verbs)) {
    if (typeof call !== 'function' || verb === 'export') continue
    verbs[verb] = async (...given: unknown[]) => {
      if (under++ === 0) since = performance.now()
      try {
        return await (call as (...given: unknown[]) => unknown)(...given)
      } finally {
        if (--under === 0) busy += performance.now() - since
      }
    }
  }
  return { busyMs: () => busy }
}

/** The same text may come more than once: its fingerprint is its own. */
function makeMemory (userId: string, text: string, vector: Float32Array): NewMemory {
  return newMemory(userId, text, {
    createdAt: Date.now(),
    fingerprint: fingerprint(text + v7(), null),
    app: 'bench',
    embedding: vector
  })
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

/** What the service adds to the database, HTTP and JSON on both sides included. */
async function overhead (
  service: Service,
  busyMs: () => number,
  userOf: (round: number) => string,
  questions: string[]
): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [started, busy] = [performance.now(), busyMs()]
    await service.post('/api/v1/memories/search', {
      user_id: userOf(round),
      query: questions[round % questions.length] ?? '',
      mode: 'text',
      top_k: 10
    })
    times.push(performance.now() - started - (busyMs() - busy))
  }
  return percentile(times, 0.5).toFixed(1)
}

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      stores: { type: 'string', default: Object.keys(servers).join() },
      sizes: { type: 'string', default: '1000,10000,50000' },
      spread: { type: 'string', default: '100000/1000' }
    }
  })
  const dimensions = 256
  const { next } = random(7)
  const vector = (): Float32Array => Float32Array.from({ length: dimensions }, () => next() * 2 - 1)
  const questions = madeUpQuestions(200)
  console.log(machine())
  console.log(
    `vectors of ${dimensions}; ms are p50/p99 of ${rounds} calls one after the other, operations a second with ` +
      `eight at once; bare is one round trip that reads one node or row;\nover is what a text search over HTTP ` +
      'takes beyond the time its calls into the store are under way, p50'
  )
  console.log(
    'store      memories        fill/s  bare         add          text         vector       list         adds/s  ' +
      'texts/s  vectors/s  over     resident MiB'
  )
  for (const name of present(values.stores.split(','))) {
    const server = await servers[name]?.start() as Server
    // What is asked for is the store, not the models.
    const service = await startService(undefined, { SVC_Rerank__Provider: 'none', ...server.overrides })
    const { store } = service.app
    const watched = watch(store)
    const measure = async (label: string, userOf: (round: number) => string, fillRate: number): Promise<void> => {
      const added = (round: number): Promise<unknown> =>
        store.commit({
          userId: userOf(round),
          add: [makeMemory(userOf(round), questions[round % questions.length] ?? '', vector())]
        })
      const text = (round: number): Promise<unknown> =>
        store.matchText(userOf(round), questions[round % questions.length] ?? '', {}, 20)
      const near = (round: number): Promise<unknown> => store.nearest(userOf(round), vector(), {}, 20)
      const listed = (round: number): Promise<unknown> => store.list(userOf(round), { page: 1, size: 20 })
      for (const warm of [added, text, near, listed]) for (let round = 0; round < 5; round++) await warm(round)
      const columns = [
        await timed(rounds, () => store.ping()),
        await timed(rounds, added),
        await timed(rounds, text),
        await timed(rounds, near),
        await timed(rounds, listed)
      ]
      const over = await overhead(service, watched.busyMs, userOf, questions)
      const rates = [await throughput(added), await throughput(text), await throughput(near)]
      console.log(
        name.padEnd(11) + label.padEnd(16) + fillRate.toFixed(0).padEnd(8) + columns.map(column =>
          column.padEnd(13)
        ).join('') + rates[0]?.padEnd(8) + rates[1]?.padEnd(9) + rates[2]?.padEnd(11) + over.padEnd(9) +
          server.residentMb().toFixed(0)
      )
    }
    for (const size of values.sizes.split(',').filter(Boolean).map(Number)) {
      const userId = `bench-${size}-${v7()}`
      const texts = madeUpMemories(size, size)
      const started = performance.now()
      for (let start = 0; start < size; start += batch) {
        await store.commit({
          userId,
          add: texts.slice(start, start + batch).map(text => makeMemory(userId, text, vector()))
        })
      }
      await measure(`${size} of one`, () => userId, size / (performance.now() - started) * 1000)
    }
    const [total = 0, users = 1] = values.spread.split('/').filter(Boolean).map(Number)
    if (total > 0) {
      const prefix = `bench-spread-${v7()}`
      const each = total / users
      const texts = madeUpMemories(total, 3)
      const started = performance.now()
      let next = 0
      await Promise.all(Array.from({ length: fillers }, async () => {
        while (next < users) {
          const user = next++
          const userId = `${prefix}-${user}`
          await store.commit({
            userId,
            add: texts.slice(user * each, (user + 1) * each).map(text => makeMemory(userId, text, vector()))
          })
        }
      }))
      await measure(
        `${total} of ${users}`,
        round => `${prefix}-${round * 37 % users}`,
        total / (performance.now() - started) * 1000
      )
    }
    await service.stop()
    await server.stop()
  }
}
