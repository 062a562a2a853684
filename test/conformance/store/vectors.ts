import { at, failure, freshUser, given, newMemory, newSession, random, randomVector, type Chapter } from './suite.ts'

export const vectors: Chapter = ({ it, dimensions }) => {
  const good = randomVector(dimensions, random(6))
  const bad: Record<string, Float32Array> = {
    'too short': new Float32Array(dimensions - 1).fill(1),
    'too long': new Float32Array(dimensions + 1).fill(1),
    empty: new Float32Array(0),
    'not a number': good.map((number, place) => place === 1 ? NaN : number),
    infinite: good.map((number, place) => place === 0 ? Infinity : number),
    'all zero': new Float32Array(dimensions)
  }

  it(
    'store.vectors.refused',
    'a vector of the wrong length, not finite or all zero is refused before anything of its changeset is stored',
    async (t, store) => {
      const userId = freshUser()
      for (const [name, embedding] of Object.entries(bad)) {
        t.equal(
          await failure(() =>
            given(store, userId, [
              newMemory(userId, `good ${name}`, { embedding: good }),
              newMemory(userId, name, { embedding })
            ])
          ),
          'dimension_mismatch',
          name
        )
        t.equal(
          await failure(() =>
            store.commit({
              userId,
              add: [newMemory(userId, 'with a session')],
              sessions: [newSession(userId, 's', { gist: 'g', gistEmbedding: embedding })]
            })
          ),
          'dimension_mismatch',
          `gist ${name}`
        )
      }
      t.equal((await store.list(userId, { page: 1, size: 1, includeSuperseded: true })).total, 0)
      t.same(await store.sessions(userId, { limit: 1 }), [])
    }
  )

  it('store.vectors.query-refused', 'so is a query vector', async (t, store) => {
    const userId = freshUser()
    await given(store, userId, [newMemory(userId, 'one', { embedding: good })])
    for (const [name, vector] of Object.entries(bad)) {
      t.equal(await failure(() => store.nearest(userId, vector, {}, 1)), 'dimension_mismatch', name)
    }
  })

  it(
    'store.vectors.view',
    'a vector that is a view into a larger buffer is stored as what it shows, and the caller keeps it',
    async (t, store) => {
      const userId = freshUser()
      const buffer = new Float32Array(dimensions * 3).fill(7)
      buffer.set(good, dimensions)
      const view = buffer.subarray(dimensions, dimensions * 2)
      await given(store, userId, [newMemory(userId, 'view', { embedding: view, createdAt: at(0) })])
      const [match] = await store.nearest(userId, good, {}, 1)
      t.ok(match && Math.abs(match.score - 1) < 1e-5)
      t.equal(view.length, dimensions, 'it was not taken away')
    }
  )
}
