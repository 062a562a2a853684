/**
 * The vector arm: every vector of the user is compared, over contiguous blocks of unit vectors kept in memory. A user whose vectors are more
 * than may be kept is read block by block instead.
 */
import type { Filter } from '../../../../kernel/capabilities/store.ts'
import type { Database, Row } from '../driver.ts'
import { predicateOf } from '../filter.ts'
import { number } from '../rows.ts'
import { createBest, type Ranked } from './best.ts'
import type { Document, Documents } from './documents.ts'
import { before } from './rank.ts'

interface Block { units: Float32Array, rows: Float64Array, length: number }

export interface Vectors {
  generation: number
  dimensions: number
  blocks: Block[]
  /** The last one read. */
  seq: number
  bytes: number
}

const blockRows = 512

export const emptyVectors = (generation: number, dimensions: number): Vectors => ({ generation, dimensions, blocks: [], seq: 0, bytes: 0 })

const newBlock = (dimensions: number): Block => ({ units: new Float32Array(blockRows * dimensions), rows: new Float64Array(blockRows), length: 0 })

function readAfter (database: Database, user: number, generation: number, seq: number): Row[] {
  return database.prepare('SELECT seq, memory, vector FROM vectors WHERE user = ? AND generation = ? AND seq > ? ORDER BY seq LIMIT ?').all(user, generation, seq, blockRows)
}

function append (block: Block, row: Row, dimensions: number): void {
  const blob = row['vector'] as Uint8Array
  const offset = block.length * dimensions
  const unit = block.units.subarray(offset, offset + dimensions)
  new Uint8Array(unit.buffer, unit.byteOffset, unit.byteLength).set(blob)
  let squares = 0
  for (let place = 0; place < dimensions; place++) squares += (unit[place] as number) ** 2
  const scale = 1 / Math.sqrt(squares)
  for (let place = 0; place < dimensions; place++) unit[place] = (unit[place] as number) * scale
  block.rows[block.length++] = number(row['memory'])
}

/** All blocks of the user, what is kept first; new rows are kept as long as `mayKeep` says so. */
function * blocksOf (database: Database, user: number, vectors: Vectors, mayKeep: (bytes: number) => boolean): Generator<Block> {
  const { generation, dimensions } = vectors
  let seq = vectors.seq
  let keeping = true
  let scratch: Block | undefined
  const yielded = new Set<Block>()
  for (const block of vectors.blocks.slice(0, -1)) {
    yield block
    yielded.add(block)
  }
  for (;;) {
    const rows = readAfter(database, user, generation, seq)
    for (const row of rows) {
      let block = vectors.blocks.at(-1)
      if (keeping && (block === undefined || block.length === blockRows)) {
        keeping = mayKeep(blockRows * dimensions * 4)
        if (keeping) {
          if (block !== undefined && !yielded.has(block)) {
            yield block
            yielded.add(block)
          }
          block = newBlock(dimensions)
          vectors.blocks.push(block)
          vectors.bytes += blockRows * dimensions * 4
        }
      }
      seq = number(row['seq'])
      if (keeping && block !== undefined) {
        append(block, row, dimensions)
        vectors.seq = seq
      } else {
        scratch ??= newBlock(dimensions)
        append(scratch, row, dimensions)
        if (scratch.length === blockRows) {
          yield scratch
          scratch.length = 0
        }
      }
    }
    if (rows.length < blockRows) break
  }
  const last = vectors.blocks.at(-1)
  if (last !== undefined && !yielded.has(last)) yield last
  if (scratch !== undefined && scratch.length > 0) yield scratch
}

export function rankByVector (database: Database, user: number, documents: Documents, vectors: Vectors, query: Float32Array, filter: Filter, limit: number, now: number, mayKeep: (bytes: number) => boolean): Array<Ranked<Document>> {
  const allows = predicateOf(filter, now)
  const norm = Math.sqrt(query.reduce((sum, value) => sum + value * value, 0))
  const unit = query.map(value => value / norm)
  const best = createBest<Document>(limit, before)
  for (const block of blocksOf(database, user, vectors, mayKeep)) {
    for (let place = 0; place < block.length; place++) {
      const document = documents.byRow.get(block.rows[place] as number)
      if (document !== undefined && allows(document)) best.offer(dot(unit, block.units, place * vectors.dimensions), document)
    }
  }
  // Rounding may carry a cosine a hair beyond one.
  return best.ranked.map(({ score, item }) => ({ score: Math.max(-1, Math.min(1, score)), item }))
}

/** Four sums at a time, so that the additions do not wait for each other. */
function dot (a: Float32Array, b: Float32Array, offset: number): number {
  const length = a.length
  const whole = length - length % 4
  // One by one: a destructured array here makes the loop three times slower.
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  let place = 0
  for (; place < whole; place += 4) {
    const at = offset + place
    first += (a[place] as number) * (b[at] as number)
    second += (a[place + 1] as number) * (b[at + 1] as number)
    third += (a[place + 2] as number) * (b[at + 2] as number)
    fourth += (a[place + 3] as number) * (b[at + 3] as number)
  }
  for (; place < length; place++) first += (a[place] as number) * (b[offset + place] as number)
  return first + second + third + fourth
}
