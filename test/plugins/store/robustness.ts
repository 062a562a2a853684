/**
 * What happens to a real server, done to it on purpose: killed, cut off, slowed down, crowded. The same for every
 * database behind a socket.
 */
import type { Test } from 'tap'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../../../bench/service.ts'
import type { Store } from '../../../domain/capabilities/store.ts'
import { referenceScores } from '../../conformance/store/match-text.ts'
import { bruteForce } from '../../conformance/store/nearest.ts'
import {
  at,
  collect,
  failure,
  freshUser,
  given,
  ids,
  newEntity,
  newMemory,
  random,
  randomVector,
  supersession
} from '../../conformance/store/suite.ts'
import type { Graph } from '../../../plugins/store/_cypher/graph.ts'
import { startProxy } from '../../services/proxy.ts'
import type { Service } from '../../services/service.ts'

interface Options {
  server: Service
  /** Opens a store on the server, through this port. */
  open: (port: number) => Promise<Store>
  /** How many users the crowd has. */
  users: number
  /** How many memories the user with the most of them has. */
  memories: number
}

/** One commit of several parts; true when the store said that it is stored. */
async function writeOne (store: Store, userId: string, number: number): Promise<boolean> {
  const entity = newEntity(userId, `Entity ${number}`, { id: `${userId}-entity-${number}` })
  const old = newMemory(userId, `old ${number}`, { id: `${userId}-old-${number}` })
  const kept = newMemory(userId, `kept ${number}`, { id: `${userId}-kept-${number}`, entityIds: [entity.id] })
  return await failure(() =>
    store.commit({ userId, add: [old, kept], entities: [entity], supersede: [supersession(old.id, kept.id)] })
  ) === null
}

/** Numbers of the commits that are stored whole, and what is stored in part. */
async function inspect (store: Store, userId: string): Promise<{ whole: Set<number>, torn: string[] }> {
  const parts = new Map<number, string[]>()
  for (const record of await collect(store.export(userId))) {
    const [name, part] = record.kind === 'memory'
      ? [record.memory.id, `${record.memory.state} ${record.memory.entityIds.length}`]
      : record.kind === 'entity'
      ? [record.entity.id, 'entity']
      : record.kind === 'supersession'
      ? [record.supersession.oldId, 'supersession']
      : ['', '']
    const number = Number(/\d+$/.exec(name)?.[0])
    parts.set(number, [...parts.get(number) ?? [], part])
  }
  const whole = [...parts].filter(([, found]) => found.sort().join() === 'active 1,entity,superseded 0,supersession')
  return {
    whole: new Set(whole.map(([number]) => number)),
    torn: [...parts].filter(([number]) => !whole.some(([other]) => other === number)).map(([number, found]) =>
      `${number}: ${found.join()}`
    )
  }
}

/** Retries as an application would, for as long as a server takes to come back. */
async function eventually<T> (operation: () => Promise<T>): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await operation()
    } catch (error) {
      if (attempt === 100 || (error as { code?: string }).code !== 'database_unavailable') throw error
      await sleep(300)
    }
  }
}

/**
 * The server stands still with its sockets open, as a frozen machine does, and goes on later. `graph` waits a moment
 * for an answer.
 */
export async function hangs (t: Test, server: Service, graph: Graph): Promise<void> {
  t.teardown(() => graph.close())
  const write = () => graph.write([{ body: "MERGE (h:Hang {uid: 'hang'}) DELETE h" }])
  await write()
  process.kill(server.pid(), 'SIGSTOP')
  t.teardown(() => {
    process.kill(server.pid(), 'SIGCONT')
  })
  await t.rejects(
    graph.read('RETURN 1 AS one'),
    { code: 'database_unavailable', message: /no answer within/ },
    'a read says that the database is away'
  )
  await t.rejects(write(), { code: 'OUTCOME_UNKNOWN' }, 'a write says that its outcome is unknown')
  process.kill(server.pid(), 'SIGCONT')
  t.same(await eventually(() => graph.read('RETURN 1 AS one')), [{ one: 1 }], 'and it goes on')
}

