/**
 * OpenMemory's export: a zip with `memories.json` (its tables) and `memories.jsonl.gz` (one memory a line). Either is enough;
 * the tables know more about states and times, the lines name apps and categories. What was deleted there stays deleted.
 */
import { createHash } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import type { Readable } from 'node:stream'
import type * as yauzl from 'yauzl'
import type { ExportRecord } from '../../../kernel/capabilities/store.ts'
import type { Memory, MemoryState } from '../../../kernel/nouns.ts'
import { fingerprint } from '../../../kernel/text/identity.ts'
import { invalid } from './invalid.ts'
import { linesOf } from './lines.ts'
import type { Import } from './spool.ts'

interface Row {
  id?: string
  content?: string | null
  metadata?: Record<string, unknown> | null
  state?: string | null
  created_at?: string | null
  updated_at?: string | null
  archived_at?: string | null
  app?: string | null
  app_id?: string | null
  categories?: string[]
  category_ids?: string[]
}

interface Tables {
  user?: { user_id?: string }
  apps?: Array<{ id: string, name: string }>
  categories?: Array<{ id: string, name: string }>
  memories?: Row[]
}

/** Of a text longer than a memory may be, the beginning becomes the memory and the whole stays beside it. */
const longestText = 50_000
const noMember = 'the zip holds neither memories.json nor memories.jsonl.gz: it is no OpenMemory export'

export async function openMemoryRecords (path: string, userId: string, limitBytes: number): Promise<Import> {
  const members = await unzip(path, limitBytes)
  const tables = members.has('memories.json') ? asTables(members.get('memories.json') as Buffer) : undefined
  const rows = new Map<string, Row>()
  if (members.has('memories.jsonl.gz')) for await (const row of rowsOf(members.get('memories.jsonl.gz') as Buffer)) rows.set(row.id ?? '', row)
  for (const row of tables?.memories ?? []) rows.set(row.id ?? '', { ...rows.get(row.id ?? ''), ...row })
  if (tables === undefined && rows.size === 0) throw invalid(noMember)

  const appName = new Map((tables?.apps ?? []).map(({ id, name }) => [id, name]))
  const categoryName = new Map((tables?.categories ?? []).map(({ id, name }) => [id, name]))
  const now = Date.now()
  const memories = [...rows.values()].map(row => toMemory(row, userId, {
    app: row.app ?? appName.get(row.app_id ?? '') ?? null,
    categories: row.categories ?? (row.category_ids ?? []).map(id => categoryName.get(id)).filter(name => name !== undefined),
    now
  }))
  const kept = memories.filter(memory => memory !== null)
  return {
    format: 'openmemory',
    userId: tables?.user?.user_id ?? null,
    embedding: null,
    left: memories.length - kept.length,
    records: () => recordsOf(kept)
  }
}

async function * recordsOf (memories: Memory[]): AsyncGenerator<ExportRecord> {
  for (const memory of memories) yield { kind: 'memory', memory, embedding: null }
}

function toMemory (row: Row, userId: string, { app, categories, now }: { app: string | null, categories: string[], now: number }): Memory | null {
  const whole = (row.content ?? '').trim()
  const text = [...whole].slice(0, longestText).join('')
  if (text === '' || row.state === 'deleted') return null
  const createdAt = timeOf(row.created_at) ?? now
  const ended = row.state === 'archived' || row.state === 'paused'
  const state: MemoryState = ended ? 'invalidated' : 'active'
  return {
    id: row.id ?? createHash('sha256').update(text).digest('hex').slice(0, 32),
    userId,
    text,
    fingerprint: fingerprint(text, null),
    memoryType: 'semantic',
    state,
    app,
    project: null,
    sessionId: null,
    tags: [],
    categories,
    metadata: row.metadata !== null && row.metadata !== undefined && Object.keys(row.metadata).length > 0 ? row.metadata : null,
    attributes: { ...(ended && { openmemory_state: row.state }), ...(text !== whole && { whole_text: whole }) },
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
    validAt: createdAt,
    invalidAt: null,
    createdAt,
    expiredAt: ended ? Math.max(createdAt, timeOf(row.archived_at) ?? timeOf(row.updated_at) ?? now) : null,
    supersededBy: null,
    entityIds: []
  }
}

function timeOf (text: string | null | undefined): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}

function asTables (bytes: Buffer): Tables {
  try {
    const tables = JSON.parse(bytes.toString('utf8')) as Tables
    if (typeof tables === 'object' && tables !== null && (tables.memories === undefined || Array.isArray(tables.memories))) return tables
  } catch {}
  throw invalid('memories.json in the zip is not what OpenMemory writes')
}

async function * rowsOf (bytes: Buffer): AsyncGenerator<Row> {
  const unzipped = createGunzip()
  unzipped.end(bytes)
  try {
    for await (const { number, text } of linesOf(unzipped)) {
      if (text.trim() !== '') yield asRow(text, number)
    }
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_')) throw invalid('memories.jsonl.gz in the zip is damaged')
    throw error
  }
}

function asRow (text: string, number: number): Row {
  try {
    return JSON.parse(text) as Row
  } catch {
    throw invalid(`line ${number} of memories.jsonl.gz in the zip is no JSON`)
  }
}

/** The members we know, wherever in the zip they lie. */
async function unzip (path: string, limitBytes: number): Promise<Map<string, Buffer>> {
  const wanted = ['memories.json', 'memories.jsonl.gz']
  const members = new Map<string, Buffer>()
  const { open } = await import('yauzl')
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, file) => error === null ? resolve(file) : reject(invalid('it cannot be unzipped: it is damaged or cut off')))
  })
  try {
    for await (const entry of entries(zip)) {
      const name = entry.fileName.split('/').at(-1) ?? ''
      if (!wanted.includes(name)) continue
      if (entry.uncompressedSize > limitBytes) throw invalid(`${name} in the zip is larger than ${limitBytes / 1024 / 1024} MiB (Backup:ImportLimitMb)`)
      members.set(name, await contentOf(zip, entry))
    }
  } finally {
    zip.close()
  }
  return members
}

async function * entries (zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (;;) {
    const entry = await new Promise<yauzl.Entry | null>((resolve, reject) => {
      const settle = (result: yauzl.Entry | null): void => { zip.removeAllListeners(); resolve(result) }
      zip.once('entry', settle)
      zip.once('end', () => settle(null))
      zip.once('error', () => reject(invalid('it cannot be unzipped: it is damaged or cut off')))
      zip.readEntry()
    })
    if (entry === null) return
    yield entry
  }
}

async function contentOf (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => error === null ? resolve(opened) : reject(invalid(`${entry.fileName} in the zip cannot be read`)))
  })
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
