/**
 * OpenMemory's export: a zip with `memories.json` (its tables) and `memories.jsonl.gz` (one memory a line). Either is
 * enough; the tables know more about states and times, the lines name apps and categories. What was deleted there
 * stays deleted.
 */
import { createHash } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import type { ExportRecord } from '../../../domain/capabilities/store.ts'
import { untouched, type Memory } from '../../../domain/nouns.ts'
import { fingerprint } from '../../../domain/text/identity.ts'
import { mapInSlices, timeSlices } from '../../_shared/time-slice.ts'
import { bounded } from './bounded.ts'
import { invalid } from './invalid.ts'
import { linesOf } from './lines.ts'
import { parsedRow, type OpenMemoryRow } from './openmemory-rows.ts'
import { readTables, type Tables } from './openmemory-tables.ts'
import type { SourceFile } from './source-file.ts'
import { unzip } from './unzip.ts'

/** Of a text longer than a memory may be, the beginning becomes the memory and the whole stays beside it. */
const longestText = 50_000
/** A zip is read in memory, since its two members complete each other: inflated bytes of either, and memories. */
const heldBytes = 128 * 1024 * 1024
const mostRows = 200_000
const noMember = 'the zip holds neither memories.json nor memories.jsonl.gz: it is no OpenMemory export'

export async function openMemoryRecords (path: string, userId: string, limitBytes: number): Promise<SourceFile> {
  const bytes = Math.min(limitBytes, heldBytes)
  const members = await unzip(path, ['memories.json', 'memories.jsonl.gz'], bytes)
  const { rows, tables } = await mergedRows(members.get('memories.json'), members.get('memories.jsonl.gz'), bytes)
  if (tables === undefined && rows.length === 0) throw invalid(noMember)

  const labels = labelsIn(tables)
  const now = Date.now()
  const memories = await mapInSlices(rows, ({ row, twin }) => toMemory(row, userId, { ...labels(row), twin, now }))
  const kept = memories.filter(memory => memory !== null)
  return {
    format: 'openmemory',
    userId: tables?.userId ?? null,
    embedding: null,
    left: memories.length - kept.length,
    records: () => recordsOf(kept)
  }
}

/** `twin`: how many rows without an id said the same before it in its member. */
interface MergedRow {
  row: OpenMemoryRow
  twin: number
}

/** One row a memory; where both members have a column, the tables' value stands. */
async function mergedRows (
  tables: Buffer | undefined,
  lines: Buffer | undefined,
  limitBytes: number
): Promise<{ rows: MergedRow[], tables: Tables | undefined }> {
  const rows = new Map<string, MergedRow>()
  const member = () => {
    const told = new Map<string, number>()
    return (row: OpenMemoryRow): void => {
      const text = wholeText(row)
      const twin = row.id ? 0 : told.get(text) ?? 0
      // Rows without an id are one when they say the same in different members, never two of one.
      const key = row.id || `text ${twin} ${text}`
      if (!row.id) told.set(text, twin + 1)
      rows.set(key, { row: { ...rows.get(key)?.row, ...row }, twin })
      if (rows.size > mostRows) throw invalid(`the zip holds more than ${mostRows} memories; import it in parts`)
    }
  }
  const pause = timeSlices()
  const addLine = member()
  if (lines !== undefined) {
    for await (const row of rowsOf(lines, limitBytes)) {
      await pause()
      addLine(row)
    }
  }
  const read = tables === undefined ? undefined : await readTables(tables, member())
  return { rows: [...rows.values()], tables: read }
}

const wholeText = ({ content }: OpenMemoryRow): string => (content ?? '').trim()

interface Labels {
  app: string | null
  categories: string[]
}

/** App and categories of a row: the lines name them, the tables refer to them by id. */
function labelsIn (tables: Tables | undefined): (row: OpenMemoryRow) => Labels {
  const appName = new Map((tables?.apps ?? []).map(({ id, name }) => [id, name]))
  const categoryName = new Map((tables?.categories ?? []).map(({ id, name }) => [id, name]))
  return row => ({
    app: row.app ?? appName.get(row.app_id ?? '') ?? null,
    categories: row.categories ??
      (row.category_ids ?? []).map(id => categoryName.get(id)).filter(name => name !== undefined)
  })
}

async function* recordsOf (memories: Memory[]): AsyncGenerator<ExportRecord> {
  for (const memory of memories) yield { kind: 'memory', memory, embedding: null }
}

/** Null for what OpenMemory deleted and for an empty text. */
function toMemory (
  row: OpenMemoryRow,
  userId: string,
  { app, categories, twin, now }: Labels & { twin: number, now: number }
): Memory | null {
  const whole = wholeText(row)
  // A character may be two units.
  const text = [...whole.slice(0, 2 * longestText)].slice(0, longestText).join('')
  if (text === '' || row.state === 'deleted') return null
  const createdAt = timeOf(row.created_at) ?? now
  const expiredAt = expiryOf(row, createdAt, now)
  return {
    ...unstated,
    id: row.id || createHash('sha256').update(twin === 0 ? whole : `${whole}\n${twin}`).digest('hex').slice(0, 32),
    userId,
    text,
    fingerprint: fingerprint(text, null),
    state: expiredAt === null ? 'active' : 'invalidated',
    app,
    categories,
    metadata: nonEmpty(row.metadata),
    attributes: {
      ...(expiredAt !== null && { openmemory_state: row.state }),
      ...(text !== whole && { whole_text: whole })
    },
    validAt: createdAt,
    createdAt,
    expiredAt,
    revisions: [],
    ...untouched
  }
}

/** What OpenMemory does not say of a memory. */
const unstated = {
  memoryType: 'semantic',
  project: null,
  sessionId: null,
  tags: [],
  source: 'import',
  quote: null,
  sourceTurnUuids: [],
  speaker: null,
  confidence: 1,
  subject: null,
  predicate: null,
  value: null,
  functional: false,
  isGlobal: false,
  invalidAt: null,
  supersededBy: null,
  entityIds: []
} satisfies Partial<Memory>

/** When an archived or paused memory ended; null for one that is active. */
function expiryOf (
  { state, archived_at: archived, updated_at: updated }: OpenMemoryRow,
  createdAt: number,
  now: number
) {
  if (state !== 'archived' && state !== 'paused') return null
  return Math.max(createdAt, timeOf(archived) ?? timeOf(updated) ?? now)
}

function nonEmpty (metadata: OpenMemoryRow['metadata']): Memory['metadata'] {
  return metadata === undefined || metadata === null || Object.keys(metadata).length === 0 ? null : metadata
}

function timeOf (text: string | null | undefined): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}

async function* rowsOf (bytes: Buffer, limitBytes: number): AsyncGenerator<OpenMemoryRow> {
  const name = 'memories.jsonl.gz in the zip'
  const unzipped = createGunzip()
  unzipped.end(bytes)
  try {
    for await (const { number, text } of linesOf(bounded(limitBytes, '', name)(unzipped))) {
      if (text.trim() !== '') yield parsedRow(text, `line ${number} of ${name}`)
    }
  } catch (error) {
    if (error instanceof RangeError) throw invalid(`${name}: ${error.message}`)
    if ((error as { code?: string }).code?.startsWith('Z_')) throw invalid(`${name} is damaged`)
    throw error
  } finally {
    unzipped.destroy()
  }
}
