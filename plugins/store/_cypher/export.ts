/**
 * Everything of one user, as of one moment: writes to this user wait while it is read, page by page. Vectors never
 * change and follow as the reader takes the memories.
 */
import type { ExportRecord } from '../../../domain/capabilities/store.ts'
import { Busy } from '../../../domain/errors.ts'
import { cypher } from './cypher.ts'
import type { exportHolds, Hold } from './export-hold.ts'
import { Spool } from './export-spool.ts'
import { vectorLabel, type Dialect, type Graph, type GraphRow } from './graph.ts'
import { namespaceOf, uidOf } from './keys.ts'
import type { MetaReader } from './meta.ts'
import {
  communityOf,
  entityMap,
  entityOf,
  memoryMap,
  memoryOf,
  readingMap,
  readingOf,
  relationMap,
  relationOf,
  sessionMap,
  sessionOf,
  supersessionMap,
  supersessionOf
} from './rows.ts'

export interface ExportPages {
  /** Nodes that one statement answers. */
  size: number
  /** To know which nodes come next, all of the user's are sorted; so many are then known. */
  known: number
  /** Pages that wait in memory for the reader; more wait in a file. */
  waiting: number
}

const defaults: ExportPages = { size: 200, known: 20_000, waiting: 16 }

const labels = ['Entity', 'Memory', 'Session', 'Reading', 'Community'] as const
type Label = typeof labels[number]
type Kind = 'entities' | 'memories' | 'edges' | 'relations' | 'sessions' | 'readings' | 'communities'

/** What is read of a page of nodes, `$uids`; each row is an `item`. A relation belongs to the memory that states it. */
const readers: Record<Label, Array<[Kind, string]>> = {
  Entity: [[
    'entities',
    cypher`
      UNWIND $uids AS x
      MATCH (e:Entity {uid: x})
      RETURN ${entityMap('e')} AS item`
  ]],
  Memory: [[
    'memories',
    cypher`
      UNWIND $uids AS x
      MATCH (m:Memory {uid: x})
      RETURN ${memoryMap('m')} AS item`
  ], [
    'edges',
    cypher`
      UNWIND $uids AS x
      MATCH (o:Memory {uid: x})<-[s:SUPERSEDES]-(:Memory)
      RETURN ${supersessionMap('s')} AS item`
  ], [
    'relations',
    cypher`
      UNWIND $uids AS x
      MATCH (:Entity)-[r:RELATES {memory_uid: x}]->(:Entity)
      RETURN ${relationMap('r')} AS item`
  ]],
  Session: [[
    'sessions',
    cypher`
      UNWIND $uids AS x
      MATCH (s:Session {uid: x})
      RETURN ${sessionMap('s')} AS item`
  ]],
  Reading: [[
    'readings',
    cypher`
      UNWIND $uids AS x
      MATCH (r:Reading {uid: x})
      RETURN ${readingMap('r')} AS item`
  ]],
  Community: [[
    'communities',
    cypher`
      UNWIND $uids AS x
      MATCH (c:Community {uid: x})
      OPTIONAL MATCH (e:Entity)-[:MEMBER_OF]->(c)
      WITH c, collect(e.id) AS members
      RETURN c {.id, .user_id, .name, .summary, .updated_at, members: members} AS item`
  ]]
}

const records: Record<Exclude<Kind, 'memories'>, (item: unknown) => ExportRecord> = {
  entities: item => ({ kind: 'entity', entity: entityOf(item) }),
  edges: item => ({ kind: 'supersession', supersession: supersessionOf(item) }),
  relations: item => ({ kind: 'relation', relation: relationOf(item) }),
  sessions: item => ({ kind: 'session', session: sessionOf(item) }),
  readings: item => ({ kind: 'reading', reading: readingOf(item) }),
  communities: item => ({ kind: 'community', community: communityOf(item, (item as GraphRow).members) })
}

export function exporter (
  graph: Graph,
  dialect: Dialect,
  meta: MetaReader,
  holds: ReturnType<typeof exportHolds>,
  { size, known, waiting }: ExportPages = defaults
) {
  return async function* exportUser (userId: string): AsyncGenerator<ExportRecord> {
    const ns = namespaceOf(userId)
    const hold = await holds.hold(ns)
    if (hold === null) return
    const spool = new Spool<Kind, GraphRow>({ pages: waiting })
    const abandoned = new AbortController()
    const reading = read(ns, hold, spool, abandoned.signal).then(
      () => spool.finish(),
      (error: unknown) => spool.finish({ error })
    )
    try {
      yield* plain('entities')
      for await (const rows of spool.pages('memories')) yield* withVectors(ns, rows)
      for (const kind of ['edges', 'relations', 'sessions', 'readings', 'communities'] as const) yield* plain(kind)
    } finally {
      abandoned.abort()
      await reading
      await spool.close()
    }

    async function* plain (kind: Exclude<Kind, 'memories'>): AsyncGenerator<ExportRecord> {
      for await (const rows of spool.pages(kind)) yield* rows.map(row => records[kind](row.item))
    }
  }

  async function read (ns: string, hold: Hold, spool: Spool<Kind, GraphRow>, abandoned: AbortSignal): Promise<void> {
    try {
      for (const label of labels) {
        for await (const uids of pagesOf(label, ns)) {
          if (abandoned.aborted) return
          await hold.renew()
          for (const [kind, statement] of readers[label]) await spool.put(kind, await graph.read(statement, { uids }))
        }
      }
      // The user was erased, or this process was suspended for longer than the hold lasts.
      if (await version(ns) !== hold.version) throw new Busy('The user was written while the export was being read.')
    } finally {
      await hold.release()
    }
  }

  async function* pagesOf (label: Label, ns: string): AsyncGenerator<string[]> {
    for (let after = '';;) {
      const rows = await graph.read(
        cypher`
      MATCH (n:${label} {ns: $ns})
      WHERE ${dialect.comesAfter('n.uid', '$after')}
      WITH n.uid AS uid
      ORDER BY uid
      LIMIT $known
      RETURN uid`,
        { ns, after, known }
      )
      const uids = rows.map(row => row.uid as string)
      for (let start = 0; start < uids.length; start += size) yield uids.slice(start, start + size)
      if (uids.length < known) return
      after = uids.at(-1) as string
    }
  }

  async function version (ns: string): Promise<number> {
    const [row] = await graph.read(cypher`MATCH (u:User {uid: $ns}) RETURN u.version AS version`, { ns })
    return Number(row?.version ?? 0)
  }

  async function* withVectors (ns: string, rows: GraphRow[]): AsyncGenerator<ExportRecord> {
    const memories = rows.map(row => memoryOf(row.item))
    const vectors = await vectorsOf(ns, memories.map(memory => memory.id))
    for (const memory of memories) {
      yield { kind: 'memory', memory, embedding: vectors.get(uidOf(ns, memory.id)) ?? null }
    }
  }

  async function vectorsOf (ns: string, ids: string[]): Promise<Map<string, Float32Array>> {
    const { generation } = await meta.read()
    const rows = await graph.read(
      cypher`
      MATCH (v:${vectorLabel(generation)})
      WHERE v.uid IN $uids
      RETURN v.uid AS uid, v.embedding AS embedding`,
      { uids: ids.map(id => uidOf(ns, id)) }
    )
    return new Map(rows.map(row => [row.uid as string, Float32Array.from(row.embedding as number[])]))
  }
}
