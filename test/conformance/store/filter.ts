import type { Filter, Store } from '../../../domain/capabilities/store.ts'
import type { Memory, NewMemory } from '../../../domain/nouns.ts'
import { at, dawn, freshUser, given, ids, newMemory, newSession, random, randomVector, type Chapter } from './suite.ts'

/** The docstring of `Filter`, written a second time. */
export function allows (filter: Filter, memory: Memory, now: number): boolean {
  const anyOf = (wanted: string[] | undefined, held: string[]): boolean =>
    wanted === undefined || wanted.some(label => held.includes(label))
  if (filter.memoryType !== undefined && memory.memoryType !== filter.memoryType) return false
  if (filter.sessionId !== undefined && memory.sessionId !== filter.sessionId) return false
  if (filter.project !== undefined && memory.project !== filter.project) return false
  if (filter.app !== undefined && memory.app !== filter.app) return false
  if (!anyOf(filter.tags, memory.tags) || !anyOf(filter.categories, memory.categories)) return false
  const { invalidAt, expiredAt } = memory
  if (filter.asOf === undefined && filter.knownAt === undefined) {
    if (filter.includeSuperseded) return true
    return memory.validAt <= Math.max(now, memory.createdAt) && expiredAt === null &&
      (invalidAt === null || invalidAt > now)
  }
  const [known, valid] = [filter.knownAt ?? Infinity, filter.asOf ?? now]
  if (memory.createdAt > known || memory.validAt > valid) return false
  if (expiredAt === null) return invalidAt === null || invalidAt > valid
  if (expiredAt > known) return true
  return invalidAt !== null && invalidAt > valid
}

const tomorrow = Date.now() + 86_400_000

/** Memories of every kind a filter can tell apart, in every state of both time axes. */
function material (userId: string, dimensions: number): NewMemory[] {
  const next = random(42)
  const pick = <T>(...choices: T[]): T => choices[Math.floor(next() * choices.length)] as T
  return Array.from({ length: 160 }, (_, index) => {
    // Some are of a clock that was ahead.
    const createdAt = pick(at(0), at(10), at(20), at(30), tomorrow)
    const expiredAt = pick(null, null, createdAt + 600_000, createdAt + 1_200_000)
    return newMemory(userId, `fact number ${index} of common words`, {
      memoryType: pick('episodic', 'semantic', 'procedural'),
      sessionId: pick(null, 's1', 's2'),
      project: pick(null, 'p1', 'p2'),
      app: pick(null, 'a1', 'a2'),
      tags: pick<string[]>([], ['t1'], ['t2'], ['t1', 't2'], ['t10']),
      categories: pick<string[]>([], ['c1'], ['c2', 'c1'], ['c3']),
      state: expiredAt === null ? 'active' : pick('superseded', 'invalidated'),
      createdAt,
      expiredAt,
      validAt: pick(at(-20), at(0), at(10), at(25), tomorrow, tomorrow + 1),
      invalidAt: pick(null, null, at(15), at(35), tomorrow),
      embedding: randomVector(dimensions, next)
    })
  })
}

const scopes: Filter[] = [
  {},
  { memoryType: 'episodic' },
  { sessionId: 's1' },
  { project: 'p1' },
  { project: null },
  { app: 'a2' },
  { tags: ['t1'] },
  { tags: ['t2', 't10'] },
  { categories: ['c1'] },
  { categories: ['c3', 'nothing'], tags: ['t1', 't2'] },
  { memoryType: 'semantic', sessionId: 's2', project: 'p2' },
  { app: 'a1', tags: ['t1'], categories: ['c1'] },
  { sessionId: 'nowhere' },
  { tags: ['t'] },
  { project: 'P1' }
]
const times: Filter[] = [
  {},
  { includeSuperseded: true },
  { asOf: at(12) },
  { asOf: at(40) },
  { knownAt: at(15) },
  { knownAt: at(5) },
  { asOf: at(5), knownAt: at(25) },
  { asOf: at(20), knownAt: at(45) },
  { asOf: at(14), knownAt: at(0) },
  { asOf: at(20), includeSuperseded: true },
  { asOf: at(-30) },
  { asOf: tomorrow + 1 },
  { knownAt: tomorrow },
  // Exactly at an edge of either axis.
  { asOf: at(10) },
  { asOf: at(15) },
  { asOf: at(25) },
  { knownAt: at(10) },
  { knownAt: at(20) },
  { knownAt: at(40), asOf: at(35) }
]

