/**
 * Checks what comes in against a route's schema and says what is wrong in the wire's words.
 * Bodies are taken as they are: a number is no string. Queries and paths are text, so numbers and booleans are read
 * from it there.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { ValidationFailed } from '../domain/errors.ts'
import { parseInstant } from '../domain/instants.ts'
import { isUserId } from '../domain/text/storable.ts'

/** Errors that one answer lists: a body of 10,000 wrong ids must not make an answer of 10,000 lines. */
const maxErrors = 20

function compiler (coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ allErrors: true, verbose: true, useDefaults: true, allowUnionTypes: true, coerceTypes })
  ajv.addFormat('date-time', text => text.trim() === '' || parseInstant(text) !== null)
  ajv.addFormat('user-id', text => text.trim() === '' || isUserId(text))
  ajv.addKeyword('x-message')
  // Documentation only; Ajv would refuse what it does not know.
  ajv.addKeyword('example')
  ajv.addKeyword('x-documented-enum')
  return ajv
}

const compilers: { body?: Ajv, text?: Ajv } = {}

function compile (schema: TSchema, part: 'body' | 'text'): ValidateFunction {
  const ajv = compilers[part] ??= compiler(part === 'text')
  return ajv.compile(schema)
}

/** Either the value with its defaults filled in, or what is wrong with it. */
export type Checked = { value: unknown } | { error: ValidationFailed }

type Naming = (error: Pick<ErrorObject, 'instancePath' | 'params'>) => string

/**
 * A function that checks one JSON value against a schema, compiled when it is first asked; `part` says whether it is
 * JSON already or text to be read, `name` what its fields are called.
 */
export function checker (
  schema: TSchema,
  part: 'body' | 'text' = 'body',
  name: Naming = fieldName
): (value: unknown) => Checked {
  let validate: ValidateFunction | undefined
  const flags = part === 'text' ? booleans(schema) : []
  return value => {
    validate ??= compile(schema, part)
    const candidate = part === 'text' ? tidy(value as Record<string, unknown>, flags) : value ?? {}
    const excess = excessIn(schema, candidate)
    if (excess !== undefined) return { error: failure([excess], name) }
    if (!validate(candidate)) return { error: failure(validate.errors ?? [], name) }
    const infinite = part === 'text' ? infiniteField(candidate as object) : undefined
    if (infinite === undefined) return { value: candidate }
    const field = pascalCase(infinite)
    return { error: new ValidationFailed({ [field]: [`The ${field} field must be a finite number.`] }) }
  }
}

/** For Fastify. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  checker(schema, httpPart === 'body' ? 'body' : 'text')

/** Beside those that are known. */
const mostUnknown = 100

/**
 * A list that is too long, or too many fields that are not known. Ajv gathers all errors, so that a million wrong
 * entries would be a million of them before the one that says there are too many.
 */
function excessIn (schema: TSchema, value: unknown): ErrorObject | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { properties = {}, additionalProperties } = schema as {
    properties?: Record<string, { maxItems?: number }>
    additionalProperties?: unknown
  }
  const blank = { schemaPath: '', schema: undefined }
  for (const [name, parentSchema] of Object.entries(properties)) {
    const data = (value as Record<string, unknown>)[name]
    const { maxItems: limit = Infinity } = parentSchema
    if (!Array.isArray(data) || data.length <= limit) continue
    return { ...blank, keyword: 'maxItems', instancePath: `/${name}`, params: { limit }, parentSchema, data }
  }
  if (additionalProperties !== false) return undefined
  const unknown = Object.keys(value).filter(name => !Object.hasOwn(properties, name))
  if (unknown.length <= mostUnknown) return undefined
  const params = { additionalProperty: unknown[0] }
  return { ...blank, keyword: 'additionalProperties', instancePath: '', params, parentSchema: schema, data: value }
}

function booleans (schema: TSchema): string[] {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string | string[] }> }
  return Object.entries(properties).filter(([, { type }]) => [type].flat().includes('boolean')).map(([name]) => name)
}

