/** What every chapter of the suite stands on: one open store, requirements with ids, and material to store. */
import type { Test } from 'tap'
import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { fingerprint } from '../../../domain/text/identity.ts'
import type { Changeset, Store } from '../../../domain/capabilities/store.ts'
import {
  untouched,
  type Entity,
  type Memory,
  type NewMemory,
  type Reading,
  type Relation,
  type Session,
  type Supersession
} from '../../../domain/nouns.ts'

export interface StoreSuiteOptions {
  /** Opens the store; called once, and again after it was closed or a writer was killed unless `reopen` is given. */
  open: () => Promise<Store>
  reopen?: () => Promise<Store>
  /**
   * How a child process opens the same store: a module (file URL) that exports `open (argument: string):
   * Promise<Store>`. Without it the requirements about killed and concurrent processes are skipped.
   */
  spawnWriter?: { module: string, argument: string }
  /** Of the vectors the suite stores; the store's own when it holds some already. 16 by default. */
  dimensions?: number
  /** Requirements this store cannot meet, each with its reason. */
  skip?: Record<string, string>
}

export interface Suite {
  t: Test
  store: () => Store
  options: StoreSuiteOptions
  dimensions: number
  /** One requirement of the seam. */
  it: (id: string, sentence: string, body: (t: Test, store: Store) => Promise<void>) => void
  /** Closes the store and opens it anew. */
  reopen: () => Promise<Store>
}

export type Chapter = (suite: Suite) => void

export const suiteModel = 'conformance-model'

export async function openSuite (t: Test, options: StoreSuiteOptions): Promise<Suite> {
  let current = await options.open()
  const stored = (await current.meta()).dimensions
  const dimensions = stored ?? options.dimensions ?? 16
  await current.ensureIndexes({ model: suiteModel, dimensions })
  t.teardown(() => current.close())
  return {
    t,
    options,
    dimensions,
    store: () => current,
    it (id, sentence, body) {
      const reason = options.skip?.[id]
      t.test(`${id}: ${sentence}`, reason === undefined ? {} : { skip: reason }, child => body(child, current))
    },
    async reopen () {
      await current.close()
      current = await (options.reopen ?? options.open)()
      await current.ensureIndexes({ model: suiteModel, dimensions })
      return current
    }
  }
}

/** An id that no other test uses. */
export const freshUser = (): string => `user-${randomUUID()}`

/** 1 January 2026; tests count minutes from here. */
export const dawn = Date.UTC(2026, 0, 1)
export const minute = 60_000
export const at = (minutes: number): number => dawn + minutes * minute

/** The same numbers in every run (Mulberry32). */
export function random (seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const randomVector = (dimensions: number, next: () => number): Float32Array =>
  Float32Array.from({ length: dimensions }, () => next() * 2 - 1)

export function newMemory (userId: string, text: string, fields: Partial<NewMemory> = {}): NewMemory {
  const createdAt = fields.createdAt ?? at(0)
  return {
    id: v7(),
    userId,
    text,
    fingerprint: fingerprint(text, fields.project ?? null),
    memoryType: 'semantic',
    state: 'active',
    app: null,
    project: null,
    sessionId: null,
    tags: [],
    categories: [],
    metadata: null,
    attributes: {},
    source: 'verbatim',
    quote: null,
    sourceTurnUuids: [],
    speaker: null,
    confidence: 1,
    subject: null,
    predicate: null,
    value: null,
    functional: false,
    isGlobal: false,
    validAt: createdAt,
    invalidAt: null,
    createdAt,
    expiredAt: null,
    supersededBy: null,
    revisions: [],
    ...untouched,
    entityIds: [],
    embedding: null,
    ...fields
  }
}

/** As it comes back: without the vector, mentions in any order. */
export function asRead ({ embedding, ...memory }: NewMemory): Memory {
  return { ...memory, entityIds: [...memory.entityIds].sort() }
}

export const settled = (memory: Memory): Memory => ({ ...memory, entityIds: [...memory.entityIds].sort() })

export function newEntity (userId: string, name: string, fields: Partial<Entity> = {}): Entity {
  return {
    id: v7(),
    userId,
    name,
    key: name.toLowerCase(),
    type: 'thing',
    aliases: [],
    summary: null,
    summaryStale: false,
    mergedInto: null,
    distinctFrom: [],
    createdAt: at(0),
    updatedAt: at(0),
    ...fields
  }
}

export function newRelation (userId: string, from: Entity, predicate: string, to: Entity, memory: NewMemory): Relation {
  return { id: v7(), userId, fromEntityId: from.id, toEntityId: to.id, predicate, memoryId: memory.id }
}

export function newSession (userId: string, id: string, fields: Partial<Session> = {}): Session {
  return {
    id,
    userId,
    project: null,
    app: null,
    gist: null,
    gistStale: false,
    gistEmbedding: null,
    startedAt: at(0),
    turns: [],
    endedAt: at(0),
    ...fields
  }
}

export function newReading (userId: string, words: string | null, fields: Partial<Reading> = {}): Reading {
  return {
    id: v7(),
    userId,
    at: at(0),
    source: 'conversation',
    sessionId: null,
    app: null,
    turns: [{ role: 'user', name: null, at: at(0), words, memoryIds: [], refused: [] }],
    ...fields
  }
}

export function supersession (oldId: string, newId: string | null, fields: Partial<Supersession> = {}): Supersession {
  return {
    oldId,
    newId,
    kind: newId === null ? 'INVALIDATE' : 'SUPERSEDE',
    reason: 'a later turn says so',
    quote: 'actually',
    invalidAt: at(50),
    expiredAt: at(60),
    restoredAt: null,
    ...fields
  }
}

/** Stores these memories and answers them. */
export async function given (
  store: Store,
  userId: string,
  memories: NewMemory[],
  rest: Partial<Changeset> = {}
): Promise<NewMemory[]> {
  await store.commit({ userId, add: memories, ...rest })
  return memories
}

export const ids = (items: Array<{ id: string }>): string[] => items.map(item => item.id)

/** The code an operation fails with; null when it does not fail. */
export async function failure (operation: () => Promise<unknown>): Promise<string | null> {
  try {
    await operation()
    return null
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

export async function collect<T> (items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