export const filter: Chapter = ({ it, dimensions }) => {
  const combinations = scopes.flatMap(scope => times.map(time => ({ ...scope, ...time })))
  const userId = freshUser()
  const memories = material(userId, dimensions)
  const expected = (filter: Filter): string[] =>
    ids(memories.filter(memory => allows(filter, memory, Date.now()))).sort()
  let stored: Promise<unknown> | undefined
  const store = (
    opened: Store
  ): Promise<
    unknown
  > => (stored ??= given(opened, userId, memories, { sessions: [newSession(userId, 's1'), newSession(userId, 's2')] }))
  const vector = randomVector(dimensions, random(7))

  const verbs: Record<string, (opened: Store, filter: Filter) => Promise<string[]>> = {
    list: async (opened, filter) => ids((await opened.list(userId, { ...filter, page: 1, size: 1000 })).items),
    recent: async (opened, filter) => ids(await opened.recent(userId, filter, 1000)),
    matchText: async (opened, filter) => ids(await opened.matchText(userId, 'common', filter, 1000)),
    nearest: async (opened, filter) => ids(await opened.nearest(userId, vector, filter, 1000))
  }
  for (const [verb, read] of Object.entries(verbs)) {
    it(
      `store.filter.${verb}`,
      `${verb} sees exactly what the filter allows, over every combination of scope and time`,
      async (t, opened) => {
        await store(opened)
        for (const filter of combinations) {
          const found = (await read(opened, filter)).sort()
          const wanted = expected(filter)
          if (found.join() !== wanted.join()) t.same(found, wanted, JSON.stringify(filter))
        }
        t.ok(combinations.some(filter => expected(filter).length > 20), 'the material means something')
      }
    )
  }

  it('store.filter.timelines', 'timelines see exactly what the filter allows', async (t, opened) => {
    await store(opened)
    for (const filter of times) {
      const found = await opened.timelines(userId, ['s1', 's2'], filter)
      for (const sessionId of ['s1', 's2']) {
        t.same(
          (found.find(timeline => timeline.sessionId === sessionId)?.memoryIds ?? []).slice().sort(),
          expected({ ...filter, sessionId }),
          JSON.stringify(filter)
        )
      }
    }
  })

  it('store.filter.total', 'the total of a list counts what the filter allows', async (t, opened) => {
    await store(opened)
    for (const filter of [{}, { tags: ['t1'], asOf: at(12) }, { includeSuperseded: true, app: 'a1' }]) {
      t.equal((await opened.list(userId, { ...filter, page: 1, size: 2 })).total, expected(filter).length)
    }
  })

  it(
    'store.filter.filtered-limit',
    'a limit counts memories that pass, so a rare one is found however many others stand before it',
    async (t, opened) => {
      const crowded = freshUser()
      const next = random(3)
      const rare = newMemory(crowded, 'common words, rarely tagged', {
        tags: ['rare'],
        createdAt: dawn,
        embedding: vector.map(number => -number)
      })
      const crowd = Array.from({ length: 300 }, (_, index) =>
        newMemory(crowded, `common common words ${index}`, {
          createdAt: at(index + 1),
          embedding: vector.map(number => number + next() / 100)
        }))
      await given(opened, crowded, [rare, ...crowd])
      t.same(ids(await opened.nearest(crowded, vector, { tags: ['rare'] }, 1)), [rare.id])
      t.same(ids(await opened.matchText(crowded, 'common', { tags: ['rare'] }, 1)), [rare.id])
      t.same(ids(await opened.recent(crowded, { tags: ['rare'] }, 1)), [rare.id])
    }
  )
}
