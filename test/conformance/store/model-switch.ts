/**
 * To another model, whole. Comes before the chapters that store much, because each switch embeds everything again;
 * `reembed` does it over all of that.
 */
import type { ReembedProgress } from '../../../domain/capabilities/store.ts'
import { embedWith, modelVector } from './reembed.ts'
import { collect, freshUser, given, newMemory, suiteModel, type Chapter } from './suite.ts'

export const modelSwitch: Chapter = ({ it, dimensions }) => {
  it(
    'store.reembed.same-dimension',
    'another model of the same dimension is switched to as well, and reads stay whole until then',
    async (t, store) => {
      const userId = freshUser()
      const memories = Array.from(
        { length: 60 },
        (_, index) => newMemory(userId, `text ${index}`, { embedding: modelVector(`text ${index}`, dimensions, 1) })
      )
      await given(store, userId, memories)
      const query = modelVector('text 3', dimensions, 1)
      await store.reembed(
        { model: 'third-model', dimensions },
        embedWith(dimensions, 3, async () => {
          t.equal((await store.nearest(userId, query, {}, 1))[0]?.id, memories[3]?.id)
        }),
        () => {}
      )
      t.equal((await store.nearest(userId, modelVector('text 3', dimensions, 3), {}, 1))[0]?.id, memories[3]?.id)
      t.equal((await store.nearest(userId, query, {}, 100)).length, 60, 'one vector a memory, not two')
      await store.reembed({ model: suiteModel, dimensions }, embedWith(dimensions, 1), () => {})
    }
  )

  it(
    'store.reembed.written-meanwhile',
    'every write acknowledged while another model of the same dimension was switched to is found by its vector',
    async (t, store) => {
      const userId = freshUser()
      const text = (number: number): string => `text ${number}`
      const writing = { goesOn: true, count: 0 }
      const writers = Array.from({ length: 4 }, async () => {
        while (writing.goesOn) {
          const number = writing.count++
          await given(store, userId, [
            newMemory(userId, text(number), { embedding: modelVector(text(number), dimensions, 6) })
          ])
        }
      })
      try {
        while (writing.count < 100) await store.ping()
        const reembedded = await store.reembed({ model: 'sixth-model', dimensions }, embedWith(dimensions, 6), () => {})
        t.match(reembedded, { state: 'done', error: null })
      } finally {
        writing.goesOn = false
        await Promise.all(writers)
      }
      const lacking = (await collect(store.export(userId))).filter(record =>
        record.kind === 'memory' && record.embedding === null
      )
      t.same(lacking, [])
      const last = text(writing.count - 1)
      const [found] = await store.nearest(userId, modelVector(last, dimensions, 6), {}, 1)
      t.equal((await store.get(userId, [found?.id ?? '']))[0]?.text, last)
      await store.erase(userId)
      await store.reembed({ model: suiteModel, dimensions }, embedWith(dimensions, 1), () => {})
    }
  )

  it(
    'store.reembed.bad-vectors',
    'vectors of another length than promised fail the run and switch nothing',
    async (t, store) => {
      const userId = freshUser()
      await given(store, userId, [newMemory(userId, 'one')])
      const before = await store.meta()
      const reports: ReembedProgress[] = []
      await store.reembed(
        { model: 'liar', dimensions: dimensions + 8 },
        embedWith(dimensions + 7, 4),
        progress => reports.push(progress)
      ).catch(() => {})
      t.equal(reports.at(-1)?.state, 'failed')
      t.same(await store.meta(), before)
    }
  )
}
