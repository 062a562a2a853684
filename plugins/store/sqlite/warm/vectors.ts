/** The vectors of a user in blocks kept in memory; what is more than may be kept is read block by block instead. */
import type { Database } from '../../../_shared/sqlite.ts'
import type { Arena } from './arena.ts'
import { runsAfter, type Block } from './runs.ts'

export interface Vectors {
  generation: number
  arena: Arena
  blocks: Block[]
  /** The last one read. */
  seq: number
}

export const emptyVectors = (generation: number, arena: Arena): Vectors => ({ generation, arena, blocks: [], seq: 0 })

const rowBytes = 8

export const bytesOfVectors = ({ arena, blocks }: Vectors): number =>
  blocks.length * (arena.slotBytes + arena.rowsInSlot * rowBytes)

/** Called once they are not used any more. */
export function release ({ arena, blocks }: Vectors): void {
  for (const { slot } of blocks.splice(0)) arena.give(slot)
}

function newBlock (arena: Arena): Block {
  const slot = arena.take()
  if (slot === null) {
    throw new RangeError(
      'There is no memory left to compare vectors in. ' +
        'Lower Sqlite:CacheMb (SVC_Sqlite__CacheMb) or give the service more.'
    )
  }
  return { slot, length: 0, memories: new Float64Array(arena.rowsInSlot) }
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
    for (const run of runsAfter(database, { user, generation }, arena, vectors.seq)) {
      for (let from = 0; from < run.count;) {
        let block: Block | undefined = passing ?? blocks.at(-1)
        if (passing === null && (block === undefined || block.length === most)) {
          block = newBlock(arena)
          if (mayKeep(arena.slotBytes)) blocks.push(block)
          else passing = block
        }
        const fitting = Math.min(run.count - from, most - (block as Block).length)
        run.copy(block as Block, from, fitting)
        from += fitting
        if (passing === null) {
          vectors.seq = run.seqOf(from - 1)
        } else if (passing.length === most) {
          yield passing
          passing.length = 0
        }
      }
    }
    if (passing !== null) yield passing
  } finally {
    if (passing !== null) arena.give(passing.slot)
  }
}