/** Ajv reads `-1e999` as a number, and its minimum and maximum pass over what is infinite. */
function infiniteField (query: object): string | undefined {
  return Object.entries(query).find(([, value]) => value === Infinity || value === -Infinity)?.[0]
}

/** A blank parameter is an absent one, and `True` is `true`: several clients write them so. */
function tidy (query: Record<string, unknown>, flags: string[]): Record<string, unknown> {
  const kept = Object.entries(query ?? {}).filter(([, value]) => typeof value !== 'string' || value.trim() !== '')
  return Object.fromEntries(
    kept.map((
      [name, value]
    ) => [name, flags.includes(name) && typeof value === 'string' ? value.trim().toLowerCase() : value])
  )
}

function failure (found: ErrorObject[], name: Naming): ValidationFailed {
  // Callers name fields as they like, `constructor` too.
  const errors = Object.create(null) as Record<string, string[]>
  for (const error of found.slice(0, maxErrors)) {
    const field = name(error)
    const sentence = describe(error, field)
    const sentences = errors[field] ??= []
    // A blank text breaks two rules at once (length and pattern); one sentence is enough.
    if (!sentences.includes(sentence)) sentences.push(sentence)
  }
  return new ValidationFailed(errors)
}

/** `/messages/0/content` → `Messages[0].Content`. The whole body is `Body`. */
export const fieldName: Naming = error => nameBy(pascalCase, error) || 'Body'

/** `/messages/0/content` → `messages[0].content`: as it was written. */
export const argumentName: Naming = error => nameBy(name => name, error) || 'arguments'

function nameBy (
  spell: (name: string) => string,
  { instancePath, params }: Pick<ErrorObject, 'instancePath' | 'params'>
): string {
  const missing = (params['missingProperty'] ?? params['additionalProperty']) as string | undefined
  const path = instancePath.split('/').slice(1).concat(missing ?? []).map(part =>
    part.replaceAll('~1', '/').replaceAll('~0', '~')
  )
  return path.map(part => /^\d+$/.test(part) ? `[${part}]` : `.${spell(part)}`).join('').replace(/^\./, '')
}

export function pascalCase (name: string): string {
  return name.split(/[_-]/).map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function describe (error: ErrorObject, field: string): string {
  const { keyword, data } = error
  const blank = data === null || (typeof data === 'string' && data.trim() === '')
  if (keyword === 'required' || (blank && (keyword === 'type' || keyword === 'pattern' || keyword === 'minLength'))) {
    return `The ${field} field is required.`
  }
  if (keyword === 'additionalProperties') return `The ${field} field is not known here.`
  const { 'x-message': custom } = error.parentSchema as { 'x-message'?: string }
  return `The ${field} field ${custom ?? rule(error)}`
}

function rule ({ keyword, params, data, parentSchema, message }: ErrorObject): string {
  const { minimum, maximum } = parentSchema as { minimum?: number, maximum?: number }
  switch (keyword) {
    case 'type':
      return `must be ${[params['type'] as string | string[]].flat().map(withArticle).join(' or ')}.`
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).filter(value => value !== null).join(', ')}.`
    case 'minimum':
    case 'maximum':
      return minimum !== undefined && maximum !== undefined
        ? `must be between ${minimum} and ${maximum}.`
        : `must be ${keyword === 'minimum' ? 'at least' : 'at most'} ${String(params['limit'])}.`
    case 'maxLength':
      return `must be at most ${String(params['limit'])} characters long; it has ${[...(data as string)].length}.`
    case 'minLength':
      return `must be at least ${String(params['limit'])} characters long.`
    case 'minItems':
      return `must hold at least ${String(params['limit'])} item.`
    case 'maxItems':
      return `must hold at most ${String(params['limit'])} items; it holds ${(data as unknown[]).length}.`
    case 'format':
      return params['format'] === 'date-time'
        ? 'must be a date or time in ISO 8601, for example 2026-05-01 or 2026-05-01T14:00:00Z.'
        : 'must be well-formed Unicode without NUL characters.'
    default:
      return `${message ?? 'is not valid'}.`
  }
}

function withArticle (type: string): string {
  if (type === 'null') return 'null'
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`
}
