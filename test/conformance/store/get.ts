import {
  asRead,
  at,
  freshUser,
  given,
  ids,
  newEntity,
  newMemory,
  randomVector,
  random,
  settled,
  type Chapter
} from './suite.ts'

export const getAndRecent: Chapter = ({ it, dimensions }) => {
  it('store.get.whole', 'a memory comes back exactly as committed, every field of it', async (t, store) => {
    const userId = freshUser()
    const [anna, berlin] = [newEntity(userId, 'Anna'), newEntity(userId, 'Berlin')]
    const plain = newMemory(userId, 'Tea is drunk at five.')
    const full = newMemory(userId, 'Anna lives in Berlin.', {
      memoryType: 'episodic',
      app: 'desk',
      project: 'p1',
      sessionId: 's1',
      tags: ['a', 'B', 'ü'],
      categories: ['home'],
      metadata: { nested: { list: [1, null, true, 'x'] }, empty: {}, number: 0.1 },
      attributes: { transcript_path: '/tmp/x.jsonl' },
      source: 'conversation',
      quote: 'I live in Berlin',
      sourceTurnUuids: ['turn-2', 'turn-1'],
      speaker: 'Anna',
      confidence: 0.7316,
      subject: 'Anna',
      predicate: 'lives_in',
      value: 'Berlin',
      functional: true,
      isGlobal: true,
      validAt: at(-5),
      invalidAt: at(10_000_000),
      createdAt: at(1),
      entityIds: [anna.id, berlin.id],
      embedding: randomVector(dimensions, random(1))
    })
    await given(store, userId, [plain, full], { entities: [anna, berlin] })
    const found = await store.get(userId, [full.id, plain.id])
    t.same(found.map(settled), [asRead(full), asRead(plain)])
    t.notOk('embedding' in (found[0] ?? {}), 'vectors stay inside')
  })

  it('store.get.order', 'memories come in the order asked, unknown ids are left out', async (t, store) => {
    const userId = freshUser()
    const [a, b, c] = [newMemory(userId, 'one'), newMemory(userId, 'two'), newMemory(userId, 'three')]
    await given(store, userId, [a, b, c])
    t.same(ids(await store.get(userId, [c.id, 'no-such-id', a.id, b.id])), [c.id, a.id, b.id])
    t.same(await store.get(userId, []), [])
    t.same(await store.get(freshUser(), [a.id]), [])
  })

  it('store.recent.order', 'the most recently created come first, no more than asked for', async (t, store) => {
    const userId = freshUser()
    const memories = [5, 1, 9, 3, 7].map(minutes =>
      newMemory(userId, `at ${minutes}`, { createdAt: at(minutes), validAt: at(-minutes) })
    )
    await given(store, userId, memories)
    t.same((await store.recent(userId, {}, 3)).map(memory => memory.text), ['at 9', 'at 7', 'at 5'])
    t.equal((await store.recent(userId, {}, 100)).length, 5)
  })
}