export async function robustness (t: Test, { server, open, users, memories: many }: Options): Promise<void> {
  await t.test(
    'a server killed in the middle of commits and started again: what was acknowledged is ' +
      'there, nothing is torn, and the same store goes on',
    async t => {
      const store = await open(server.port)
      t.teardown(() => store.close())
      const userId = freshUser()
      const acknowledged: number[] = []
      let next = 0
      for (let kills = 0; kills < 2; kills++) {
        const round = { over: false }
        const aim = acknowledged.length + 30
        const writers = Array.from({ length: 4 }, async () => {
          while (!round.over) {
            const number = next++
            if (await writeOne(store, userId, number)) acknowledged.push(number)
          }
        })
        while (acknowledged.length < aim) await sleep(5)
        await server.kill()
        round.over = true
        await server.start()
        await Promise.all(writers)
      }
      await eventually(() => store.ping())
      const { whole, torn } = await inspect(store, userId)
      t.same(torn, [])
      t.same(acknowledged.filter(number => !whole.has(number)), [], 'nothing acknowledged is missing')
      t.ok(await writeOne(store, userId, next), 'and writing goes on')
    }
  )

  await t.test(
    'connections cut while commits are in flight: each is stored exactly once or said to have ' +
      'failed',
    async t => {
      const proxy = await startProxy(server.port)
      const store = await open(proxy.port)
      t.teardown(async () => {
        await store.close()
        await proxy.close()
      })
      const userId = freshUser()
      const acknowledged: number[] = []
      const failed: number[] = []
      let next = 0
      const writers = Array.from({ length: 4 }, async () => {
        while (next < 120) {
          const number = next++
          ;(await writeOne(store, userId, number) ? acknowledged : failed).push(number)
        }
      })
      const writing = Promise.all(writers)
      for (let cuts = 0; cuts < 5; cuts++) {
        const aim = acknowledged.length + failed.length + 10
        while (acknowledged.length + failed.length < Math.min(aim, 120)) await sleep(2)
        proxy.cut()
      }
      await writing
      const { whole, torn } = await inspect(store, userId)
      t.same(torn, [])
      t.same(acknowledged.filter(number => !whole.has(number)), [], 'nothing acknowledged is missing')
      t.same(failed, [], 'the store found out by itself what had become of each, and wrote the rest')
      t.equal(whole.size, 120)
    }
  )

  await t.test('a server that answers slowly is waited for', async t => {
    const proxy = await startProxy(server.port)
    const store = await open(proxy.port)
    t.teardown(async () => {
      await store.close()
      await proxy.close()
    })
    proxy.slow(400)
    const userId = freshUser()
    t.ok(await writeOne(store, userId, 1))
    t.equal((await store.matchText(userId, 'kept', {}, 5)).length, 1)
  })

  await t.test('fifty writers at once on one user lose nothing and count right', async t => {
    const stores = await Promise.all([open(server.port), open(server.port)])
    t.teardown(() => Promise.all(stores.map(store => store.close())))
    const userId = freshUser()
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, number) => writeOne(stores[number % 2] as Store, userId, number))
    )
    t.equal(results.filter(Boolean).length, 50)
    const [store] = stores as [Store, Store]
    t.match(await store.stats(userId), { memories: { active: 50, superseded: 50 }, entities: 50 })
    const scores = (await store.matchText(userId, 'kept', {}, 100)).map(match => match.score)
    t.equal(scores.length, 50)
    // Every one of fifty memories of two words holds "kept": the score is known to the digit only if the user's
    // counts are right.
    t.ok(scores.every(score => Math.abs(score - Math.log(1 + 0.5 / 50.5)) < 1e-9), `${scores[0]}`)
  })

  await t.test('two service processes behave as one: identical writes, one supersession, one lease', async t => {
    const [one, two] = await Promise.all([open(server.port), open(server.port)])
    t.teardown(() => Promise.all([one.close(), two.close()]))
    for (let round = 0; round < 10; round++) {
      const userId = freshUser()
      const [first] = await given(one, userId, [newMemory(userId, 'the old fact')])
      const code = (store: Store): Promise<string | null> => {
        const next = newMemory(userId, 'the new fact', { createdAt: at(1) })
        return failure(() => store.commit({ userId, add: [next], supersede: [supersession(first?.id ?? '', next.id)] }))
      }
      t.same((await Promise.all([code(one), code(two)])).sort(), ['conflict', null].sort())
      t.equal((await two.history(userId, first?.id ?? '')).length, 1)
      const job = freshUser()
      t.equal(
        (await Promise.all([one.lease(job, 'one', 60_000), two.lease(job, 'two', 60_000)])).filter(Boolean).length,
        1
      )
    }
  })

  await t.test(`${users} users: each finds its own and no other's`, async t => {
    const store = await open(server.port)
    t.teardown(() => store.close())
    const prefix = freshUser()
    const names = Array.from({ length: users }, (_, number) => `${prefix}-${String(number).padStart(5, '0')}`)
    let next = 0
    await Promise.all(Array.from({ length: 16 }, async () => {
      while (next < users) {
        const userId = names[next++] ?? ''
        await given(store, userId, [newMemory(userId, `the secret of ${userId}`), newMemory(userId, 'a common fact')])
      }
    }))
    for (let number = 0; number < users; number += Math.ceil(users / 40)) {
      const userId = names[number] ?? ''
      t.equal((await store.matchText(userId, 'secret common fact', {}, 10)).length, 2)
      t.equal((await store.list(userId, { page: 1, size: 10 })).total, 2)
    }
    t.equal(
      (await store.users({ after: prefix, limit: users })).filter(user => user.userId.startsWith(prefix)).length,
      users
    )
  })

  await t.test(
    `one user with ${many} memories: text and vectors are found as the references find them, ` +
      'the list counts them, the export holds them',
    async t => {
      const store = await open(server.port)
      t.teardown(() => store.close())
      const userId = freshUser()
      const next = random(41)
      const dimensions = (await store.meta()).dimensions ?? 16
      const word = (): string => `u${Math.floor(2000 * next() ** 4)}r`
      const memories = Array.from(
        { length: many },
        (_, index) =>
          newMemory(userId, `${index}m ${Array.from({ length: 3 + Math.floor(next() * 9) }, word).join(' ')}`, {
            createdAt: at(index),
            embedding: randomVector(dimensions, next)
          })
      )
      for (let start = 0; start < many; start += 500) await given(store, userId, memories.slice(start, start + 500))
      for (const query of ['u0r', 'u0r u1r u2r', 'u700r u0r', `${many - 1}m u3r`]) {
        const best = [...referenceScores(memories, query).values()].sort((a, b) => b - a).slice(0, 20)
        const found = await store.matchText(userId, query, {}, 20)
        t.ok(
          found.length === best.length &&
            found.every(({ score }, place) => Math.abs(score - (best[place] ?? 0)) < 1e-6 * score),
          query
        )
      }
      const vector = randomVector(dimensions, next)
      const nearest = new Set(ids(bruteForce(memories, vector).slice(0, 20)))
      t.ok(
        ids(await store.nearest(userId, vector, {}, 20)).filter(id => nearest.has(id)).length >= 18,
        'an approximate index may miss one or two'
      )
      const { items, total } = await store.list(userId, { page: 1, size: 5 })
      t.same([ids(items), total], [ids(memories.slice(-5).reverse()), many])
      let exported = 0
      for await (const record of store.export(userId)) {
        if (record.kind === 'memory' && record.embedding !== null) exported++
      }
      t.equal(exported, many)
    }
  )
}

