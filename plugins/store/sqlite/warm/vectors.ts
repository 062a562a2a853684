/** The vectors of a user in blocks kept in memory; what is more than may be kept is read block by block instead. */
import type { Database, SqlRow } from '../../../_shared/sqlite.ts'
import { number } from '../rows.ts'
import { sql } from '../sql.ts'
import type { Arena, Slot } from './arena.ts'

/** The places are those of the slot; `scales` and `errors` are those of the coarse copies. */
export interface Block {
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

const rowBytes = 16

export const bytesOfVectors = ({ arena, blocks }: Vectors): number =>
  blocks.length * (arena.slotBytes + arena.rowsInSlot * rowBytes)

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
export function* bringUpToDate (
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
