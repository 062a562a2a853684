/**
 * A memory as it is read: its fields as one JSON text. As thirty columns it takes longer out of SQLite, and as an
 * object longer from one thread to the other.
 */
import type { Memory } from '../../../domain/nouns.ts'
import type { SqlRow } from '../../_shared/sqlite.ts'
import { number, text } from './rows.ts'
import { sql } from './sql.ts'

/** Lists and objects are stored as JSON text, and stay text in the JSON of the memory. */
const asText = {
  tags: 'tags',
  categories: 'categories',
  metadata: 'metadata',
  attributes: 'attributes',
  sourceTurnUuids: 'source_turns',
  revisions: 'revisions'
} as const
const asNumber = { functional: 'functional', isGlobal: 'is_global', pinned: 'pinned' } as const
const asTheyAre = {
  id: 'id',
  text: 'text',
  fingerprint: 'fingerprint',
  memoryType: 'memory_type',
  state: 'state',
  app: 'app',
  project: 'project',
  sessionId: 'session_id',
  source: 'source',
  quote: 'quote',
  speaker: 'speaker',
  subject: 'subject',
  predicate: 'predicate',
  value: 'value',
  validAt: 'valid_at',
  invalidAt: 'invalid_at',
  createdAt: 'created_at',
  expiredAt: 'expired_at',
  supersededBy: 'superseded_by',
  staleBecause: 'stale_because',
  extraction: 'extraction',
  extractionError: 'extraction_error'
} as const

type Stored =
  & { [Name in keyof typeof asTheyAre]: Memory[Name] }
  & { [Name in keyof typeof asNumber]: number }
  & { [Name in keyof typeof asText]: string }
  & { metadata: string | null, entityIds: string[] }

const named = Object.entries({ ...asTheyAre, ...asNumber, ...asText }).map(([name, column]) => `'${name}', m.${column}`)

/**
 * Without what only searching needs: terms and lengths. SQLite writes fractions into JSON with fewer digits than they
 * have, so that the only one stands beside it.
 */
export const memoryColumns = sql`
  json_object(
    ${named.join(', ')},
    'entityIds', json((
      SELECT json_group_array(e.id)
      FROM (SELECT entity FROM mentions WHERE memory = m.row ORDER BY position) n
      JOIN entities e ON e.row = n.entity
    ))
  ) AS memory,
  m.confidence`

/** Memories on their way between the threads. */
export interface PackedMemories {
  /** A JSON list. */
  stored: string
  confidences: Float64Array
}

/** Of rows of `memoryColumns`. */
export function packMemories (rows: SqlRow[]): PackedMemories {
  return {
    stored: `[${rows.map(({ memory }) => text(memory)).join()}]`,
    confidences: Float64Array.from(rows, ({ confidence }) => number(confidence))
  }
}

export function unpackMemories (userId: string, { stored, confidences }: PackedMemories): Memory[] {
  return (JSON.parse(stored) as Stored[]).map((one, place) => memoryOf(userId, one, confidences[place] as number))
}

export function toMemory (userId: string, row: SqlRow): Memory {
  return memoryOf(userId, JSON.parse(text(row['memory'])) as Stored, number(row['confidence']))
}

/** Most are empty. */
const list = (stored: string): never[] => stored === '[]' ? [] : JSON.parse(stored) as never[]
const object = (stored: string): Record<string, unknown> =>
  stored === '{}' ? {} : JSON.parse(stored) as Record<string, unknown>

/** Each field by its name: a spread of so many takes ten times as long. */
const memoryOf = (userId: string, stored: Stored, confidence: number): Memory => ({
  id: stored.id,
  userId,
  text: stored.text,
  fingerprint: stored.fingerprint,
  memoryType: stored.memoryType,
  state: stored.state,
  app: stored.app,
  project: stored.project,
  sessionId: stored.sessionId,
  tags: list(stored.tags),
  categories: list(stored.categories),
  metadata: stored.metadata === null ? null : object(stored.metadata),
  attributes: object(stored.attributes),
  source: stored.source,
  quote: stored.quote,
  sourceTurnUuids: list(stored.sourceTurnUuids),
  speaker: stored.speaker,
  confidence,
  subject: stored.subject,
  predicate: stored.predicate,
  value: stored.value,
  functional: stored.functional === 1,
  isGlobal: stored.isGlobal === 1,
  validAt: stored.validAt,
  invalidAt: stored.invalidAt,
  createdAt: stored.createdAt,
  expiredAt: stored.expiredAt,
  supersededBy: stored.supersededBy,
  revisions: list(stored.revisions),
  pinned: stored.pinned === 1,
  staleBecause: stored.staleBecause,
  extraction: stored.extraction,
  extractionError: stored.extractionError,
  entityIds: stored.entityIds
})
