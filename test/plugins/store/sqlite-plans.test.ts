/**
 * How SQLite reads: what is asked for by name is looked up, never found by walking all that a user has. A walk costs
 * every write of a large user a time that grows with it, and no other test notices.
 */
import { join } from 'node:path'
import t from 'tap'
import { openDatabase, type Database } from '../../../plugins/_shared/sqlite.ts'
import { createReads } from '../../../plugins/store/sqlite/read/index.ts'
import { migrate } from '../../../plugins/store/sqlite/schema.ts'

type Reads = ReturnType<typeof createReads>
type Asked = { [Verb in keyof Reads]: Array<Parameters<Reads[Verb]>> }

/** Reads that name what they want. */
const few: Partial<Asked> = {
  get: [['u', ['a']]],
  list: [
    ['u', { page: 1, size: 5, sessionId: 's' }],
    ['u', { page: 1, size: 5, mentions: ['e'] }],
    ['u', { page: 1, size: 5, extraction: 'pending' }]
  ],
  recent: [['u', { sessionId: 's' }, 5]],
  neighbours: [['u', ['e'], {}, 5], ['u', ['e'], { project: 'p', tags: ['t'] }, 5]],
  aboutSubject: [['u', 'Ana', null, 5], ['u', 'Ana', 'lives_in', 5], ['u', 'Ana', 'lives_in', 5, { project: null }]],
  byFingerprint: [['u', ['f']]],
  timelines: [['u', ['s'], {}]],
  sessions: [['u', { ids: ['s'], limit: 1 }]],
  entities: [['u', { ids: ['e'] }], ['u', { keys: ['ana'] }], ['u', { keys: ['ana'], page: { page: 1, size: 5 } }]],
  relations: [['u', { entityIds: ['e'], limit: 5 }], ['u', { memoryIds: ['m'], limit: 5 }]],
  history: [['u', 'm']],
  supersessions: [['u', { ids: ['m'], limit: 5 }]],
  replay: [['u', 'k']],
  basis: [['u']],
  accesses: [['u', 'm', 5]]
}
/** Reads of all that a user has, and the index whose order they want. */
const all: Array<[index: string, ask: (reads: Reads) => unknown]> = [
  ['memories_created', reads => reads.list('u', { page: 1, size: 5 })],
  ['memories_created', reads => reads.recent('u', {}, 5)],
  ['entities_updated', reads => reads.entities('u', { page: { page: 1, size: 5 } })]
]

function open (folder: string): { reads: Reads, plansOf(ask: () => unknown): string[] } {
  const database = openDatabase(join(folder, 'plans.db'))
  t.teardown(() => database.close())
  migrate(database)
  database.exec("INSERT INTO users (id, version) VALUES ('u', 1)")
  const prepared: string[] = []
  const recording: Database = {
    ...database,
    prepare (sql) {
      prepared.push(sql)
      return database.prepare(sql)
    }
  }
  return {
    reads: createReads(recording, 1e6),
    plansOf (ask) {
      prepared.length = 0
      ask()
      return prepared.filter(sql => !sql.includes('PRAGMA')).flatMap(sql =>
        database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array.from(sql.matchAll(/\?(?!\d)/g), () => '[]'))
          .map(({ detail }) => String(detail))
      )
    }
  }
}

const tables = 'memories|m|entities|e|relations|r|sessions|s|supersessions|mentions|names|vectors|users|accesses|a'
const scansTable = new RegExp(`^SCAN (${tables})\\b`)
const walksUser = /\(user=\?\)$/

t.test('what is asked for by name is looked up', t => {
  const { reads, plansOf } = open(t.testdir())
  for (const [verb, calls] of Object.entries(few)) {
    for (const parameters of calls) {
      const plans = plansOf(() => (reads[verb as keyof Reads] as (...parameters: unknown[]) => unknown)(...parameters))
      const walks = plans.filter(line => scansTable.test(line) || walksUser.test(line))
      t.same(walks, [], `${verb} ${JSON.stringify(parameters)}`)
      t.not(plans.length, 0)
    }
  }
  t.end()
})

t.test('pages of all that a user has are read in the order of an index', t => {
  const { reads, plansOf } = open(t.testdir())
  for (const [index, ask] of all) t.ok(plansOf(() => ask(reads)).some(line => line.includes(index)), String(ask))
  t.end()
})
