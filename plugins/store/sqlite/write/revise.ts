/** Writes that rest on what was read before: a basis that must still hold, and memories whose fields are replaced. */
import type { Basis, Revised } from '../../../../domain/capabilities/store.ts'
import { StoreConflict } from '../../../../domain/errors.ts'
import { first, type Database, type SqlValue } from '../../../_shared/sqlite.ts'
import { text } from '../rows.ts'
import { sql } from '../sql.ts'
import { findUser } from '../warm/index.ts'
import type { Author } from './author.ts'

const columns: Record<keyof Revised['set'], string> = {
  state: 'state',
  validAt: 'valid_at',
  invalidAt: 'invalid_at',
  expiredAt: 'expired_at',
  supersededBy: 'superseded_by',
  revisions: 'revisions',
  pinned: 'pinned',
  staleBecause: 'stale_because',
  extraction: 'extraction',
  extractionError: 'extraction_error',
  tags: 'tags',
  metadata: 'metadata',
  attributes: 'attributes'
}

export function requireBasis (database: Database, userId: string, basis: Basis): void {
  const user = findUser(database, userId)
  if (user === null || String(user.row) !== basis.epoch || user.removed !== basis.removed) {
    throw new StoreConflict({ outdated: true })
  }
}

/** The ids that are not there, or not as they were seen. */
export function unlikeSeen (database: Database, { row }: Author, revise: Revised[]): string[] {
  return revise.filter(({ id, seen }) => {
    const unchanged = seen === undefined ? '' : ' AND state = ? AND invalid_at IS ? AND expired_at IS ?'
    const values = seen === undefined ? [] : [seen.state, seen.invalidAt, seen.expiredAt]
    return !first(database, sql`SELECT 1 FROM memories WHERE user = ? AND id = ?${unchanged}`, row, id, ...values)
  }).map(({ id }) => id)
}

export function reviseAll (database: Database, author: Author, revise: Revised[]): void {
  for (const { id, set } of revise) {
    if (set.state === 'active') requireFree(database, author, id)
    const fields = Object.entries(set) as Array<[keyof Revised['set'], unknown]>
    const assigned = ['version = ?', ...fields.map(([field]) => `${columns[field]} = ?`)].join(', ')
    database.prepare(sql`UPDATE memories SET ${assigned} WHERE user = ? AND id = ?`)
      .run(author.version, ...fields.map(([, value]) => stored(value)), author.row, id)
  }
}

/** A memory that becomes active again may not say what another active one says. */
function requireFree (database: Database, { row }: Author, id: string): void {
  const taken = first(
    database,
    sql`
    SELECT other.id, other.fingerprint
    FROM memories m
    JOIN memories other
      ON other.user = m.user AND other.fingerprint = m.fingerprint AND other.state = 'active' AND other.id <> m.id
    WHERE m.user = ? AND m.id = ?`,
    row,
    id
  )
  if (taken === undefined) return
  const duplicate = { fingerprint: text(taken['fingerprint']), existingId: text(taken['id']) }
  throw new StoreConflict({ duplicates: [duplicate] })
}

function stored (value: unknown): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value as SqlValue
}
