/** What searching keeps in memory, packed on the disk: found is what would be found without, and deleted is deleted. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Changeset } from '../../../domain/capabilities/store.ts'
import type { NewMemory } from '../../../domain/nouns.ts'
import { first, openDatabase, type Database, type SqlValue } from '../../../plugins/_shared/sqlite.ts'
import { unpackMatches } from '../../../plugins/store/sqlite/matches.ts'
import { createReads } from '../../../plugins/store/sqlite/read/index.ts'
import { matchText, nearest } from '../../../plugins/store/sqlite/read/search.ts'
import { migrate } from '../../../plugins/store/sqlite/schema.ts'
import { createSqliteStore } from '../../../plugins/store/sqlite/store.ts'
import { createWarm, type Warm } from '../../../plugins/store/sqlite/warm/index.ts'
import { createWrites } from '../../../plugins/store/sqlite/write/index.ts'
import { createPacker } from '../../../plugins/store/sqlite/write/pack.ts'
import { at, newMemory, random, supersession } from '../../conformance/store/suite.ts'
import { until } from '../../services/running.ts'

const userId = 'ada'
const size = 16
const dimensions = 40
const words = ['tea', 'boat', 'Ghent', 'garden', 'garden garden', 'お茶', 'blue', 'moon']

interface Opened {
  database: Database
  commit(changeset: Omit<Changeset, 'userId'>): void
  packer: ReturnType<typeof createPacker>
  /** Until nothing is left to do. */
  packAll(): void
  packs(): number
}

function open (t: Test, path = join(t.testdir(), 'packs.db')): Opened {
  const database = openDatabase(path)
  t.teardown(() => database.close())
  migrate(database)
  const writes = createWrites(database)
  const packer = createPacker(database, size, 0)
  return {
    database,
    commit: changeset => {
      database.exec('BEGIN IMMEDIATE')
      writes.commit({ ...changeset, userId })
      database.exec('COMMIT')
    },
    packer,
    packAll () {
      while (packer.step());
    },
    packs: () => Number(first(database, 'SELECT count(data) AS n FROM packs')?.['n'])
  }
}

const next = random(85)
const pick = <T>(from: T[]): T => from[Math.floor(next() * from.length)] as T
const vector = (length = dimensions): Float32Array => Float32Array.from({ length }, () => next() * 2 - 1)
let made = 0
const memory = (fields: Partial<NewMemory> = {}): NewMemory =>
  newMemory(userId, `${pick(words)} ${pick(words)} ${pick(words)} ${made}`, {
    createdAt: at(made++),
    sessionId: pick(['one', 'two', null]),
    tags: pick([[], ['a'], ['a', 'b']]),
    embedding: next() < 0.1 ? null : vector(),
    ...fields
  })

const queries = ['tea in the garden', 'blue moon over Ghent', 'お茶', 'nothing']
const filters = [{}, { includeSuperseded: true }, { sessionId: 'one' }, { tags: ['b'] }, { asOf: at(100) }]
const probes = queries.map(() => vector())

function found (database: Database, warm: Warm, length = dimensions) {
  const reads = createReads(database, 2 ** 20)
  return filters.flatMap(filter => [
    ...queries.map(query => unpackMatches(matchText(warm, userId, query, filter, 20))),
    ...probes.map(probe => unpackMatches(nearest(database, warm, userId, probe.slice(0, length), filter, 20))),
    unpackMatches(reads.matchText(userId, 'tea', filter, 5)),
    reads.list(userId, { page: 1, size: 9, search: 'garden', ...filter }).items.map(({ id }) => id)
  ])
}

const cold = (database: Database, bytes = 2 ** 30): Warm => createWarm(database, bytes, 0)

/** As if nothing had ever been packed. */
function foundByRow (database: Database, length?: number) {
  database.exec('BEGIN')
  database.exec('DELETE FROM packs')
  const rows = found(database, cold(database), length)
  database.exec('ROLLBACK')
  return rows
}

/** How many memories and vectors are read row by row. */
function counting (database: Database): { counted: Database, rows: () => number } {
  let rows = 0
  const counted: Database = {
    ...database,
    prepare (sql) {
      const statement = database.prepare(sql)
      return {
        ...statement,
        all (...parameters: SqlValue[]) {
          const answer = statement.all(...parameters)
          if (sql.includes('FROM vectors') && sql.includes('ORDER BY seq')) rows += answer.length
          if (sql.includes('json_array(')) rows += (JSON.parse(String(parameters[0])) as unknown[]).length
          return answer
        }
      }
    }
  }
  return { counted, rows: () => rows }
}

