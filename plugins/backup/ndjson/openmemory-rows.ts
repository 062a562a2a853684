/** What the members of an OpenMemory export hold, checked before any of it is read as a memory. */
import { Ajv, type ValidateFunction } from 'ajv'
import Type, { type Static, type TSchema } from 'typebox'
import { deepestJson, metadataFault, nestedTooDeep } from '../../../domain/json-bounds.ts'
import { invalid } from './invalid.ts'

const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const text = orNull(Type.String())
const texts = orNull(Type.Array(Type.String()))
const named = orNull(Type.Array(Type.Object({ id: Type.String(), name: Type.String() })))

const row = Type.Object({
  id: text,
  content: text,
  metadata: orNull(Type.Record(Type.String(), Type.Unknown())),
  state: text,
  created_at: text,
  updated_at: text,
  archived_at: text,
  app: text,
  app_id: text,
  categories: texts,
  category_ids: texts
})
const tables = Type.Object({
  user: orNull(Type.Object({ user_id: text })),
  apps: named,
  categories: named,
  memories: orNull(Type.Array(Type.Unknown()))
})
export type OpenMemoryRow = Static<typeof row>
export type Tables = Static<typeof tables>

const ajv = new Ajv({ validateSchema: false })
const compiled = new Map<TSchema, ValidateFunction>()

function fits (schema: TSchema, value: unknown): boolean {
  let check = compiled.get(schema)
  if (check === undefined) compiled.set(schema, check = ajv.compile(schema))
  return check(value)
}

export function asTables (bytes: Buffer): Tables {
  try {
    const found: unknown = JSON.parse(bytes.toString('utf8'))
    if (fits(tables, found)) return found as Tables
  } catch {}
  throw invalid('memories.json in the zip is not what OpenMemory writes')
}

/** `where` names the row in the message. Throws `ValidationFailed`. */
export function asRow (value: unknown, where: string): OpenMemoryRow {
  if (nestedTooDeep(value)) throw invalid(`${where} is nested deeper than ${deepestJson} levels`)
  if (!fits(row, value)) throw invalid(`${where} is not what OpenMemory writes`)
  const found = value as OpenMemoryRow
  const fault = metadataFault(found.metadata)
  if (fault !== null) throw invalid(`${where}: "metadata" ${fault}`)
  return found
}

export function parsedRow (text: string, where: string): OpenMemoryRow {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid(`${where} is no JSON`)
  }
  return asRow(value, where)
}
