/** The user that a changeset writes to: the row, and the version that this commit makes. */
import type { Changeset } from '../../../../domain/capabilities/store.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { number } from '../rows.ts'
import { sql } from '../sql.ts'

export interface Author {
  row: number
  version: number
}

const advanceUser = sql`
  INSERT INTO users (id, version, unpacked)
  VALUES (?, 1, ?)
  ON CONFLICT (id) DO UPDATE SET version = version + 1, unpacked = unpacked + excluded.unpacked
  RETURNING row, version`

/** The user's row, made when there is none, one version further. What is added waits to be packed. */
export function authorOf (database: Database, { userId, add = [] }: Changeset): Author {
  const user = first(database, advanceUser, userId, add.length)
  return { row: number(user?.['row']), version: number(user?.['version']) }
}

export function memoryRow (database: Database, { row }: Author, id: string): number | null {
  const found = first(database, 'SELECT row FROM memories WHERE user = ? AND id = ?', row, id)
  return found === undefined ? null : number(found['row'])
}
