/** All that was ever changed of one user, put together from the memories and the edges of their history. */
import { createHash } from 'node:crypto'
import type { Change } from '../../../../domain/capabilities/keeping.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import type { Memory, Origin, Reading, ReadTurn, Supersession } from '../../../../domain/nouns.ts'
import { redatingsOf, redatingUndoneAt } from './dates.ts'

export interface Journal {
  memories: Map<string, Memory>
  /** Latest first. */
  edges: Supersession[]
}

const pageSize = 1_000
/** Memories and edges looked at, the newest. */
const mostMemories = 100_000
const mostEdges = 200_000

export async function readJournal (store: Store, userId: string): Promise<Journal> {
  const memories = new Map<string, Memory>()
  for (let page = 1; page <= mostMemories / pageSize; page++) {
    const { items } = await store.list(userId, { includeSuperseded: true, forgotten: true, page, size: pageSize })
    for (const memory of items) memories.set(memory.id, memory)
    if (items.length < pageSize) break
  }
  return { memories, edges: await store.supersessions(userId, { limit: mostEdges }) }
}

/** Newest first. */
export function changesOf (journal: Journal, readings: Reading[] = []): Change[] {
  const changes = new Map<string, Change>()
  const begun = begunBy(journal)
  for (const memory of journal.memories.values()) {
    const edge = begun.get(memory.id)
    // Texts that are kept as they are may be written together, each by a request of its own.
    const alone = edge === undefined && memory.source === 'verbatim' ? memory.id : null
    const origin = edge === undefined ? originOfMemory(memory) : originOf(edge, journal)
    change(memory.createdAt, origin, alone).added.push(memory)
    redate(memory)
  }
  for (const edge of journal.edges) {
    const memory = journal.memories.get(edge.oldId)
    if (memory === undefined) continue
    const by = edge.newId === null ? null : journal.memories.get(edge.newId) ?? null
    change(edge.expiredAt, originOf(edge, journal)).ended.push({ memory, edge, by })
    if (edge.restoredAt === null) continue
    const { restored } = change(edge.restoredAt, undoing)
    if (!restored.includes(memory)) restored.push(memory)
  }
  for (const reading of readings) change(reading.at, reading).turns.push(...reading.turns.map(visible))
  const takenBack = new Map(journal.edges.filter(isTakenBack).map(edge => [edge.oldId, edge.expiredAt]))
  for (const one of changes.values()) one.undoneAt = undoneAt(one, takenBack)
  return [...changes.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))

  function redate (memory: Memory): void {
    for (const one of redatingsOf(memory)) {
      const { redated, restored } = change(one.at, one)
      if (!redated.includes(memory)) redated.push(memory)
      if (one.source === 'undo' && !restored.includes(memory)) restored.push(memory)
    }
  }

  /** What is not in the journal is named by nothing. */
  function visible (turn: ReadTurn): ReadTurn {
    return { ...turn, memoryIds: turn.memoryIds.filter(id => journal.memories.has(id)) }
  }

  function change (at: number, { source, sessionId, app }: Origin, alone: string | null = null): Change {
    const id = idOf(at, [source, sessionId, app, ...(alone === null ? [] : [alone])])
    const known = changes.get(id)
    if (known !== undefined) return known
    const made: Change = {
      id,
      at,
      source,
      sessionId,
      app,
      added: [],
      ended: [],
      restored: [],
      redated: [],
      turns: [],
      undoneAt: null
    }
    changes.set(id, made)
    return made
  }
}

export const undoing: Origin = { source: 'undo', sessionId: null, app: null }

function idOf (at: number, origin: Array<string | null>): string {
  return `${at.toString(36)}-${createHash('sha256').update(JSON.stringify(origin)).digest('hex').slice(0, 8)}`
}

/** The edge that a memory came with. */
function begunBy ({ edges, memories }: Journal): Map<string, Supersession> {
  return new Map(
    edges.filter(({ newId, origin, expiredAt }) =>
      origin && newId !== null && memories.get(newId)?.createdAt === expiredAt
    ).map(edge => [edge.newId as string, edge])
  )
}

function originOf ({ origin, newId, oldId }: Supersession, { memories }: Journal): Origin {
  if (origin) return origin
  const memory = memories.get(newId ?? oldId)
  return memory === undefined ? { source: 'api', sessionId: null, app: null } : originOfMemory(memory)
}

export function originOfMemory ({ source, sessionId, app }: Memory): Origin {
  return { source: source === 'verbatim' ? 'api' : source, sessionId, app }
}

export function isTakenBack (edge: Supersession): boolean {
  return edge.origin?.source === 'undo' && edge.newId === null && edge.restoredAt === null
}

/** Null unless nothing of it stands. */
function undoneAt ({ at, added, ended, redated }: Change, takenBack: Map<string, number>): number | null {
  const times = [
    ...added.map(({ id }) => takenBack.get(id) ?? null),
    ...ended.map(({ edge }) => edge.restoredAt),
    ...redated.map(memory => redatingUndoneAt(memory, at))
  ]
  return times.length > 0 && times.every(time => time !== null) ? Math.max(...times) : null
}
