import type { NewMemory } from '../../../domain/nouns.ts'
import { at, freshUser, given, ids, newMemory, random, randomVector, type Chapter } from './suite.ts'

/** Cosine similarity against every vector, in double precision. */
export function bruteForce (memories: NewMemory[], vector: Float32Array): Array<{ id: string, score: number }> {
  const dot = (a: Float32Array, b: Float32Array): number =>
    a.reduce((sum, number, place) => sum + number * (b[place] ?? 0), 0)
  return memories
    .flatMap(({ id, embedding }) =>
      embedding === null
        ? []
        : [{ id, score: dot(embedding, vector) / Math.sqrt(dot(embedding, embedding) * dot(vector, vector)) }]
    )
    .sort((a, b) => b.score - a.score)
}

export const nearest: Chapter = ({ it, dimensions }) => {
  it(
    'store.nearest.exact',
    'agrees with brute force for a user of ordinary size, whatever the length of the vectors',
    async (t, store) => {
      const userId = freshUser()
      const next = random(5)
      const memories = Array.from({ length: 500 }, (_, index) => {
        const length = 0.01 + next() * 50
        return newMemory(userId, `vector ${index}`, {
          sessionId: `s${index % 7}`,
          validAt: at(index),
          embedding: index % 10 === 0 ? null : randomVector(dimensions, next).map(number => number * length)
        })
      })
      for (let start = 0; start < memories.length; start += 100) {
        await given(
          store,
          userId,
          memories.slice(start, start + 100)
        )
      }
      for (let round = 0; round < 10; round++) {
        const vector = randomVector(dimensions, next)
        const expected = bruteForce(memories, vector).slice(0, 20)
        const found = await store.nearest(userId, vector, {}, 20)
        t.same(ids(found), ids(expected))
        t.ok(
          found.every((match, place) => Math.abs(match.score - (expected[place]?.score ?? 9)) < 1e-5),
          'scores are cosines'
        )
        const first = memories.find(memory => memory.id === found[0]?.id)
        t.match(found[0], { sessionId: first?.sessionId, validAt: first?.validAt })
      }
      t.equal(
        (await store.nearest(userId, randomVector(dimensions, next), {}, 1000)).length,
        450,
        'memories without a vector are left out'
      )
    }
  )

  it('store.nearest.range', 'scores run from -1 to 1', async (t, store) => {
    const userId = freshUser()
    const vector = randomVector(dimensions, random(8))
    await given(store, userId, [
      newMemory(userId, 'same', { embedding: vector.map(number => number * 3) }),
      newMemory(userId, 'opposite', { embedding: vector.map(number => -number) })
    ])
    const [same, opposite] = await store.nearest(userId, vector, {}, 2)
    t.ok(same && Math.abs(same.score - 1) < 1e-5 && opposite && Math.abs(opposite.score + 1) < 1e-5)
  })

  it('store.nearest.crowd', 'a small user among many memories of others misses none of their own', async (t, store) => {
    const [small, large] = [freshUser(), freshUser()]
    const next = random(9)
    const vector = randomVector(dimensions, next)
    const own = Array.from(
      { length: 5 },
      (_, index) => newMemory(small, `own ${index}`, { embedding: randomVector(dimensions, next) })
    )
    await given(store, small, own)
    for (let start = 0; start < 4; start++) {
      await given(
        store,
        large,
        Array.from(
          { length: 100 },
          (_, index) =>
            newMemory(large, `near ${start} ${index}`, { embedding: vector.map(number => number + next() / 50) })
        )
      )
    }
    t.same(ids(await store.nearest(small, vector, {}, 10)), ids(bruteForce(own, vector)))
  })

  it(
    'store.nearest.at-once',
    'a vector is found by the first search after its commit, and not by the first after it ended or was deleted',
    async (t, store) => {
      const userId = freshUser()
      const next = random(10)
      for (let round = 0; round < 10; round++) {
        const vector = randomVector(dimensions, next)
        const [memory] = await given(store, userId, [newMemory(userId, `round ${round}`, { embedding: vector })])
        const id = memory?.id ?? ''
        t.equal((await store.nearest(userId, vector, {}, 1))[0]?.id, id)
        if (round % 2) await store.commit({ userId, delete: [id] })
        else {
          await store.commit({
            userId,
            supersede: [{
              oldId: id,
              newId: null,
              kind: 'INVALIDATE',
              reason: 'over',
              quote: null,
              invalidAt: at(1),
              expiredAt: at(1),
              restoredAt: null
            }]
          })
        }
        t.notOk(ids(await store.nearest(userId, vector, {}, 5)).includes(id))
      }
    }
  )
}
