/**
 * The vector arm: every vector of the user is compared, over blocks of unit vectors kept in memory. A user whose vectors are more than may be
 * kept is read block by block instead.
 */
import type { Filter } from '../../../../kernel/capabilities/store.ts'
import type { Database, Row } from '../driver.ts'
import { predicateOf } from '../filter.ts'
import { number } from '../rows.ts'
import { rowsInSlot, slotBytes, type Arena, type Slot } from './arena.ts'
import { createBest, type Ranked } from './best.ts'
import type { Document, Documents } from './documents.ts'
import { before } from './rank.ts'

/** The place in `memories` is the place in the slot. */
interface Block { slot: Slot, memories: number[] }

export interface Vectors {
  generation: number
  dimensions: number
  blocks: Block[]
  /** The last one read. */
  seq: number
}

export const emptyVectors = (generation: number, dimensions: number): Vectors => ({ generation, dimensions, blocks: [], seq: 0 })

export const bytesOfVectors = ({ blocks }: Vectors): number => blocks.length * slotBytes

/** To be called when nobody will ask for them again. */
export function release (arena: Arena, vectors: Vectors | null): void {
  for (const { slot } of vectors?.blocks.splice(0) ?? []) arena.give(slot)
}

const rowsAtOnce = 512

function * rowsAfter (database: Database, user: number, generation: number, start: number): Generator<Row> {
  for (let seq = start; ;) {
    const rows = database.prepare('SELECT seq, memory, vector FROM vectors WHERE user = ? AND generation = ? AND seq > ? ORDER BY seq LIMIT ?').all(user, generation, seq, rowsAtOnce)
    yield * rows
    if (rows.length < rowsAtOnce) return
    seq = number(rows.at(-1)?.['seq'])
  }
}

function append (arena: Arena, { slot, memories }: Block, row: Row, dimensions: number): void {
  const unit = arena.row(slot, memories.length, dimensions)
  new Uint8Array(unit.buffer, unit.byteOffset, unit.byteLength).set(row['vector'] as Uint8Array)
  toUnit(unit)
  memories.push(number(row['memory']))
}

function toUnit (vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value ** 2
  const scale = 1 / Math.sqrt(squares)
  for (let place = 0; place < vector.length; place++) vector[place] = (vector[place] as number) * scale
  return vector
}

/** Keeps what was added since, as long as `mayKeep` says so; yields, block by block, what could not be kept. */
function * bringUpToDate (database: Database, user: number, vectors: Vectors, arena: Arena, mayKeep: (bytes: number) => boolean): Generator<Block> {
  const { generation, dimensions, blocks } = vectors
  const most = rowsInSlot(dimensions)
  let passing: Block | null = null
  try {
    for (const row of rowsAfter(database, user, generation, vectors.seq)) {
      let block: Block | undefined = passing ?? blocks.at(-1)
      if (passing === null && (block === undefined || block.memories.length === most)) {
        block = { slot: arena.take() ?? outOfMemory(), memories: [] }
        if (mayKeep(slotBytes)) blocks.push(block)
        else passing = block
      }
      append(arena, block as Block, row, dimensions)
      if (passing === null) {
        vectors.seq = number(row['seq'])
      } else if (passing.memories.length === most) {
        yield passing
        passing.memories.length = 0
      }
    }
    if (passing !== null) yield passing
  } finally {
    if (passing !== null) arena.give(passing.slot)
  }
}

function outOfMemory (): never {
  throw new RangeError('There is no memory left to compare vectors in. Lower Sqlite:CacheMb (SVC_Sqlite__CacheMb) or give the service more.')
}

export interface VectorSearch { database: Database, arena: Arena, user: number, documents: Documents, vectors: Vectors, mayKeep: (bytes: number) => boolean }

export function rankByVector ({ database, arena, user, documents, vectors, mayKeep }: VectorSearch, query: Float32Array, filter: Filter, limit: number, now: number): Array<Ranked<Document>> {
  const allows = predicateOf(filter, now)
  const best = createBest<Document>(limit, before)
  arena.ask(toUnit(query.slice()))
  for (const passing of bringUpToDate(database, user, vectors, arena, mayKeep)) compare(passing)
  for (const block of vectors.blocks) compare(block)
  // Rounding may carry a cosine a hair beyond one.
  return best.ranked.map(({ score, item }) => ({ score: Math.max(-1, Math.min(1, score)), item }))

  function compare ({ slot, memories }: Block): void {
    const scores = arena.multiply(slot, memories.length, vectors.dimensions)
    for (let place = 0; place < memories.length; place++) {
      const score = scores[place] as number
      // Most are out of the race, and need not be looked up.
      if (score < best.least()) continue
      const document = documents.byRow.get(memories[place] as number)
      if (document !== undefined && allows(document)) best.offer(score, document)
    }
  }
}
