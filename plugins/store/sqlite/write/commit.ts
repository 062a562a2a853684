/**
 * One changeset, in the order that keeps it whole: what ends, what is new, what refers to it, what nothing refers to
 * any more. Runs inside a savepoint.
 */
import {
  replaysKeptMs,
  type Changeset,
  type CommitResult,
  type Replay,
  type Undone
} from '../../../../domain/capabilities/store.ts'
import { StoreConflict } from '../../../../domain/errors.ts'
import { stateAfter, type Supersession } from '../../../../domain/nouns.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { number, strings, text } from '../rows.ts'
import { sql } from '../sql.ts'
import { addMemories, duplicatesOf } from './add.ts'
import { authorOf, memoryRow, type Author } from './author.ts'
import { putCommunities, putEntities, putRelations, putSessions } from './graph.ts'
import { noteChanged } from './packs.ts'
import { putReadings } from './readings.ts'
import { requireBasis, reviseAll, unlikeSeen } from './revise.ts'
import { reanalyse } from './reanalyse.ts'
import { openVectors, type VectorWriter } from './vectors.ts'
import { removeMemories, removeUnreferred } from './remove.ts'

export function commit (database: Database, changeset: Changeset): CommitResult {
  if (isEmpty(changeset)) return { deleted: [], notFound: [] }
  const vectors = openVectors(database, changeset)
  if (changeset.basis !== undefined) requireBasis(database, changeset.userId, changeset.basis)
  const author = authorOf(database, changeset)
  if (changeset.replay !== undefined) putReplay(database, author, changeset.replay)
  const removal = removeMemories(database, author, changeset.delete ?? [])
  addAndEnd(database, author, changeset, vectors)
  restore(database, author, changeset.restore ?? [])
  refresh(database, author, changeset.refresh ?? [])
  reanalyse(database, author, changeset)
  putRelations(database, author, changeset.relations ?? [])
  markUndone(database, author, changeset.undone ?? [])
  for (const edge of changeset.history ?? []) putSupersession(database, author, edge)
  putReadings(database, author, changeset.readings ?? [])
  if (changeset.communities !== undefined) putCommunities(database, author, changeset.communities)
  removeUnreferred(database, author, removal, changeset.readings ?? [])
  if (changeset.enrichment !== undefined) markEnrichment(database, author, changeset.enrichment)
  noteChanged(database, author, changeset)
  return { deleted: removal.deleted, notFound: removal.notFound }
}

/** An empty list of communities is work: it takes the place of those that there were. */
function isEmpty ({ userId, basis, communities, ...work }: Changeset): boolean {
  return communities === undefined &&
    Object.values(work).every(part => part === undefined || (Array.isArray(part) && part.length === 0))
}

