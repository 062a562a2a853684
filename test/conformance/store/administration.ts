import { storeInterfaceVersion } from '../../../domain/capabilities/store.ts'
import { freshUser, given, newMemory, random, randomVector, suiteModel, type Chapter } from './suite.ts'

export const administration: Chapter = ({ it, dimensions }) => {
  it(
    'store.interface',
    'names the version of the interface it was written for, and what it supports',
    async (t, store) => {
      t.equal(store.interfaceVersion, storeInterfaceVersion)
      t.type(store.supports.approximateVectors, 'boolean')
      t.type(store.supports.sharedByProcesses, 'boolean')
    }
  )

  it('store.ping', 'says where it is and what answers', async (t, store) => {
    const { url, server } = await store.ping()
    t.type(url, 'string')
    t.match(server, /\S/)
  })

  it(
    'store.meta',
    'knows dimension and generation once a vector was written; ensuring indexes of another dimension changes nothing',
    async (t, store) => {
      const userId = freshUser()
      await given(store, userId, [newMemory(userId, 'one', { embedding: randomVector(dimensions, random(1)) })])
      const before = await store.meta()
      t.equal(before.dimensions, dimensions)
      t.type(before.generation, 'number')
      t.ok(before.schemaVersion >= 1)
      await store.ensureIndexes({ model: 'another', dimensions: dimensions + 1 })
      t.same(await store.meta(), before)
      await store.ensureIndexes({ model: before.model ?? suiteModel, dimensions })
      t.same(await store.meta(), before)
      t.equal((await store.nearest(userId, randomVector(dimensions, random(1)), {}, 1)).length, 1)
    }
  )

  it('store.indexes', 'describes a vector index with its dimension and a text index, both ready', async (t, store) => {
    const indexes = await store.describeIndexes()
    t.ok(
      indexes.some(index => index.kind === 'vector' && index.dimensions === dimensions && index.state === 'ready'),
      JSON.stringify(indexes)
    )
    t.ok(indexes.some(index => index.kind === 'text' && index.state === 'ready'))
  })
}
