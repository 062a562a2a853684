/**
 * Embeds everything again into a new generation of vector nodes while the old one goes on answering, then switches in
 * one write. What is left to do is always asked of the graph, so that a run that was killed is resumed by the next.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BegunReembed } from '../../../domain/capabilities/store.ts'
import { Busy } from '../../../domain/errors.ts'
import { requireVector } from '../../../domain/vector.ts'
import { makeVectorIndex } from './administration.ts'
import { cypher, without } from './cypher.ts'
import { PreconditionFailed, vectorLabel, type Dialect, type Graph, type GraphRow } from './graph.ts'
import { metaFreshMs, type FullMeta, type MetaReader, type Target } from './meta.ts'
import { packed } from './rows.ts'

const batch = 64

export type Embed = (texts: string[]) => Promise<Float32Array[]>

/** Spelled with an optional match, since not every database takes a pattern as a condition. */
const missing = (target: Target): string =>
  cypher`
      OPTIONAL MATCH (m)-[:HAS_VECTOR]->(v:${vectorLabel(target.generation)})
      WITH m, v
      WHERE v IS NULL`

const countAll = cypher`
      MATCH (m:Memory)
      WITH count(m) AS memories
      OPTIONAL MATCH (s:Session)
      WHERE s.gist_embedding IS NOT NULL AND s.gist IS NOT NULL
      WITH memories, count(s) AS gists
      RETURN memories + gists AS total`

/** The target as parameters: a text that is copied and removed in one clause was once not there afterwards. */
const switchGenerations = cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      SET meta.previous_generation = meta.generation,
          meta.generation = $generation,
          meta.dimensions = $dimensions,
          meta.model = $model,
          meta.expected_model = $model
      ${
  without('meta', {
    target_generation: 'true',
    target_dimensions: 'true',
    target_model: 'true',
    finishing: 'true'
  })
}`

const forgetPrevious = cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      ${without('meta', { previous_generation: 'true', target_started_at: 'true' })}`

/** Which gists lack a vector, and where it goes: before the switch, and after it. */
const nextGists = {
  lacking: 's.gist_embedding IS NOT NULL AND s.gist IS NOT NULL AND s.next_gist_embedding IS NULL',
  property: 'next_gist_embedding'
}
const currentGists = { lacking: 's.gist IS NOT NULL AND s.gist_embedding IS NULL', property: 'gist_embedding' }

const switchGists = cypher`
      MATCH (s:Session)
      WHERE s.gist_embedding IS NOT NULL OR s.next_gist_embedding IS NOT NULL
      WITH s, s.next_gist_embedding IS NULL AS lost
      SET s.gist_embedding = coalesce(s.next_gist_embedding, s.gist_embedding)
      ${without('s', { gist_embedding: 'lost', next_gist_embedding: 'true' })}`

/** The steps of one graph; `reembed.ts` runs them, over one graph or several. */
export type NewGeneration = ReturnType<typeof newGeneration>

