/** Reads the JSON object in a model's answer and checks it against the schema. */
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

export type ReadObject<Schema extends TSchema> = { value: Static<Schema>, problem: null } | {
  value: null
  problem: string
}

const mostProblems = 5

/**
 * Finds the JSON object in prose, code fences or after a reasoning block. Unknown fields are dropped, missing ones
 * take the schema's defaults, "3" becomes 3. `problem` names places and rules, never what the model wrote.
 */
export function readObject<Schema extends TSchema> (schema: Schema, content: string): ReadObject<Schema> {
  const text = content.replace(/^[\s\S]*<\/think(?:ing)?>/i, '').trim()
  if (text === '') return { value: null, problem: 'the answer was empty' }
  let problem = 'the answer held no JSON object'
  for (const found of objectsIn(text)) {
    const value = Value.Clean(schema, Value.Convert(schema, Value.Default(schema, withoutNulls(schema, found))))
    if (Value.Check(schema, value)) return { value: value as Static<Schema>, problem: null }
    problem = isEcho(schema, found)
      ? 'the answer was the JSON Schema itself, not an object that fits it'
      : problemsOf(schema, value)
  }
  return { value: null, problem }
}

/** Every outermost `{…}` that parses, in order. */
function* objectsIn (text: string): Generator<unknown> {
  for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
    const end = endOf(text, start)
    if (end === -1) continue
    try {
      yield JSON.parse(text.slice(start, end)) as unknown
    } catch {
      continue
    }
    start = end - 1
  }
}

/** The place after the bracket that closes the one at `start`; -1 when none does. */
function endOf (text: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (quoted) {
      if (character === '\\') at++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return -1
}

/**
 * A copy without the nulls the schema does not allow: they mean "nothing to say", and conversion would make the word
 * "null" of them.
 */
function withoutNulls (schema: unknown, value: unknown): unknown {
  const { properties, items } = (schema ?? {}) as { properties?: Record<string, TSchema>, items?: TSchema }
  if (Array.isArray(value)) return value.map(item => withoutNulls(items, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) =>
        field !== null || properties?.[name] === undefined || Value.Check(properties[name], null)
      )
      .map(([name, field]) => [name, withoutNulls(properties?.[name], field)])
  )
}

function isEcho (schema: TSchema, value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'properties' in value &&
    !('properties' in ((schema as { properties?: object }).properties ?? {}))
}

function problemsOf (schema: TSchema, value: unknown): string {
  const problems = Value.Errors(schema, value).slice(0, mostProblems).map(({ instancePath, message }) =>
    `${instancePath || '/'} ${message}`
  )
  return problems.join('; ') || 'the answer did not fit the schema'
}
