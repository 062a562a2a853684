/**
 * The vector arm: every vector of the user is compared, over blocks of unit vectors kept in memory. A user whose
 * vectors are more than may be kept is read block by block instead.
 */
import type { Filter } from '../../../../domain/capabilities/store.ts'
import type { Database, SqlRow } from '../../../_shared/sqlite.ts'
import { predicateOf } from '../filter.ts'
import { number } from '../rows.ts'
import { sql } from '../sql.ts'
import type { Arena, Slot } from './arena.ts'
import { createBest, type Ranked } from './best.ts'
import type { Document } from './columns.ts'
import { documentOf, type Documents } from './documents.ts'
import { before } from './rank.ts'

/** The places are those of the slot; `scales` and `errors` are those of the coarse copies. */
interface Block {
  slot: Slot
  length: number
  memories: Float64Array
  scales: Float32Array
  errors: Float32Array
}

export interface Vectors {
  generation: number
  arena: Arena
  blocks: Block[]
  /** The last one read. */
  seq: number
}

export const emptyVectors = (generation: number, arena: Arena): Vectors => ({ generation, arena, blocks: [], seq: 0 })

export const bytesOfVectors = ({ arena, blocks }: Vectors): number => blocks.length * arena.slotBytes

/** Called once they are not used any more. */
export function release ({ arena, blocks }: Vectors): void {
  for (const { slot } of blocks.splice(0)) arena.give(slot)
}

const rowsAtOnce = 512

function* rowsAfter (database: Database, user: number, generation: number, start: number): Generator<SqlRow> {
  for (let seq = start;;) {
    const rows = database.prepare(
      sql`
        SELECT seq, memory, vector
        FROM vectors
        WHERE user = ? AND generation = ? AND seq > ?
        ORDER BY seq
        LIMIT ?`
    ).all(user, generation, seq, rowsAtOnce)
    yield* rows
    if (rows.length < rowsAtOnce) return
    seq = number(rows.at(-1)?.['seq'])
  }
}

function newBlock (arena: Arena): Block {
  const rows = arena.rowsInSlot
  const slot = arena.take()
  if (slot === null) {
    throw new RangeError(
      'There is no memory left to compare vectors in. ' +
        'Lower Sqlite:CacheMb (SVC_Sqlite__CacheMb) or give the service more.'
    )
  }
  return {
    slot,
    length: 0,
    memories: new Float64Array(rows),
    scales: new Float32Array(rows),
    errors: new Float32Array(rows)
  }
}

function append (arena: Arena, block: Block, row: SqlRow): void {
  const { scale, error } = arena.write(block.slot, block.length, row['vector'] as Uint8Array)
  block.scales[block.length] = scale
  block.errors[block.length] = error
  block.memories[block.length++] = number(row['memory'])
}

/** Keeps what was added since, as long as `mayKeep` says so; yields, block by block, what could not be kept. */
function* bringUpToDate (
  database: Database,
  user: number,
  vectors: Vectors,
  mayKeep: (bytes: number) => boolean
): Generator<Block> {
  const { generation, arena, blocks } = vectors
  const most = arena.rowsInSlot
  let passing: Block | null = null
  try {
    for (const row of rowsAfter(database, user, generation, vectors.seq)) {
      let block: Block | undefined = passing ?? blocks.at(-1)
      if (passing === null && (block === undefined || block.length === most)) {
        block = newBlock(arena)
        if (mayKeep(arena.slotBytes)) blocks.push(block)
        else passing = block
      }
      append(arena, block as Block, row)
      if (passing === null) {
        vectors.seq = number(row['seq'])
      } else if (passing.length === most) {
        yield passing
        passing.length = 0
      }
    }
    if (passing !== null) yield passing
  } finally {
    if (passing !== null) arena.give(passing.slot)
  }
}

/** What sums of float32 may be off by. */
const rounding = 1e-5

export interface VectorSearch {
  database: Database
  user: number
  documents: Documents
  vectors: Vectors
  mayKeep: (bytes: number) => boolean
}

export function rankByVector (
  { database, user, documents, vectors, mayKeep }: VectorSearch,
  query: Float32Array,
  filter: Filter,
  limit: number,
  now: number
): Array<Ranked<Document>> {
  const allows = predicateOf(filter, now)
  const best = createBest<Document>(limit, before)
  const { arena } = vectors
  const asked = arena.ask(query)
  for (const passing of bringUpToDate(database, user, vectors, mayKeep)) compare(passing)
  for (const block of vectors.blocks) compare(block)
  // Rounding may carry a cosine a hair beyond one.
  return best.ranked.map(({ score, item }) => ({ score: Math.max(-1, Math.min(1, score)), item }))

  function compare ({ slot, length, memories, scales, errors }: Block): void {
    const products = arena.coarse(slot, length)
    for (let place = 0; place < length; place++) {
      const error = errors[place] as number
      // By Cauchy and Schwarz, the cosine is no farther from what the copies say than the copies are from their
      // vectors.
      const most = (products[place] as number) * (scales[place] as number) * asked.scale + error +
        asked.error * (1 + error) + rounding
      if (most < best.least()) continue
      const document = documentOf(documents, memories[place] as number)
      if (document === undefined || !allows(document)) continue
      const score = arena.exact(slot, place)
      if (score >= best.least()) best.offer(score, document)
    }
  }
}
