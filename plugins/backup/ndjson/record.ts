/**
 * One record of an export as one line of JSON: names in snake_case, times in ISO 8601, vectors as base64 of
 * little-endian 32-bit floats. The user is named once, in the header.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import type { ExportRecord } from '../../../domain/capabilities/store.ts'
import { deepestJson, metadataFault, nestedTooDeep } from '../../../domain/json-bounds.ts'
import { Type } from '../../../domain/type.ts'
import { checkedVectorOf, vectorBytes } from '../../../domain/vector.ts'
import { absent, fields, time } from './fields.ts'

type Kind = ExportRecord['kind']
type Form = 'vector' | 'time' | 'plain'
type Line = { record: Kind } & Record<string, unknown>

const ajv = new Ajv({ validateSchema: false })
const checks = new Map<Kind, ValidateFunction>()

/** Compiled when it is first asked for, because few starts of the service are followed by an import. */
function checkOf (kind: Kind): ValidateFunction {
  let check = checks.get(kind)
  // What a later release adds is let through and left out, so that a newer export can still be read.
  if (check === undefined) {
    checks.set(
      kind,
      check = ajv.compile(Type.Object(fields[kind] as Record<string, TSchema>, { additionalProperties: true }))
    )
  }
  return check
}

const columns = Object.fromEntries(
  Object.entries(fields).map(([kind, properties]) => [
    kind,
    Object.entries(properties).map(([wire, schema]) => ({
      wire,
      noun: wire.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      form: wire === 'embedding' || wire === 'gist_embedding'
        ? 'vector' as const
        : schema === time || wire.endsWith('_at')
        ? 'time' as const
        : 'plain' as const
    }))
  ])
) as Record<Kind, Array<{ wire: string, noun: string, form: Form }>>

/** The noun inside a record, with its vector beside its own fields. */
function nounOf (record: ExportRecord): Record<string, unknown> {
  switch (record.kind) {
    case 'memory':
      return { ...record.memory, embedding: record.embedding }
    case 'supersession':
      return { ...record.supersession }
    case 'entity':
      return { ...record.entity }
    case 'relation':
      return { ...record.relation }
    case 'session':
      return { ...record.session }
    case 'reading':
      return { ...record.reading }
    case 'community':
      return { ...record.community }
  }
}

/** `record` names what it is; a supersession has a `kind` of its own. */
export function toLine (record: ExportRecord): Line {
  const noun = nounOf(record)
  const line: Line = { record: record.kind }
  for (const { wire, noun: field, form } of columns[record.kind]) {
    const value = noun[field] ?? null
    line[wire] = value === null || form === 'plain'
      ? value
      : form === 'time'
      ? new Date(value as number).toISOString()
      : vectorBytes(value as Float32Array).toString('base64')
  }
  return line
}

/** The record, belonging to `userId`, or what is wrong with the line in one sentence. */
export function fromLine (line: Line, userId: string): ExportRecord | string {
  if (!Object.hasOwn(fields, line.record)) return `"record" must be one of ${Object.keys(fields).join(', ')}`
  if (nestedTooDeep(line)) return `it is nested deeper than ${deepestJson} levels`
  const fault = metadataFault(line['metadata'])
  if (fault !== null) return `"metadata" ${fault}`
  const check = checkOf(line.record)
  if (!check(line)) return sentence(check.errors?.[0])
  const noun: Record<string, unknown> = line.record === 'supersession' ? {} : { userId }
  for (const { wire, noun: field, form } of columns[line.record]) {
    const value = line[wire] ?? absent[wire] ?? null
    noun[field] = value === null ? null : parsers[form](value)
    if (noun[field] === undefined) return `"${wire}" is ${malformed[form]}`
  }
  if (line.record !== 'memory') return { kind: line.record, [line.record]: noun } as unknown as ExportRecord
  const { embedding, ...memory } = noun
  return { kind: 'memory', memory, embedding } as unknown as ExportRecord
}

/** From a value on the wire; undefined when it cannot be read. */
const parsers: Record<Form, (value: unknown) => unknown> = {
  plain: value => value,
  time: value => {
    const time = Date.parse(value as string)
    return Number.isNaN(time) ? undefined : time
  },
  vector: value => checkedVectorOf(Buffer.from(value as string, 'base64'))
}
const malformed: Record<Form, string> = {
  plain: 'not valid',
  time: 'no day of the calendar',
  vector: 'not base64 of finite 32-bit floats that point somewhere'
}

function sentence (error: ErrorObject | undefined): string {
  if (error === undefined) return 'it does not have the form of a record'
  const { instancePath, params, message } = error
  const missing = params['missingProperty'] as string | undefined
  return missing === undefined ? `"${instancePath.slice(1)}" ${message ?? 'is not valid'}` : `"${missing}" is missing`
}
