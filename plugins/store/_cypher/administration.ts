/** What sees more than one user: the list of users, the vectors' generation, indexes, leases. */
import type { IndexDescription, UserSummary } from '../../../domain/capabilities/store.ts'
import type { StoreMeta } from '../../../domain/nouns.ts'
import { cypher } from './cypher.ts'
import { memoryLabel, vectorLabel, type Dialect, type Graph } from './graph.ts'
import { schemaVersion, type MetaReader } from './meta.ts'

/** Makes what every start needs: constraints, indexes, and the one StoreMeta node. */
export async function prepare (graph: Graph, dialect: Dialect): Promise<void> {
  for (const statement of dialect.schema) await graph.define(statement)
  await dialect.settle(graph)
  // A start writes nothing where everything is there: it may be one while a replica is away.
  if ((await graph.read("MATCH (meta:StoreMeta {uid: 'meta'}) RETURN meta.generation AS generation")).length > 0) return
  await graph.write([{
    body: cypher`
      MERGE (meta:StoreMeta {uid: 'meta'})
      ON CREATE SET meta.schema_version = $schema_version, meta.generation = 1`,
    parameters: { schema_version: schemaVersion }
  }])
}

export function administration (graph: Graph, dialect: Dialect, meta: MetaReader) {
  async function users (
    { enrichmentDue, after, limit }: { enrichmentDue?: boolean, after?: string, limit: number }
  ): Promise<UserSummary[]> {
    const conditions = ['(u.docs > 0 OR u.due_since IS NOT NULL OR u.has_readings IS NOT NULL)']
    if (after !== undefined) conditions.push(dialect.comesAfter('u.user_id', '$after'))
    if (enrichmentDue !== undefined) conditions.push(`u.due_since IS ${enrichmentDue ? 'NOT ' : ''}NULL`)
    const rows = await graph.read(
      cypher`
      MATCH (u:User)
      WHERE ${conditions.join(' AND ')}
      WITH u
      ORDER BY u.user_id
      LIMIT $limit
      RETURN u.user_id AS id, u.docs AS docs, u.due_since AS due`,
      { after: after ?? '', limit }
    )
    return rows.map(row => ({
      userId: row.id as string,
      memories: Number(row.docs ?? 0),
      enrichmentDueSince: row.due === null || row.due === undefined ? null : Number(row.due)
    }))
  }

  async function metaNow (): Promise<StoreMeta> {
    meta.forget()
    const { schemaVersion, dimensions, model, generation } = await meta.read()
    return { schemaVersion, dimensions, model, generation }
  }

  async function ensureIndexes (embedding: { model: string, dimensions: number }): Promise<void> {
    meta.forget()
    const stored = await meta.read()
    if (stored.dimensions !== null && stored.dimensions !== embedding.dimensions) return
    if (stored.dimensions === null) {
      await graph.write([{
        body: cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      SET meta.expected_model = $model, meta.expected_dimensions = $dimensions`,
        parameters: { ...embedding }
      }])
      meta.forget()
    }
    await makeVectorIndex(graph, dialect, stored.generation, embedding.dimensions)
  }

  async function describeIndexes (): Promise<IndexDescription[]> {
    meta.forget()
    const [{ generation, dimensions }, rows] = await Promise.all([meta.read(), dialect.indexes(graph)])
    const text = rows.find(row => row.kind === 'text' && row.label === memoryLabel)
    const vector = rows.find(row => row.kind === 'vector' && row.label === vectorLabel(generation))
    const state = (row: { ready: boolean } | undefined): IndexDescription['state'] =>
      row ? (row.ready ? 'ready' : 'building') : 'missing'
    return [
      { name: 'Memory.text', kind: 'text', dimensions: null, state: state(text) },
      // Where vectors are compared one by one there is nothing to build, and so nothing to miss.
      {
        name: 'Memory.embedding',
        kind: 'vector',
        dimensions: vector?.dimensions ?? dimensions,
        state: dialect.vectorIndex ? state(vector) : 'ready'
      }
    ]
  }

  async function lease (name: string, holder: string, ttlMs: number): Promise<boolean> {
    // Written before it is read: that takes the lock, so what is read afterwards is current.
    const rows = await graph.write([{
      body: cypher`
      MERGE (l:Lease {uid: $name})
      SET l.asked_by = $holder
      WITH l, (l.until IS NULL OR l.until <= ${dialect.now} OR l.holder = $holder) AS mine
      SET l.holder = CASE WHEN mine THEN $holder ELSE l.holder END,
          l.until = CASE WHEN mine THEN ${dialect.now} + $ttl ELSE l.until END
      WITH mine`,
      parameters: { name, holder, ttl: ttlMs },
      yields: 'mine'
    }])
    return rows[0]?.mine === true
  }

  async function count (name: string, by: number, ttlMs: number): Promise<number> {
    if (by === 0) {
      const [row] = await graph.read(
        cypher`
      MATCH (c:Counter {uid: $name})
      WHERE c.until > ${dialect.now}
      RETURN c.value AS value`,
        { name }
      )
      return Number(row?.value ?? 0)
    }
    const [row] = await graph.write([{
      body: cypher`
      MERGE (c:Counter {uid: $name})
      SET c.asked = $by
      WITH c, (c.until IS NULL OR c.until <= ${dialect.now}) AS begins
      SET c.value = CASE WHEN begins THEN $by ELSE c.value + $by END,
          c.until = CASE WHEN begins THEN ${dialect.now} + $ttl ELSE c.until END
      WITH c.value AS value`,
      parameters: { name, by, ttl: ttlMs },
      yields: 'value'
    }])
    const value = Number(row?.value)
    // A new one: those that are over go. Another process may be at it, and the next new one makes up for it.
    if (value === by) await forgetCounters().catch(() => {})
    return value
  }

  const forgetCounters = (): Promise<unknown> =>
    graph.write([{
      body: cypher`
      MATCH (c:Counter)
      WHERE c.until <= ${dialect.now}
      WITH c
      LIMIT 100
      DELETE c`
    }])

  return { users, meta: metaNow, ensureIndexes, describeIndexes, lease, count }
}

export async function makeVectorIndex (
  graph: Graph,
  dialect: Dialect,
  generation: number,
  dimensions: number
): Promise<void> {
  const label = vectorLabel(generation)
  for (const statement of dialect.vectorSchema(label)) await graph.define(statement)
  if (dialect.vectorIndex) await graph.define(dialect.vectorIndex(label, dimensions))
  await dialect.settle(graph)
}