export function newGeneration (graph: Graph, dialect: Dialect, meta: MetaReader) {
  return { current, begun, begin, total, made, fill, finish, settle }

  async function current (): Promise<number> {
    meta.forget()
    return (await meta.read()).generation
  }

  /** What was begun and is not finished. */
  async function begun (): Promise<BegunReembed | null> {
    meta.forget()
    const stored = await meta.read()
    const run = stored.target ?? switchedTo(stored)
    if (run === null) return null
    const [done, whole] = await Promise.all([made(run), total()])
    return { ...run, done: Math.min(done, whole), total: whole }
  }

  async function begin (
    { model, dimensions }: { model: string, dimensions: number },
    generation: number
  ): Promise<Target> {
    meta.forget()
    const stored = await meta.read()
    if (stored.target?.model === model && stored.target.dimensions === dimensions) {
      await makeVectorIndex(graph, dialect, stored.target.generation, dimensions)
      return stored.target
    }
    const target = { generation, dimensions, model, startedAt: Date.now() }
    await graph.write([{
      body: cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      SET meta.target_generation = $generation,
          meta.target_dimensions = $dimensions,
          meta.target_model = $model,
          meta.target_started_at = $started_at`,
      parameters: { generation: target.generation, dimensions, model, started_at: target.startedAt }
    }, {
      body: cypher`
      MATCH (s:Session)
      WHERE s.next_gist_embedding IS NOT NULL
      SET s.next_gist_embedding = null`
    }])
    if (stored.target) await drop(stored.target.generation)
    if (stored.previous) {
      await drop(stored.previous.generation)
      await graph.write([{ body: forgetPrevious }])
    }
    await makeVectorIndex(graph, dialect, generation, dimensions)
    meta.forget()
    // Other processes notice within this time; from then on what they write in the new size lands in the new
    // generation.
    await sleep(2 * metaFreshMs)
    return target
  }

  async function total (): Promise<number> {
    const [row] = await graph.read(countAll)
    return Number(row?.total ?? 0)
  }

  /** How many vectors of the new generation there are: counted by their label, without reading the memories. */
  async function made (target: Target): Promise<number> {
    const counts = await Promise.all([
      graph.read(cypher`MATCH (v:${vectorLabel(target.generation)}) RETURN count(v) AS made`),
      graph.read(cypher`MATCH (s:Session) WHERE s.next_gist_embedding IS NOT NULL RETURN count(s) AS made`)
    ])
    return counts.reduce((sum, [row]) => sum + Number(row?.made ?? 0), 0)
  }

  /** What lacks a vector of the new generation gets one; what writers add meanwhile is left to the next call. */
  async function fill (target: Target, embed: Embed, onBatch: (count: number) => void): Promise<void> {
    await memories(target, embed, onBatch)
    await gists(target, nextGists, embed, onBatch)
  }

  async function memories (target: Target, embed: Embed, onBatch: (count: number) => void): Promise<void> {
    const label = vectorLabel(target.generation)
    for (;;) {
      const rows = await graph.read(
        cypher`
      MATCH (m:Memory)
      ${missing(target)}
      RETURN m.uid AS uid, m.ns AS ns, m.text AS text
      LIMIT $batch`,
        { batch }
      )
      if (rows.length === 0) return
      const vectors = await embedded(embed, rows.map(row => row.text as string), target)
      await graph.write([{
        body: cypher`
      UNWIND $vectors AS x
      MATCH (m:Memory {uid: x.uid})
      OPTIONAL MATCH (m)-[:HAS_VECTOR]->(old:${label})
      WITH x, m, old
      WHERE old IS NULL
      CREATE (m)-[:HAS_VECTOR]->(v:${label} {uid: x.uid, ns: x.ns})
      ${dialect.setVector('v', 'x.embedding')}`,
        parameters: { vectors: rows.map(({ uid, ns }, place) => ({ uid, ns, embedding: vectors[place] })) }
      }])
      onBatch(rows.length)
      if (rows.length < batch) return
    }
  }

  async function gists (
    target: Target,
    { lacking, property }: typeof nextGists,
    embed: Embed,
    onBatch: (count: number) => void
  ): Promise<void> {
    for (;;) {
      const rows = await graph.read(
        cypher`
      MATCH (s:Session)
      WHERE ${lacking}
      RETURN s.uid AS uid, s.gist AS gist
      LIMIT $batch`,
        { batch }
      )
      if (rows.length === 0) return
      const vectors = await embedded(embed, rows.map(row => row.gist as string), target)
      await graph.write([{
        body: cypher`
      UNWIND $gists AS x
      MATCH (s:Session {uid: x.uid})
      WHERE s.gist = x.gist
      SET s.${property} = x.embedding`,
        parameters: {
          gists: rows.map(({ uid, gist }, place) => ({ uid, gist, embedding: packed(vectors[place] ?? null) }))
        }
      }])
      onBatch(rows.length)
      if (rows.length < batch) return
    }
  }

  /**
   * Switches, unless more memories than `tolerated` arrived without a vector of the new generation meanwhile; those
   * few get theirs in `settle`.
   */
  async function finish (target: Target, tolerated: number): Promise<boolean> {
    meta.forget()
    const stored = await meta.read()
    // While this process was suspended another may have taken over and finished.
    if (stored.target?.generation !== target.generation) {
      throw new Busy('Another process has taken over making the vectors again.')
    }
    try {
      await graph.write([
        {
          body: cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      SET meta.finishing = true
      WITH 1 / (CASE WHEN meta.target_generation = $generation THEN 1 ELSE 0 END) AS ours`,
          parameters: { generation: target.generation }
        },
        {
          body: cypher`
      MATCH (m:Memory)
      ${missing(target)}
      WITH count(m) AS lacking
      WITH 1 / (CASE WHEN lacking <= $tolerated THEN 1 ELSE 0 END) AS complete`,
          parameters: { tolerated },
          yields: 'complete'
        },
        { body: switchGenerations, parameters: { dimensions: target.dimensions, model: target.model } },
        { body: switchGists }
      ])
    } catch (error) {
      if (error instanceof PreconditionFailed) return false
      throw error
    }
    meta.forget()
    return true
  }

  /**
   * After the switch: what a write that had begun before it left without a vector of this generation gets one, then the
   * generation before goes.
   */
  async function settle (embed: Embed, onBatch: (count: number) => void): Promise<void> {
    meta.forget()
    const stored = await meta.read()
    const target = switchedTo(stored)
    if (stored.previous === null || target === null) return
    // Readers that have not noticed yet still ask the old generation.
    await sleep(2 * metaFreshMs)
    if (dialect.concurrentWrites) await earlierWrites()
    await memories(target, embed, onBatch)
    await gists(target, currentGists, embed, onBatch)
    await drop(stored.previous.generation)
    await graph.write([{ body: forgetPrevious }])
    meta.forget()
  }

  /**
   * Waits until no write is under way that began before this: each holds its user's node from its first step to its
   * end, and reads the generation after that step.
   */
  async function earlierWrites (): Promise<void> {
    for (let after: string | null = ''; after !== null;) {
      const rows: GraphRow[] = await graph.write([{
        body: cypher`
      MATCH (u:User)
      WHERE ${dialect.comesAfter('u.user_id', '$after')}
      WITH u
      ORDER BY u.user_id
      LIMIT 1000
      SET u.claimed_by = 'reembed'
      WITH max(u.user_id) AS last`,
        parameters: { after },
        yields: 'last'
      }])
      after = (rows[0]?.last ?? null) as string | null
    }
  }

  async function drop (generation: number): Promise<void> {
    const label = vectorLabel(generation)
    for (;;) {
      const rows = await graph.write([{
        body: cypher`
      MATCH (v:${label})
      WITH v
      LIMIT 5000
      WITH collect(v) AS old, count(v) AS removed
      FOREACH (v IN old | DETACH DELETE v)
      WITH removed`,
        yields: 'removed'
      }])
      if (Number(rows[0]?.removed ?? 0) === 0) break
    }
    if (dialect.dropVectorIndex) await graph.define(dialect.dropVectorIndex(label))
  }
}

/** The run that has switched and not yet removed the generation before. */
function switchedTo ({ previous, generation, dimensions, model }: FullMeta): Target | null {
  if (previous === null || dimensions === null || model === null) return null
  return { generation, dimensions, model, startedAt: previous.startedAt }
}

/** One vector of the new generation for each text, checked. */
async function embedded (embed: Embed, texts: string[], { dimensions }: Target): Promise<Float32Array[]> {
  const vectors = await embed(texts)
  return texts.map((_, place) =>
    requireVector(vectors[place] ?? new Float32Array(), dimensions, 'A vector of the embedder')
  )
}
