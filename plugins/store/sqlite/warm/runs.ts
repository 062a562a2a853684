/** How the vectors of a user are read: a row each, or of many at once the copies that were packed. */
import type { Database, SqlRow } from '../../../_shared/sqlite.ts'
import { number } from '../rows.ts'
import { sql } from '../sql.ts'
import { notesOfRow, type Arena, type Slot } from './arena.ts'
import { dataOf, packsOf } from './packs.ts'
import { joinSections, numbersIn, splitSections } from './sections.ts'

/** The places are those of the slot. */
export interface Block {
  slot: Slot
  length: number
  memories: Float64Array
}

const rowsAtOnce = 512

export interface Whose {
  user: number
  generation: number
}

/** Some vectors in a row, as they are stored. */
export interface Run {
  count: number
  /** Appends `count` of them to the block. */
  copy(block: Block, from: number, count: number): void
  seqOf(place: number): number
}

/** All behind those that are kept, in order; as packs where the copies alone are wanted. */
export function* runsAfter (database: Database, whose: Whose, arena: Arena, start: number): Generator<Run> {
  let seq = start
  if (!arena.whole) {
    for (const { row, last, left } of packsOf(database, whose.user, whose.generation, start)) {
      if (left !== null) yield* rowsBetween(database, whose, arena, seq, last)
      else yield unpackVectors(arena, dataOf(database, row), seq)
      seq = last
    }
  }
  yield* rowsBetween(database, whose, arena, seq, Number.MAX_SAFE_INTEGER)
}

function* rowsBetween (database: Database, whose: Whose, arena: Arena, start: number, end: number): Generator<Run> {
  for (let seq = start;;) {
    const rows = vectorRows(database, whose, { after: seq, end, limit: rowsAtOnce })
    if (rows.length > 0) yield runOf(arena, rows)
    if (rows.length < rowsAtOnce) return
    seq = number(rows.at(-1)?.['seq'])
  }
}

/** Behind `after`, up to `end`, `limit` at most. */
function vectorRows (
  database: Database,
  { user, generation }: Whose,
  { after, end, limit }: { after: number, end: number, limit: number }
): SqlRow[] {
  return database.prepare(sql`
    SELECT seq, memory, vector
    FROM vectors
    WHERE user = ? AND generation = ? AND seq > ? AND seq <= ?
    ORDER BY seq
    LIMIT ?`)
    .all(user, generation, after, end, limit)
}

function runOf (arena: Arena, rows: SqlRow[]): Run {
  return {
    count: rows.length,
    copy (block, from, count) {
      for (const row of rows.slice(from, from + count)) {
        arena.write(block.slot, block.length, row['vector'] as Uint8Array)
        block.memories[block.length++] = number(row['memory'])
      }
    },
    seqOf: place => number(rows[place]?.['seq'])
  }
}

/** Those behind `after`. */
function unpackVectors (arena: Arena, data: Uint8Array, after: number): Run {
  const { parts: [seqPart, memoryPart, scalePart, errorPart, copies = data] } = splitSections(data)
  const seqs = numbersIn(Float64Array, seqPart)
  const memories = numbersIn(Float64Array, memoryPart)
  const [scales, errors] = [numbersIn(Float32Array, scalePart), numbersIn(Float32Array, errorPart)]
  const known = seqs.findIndex(seq => seq > after)
  const skipped = known < 0 ? seqs.length : known
  return {
    count: seqs.length - skipped,
    copy (block, from, count) {
      const [begin, end] = [skipped + from, skipped + from + count]
      const notes = inTurns(scales.subarray(begin, end), errors.subarray(begin, end))
      arena.load(block.slot, block.length, copies.subarray(begin * arena.copyBytes, end * arena.copyBytes), notes)
      block.memories.set(memories.subarray(begin, end), block.length)
      block.length += count
    },
    seqOf: place => seqs[skipped + place] as number
  }
}

/** Notes as the arena keeps them. */
function inTurns (scales: Float32Array, errors: Float32Array): Float32Array {
  return Float32Array.from(
    { length: scales.length * notesOfRow },
    (_, at) => (at % notesOfRow === 0 ? scales : errors)[Math.floor(at / notesOfRow)] as number
  )
}

interface Read {
  seqs: number[]
  data: Uint8Array
}

/** The first `size` behind `after` and up to `end`. */
export interface Span {
  after: number
  end: number
  size: number
}

/** Packs them; yields behind every `atOnce` of them. */
export function* packVectors (
  database: Database,
  whose: Whose,
  arena: Arena,
  { after, end, size }: Span,
  atOnce: number
): Generator<void, Read> {
  const slot = arena.take()
  if (slot === null) throw new RangeError('There is no memory left to pack vectors in.')
  const seqs: number[] = []
  const memories: number[] = []
  const scales: number[] = []
  const errors: number[] = []
  const copies: Uint8Array[] = []
  try {
    for (;;) {
      const limit = Math.min(atOnce, arena.rowsInSlot, size - seqs.length)
      const rows = vectorRows(database, whose, { after: seqs.at(-1) ?? after, end, limit })
      for (const [place, row] of rows.entries()) {
        arena.write(slot, place, row['vector'] as Uint8Array)
        seqs.push(number(row['seq']))
        memories.push(number(row['memory']))
      }
      for (const [at, note] of arena.notes(slot, rows.length).entries()) {
        ;(at % notesOfRow === 0 ? scales : errors).push(note)
      }
      copies.push(arena.copies(slot, rows.length).slice())
      if (rows.length < limit || seqs.length === size) break
      yield
    }
  } finally {
    arena.give(slot)
  }
  const parts = [Float64Array.from(seqs), Float64Array.from(memories), Float32Array.from(scales)]
  return { seqs, data: joinSections(null, [...parts, Float32Array.from(errors), Buffer.concat(copies)]) }
}
