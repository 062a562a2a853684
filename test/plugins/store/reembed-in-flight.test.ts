/**
 * A write that has begun before a re-embedding switches and ends after it. Only a database whose transactions run side
 * by side has this moment; it is held open with a lock.
 */
import neo4j from 'neo4j-driver'
import t from 'tap'
import { uidOf, namespaceOf } from '../../../plugins/store/_cypher/keys.ts'
import { given, newMemory, newSession, random, randomVector } from '../../conformance/store/suite.ts'
import { neo4jMissing, startNeo4j } from '../../services/neo4j.ts'
import { until } from '../../services/running.ts'
import { open } from './bolt-open.ts'

const missing = neo4jMissing()
const dimensions = 8
const userId = 'ada'

t.test('a write under way at the switch is found by its vector', { skip: missing ?? false }, async t => {
  const server = await startNeo4j()
  t.teardown(() => server.stop())
  const place = `bolt://127.0.0.1:${server.port} ${server.username} ${server.password}`
  const store = await open(place)
  t.teardown(() => store.close())
  await store.ensureIndexes({ model: 'first', dimensions })
  const vector = randomVector(dimensions, random(1))
  await given(store, userId, [newMemory(userId, 'before', { embedding: vector })], {
    sessions: [newSession(userId, 's')]
  })

  const driver = neo4j.driver(server.url, neo4j.auth.basic(server.username, server.password))
  t.teardown(() => driver.close())
  const blocked = async (): Promise<boolean> => {
    const session = driver.session()
    const { records } = await session.run('SHOW TRANSACTIONS YIELD status RETURN status')
    await session.close()
    return records.some(record => String(record.get('status')).startsWith('Blocked'))
  }
  const holder = driver.session()
  const lock = await holder.beginTransaction()
  await lock.run('MATCH (s:Session {uid: $uid}) SET s.held = true', { uid: uidOf(namespaceOf(userId), 's') })

  const late = newMemory(userId, 'late', { embedding: vector, sessionId: 's' })
  const write = given(store, userId, [late], { sessions: [newSession(userId, 's')] })
  await until(blocked, waits => waits)

  const begun = (await store.meta()).generation
  const reembedding = store.reembed(
    { model: 'second', dimensions },
    async texts => texts.map(text => randomVector(dimensions, random(text.length))),
    () => {}
  )
  await until(() => store.meta(), ({ generation }) => generation > begun)
  t.match(await store.reembedding(), { model: 'second' }, 'what is left to do stands in the store')
  await lock.rollback()
  await holder.close()
  await write
  t.match(await reembedding, { state: 'done', error: null })
  t.equal(await store.reembedding(), null)

  const found = await store.nearest(userId, randomVector(dimensions, random(late.text.length)), {}, 1)
  t.equal(found[0]?.id, late.id)
  const session = driver.session()
  const { records } = await session.run('MATCH (v) WHERE v.embedding IS NOT NULL RETURN count(v) AS vectors')
  t.equal(Number(records[0]?.get('vectors')), 2, 'the vectors before it are gone')
  await session.close()
})
