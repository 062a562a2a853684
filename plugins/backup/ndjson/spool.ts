/**
 * Spools an upload to a temporary file and reads it to its end before anything is stored, so that a truncated or
 * changed file changes nothing. The format is recognised by the first bytes.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Readable } from 'node:stream'
import { noCounts, type Counts } from '../../../domain/capabilities/backup.ts'
import type { ExportRecord } from '../../../domain/capabilities/store.ts'
import { mostJsonValues, tooManyValues } from '../../../domain/json-bounds.ts'
import { bounded } from './bounded.ts'
import { format, formatVersion } from './export.ts'
import { invalid } from './invalid.ts'
import { linesOf, type Line } from './lines.ts'
import { openMemoryRecords } from './openmemory.ts'
import { fromLine } from './record.ts'
import type { SourceFile } from './source-file.ts'

type Parsed = { record?: unknown } & Record<string, unknown>

const places: Record<ExportRecord['kind'], number> = {
  entity: 0,
  memory: 1,
  supersession: 2,
  relation: 2,
  session: 2,
  reading: 2,
  community: 2
}

/** One import of the process at a time is held in memory; uploads to the disk go on meanwhile. */
let before: Promise<unknown> = Promise.resolve()
function inTurn<T> (work: () => Promise<T>): Promise<T> {
  const mine = before.then(work)
  before = mine.catch(() => {})
  return mine
}

/** Hands the checked file to `work` and removes it afterwards. */
export async function withSpooled<T> (
  userId: string,
  source: AsyncIterable<Uint8Array | string>,
  limitBytes: number,
  work: (file: SourceFile) => Promise<T>
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-import-'))
  try {
    const path = join(folder, 'file')
    await pipeline(source, bounded(limitBytes), createWriteStream(path, { mode: 0o600 }))
    return await inTurn(async () => {
      const magic = await firstBytes(path)
      if (magic.startsWith('504b')) return await work(await openMemoryRecords(path, userId, limitBytes))
      const read = (): AsyncIterable<Uint8Array> =>
        magic.startsWith('1f8b') ? gunzipped(path, limitBytes) : createReadStream(path)
      return await work(await verified(read, userId))
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function firstBytes (path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.subarray(0, bytesRead).toString('hex')
  } finally {
    await file.close()
  }
}

/** The decompressed size is bounded too: a small file can decompress to an endless one. */
async function* gunzipped (path: string, limitBytes: number): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path)
  const unzipped: Readable = file.pipe(createGunzip())
  file.once('error', error => unzipped.destroy(error))
  try {
    yield* bounded(limitBytes * 20)(unzipped as AsyncIterable<Uint8Array>) as AsyncGenerator<Uint8Array>
  } finally {
    file.destroy()
    unzipped.destroy()
  }
}

async function verified (read: () => AsyncIterable<Uint8Array>, userId: string): Promise<SourceFile> {
  const hash = createHash('sha256')
  const counts = noCounts()
  let header: Parsed | undefined
  let end: Parsed | undefined
  let records = 0
  let place = 0
  await readable(async () => {
    for await (const line of linesOf(read())) {
      if (line.text.trim() === '') continue
      if (end !== undefined) throw invalid('something follows its end', line)
      const parsed = parse(line)
      if (header === undefined) header = checkedHeader(parsed, line)
      else if (parsed.record === 'end') {
        end = parsed
        continue
      } else {
        const record = toRecord(parsed, userId, line)
        if (places[record.kind] < place) {
          throw invalid(`a ${record.kind} may not stand here: entities come first, then memories, then the rest`, line)
        }
        place = places[record.kind]
        counts[record.kind]++
        records++
      }
      hash.update(line.text).update('\n')
    }
  })
  if (header === undefined) throw invalid('it is empty')
  checkEnd(end, records, counts, hash.digest('hex'))
  return {
    format: 'palimpsest',
    userId: header['user_id'] as string,
    embedding: header['embedding'] as SourceFile['embedding'],
    left: 0,
    records: () => recordsOf(read, userId)
  }
}

async function* recordsOf (read: () => AsyncIterable<Uint8Array>, userId: string): AsyncGenerator<ExportRecord> {
  for await (const line of linesOf(read())) {
    if (line.text.trim() === '') continue
    const parsed = parse(line)
    if (parsed.record !== 'header' && parsed.record !== 'end') yield toRecord(parsed, userId, line)
  }
}

function checkedHeader (header: Parsed, line: Line): Parsed {
  if (header.record !== 'header' || header['format'] !== format) {
    throw invalid('it is no export of this service: the first line must be its header', line)
  }
  if (header['version'] !== formatVersion) {
    throw invalid(`its format has version ${String(header['version'])}; this release reads ${formatVersion}`, line)
  }
  if (typeof header['user_id'] !== 'string') throw invalid('the header names no user', line)
  const embedding = (header['embedding'] ?? null) as SourceFile['embedding']
  if (embedding !== null && !Number.isInteger(embedding.dimensions)) {
    throw invalid('the header does not say what its vectors are', line)
  }
  return { ...header, embedding }
}

function checkEnd (end: Parsed | undefined, records: number, counts: Counts, sha256: string): void {
  if (end === undefined) throw invalid('it was cut off: its last line is missing')
  if (end['records'] !== records) throw invalid(`it should hold ${String(end['records'])} records and holds ${records}`)
  const differing = Object.entries(counts).find(([kind, count]) =>
    (end['counts'] as Counts | undefined)?.[kind as keyof Counts] !== count
  )
  if (differing !== undefined) {
    throw invalid(
      `it should hold ${
        String((end['counts'] as Counts | undefined)?.[differing[0] as keyof Counts])
      } records of kind ${differing[0]} and holds ${differing[1]}`
    )
  }
  if (end['sha256'] !== sha256) {
    throw invalid('its checksum does not agree with its lines: it was changed after it was written')
  }
}

function parse (line: Line): Parsed {
  if (tooManyValues(line.text)) throw invalid(`it holds more than ${mostJsonValues} values`, line)
  try {
    const parsed: unknown = JSON.parse(line.text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Parsed
  } catch {}
  throw invalid('it is no JSON object', line)
}

function toRecord (parsed: Parsed, userId: string, line: Line): ExportRecord {
  const record = fromLine(parsed as Parameters<typeof fromLine>[0], userId)
  if (typeof record === 'string') throw invalid(record, line)
  return record
}

/** A fault of the file is a validation error of the request; a fault of the disk is not. */
async function readable (work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (error instanceof RangeError) throw invalid(error.message)
    if (code.startsWith('Z_')) throw invalid('it cannot be unzipped: it is damaged or cut off')
    throw error
  }
}
