/** The exact statements for Memgraph, which no package registry has: they are checked against its documentation. */
import t from 'tap'
import { atLeast, memgraphDialect, missingFlag, tooOld } from '../../../plugins/store/bolt/memgraph.ts'

const ns = 'a'.repeat(32)
const oneLine = (statement: string | undefined): string | undefined => statement?.replace(/\s+/g, ' ')

t.test('versions are compared as numbers', async t => {
  t.ok(atLeast('3.10.1', '3.6'))
  t.ok(atLeast('3.6', '3.6'))
  t.notOk(atLeast('3.5.2', '3.6'))
  t.notOk(atLeast('2.15.1', '3.0'))
  t.notOk(atLeast('3.1.0', '3.1.1'))
  t.ok(atLeast('3.2', '3.1.1'))
})

t.test('a server that is too old is refused in one line', async t => {
  for (const version of ['2.15.0', '2.22.1', '3.0.4', '3.1.0']) {
    t.match(tooOld(version), {
      code: 'setting_invalid',
      message: `GraphDbB:Url (SVC_GraphDbB__Url): Memgraph ${version} is too old; 3.1.1 or newer is needed.`
    })
  }
  for (const version of ['3.1.1', '3.6.0', '4.0.0']) t.equal(tooOld(version), null)
})

t.test('indexes and constraints', async t => {
  const { schema, vectorSchema, vectorIndex, dropVectorIndex } = memgraphDialect('3.12.0', null)
  t.same(
    schema.slice(0, 6),
    ['uid', 'ns', 'active_key', 'session_uid', 'subject_key'].map(property => `CREATE INDEX ON :Memory(${property})`)
      .concat('CREATE INDEX ON :Entity(uid)')
  )
  t.ok(schema.includes('CREATE CONSTRAINT ON (n:Memory) ASSERT n.uid IS UNIQUE'))
  t.ok(schema.includes('CREATE EDGE INDEX ON :RELATES(memory_uid)'))
  t.equal(schema.at(-1), 'CREATE TEXT INDEX palimpsest_memory_text ON :Memory(ns, live, fts)')
  t.equal(memgraphDialect('3.4.0', null).schema.at(-1), 'CREATE TEXT INDEX palimpsest_memory_text ON :Memory')
  t.same(vectorSchema('MemoryVector_g2'), [
    'CREATE INDEX ON :MemoryVector_g2(ns)',
    'CREATE INDEX ON :MemoryVector_g2(uid)'
  ])
  t.equal(
    oneLine(vectorIndex?.('MemoryVector_g2', 1024)),
    'CREATE VECTOR INDEX palimpsest_memoryvector_g2 ON :MemoryVector_g2(embedding) ' +
      'WITH CONFIG {"dimension": 1024, "capacity": 100000, "metric": "cos"}'
  )
  t.equal(dropVectorIndex?.('MemoryVector_g2'), 'DROP VECTOR INDEX palimpsest_memoryvector_g2')
  t.equal(memgraphDialect('2.22.0', null).vectorIndex, null)
})

t.test('text search, in the form of each version', async t => {
  t.equal(
    memgraphDialect('3.5.2', null).callText('asked.text'),
    "CALL text_search.search('palimpsest_memory_text', asked.text) YIELD node AS m"
  )
  t.equal(
    memgraphDialect('3.6.0', null).callText('$search'),
    "CALL text_search.search('palimpsest_memory_text', $search, 1000000) YIELD node AS m"
  )
  t.equal(
    memgraphDialect('3.11.0', null).callText('$search'),
    "CALL text_search.search('palimpsest_memory_text', $search, {limit: 1000000}) YIELD node AS m"
  )
  const { textQuery } = memgraphDialect('3.12.0', null)
  t.equal(
    textQuery('live', ns, [['tea'], ['xe7bbbf']]),
    `data.live:"${ns}" AND ((data.fts:"tea") OR (data.fts:"xe7bbbf"))`
  )
  t.equal(
    textQuery('ns', ns, [['and', 'or'], ['not']]),
    `data.ns:"${ns}" AND ((data.fts:"and" AND data.fts:"or") OR (data.fts:"not"))`
  )
})

t.test('vector search, and the arithmetic where there is no function yet', async t => {
  const { callNearest, cosine, now } = memgraphDialect('3.12.0', null)
  t.equal(
    oneLine(callNearest?.('MemoryVector_g1')),
    "CALL vector_search.search('palimpsest_memoryvector_g1', $asked, $vector) YIELD node AS v, distance " +
      'WITH v, 1 - distance AS score'
  )
  t.equal(cosine('v.embedding', '$vector'), 'vector_search.cosine_similarity(v.embedding, $vector)')
  const product = (one: string, other: string): string =>
    `reduce(total = 0.0, place IN range(0, size(${one}) - 1) | total + ${one}[place] * ${other}[place])`
  t.equal(
    memgraphDialect('3.5.0', null).cosine('a', 'b'),
    `${product('a', 'b')} / sqrt(${product('a', 'a')} * ${product('b', 'b')})`
  )
  t.equal(now, '(timestamp() / 1000)')
})

t.test('a missing flag is named where the version wants one, and only there', async t => {
  const said = new Error(
    "To use text indices and text search, start Memgraph with the --experimental-enabled='text-search' flag. " +
      'For more details, visit https://memgraph.com/docs'
  )
  const fault = missingFlag('3.5.2', said)
  t.match(fault, { code: 'setting_invalid', message: /GraphDbB:Url.*--experimental-enabled=text-search/ })
  t.notMatch(fault?.message, '\n')
  t.equal(missingFlag('3.6.0', said), null)
  t.equal(missingFlag('3.5.2', new Error('something else')), null)
})
