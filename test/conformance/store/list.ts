import { at, freshUser, given, ids, newMemory, type Chapter } from './suite.ts'

export const list: Chapter = ({ it }) => {
  it('store.list.order', 'newest first by createdAt, then by id, both descending, with the total', async (t, store) => {
    const userId = freshUser()
    const memories = Array.from(
      { length: 25 },
      (_, index) => newMemory(userId, `fact ${index}`, { createdAt: at(Math.floor(index / 3)) })
    )
    await given(store, userId, memories)
    const expected = ids([...memories].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)))
    const pages = await Promise.all([1, 2, 3, 4].map(page => store.list(userId, { page, size: 10 })))
    t.same(pages.flatMap(page => ids(page.items)), expected)
    t.same(pages.map(page => page.items.length), [10, 10, 5, 0])
    t.same(pages.map(page => page.total), [25, 25, 25, 25])
  })

  it('store.list.stable', 'a walk through the pages misses nothing while new memories arrive', async (t, store) => {
    const userId = freshUser()
    const memories = Array.from(
      { length: 30 },
      (_, index) => newMemory(userId, `old ${index}`, { createdAt: at(index) })
    )
    await given(store, userId, memories)
    const seen = new Set<string>()
    let arrived = 0
    // New memories come in front, so what was on a page moves to a later one and never to an earlier one: a forward
    // walk may repeat, never miss.
    for (let page = 1; page <= 20; page++) {
      const { items } = await store.list(userId, { page, size: 10 })
      for (const item of items) seen.add(item.id)
      if (arrived < 20) {
        await given(store, userId, [newMemory(userId, `new ${arrived}`, { createdAt: at(100 + arrived++) })])
      }
    }
    t.ok(memories.every(memory => seen.has(memory.id)), 'nothing was missed')
  })

  it('store.list.search', 'search keeps the memories that hold every term, in the order of time', async (t, store) => {
    const userId = freshUser()
    const memories = await given(store, userId, [
      newMemory(userId, 'Anna drinks green tea', { createdAt: at(1) }),
      newMemory(userId, 'Green is the colour of Anna', { createdAt: at(2) }),
      newMemory(userId, 'Bob drinks tea, green tea, all the green tea', { createdAt: at(3) }),
      newMemory(userId, '绿茶很好喝', { createdAt: at(4) })
    ])
    const search = async (words: string): Promise<string[]> =>
      ids((await store.list(userId, { page: 1, size: 10, search: words })).items)
    t.same(await search('GREEN teas'), [memories[2]?.id, memories[0]?.id], 'folded and stemmed like everything else')
    t.same(await search('anna green'), [memories[1]?.id, memories[0]?.id])
    t.same(await search('绿茶'), [memories[3]?.id])
    t.same(await search('anna bob'), [])
    t.same(await search('the'), [], 'a search without terms finds nothing')
    t.same(await search('the tea'), [memories[2]?.id, memories[0]?.id], 'function words do not count')
    t.equal((await store.list(userId, { page: 2, size: 1, search: 'tea' })).total, 2, 'the total counts what was found')
    t.same(ids((await store.list(userId, { page: 2, size: 1, search: 'tea' })).items), [memories[0]?.id])
  })
}
