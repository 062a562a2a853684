/** The rows of an OpenMemory export, checked before any of them is read as a memory. */
import { Ajv, type ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'
import {
  deepestJson,
  metadataFault,
  mostJsonValues,
  nestedTooDeep,
  tooManyValues
} from '../../../domain/json-bounds.ts'
import { Type } from '../../../domain/type.ts'
import { invalid } from './invalid.ts'

const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const text = orNull(Type.String())
const texts = orNull(Type.Array(Type.String()))
const named = Type.Object({ id: Type.String(), name: Type.String() })

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
export type OpenMemoryRow = Static<typeof row>
export type Named = Static<typeof named>

/** Characters: more than any memory there has, few enough to be parsed and hashed while others wait. */
export const longestRow = 4 * 1024 * 1024

const ajv = new Ajv({ validateSchema: false })
const compiled = new Map<TSchema, ValidateFunction>()

function fits (schema: TSchema, value: unknown): boolean {
  let check = compiled.get(schema)
  if (check === undefined) compiled.set(schema, check = ajv.compile(schema))
  return check(value)
}

export function asNamed (value: unknown, where: string): Named {
  if (!fits(named, value)) throw invalid(`${where} is not what OpenMemory writes`)
  return value as Named
}

export function asUserId (value: unknown, where: string): string | null {
  if (!fits(text, value)) throw invalid(`${where} is not what OpenMemory writes`)
  return value as string | null
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
  if (text.length > longestRow) throw invalid(`${where} is longer than ${longestRow} characters`)
  if (tooManyValues(text)) throw invalid(`${where} holds more than ${mostJsonValues} values`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid(`${where} is no JSON`)
  }
  return asRow(value, where)
}