/** Something that listens and is not a database: it speaks HTTP. */
export async function startExternal (t: Test): Promise<number> {
  const { createServer } = await import('node:http')
  const external = createServer((_, response) => {
    response.end('hello')
  })
  external.listen(0, '127.0.0.1')
  await once(external, 'listening')
  t.teardown(() => {
    external.close()
  })
  return (external.address() as { port: number }).port
}

/** Something that resets every connection before the client has been handed out. */
export async function startReset (t: Test): Promise<number> {
  const { createServer } = await import('node:net')
  const server = createServer(socket => {
    socket.once('data', () => socket.resetAndDestroy())
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
  })
  return (server.address() as { port: number }).port
}

/** One line that names the setting and says what to do. */
export async function oneLine (t: Test, opening: () => Promise<unknown>, setting: string, rest: RegExp): Promise<void> {
  const error = await opening().then(() => null, (error: unknown) => error as Error)
  t.match(error?.message, rest)
  t.match(error?.message, setting)
  t.notMatch(error?.message, '\n')
}

/** The whole service on the database: it answers, says so when the database is away, and goes on when it is back. */
export async function serviceOn (t: Test, server: Service, overrides: Record<string, string>): Promise<void> {
  const service = await startService(undefined, { SVC_Rerank__Provider: 'none', ...overrides })
  t.teardown(() => service.stop())
  await service.post('/api/v1/memories', { user_id: 'u', text: 'Anna plays the violin.', infer: false })
  const found = async () =>
    JSON.stringify(await service.post('/api/v1/memories/search', { user_id: 'u', query: 'violin' }))
  t.match(await found(), 'Anna plays the violin.')
  const health = async () => {
    const answer = await fetch(`${service.address}/api/health`)
    return {
      status: answer.status,
      database: ((await answer.json()) as { checks: { database: Record<string, unknown> } }).checks.database
    }
  }
  const well = await health()
  t.equal(well.status, 200)
  t.match(well.database, {
    ok: true,
    provider: overrides['SVC_Database__Provider'],
    url: String,
    latency_ms: Number,
    error: null
  })
  t.notOk(JSON.stringify(well).includes('conformance'), 'no password')
  const pool = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      [...(await (await fetch(`${service.address}/metrics`)).text()).matchAll(
        /^palimpsest_store_pool\{part="(\w+)"\} (\d+)$/gm
      )].map(([, part = '', count]) => [part, Number(count)])
    )
  const { size = 0, busy = -1, waiting = -1 } = await pool()
  t.ok(size > 1 && busy >= 0 && busy <= size && waiting >= 0, 'the pool is counted')
  const asked = Array.from({ length: size + 5 }, () => service.app.store.ping())
  const crowded = service.app.store.pool?.()
  t.ok(crowded?.busy === size && crowded.waiting >= 5, 'more statements than connections')
  await Promise.all(asked)
  await server.kill()
  let ill = await health()
  while (ill.status === 200) {
    await sleep(200)
    ill = await health()
  }
  t.equal(ill.status, 503)
  t.match(ill.database, { ok: false, error: /\S/ })
  await server.start()
  await eventually(() => service.app.store.ping())
  t.match(await found(), 'Anna plays the violin.', 'what was stored before is found after')
}
