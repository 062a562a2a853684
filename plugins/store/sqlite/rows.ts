/** Rows to nouns and back. */
import { nameKey } from '../../../domain/text/identity.ts'
import { termFrequencies } from '../../../domain/text/analyse.ts'
import type { Entity, NewMemory, Origin, Session, Supersession } from '../../../domain/nouns.ts'
import { vectorOf } from '../../../domain/vector.ts'
import type { SqlRow, SqlValue } from '../../_shared/sqlite.ts'
import { sql } from './sql.ts'

export const text = (value: SqlValue | undefined): string => String(value)
export const textOrNull = (value: SqlValue | undefined): string | null =>
  value === null || value === undefined ? null : String(value)
export const number = (value: SqlValue | undefined): number => Number(value)
export const numberOrNull = (value: SqlValue | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)
export const json = (value: SqlValue | undefined): unknown => JSON.parse(String(value))
export const strings = (value: SqlValue | undefined): string[] => json(value) as string[]

export const vectorOrNull = (value: SqlValue | undefined): Float32Array | null =>
  value instanceof Uint8Array ? vectorOf(value) : null

/** Answers nothing where the user has a memory of that id, or an active one of that fingerprint. */
export const insertMemory = sql`
  INSERT INTO memories (
    user, version, id, text, fingerprint, memory_type, state, app, project, session_id, tags, categories, metadata,
    attributes, source, quote, source_turns, speaker, confidence, subject, subject_key, predicate, value, functional,
    is_global, valid_at, invalid_at, created_at, expired_at, superseded_by, terms, length,
    revisions, pinned, stale_because, extraction, extraction_error
  )
  VALUES (${Array(37).fill('?').join(', ')})
  ON CONFLICT DO NOTHING
  RETURNING row`

/** The values of `insertMemory`, in its order. */
export function fromMemory (user: number, version: number, memory: NewMemory): SqlValue[] {
  const { terms, length } = packedTerms(memory.text)
  return [
    user,
    version,
    memory.id,
    memory.text,
    memory.fingerprint,
    memory.memoryType,
    memory.state,
    memory.app,
    memory.project,
    memory.sessionId,
    JSON.stringify(memory.tags),
    JSON.stringify(memory.categories),
    memory.metadata === null ? null : JSON.stringify(memory.metadata),
    JSON.stringify(memory.attributes),
    memory.source,
    memory.quote,
    JSON.stringify(memory.sourceTurnUuids),
    memory.speaker,
    memory.confidence,
    memory.subject,
    subjectKey(memory.subject),
    memory.predicate,
    memory.value,
    memory.functional ? 1 : 0,
    memory.isGlobal ? 1 : 0,
    memory.validAt,
    memory.invalidAt,
    memory.createdAt,
    memory.expiredAt,
    memory.supersededBy,
    terms,
    length,
    JSON.stringify(memory.revisions),
    memory.pinned ? 1 : 0,
    memory.staleBecause,
    memory.extraction,
    memory.extractionError
  ]
}

export const subjectKey = (subject: string | null): string | null => subject === null ? null : nameKey(subject)

/** The terms of a text as they are stored, and how many there are. */
export function packedTerms (text: string): { terms: string, length: number } {
  const { frequencies, length } = termFrequencies(text)
  const terms = [...frequencies].map(([term, frequency]) => frequency === 1 ? term : `${term} ${frequency}`).join('\n')
  return { terms, length }
}

/** What `packedTerms` packed. */
export function* readTerms (packed: string): Generator<[term: string, frequency: number]> {
  if (packed === '') return
  for (const line of packed.split('\n')) {
    const space = line.indexOf(' ')
    if (space < 0) yield [line, 1]
    else yield [line.slice(0, space), Number(line.slice(space + 1))]
  }
}

export function toEntity (userId: string, row: SqlRow): Entity {
  return {
    id: text(row['id']),
    userId,
    name: text(row['name']),
    key: text(row['key']),
    type: text(row['type']),
    aliases: strings(row['aliases']),
    summary: textOrNull(row['summary']),
    summaryStale: row['summary_stale'] === 1,
    mergedInto: textOrNull(row['merged_into']),
    distinctFrom: strings(row['distinct_from']),
    createdAt: number(row['created_at']),
    updatedAt: number(row['updated_at'])
  }
}

export function toSession (userId: string, row: SqlRow): Session {
  return {
    id: text(row['id']),
    userId,
    project: textOrNull(row['project']),
    app: textOrNull(row['app']),
    gist: textOrNull(row['gist']),
    gistStale: row['gist_stale'] === 1,
    gistEmbedding: vectorOrNull(row['vector']),
    startedAt: number(row['started_at']),
    endedAt: number(row['ended_at']),
    turns: strings(row['turns'])
  }
}

export const supersessionColumns = sql`
  s.kind, s.reason, s.quote, s.invalid_at, s.expired_at, s.restored_at, s.origin,
  (SELECT id FROM memories WHERE row = s.old) AS old_id,
  (SELECT id FROM memories WHERE row = s.new) AS new_id`

export function toSupersession (row: SqlRow): Supersession {
  return {
    oldId: text(row['old_id']),
    newId: textOrNull(row['new_id']),
    kind: row['kind'] as Supersession['kind'],
    reason: text(row['reason']),
    quote: textOrNull(row['quote']),
    invalidAt: numberOrNull(row['invalid_at']),
    expiredAt: number(row['expired_at']),
    restoredAt: numberOrNull(row['restored_at']),
    ...(typeof row['origin'] === 'string' && { origin: json(row['origin']) as Origin })
  }
}