t.test('a user who was packed is read in packs, and only what was not by row', async t => {
  const { database, commit, packAll, packs } = open(t)
  commit({ add: Array.from({ length: 5 * size + 3 }, () => memory({ embedding: vector() })) })
  const before = counting(database)
  cold(before.counted).search(userId, () => {})
  t.equal(before.rows(), 5 * size + 3)
  packAll()
  t.equal(packs(), 10, 'five of documents, five of vectors')
  const { counted, rows } = counting(database)
  const warm = cold(counted)
  matchText(warm, userId, 'tea', {}, 5)
  nearest(counted, warm, userId, probes[0]!, {}, 5)
  t.equal(rows(), 6, 'three memories and three vectors')
  t.same(found(database, warm), foundByRow(database))
})

t.test('whatever is written, at whatever moment of the packing, the same is found', async t => {
  const path = join(t.testdir(), 'any.db')
  const { database, commit, packer, packAll, packs } = open(t, path)
  // Of another process on the same file.
  const other = createPacker(open(t, path).database, size, 0)
  const stored: NewMemory[] = []
  const growing = cold(database)
  const tiny = cold(database, 1)
  const some = (length: number): NewMemory[] => Array.from({ length }, () => memory())
  const removeOne = (): string => stored.splice(Math.floor(next() * stored.length), 1)[0]!.id
  const writes: Array<() => void> = [
    () => {
      const add = some(1 + Math.floor(next() * 40))
      commit({ add })
      stored.push(...add)
    },
    () => commit({ supersede: [supersession(removeOne(), null, { expiredAt: at(made) })] }),
    () => {
      const add = some(1)
      commit({ add, supersede: [supersession(removeOne(), add[0]!.id, { invalidAt: at(50), expiredAt: at(made) })] })
      stored.push(...add)
    },
    () => commit({ delete: [removeOne(), removeOne()] }),
    () => commit({ refresh: [{ id: pick(stored).id, tags: ['b'] }] }),
    () => {
      const { id } = pick(stored)
      database.prepare("UPDATE memories SET terms = 'qqq', length = 1 WHERE id = ?").run(id)
      commit({ reanalyse: [id] })
    }
  ]
  writes[0]!()
  for (let round = 0; round < 150; round++) {
    if (stored.length < 20) writes[0]!()
    pick(writes)()
    for (let steps = Math.floor(next() * 6); steps > 0; steps--) pick([packer, other]).step()
    if (round % 10 > 0) continue
    if (round % 20 === 0) packAll()
    const expected = foundByRow(database)
    for (const warm of [cold(database), growing, tiny]) t.same(found(database, warm), expected, `round ${round}`)
  }
  packAll()
  t.ok(packs() > 10)
  t.equal(first(database, 'SELECT count(*) AS n FROM packs WHERE keys IS NOT NULL')?.['n'], 0)
  t.same(found(database, cold(database)), foundByRow(database))
})

t.test('what was deleted stands in no pack', async t => {
  const path = join(t.testdir(), 'deleted.db')
  const { database, commit, packAll, packs } = open(t, path)
  const add = Array.from({ length: 2 * size }, () => memory({ embedding: vector() }))
  const secret = memory({ text: 'xylophonic confession', tags: ['zanzibar'], embedding: vector() })
  commit({ add: [...add.slice(0, 5), secret, ...add.slice(5)] })
  packAll()
  const bytes = (): string => {
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
    return readFileSync(path).toString('latin1')
  }
  t.ok(bytes().includes('zanzibar'))
  t.equal(packs(), 4)
  commit({ delete: [secret.id] })
  t.equal(packs(), 2, 'at once, the one of documents and the one of vectors')
  for (let round = 0; round < 2; round++) {
    for (const trace of ['xylophon', 'zanzibar', secret.id]) t.notOk(bytes().includes(trace), trace)
    packAll()
    t.equal(packs(), 4)
  }
})

