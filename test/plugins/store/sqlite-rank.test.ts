/** The text arm of the embedded store over what it keeps in memory, against the plain sum. */
import { join } from 'node:path'
import t from 'tap'
import { openDatabase } from '../../../plugins/_shared/sqlite.ts'
import { createSqliteStore } from '../../../plugins/store/sqlite/store.ts'
import { Document } from '../../../plugins/store/sqlite/warm/document.ts'
import { bringUpToDate, emptyDocuments, type Documents } from '../../../plugins/store/sqlite/warm/documents.ts'
import { findUser, type User } from '../../../plugins/store/sqlite/warm/index.ts'
import { rankByText } from '../../../plugins/store/sqlite/warm/rank.ts'
import type { NewMemory } from '../../../domain/nouns.ts'
import { inverseDocumentFrequency, termScore } from '../../../domain/text/bm25.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { newMemory, random } from '../../conformance/store/suite.ts'

const words = 'harbour lantern orchard violin granite meadow copper saddle'.split(' ')
const query = 'lantern violin granite copper'

async function kept (t: Tap, memories: NewMemory[], deleted: string[] = []): Promise<Documents> {
  const path = join(t.testdir(), `${memories[0]?.id}.db`)
  const store = await createSqliteStore({ path })
  const database = openDatabase(path)
  t.teardown(async () => {
    database.close()
    await store.close()
  })
  await store.commit({ userId: 'u', add: memories })
  const documents = bringUpToDate(database, emptyDocuments(), findUser(database, 'u') as User)
  if (deleted.length === 0) return documents
  await store.commit({ userId: 'u', delete: deleted })
  return bringUpToDate(database, documents, findUser(database, 'u') as User)
}
type Tap = Pick<typeof t, 'testdir' | 'teardown'>

/** Of one to four words, each up to three times, some in texts of more than a hundred. */
function madeUp (count: number, state: (place: number) => NewMemory['state']): NewMemory[] {
  const next = random(91)
  return Array.from({ length: count }, (_, place) => {
    const few = Array.from({ length: 1 + Math.floor(next() * 4) }, () => words[Math.floor(next() * words.length)])
    const text = place % 50 === 0 ? [...few, ...Array.from({ length: 140 }, (_, at) => `filler${at}`)] : few
    return newMemory('u', text.join(' '), {
      fingerprint: String(place),
      state: state(place),
      app: place % 3 === 0 ? 'a' : 'b'
    })
  })
}

/** Each memory's score, a term after the other as they stand in the query. */
function expected (among: NewMemory[], app: string | undefined, limit: number): Array<[id: string, score: number]> {
  const held = among.map(memory => ({ memory, terms: terms(memory.text) }))
  const corpus = {
    documents: held.length,
    averageLength: held.reduce((sum, { terms }) => sum + terms.length, 0) / held.length
  }
  const frequency = (all: string[], term: string): number => all.filter(other => other === term).length
  const idfs = terms(query).map(term => ({
    term,
    idf: inverseDocumentFrequency(corpus, held.filter(({ terms }) => terms.includes(term)).length)
  }))
  return held
    .filter(({ memory }) => app === undefined || memory.app === app)
    .map(({ memory, terms }): [string, number] => [
      memory.id,
      idfs.reduce((sum, { term, idf }) => {
        const times = frequency(terms, term)
        return times === 0 ? sum : sum + termScore(corpus, idf, times, terms.length)
      }, 0)
    ])
    .filter(([, score]) => score > 0)
    .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? 1 : -1))
    .slice(0, limit)
}

t.test('scores are the sums of BM25 to the last digit, with memories that ended or were deleted, or none', async t => {
  const mixed = madeUp(700, place => place % 5 === 0 ? 'superseded' : 'active')
  const kinds = { 'all active': madeUp(700, () => 'active'), mixed }
  for (const [name, memories] of Object.entries(kinds)) {
    const gone = memories === mixed ? memories.filter((_, place) => place % 7 === 0).map(({ id }) => id) : []
    const documents = await kept(t, memories, gone)
    const all = memories.filter(({ id }) => !gone.includes(id))
    for (const limit of [1, 40, 1000]) {
      for (const app of [undefined, 'a']) {
        for (const includeSuperseded of [false, true]) {
          const filter = { includeSuperseded, ...app !== undefined && { app } }
          const found = rankByText(documents, query, filter, limit, Date.now())
          const among = includeSuperseded ? all : all.filter(({ state }) => state === 'active')
          t.same(
            found.map(({ score, item }) => [item.id, score]),
            expected(among, app, limit),
            `${name}, ${limit} of them, of app ${app}, also those that ended: ${includeSuperseded}`
          )
        }
      }
    }
  }
})

t.test('of thousands that say the same each is looked at about once', async t => {
  const count = 3000
  const memories = Array.from(
    { length: count },
    (_, place) => newMemory('u', 'The violin is old.', { fingerprint: String(place) })
  )
  const documents = await kept(t, memories)
  const compared = t.capture(Document.prototype, 'isLaterThan', Document.prototype.isLaterThan)
  const found = rankByText(documents, 'violin', {}, 100, Date.now())
  t.equal(found.length, 100)
  t.ok(compared().length < 2 * count, `${count} in fewer than twice as many comparisons`)
})