function putReplay (database: Database, author: Author, replay: Replay): void {
  if (first(database, 'SELECT 1 FROM replays WHERE user = ? AND key = ?', author.row, replay.key)) {
    throw new StoreConflict({ replayTaken: true })
  }
  database.prepare('DELETE FROM replays WHERE user = ? AND created_at < ?')
    .run(author.row, replay.createdAt - replaysKeptMs)
  database.prepare('INSERT INTO replays (user, key, request_hash, response, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(author.row, replay.key, replay.requestHash, replay.response, replay.createdAt)
}

/** What ends makes way before what is new is checked; what is new and ended at once ends after it was added. */
function addAndEnd (database: Database, author: Author, changeset: Changeset, vectors: VectorWriter): void {
  const { add = [], sessions = [], supersede = [], revise = [], entities = [] } = changeset
  const added = new Set(add.map(memory => memory.id))
  // What ends may be revised as well, and was seen as it stood before.
  const stale = unlikeSeen(database, author, revise)
  stale.push(...endAll(database, author, supersede.filter(({ oldId }) => !added.has(oldId))))
  if (stale.length) throw new StoreConflict({ stale, duplicates: duplicatesOf(database, author, add) })
  reviseAll(database, author, revise)
  putEntities(database, author, entities)
  putSessions(database, author, sessions, vectors)
  addMemories(database, author, add, vectors)
  endAll(database, author, supersede.filter(({ oldId }) => added.has(oldId)))
  for (const edge of supersede) putSupersession(database, author, edge)
}

/** Answers the ids that could not be ended because they are not active. */
function endAll (database: Database, author: Author, supersede: NonNullable<Changeset['supersede']>): string[] {
  const end = database.prepare(sql`
    UPDATE memories
    SET state = ?, invalid_at = ?, expired_at = ?, superseded_by = ?, version = ?,
        revisions = coalesce(?, revisions)
    WHERE user = ? AND id = ? AND state = 'active'
    RETURNING row`)
  return supersede.flatMap(edge => {
    const { oldId, newId, invalidAt, expiredAt, revisions } = edge
    const [state, version] = [stateAfter(edge), author.version]
    const ended = end.all(state, invalidAt, expiredAt, newId, version, asJson(revisions), author.row, oldId)
    return ended.length > 0 ? [] : [oldId]
  })
}

/** Null leaves the column as it is. */
const asJson = (value: unknown): string | null => value === undefined ? null : JSON.stringify(value)

function putSupersession (database: Database, author: Author, edge: Supersession): void {
  const old = memoryRow(database, author, edge.oldId)
  const next = edge.newId === null ? null : memoryRow(database, author, edge.newId)
  if (old === null || (edge.newId !== null && next === null)) return
  if (
    first(
      database,
      'SELECT 1 FROM supersessions WHERE old = ? AND new IS ? AND expired_at = ? AND kind = ?',
      old,
      next,
      edge.expiredAt,
      edge.kind
    )
  ) return
  database.prepare(sql`
    INSERT INTO supersessions (user, old, new, kind, reason, quote, invalid_at, expired_at, restored_at, origin)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      author.row,
      old,
      next,
      edge.kind,
      edge.reason,
      edge.quote,
      edge.invalidAt,
      edge.expiredAt,
      edge.restoredAt,
      asJson(edge.origin ?? undefined)
    )
}

function markUndone (database: Database, author: Author, undone: Undone[]): void {
  for (const { oldId, newId, kind, expiredAt, at } of undone) {
    const next = newId === null ? null : memoryRow(database, author, newId)
    database.prepare(sql`
      UPDATE supersessions
      SET restored_at = ?
      WHERE old = ? AND new IS ? AND kind = ? AND expired_at = ? AND restored_at IS NULL`)
      .run(at, memoryRow(database, author, oldId), next, kind, expiredAt)
  }
}

function restore (database: Database, author: Author, restored: NonNullable<Changeset['restore']>): void {
  const duplicates: StoreConflict['duplicates'] = []
  for (const { id, at, invalidAt = null, revisions } of restored) {
    const ended = first(
      database,
      "SELECT row, fingerprint FROM memories WHERE user = ? AND id = ? AND state <> 'active'",
      author.row,
      id
    )
    if (ended === undefined) continue
    const taken = first(
      database,
      "SELECT id FROM memories WHERE user = ? AND fingerprint = ? AND state = 'active'",
      author.row,
      text(ended['fingerprint'])
    )
    if (taken !== undefined) {
      duplicates.push({ fingerprint: text(ended['fingerprint']), existingId: text(taken['id']) })
      continue
    }
    database.prepare(sql`
      UPDATE memories
      SET state = 'active', invalid_at = ?, expired_at = NULL, superseded_by = NULL, version = ?,
          revisions = coalesce(?, revisions)
      WHERE row = ?`)
      .run(invalidAt, author.version, asJson(revisions), number(ended['row']))
    database.prepare('UPDATE supersessions SET restored_at = ? WHERE old = ? AND restored_at IS NULL').run(
      at,
      number(ended['row'])
    )
  }
  if (duplicates.length) throw new StoreConflict({ duplicates })
}

function refresh (database: Database, author: Author, refreshed: NonNullable<Changeset['refresh']>): void {
  for (const { id, confidence = 0, tags = [] } of refreshed) {
    const known = first(database, 'SELECT row, tags FROM memories WHERE user = ? AND id = ?', author.row, id)
    if (known === undefined) continue
    const merged = [...new Set([...strings(known['tags']), ...tags])]
    database.prepare('UPDATE memories SET confidence = max(confidence, ?), tags = ?, version = ? WHERE row = ?').run(
      confidence,
      JSON.stringify(merged),
      author.version,
      number(known['row'])
    )
  }
}

/** `due` widens the span of marks; `doneUpTo` takes away the marks before it, and keeps those set meanwhile. */
function markEnrichment (database: Database, { row }: Author, enrichment: NonNullable<Changeset['enrichment']>): void {
  if ('due' in enrichment) {
    database.prepare(sql`
      UPDATE users
      SET due_since = min(coalesce(due_since, ?1), ?1), due_last = max(coalesce(due_last, ?1), ?1)
      WHERE row = ?2`)
      .run(enrichment.due, row)
  } else {
    database.prepare(sql`
      UPDATE users
      SET due_since = CASE WHEN due_last < ?1 THEN NULL WHEN due_since < ?1 THEN due_last ELSE due_since END,
          due_last = CASE WHEN due_last < ?1 THEN NULL ELSE due_last END
      WHERE row = ?2`)
      .run(enrichment.doneUpTo, row)
  }
}
