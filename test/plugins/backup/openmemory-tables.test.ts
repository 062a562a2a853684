/** The tables of an OpenMemory export are read in turns with everybody else, and what is no memory is not kept. */
import t from 'tap'
import { readTables } from '../../../plugins/backup/ndjson/openmemory-tables.ts'
import type { OpenMemoryRow } from '../../../plugins/backup/ndjson/openmemory-rows.ts'
import { ticksDuring } from '../../services/ticks.ts'

const written = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

t.test('rows come in their order, between tables of which nothing is known', async t => {
  const rows: OpenMemoryRow[] = []
  const tables = await readTables(
    written({
      status_history: [{ id: 'no memory' }, [[1], {}]],
      categories: [{ id: 'c', name: 'Food', user: null }],
      memories: [{ id: 'a', content: 'Drinks tea, "black" \\ [\u00e9]' }, { id: 'b', metadata: { 1: [true] } }],
      apps: null,
      version: 3,
      user: { id: 'x', user_id: 'ada' }
    }),
    row => {
      rows.push(row)
    }
  )
  t.same(tables, { userId: 'ada', apps: [], categories: [{ id: 'c', name: 'Food', user: null }] })
  t.same(rows, [{ id: 'a', content: 'Drinks tea, "black" \\ [\u00e9]' }, { id: 'b', metadata: { 1: [true] } }])
})

t.test('others have their turn while a long one is read', async t => {
  const row = { content: 'Drinks tea', category_ids: ['c'], metadata: { from: 'a talk' } }
  const bytes = written({ memories: Array.from({ length: 60_000 }, (_, place) => ({ ...row, id: `row-${place}` })) })
  let rows = 0
  const turns = await ticksDuring(() =>
    readTables(bytes, () => {
      rows++
    })
  )
  t.equal(rows, 60_000)
  t.ok(turns > 3, `${turns} turns of the event loop`)
})