t.test('a pack of which nothing is left goes, and an erased user leaves none', async t => {
  const { database, commit, packAll, packs } = open(t)
  const add = Array.from({ length: 3 * size }, () => memory({ embedding: vector() }))
  commit({ add })
  packAll()
  commit({ delete: add.slice(2 * size).map(({ id }) => id) })
  commit({ add: [memory(), memory()] })
  packAll()
  t.equal(first(database, 'SELECT count(*) AS n FROM packs')?.['n'], 4)
  t.same(found(database, cold(database)), foundByRow(database))
  commit({ delete: add.slice(0, 2 * size).map(({ id }) => id) })
  packAll()
  t.equal(packs(), 0)
  t.same(found(database, cold(database)), foundByRow(database))
  commit({ add: Array.from({ length: size }, () => memory()) })
  packAll()
  t.ok(packs() > 0)
  createWrites(database).erase(userId)
  t.equal(packs(), 0)
})

t.test('memories that changed are packed again when they are many', async t => {
  const { database, commit, packAll } = open(t)
  const add = Array.from({ length: 2 * size }, () => memory())
  commit({ add })
  packAll()
  const changed = () => first(database, 'SELECT count(*) AS n FROM changed')?.['n']
  commit({ supersede: [supersession(add[0]!.id, null)] })
  commit({ supersede: add.slice(size, size + 5).map(({ id }) => supersession(id, null)) })
  t.equal(changed(), 6)
  t.same(found(database, cold(database)), foundByRow(database))
  commit({ add: Array.from({ length: size }, () => memory()) })
  packAll()
  t.equal(changed(), 1, 'one of sixteen is less than an eighth')
  t.same(found(database, cold(database)), foundByRow(database))
})

t.test('vectors of another model take the place of those that were packed', async t => {
  const { database, commit, packAll, packs } = open(t)
  commit({ add: Array.from({ length: 3 * size }, () => memory()) })
  packAll()
  const writes = createWrites(database)
  const { generation } = writes.reembedBegin({ model: 'other', dimensions: 32 })
  for (;;) {
    const items = writes.reembedNext(generation, 10)
    if (items.length === 0) break
    writes.reembedPut(generation, items, items.map(() => vector(32)))
    packAll()
  }
  t.type(writes.reembedFinish(generation), 'number')
  t.equal(packs(), 3, 'of documents')
  t.same(found(database, cold(database), 32), foundByRow(database, 32))
  packAll()
  t.equal(packs(), 6)
  t.same(found(database, cold(database), 32), foundByRow(database, 32))
})

t.test('terms that a hash does not tell apart, and counts above 65,535, are kept apart and whole', async t => {
  const { database, commit, packAll } = open(t)
  // FNV-1a of the two of a pair is the same.
  const alike = ['n512789', 'n749192', 'n512788', 'n749193']
  const add = alike.map(text => newMemory(userId, text, { embedding: vector() }))
  add.push(newMemory(userId, 'tea '.repeat(70_000), { embedding: vector() }))
  commit({ add: [...add, ...Array.from({ length: size }, () => memory())] })
  packAll()
  const warm = cold(database)
  for (const query of [...alike, 'tea']) {
    database.exec('BEGIN')
    const packed = matchText(warm, userId, query, {}, 20)
    database.exec('DELETE FROM packs')
    t.same(packed, matchText(cold(database), userId, query, {}, 20), query)
    database.exec('ROLLBACK')
  }
})

t.test('the store packs by itself, also what an earlier release stored', async t => {
  const path = join(t.testdir(), 'itself.db')
  const store = await createSqliteStore({ path })
  for (let start = 0; start < 2_400; start += 600) {
    const texts = Array.from({ length: 600 }, (_, place) => `${pick(words)} ${start + place}`)
    await store.commit({ userId, add: texts.map(text => newMemory(userId, text)) })
  }
  const database = openDatabase(path)
  t.teardown(() => database.close())
  const packed = async (): Promise<boolean> => first(database, 'SELECT 1 FROM packs') !== undefined
  await until(packed, isPacked => isPacked)
  const expected = await store.matchText(userId, 'blue moon', {}, 50)
  await store.close()
  database.exec('DROP TABLE packs; DROP TABLE changed; DROP INDEX users_unpacked')
  database.exec('ALTER TABLE users DROP COLUMN unpacked; PRAGMA user_version = 9')
  const again = await createSqliteStore({ path })
  t.teardown(() => again.close())
  t.same(await again.matchText(userId, 'blue moon', {}, 50), expected)
  await until(packed, isPacked => isPacked)
  t.same(await again.matchText(userId, 'blue moon', {}, 50), expected)
})
