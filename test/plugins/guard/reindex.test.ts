/** When an unfinished re-embedding is taken up and when it is left alone, on a store that is played. */
import Fastify from 'fastify'
import t from 'tap'
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import type { BegunReembed, ReembedProgress, Store } from '../../../domain/capabilities/store.ts'
import { createReindexer } from '../../../plugins/guard/dimension/reindex.ts'

const begun: BegunReembed = { model: 'm', dimensions: 3, generation: 2, done: 1, total: 4, startedAt: 1 }

function play (
  { unfinished = begun, lease = true, ends = 'done' }: {
    unfinished?: BegunReembed | null
    lease?: boolean
    ends?: 'done' | 'failed'
  }
) {
  let runs = 0
  let embedded = 0
  const released: string[] = []
  const store = {
    meta: async () => ({ schemaVersion: 1, dimensions: 3, model: 'other', generation: 1 }),
    reembedding: async () => runs > 0 && ends === 'done' ? null : unfinished,
    async lease (name: string, holder: string, ttlMs: number) {
      if (ttlMs === 1 && !holder.endsWith(':asking')) released.push(name)
      return lease
    },
    async reembed (): Promise<ReembedProgress> {
      runs++
      return { ...begun, state: ends, finishedAt: 2, error: ends === 'failed' ? 'the embedder went away' : null }
    }
  } as Partial<Store> as Store
  const embedder = {
    model: 'm',
    dimensions: 3,
    embed: async (texts: string[]) =>
      texts.map(() => {
        embedded++
        return Float32Array.of(1, 0, 0)
      })
  } as Partial<Embedder> as Embedder
  const reindexer = createReindexer({ store, embedder, log: Fastify().log, onDone: async () => {} })
  /** What one look does, to its end. */
  const look = async () => {
    reindexer.watch()
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  }
  return { reindexer, look, runs: () => runs, embedded: () => embedded, released }
}

t.test('an unfinished run without a process is resumed', async t => {
  const { reindexer, look, runs } = play({})
  await look()
  t.equal(runs(), 1)
  t.match(await reindexer.progress(), { elsewhere: false, progress: { state: 'done' } })
  await reindexer.stop()
})

t.test('one that another process is at, one for another model, and none at all are left alone', async t => {
  for (
    const [name, played] of Object.entries({
      elsewhere: { lease: false },
      'another model': { unfinished: { ...begun, model: 'x' } },
      'another dimension': { unfinished: { ...begun, dimensions: 4 } },
      none: { unfinished: null }
    })
  ) {
    const { reindexer, look, runs, embedded } = play(played)
    await look()
    t.same([runs(), embedded()], [0, 0], name)
    await reindexer.stop()
  }
  const { reindexer } = play({ lease: false })
  t.match(await reindexer.progress(), { elsewhere: true, progress: { state: 'running', done: 1, total: 4 } })
})

t.test('an interrupted run that waits to be taken over is said to wait, whoever will do so', async t => {
  for (const unfinished of [begun, { ...begun, model: 'x' }]) {
    const { reindexer } = play({ unfinished })
    t.match(await reindexer.progress(), { elsewhere: false, progress: { state: 'waiting', done: 1, total: 4 } })
  }
  const { reindexer, look } = play({})
  await look()
  t.match(await reindexer.progress(), { progress: { state: 'done' } }, 'until it is done')
  await reindexer.stop()
  t.match(await play({ unfinished: null }).reindexer.progress(), { elsewhere: false, progress: null })
})

t.test('one that failed here is not tried again by itself, but when it is asked for', async t => {
  const { reindexer, look, runs, released } = play({ ends: 'failed' })
  await look()
  await look()
  t.equal(runs(), 1)
  t.ok(released.length > 0, 'others may try')
  t.match(await (await reindexer.reindex()).finished, { state: 'failed', error: 'the embedder went away' })
  t.equal(runs(), 2)
  await reindexer.stop()
})
