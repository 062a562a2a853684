/** `memories.json` of an OpenMemory export, read in slices and row by row: it may be long, and others wait. */
import { JSONParser, TokenType } from '@streamparser/json'
import { ValidationFailed } from '../../../domain/errors.ts'
import { deepestJson, mostJsonValues } from '../../../domain/json-bounds.ts'
import { timeSlices } from '../../_shared/time-slice.ts'
import { invalid } from './invalid.ts'
import { asNamed, asRow, asUserId, longestRow, type Named, type OpenMemoryRow } from './openmemory-rows.ts'

/** What it says beside its memories. */
export interface Tables {
  userId: string | null
  apps: Named[]
  categories: Named[]
}

const member = 'memories.json in the zip'
/** The document and the table are outside of a row. */
const rowDepth = 3
const bytesAtOnce = 16 * 1024

/** Hands on each memory as it is read. Throws `ValidationFailed`. */
export async function readTables (bytes: Buffer, onMemory: (row: OpenMemoryRow) => void): Promise<Tables> {
  const tables: Tables = { userId: null, apps: [], categories: [] }
  const take: Record<string, (value: unknown, key: string | number, where: string) => void> = {
    user: (value, key) => {
      if (key === 'user_id') tables.userId = asUserId(value, `user of ${member}`)
    },
    apps: (value, _, where) => tables.apps.push(asNamed(value, where)),
    categories: (value, _, where) => tables.categories.push(asNamed(value, where)),
    memories: (value, _, where) => onMemory(asRow(value, where))
  }
  let found = false
  const parser = new JSONParser({ paths: Object.keys(take).map(table => `$.${table}.*`), keepStack: false })
  boundRows(parser)
  parser.onValue = ({ value, key = '', stack }) => {
    const table = String(stack[1]?.key)
    found = true
    take[table]?.(value, key, `${table}[${key}] of ${member}`)
  }
  await writeInSlices(parser, bytes)
  if (!found) throw invalid(`${member} is not what OpenMemory writes`)
  return tables
}

async function writeInSlices (parser: JSONParser, bytes: Buffer): Promise<void> {
  const pause = timeSlices()
  try {
    for (let from = 0; from < bytes.length; from += bytesAtOnce) {
      await pause()
      parser.write(bytes.subarray(from, from + bytesAtOnce))
    }
    if (!parser.isEnded) parser.end()
  } catch (error) {
    if (error instanceof ValidationFailed) throw error
    throw invalid(`${member} is no JSON`)
  }
}

/** A row is read in one piece, so its size, its values and its depth are bounded while it comes. */
function boundRows (parser: JSONParser): void {
  let depth = 0
  let values = 0
  let start = 0
  parser.onToken = ({ token, offset }) => {
    const opens = token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET
    if (opens) depth++
    if (opens || token === TokenType.COMMA) values++
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--
    if (depth > rowDepth + deepestJson) throw invalid(`${member} is nested deeper than ${deepestJson} levels`)
    if (values > mostJsonValues) throw invalid(`a row of ${member} holds more than ${mostJsonValues} values`)
    if (offset - start > longestRow) throw invalid(`a row of ${member} is longer than ${longestRow} bytes`)
    if (depth >= rowDepth) return
    values = 0
    start = offset
  }
}
