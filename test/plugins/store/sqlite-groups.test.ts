/** Writes of one group: what is refused leaves nothing, and takes nothing with it. */
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Changeset } from '../../../domain/capabilities/store.ts'
import { first, openDatabase } from '../../../plugins/_shared/sqlite.ts'
import { packChangeset, unpackChangeset } from '../../../plugins/store/sqlite/changeset.ts'
import { toFault, type ThreadReply, type ThreadRequest } from '../../../plugins/store/sqlite/protocol.ts'
import { migrate } from '../../../plugins/store/sqlite/schema.ts'
import { createSqliteStore } from '../../../plugins/store/sqlite/store.ts'
import { createGroups } from '../../../plugins/store/sqlite/write/group.ts'
import { createWrites } from '../../../plugins/store/sqlite/write/index.ts'
import { newMemory, newSession } from '../../conformance/store/suite.ts'

const userId = 'ada'

function open (t: Test) {
  const database = openDatabase(join(t.testdir(), 'groups.db'))
  t.teardown(() => database.close())
  migrate(database)
  const writes = createWrites(database)
  const write = createGroups(database, ({ id, parameters: [changeset] }: ThreadRequest): ThreadReply => {
    try {
      return { id, result: writes.commit(changeset as Changeset) }
    } catch (error) {
      return { id, fault: toFault(error) }
    }
  })
  return {
    write: (...adds: string[]) =>
      write(adds.map((fingerprint, id) => ({
        id,
        verb: 'commit',
        parameters: [{ userId, add: [newMemory(userId, fingerprint, { fingerprint })] }]
      }))).map(reply => 'fault' in reply ? reply.fault.kind : 'done'),
    count: () => Number(first(database, 'SELECT count(*) AS n FROM memories')?.['n'])
  }
}

t.test('a fault of one undoes only that one, in the first group and in those after it', async t => {
  const { write, count } = open(t)
  t.same(write('a', 'b'), ['done', 'done'])
  for (let round = 0; round < 20; round++) {
    t.same(write(`c ${round}`, 'a', `d ${round}`, `c ${round}`), ['done', 'conflict', 'done', 'conflict'])
    t.equal(count(), 4 + 2 * round)
  }
  t.same(write('a'), ['conflict'])
  t.same(write('e'), ['done'])
  t.equal(count(), 43)
})

t.test('what is refused names all that it repeats, also behind what would have been new', async t => {
  const store = await createSqliteStore({ path: join(t.testdir(), 'repeats.db') })
  t.teardown(() => store.close())
  const [tea, milk] = [newMemory(userId, 'Tea at five.'), newMemory(userId, 'Milk first.')]
  await store.commit({ userId, add: [tea, milk] })
  const rain = newMemory(userId, 'Rain again.')
  const [ended, late] = [newMemory(userId, 'Milk first.', { state: 'invalidated' }), newMemory(userId, 'Late.')]
  const [again, twin, same] = [
    newMemory(userId, 'Tea at five.'),
    newMemory(userId, 'rain again'),
    newMemory(userId, 'Sun.', { id: milk.id })
  ]
  const refused: unknown = await store.commit({ userId, add: [rain, ended, again, twin, same, late] })
    .catch((error: unknown) => error)
  t.match(refused, {
    duplicates: [
      { fingerprint: tea.fingerprint, existingId: tea.id },
      { fingerprint: rain.fingerprint, existingId: rain.id },
      { fingerprint: same.fingerprint, existingId: milk.id }
    ],
    stale: []
  })
  t.equal((await store.list(userId, { page: 1, size: 1, includeSuperseded: true })).total, 2)
})

t.test('a changeset arrives as it was given, but for what no database can hold', async t => {
  const embedding = new Float32Array([9, 1, 2, 9]).subarray(1, 3)
  const add = (count: number) =>
    Array.from({ length: count }, (_, place) =>
      newMemory(userId, `text ${place} \\u0000`, {
        embedding: place % 2 === 0 ? embedding : null,
        metadata: { odd: '\0 \ud800', deep: [[{ in: place }]] }
      }))
  for (const count of [1, 3, 250]) {
    const gistEmbedding = new Float32Array([3, 4])
    const changeset: Changeset = {
      userId,
      add: add(count),
      sessions: [newSession(userId, 's1', { gistEmbedding }), newSession(userId, 's2')],
      delete: ['x']
    }
    const packed = await packChangeset(changeset)
    t.ok(packed.removes)
    t.ok(packed.vectors.every(vector => vector === null || vector.buffer.byteLength === vector.byteLength))
    t.strictSame(unpackChangeset(structuredClone(packed)), changeset)
  }
  const [memory] = add(1)
  const odd = await packChangeset({ userId, add: [{ ...memory!, text: 'a\0b\udc00' }] })
  t.equal(unpackChangeset(odd).add?.[0]?.text, 'a\uFFFDb\uFFFD')
  t.equal(odd.removes, false)
})
