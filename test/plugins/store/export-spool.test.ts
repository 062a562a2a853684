/** What waits for a slow reader of an export waits in a file, however much it is. */
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import t from 'tap'
import { Spool } from '../../../plugins/store/_cypher/export-spool.ts'

const pageOf = (number: number) => Array.from({ length: 20 }, (_, row) => ({ item: { text: `ä ${number} ${row}` } }))

t.test('a few pages are in memory, the others in a file, and all come back in their order', async t => {
  const spool = new Spool<'a' | 'b', object>({ pages: 3 })
  t.teardown(() => spool.close())
  for (let number = 0; number < 50; number++) {
    await spool.put('a', pageOf(number))
    await spool.put('b', pageOf(-number))
    t.ok(spool.held <= 60, 'three pages of twenty')
  }
  spool.finish()
  for (const [kind, sign] of [['a', 1], ['b', -1]] as const) {
    let number = 0
    for await (const rows of spool.pages(kind)) t.same(rows, pageOf(sign * number++))
    t.equal(number, 50)
  }
  t.equal(spool.held, 0)
  t.notOk((await readdir(tmpdir())).some(name => name.startsWith('palimpsest-export-')), 'its file has no name')
})

t.test('a reader gets what there is before it gets a fault', async t => {
  const spool = new Spool<'a', object>({ pages: 1 })
  t.teardown(() => spool.close())
  const seen: object[] = []
  const reading = (async () => {
    for await (const rows of spool.pages('a')) seen.push(...rows)
  })()
  await spool.put('a', pageOf(0))
  await spool.put('a', pageOf(1))
  spool.finish({ error: new Error('away') })
  await t.rejects(reading, { message: 'away' })
  t.same(seen, [...pageOf(0), ...pageOf(1)])
})
