/**
 * Packs: what is kept in memory of a few thousand memories of one user, as one blob on the disk, so that the first
 * search after a start reads large pieces instead of a row each. What was not packed, or changed since, is read by row.
 */
import { first, type Database } from '../../../_shared/sqlite.ts'
import { json, number } from '../rows.ts'
import { sql } from '../sql.ts'

/** Packs of documents stand under it, packs of vectors under the generation of those. */
export const documentsGeneration = 0

export interface Pack {
  row: number
  /** Rows of memories, or the seq of vectors: all between them that there were are in it. */
  first: number
  last: number
  count: number
  /** All memories that were not packed have a greater version; of the last pack of documents only. */
  low: number
  /** Rows or seqs of a pack whose data was dropped, since some of it was deleted; else null. */
  left: number[] | null
}

/** Those that hold anything behind `after`, in order. */
export function packsOf (database: Database, user: number, generation: number, after: number): Pack[] {
  return database.prepare(sql`
    SELECT row, first, last, count, low, keys
    FROM packs
    WHERE user = ? AND generation = ? AND last > ?
    ORDER BY last`)
    .all(user, generation, after)
    .map(row => ({
      row: number(row['row']),
      first: number(row['first']),
      last: number(row['last']),
      count: number(row['count']),
      low: number(row['low']),
      left: row['keys'] === null ? null : json(row['keys']) as number[]
    }))
}

export function dataOf (database: Database, pack: number): Uint8Array {
  return first(database, 'SELECT data FROM packs WHERE row = ?', pack)?.['data'] as Uint8Array
}
