/**
 * Settings by their names: matched without regard to case, and a name that is not in the schema stops the start with
 * the nearest known one, because a typo must never pick the wrong database.
 */
import { readFile } from 'node:fs/promises'
import { oneLine, SettingInvalid, SettingUnknown } from '../../domain/errors.ts'
import { nearest } from '../../domain/nearest.ts'
import { describeSettings, type SchemaNode } from '../../domain/settings-schema.ts'

type Values = Record<string, unknown>

export function isSection (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lays what a settings file says over `target`. Throws `SettingUnknown`. */
export function mergeFile (
  target: Values,
  source: Values,
  schema: SchemaNode,
  file: string,
  path: string[] = []
): void {
  for (const [given, value] of Object.entries(source)) {
    if (given === '$schema') continue
    const { properties } = schema
    const name = properties === undefined ? given : knownName(properties, given)
    if (name === undefined) {
      const [wrong, ...known] = [given, ...Object.keys(properties ?? {})].map(key => [...path, key].join(':'))
      throw new SettingUnknown(`${wrong} in ${file}`, suggestion(wrong as string, known))
    }
    const child = properties?.[name]
    if (isSection(value) && child?.type === 'object') {
      mergeFile(sectionIn(target, name), value, child, file, [...path, name])
    } else target[name] = value
  }
}

/** Lays one `SVC_Section__Key` variable over `values`. Throws `SettingUnknown`, `SettingInvalid`. */
export async function mergeVariable (
  values: Values,
  schema: SchemaNode,
  variable: string,
  value: string
): Promise<void> {
  const segments = variable.slice('SVC_'.length).split('__')
  const found = locate(schema, segments)
  if (found !== undefined && found.node.type !== 'object') {
    return place(values, found.path, parse(found.node, value))
  }
  if (found !== undefined && value.startsWith('{')) {
    return mergeFile(found.path.reduce(sectionIn, values), sectionOf(variable, value), found.node, variable, found.path)
  }
  const last = segments.at(-1)
  const fromFile = last !== undefined && /_FILE$/i.test(last)
    ? locate(schema, [...segments.slice(0, -1), last.replace(/_FILE$/i, '')])
    : undefined
  if (fromFile === undefined) {
    throw new SettingUnknown(variable, suggestion(variable, describeSettings(schema).map(known => known.variable)))
  }
  try {
    place(values, fromFile.path, parse(fromFile.node, (await readFile(value, 'utf8')).replace(/\r?\n$/, '')))
  } catch (error) {
    throw new SettingInvalid(`${variable} names a file that cannot be read: ${oneLine(error as Error)}`)
  }
}

/** A whole section as JSON: `SVC_Database__Options='{"Url": "…"}'`. */
function sectionOf (variable: string, text: string): Values {
  try {
    return JSON.parse(text) as Values
  } catch (error) {
    throw new SettingInvalid(`${variable} is no JSON object: ${oneLine(error as Error)}`)
  }
}

/** The canonical path of a setting, of a section, or of an entry under a free-form `Options` section. */
function locate (schema: SchemaNode, segments: string[]): { path: string[], node: SchemaNode } | undefined {
  let node = schema
  const path: string[] = []
  for (const segment of segments) {
    const name = node.properties === undefined ? segment : knownName(node.properties, segment)
    if (name === undefined || (node.properties ?? node.patternProperties) === undefined) return undefined
    path.push(name)
    node = node.properties?.[name] ?? { patternProperties: node.patternProperties ?? {} }
  }
  return { path, node }
}

function knownName (properties: Record<string, SchemaNode>, given: string): string | undefined {
  const wanted = given.toLowerCase()
  return Object.keys(properties).find(name => name.toLowerCase() === wanted)
}

function parse (node: SchemaNode, value: string): unknown {
  if (node.type === 'array') return value.split(',').map(item => item.trim()).filter(Boolean)
  // An empty variable means "as if unset" for numbers and flags; for texts it is the empty text.
  if (value === '' && node.type !== 'string') return undefined
  return node.type === 'boolean' ? value.toLowerCase() : value
}

function place (values: Record<string, unknown>, path: string[], value: unknown): void {
  if (value !== undefined) path.slice(0, -1).reduce(sectionIn, values)[path.at(-1) as string] = value
}

function sectionIn (target: Record<string, unknown>, name: string): Record<string, unknown> {
  if (!isSection(target[name])) target[name] = {}
  return target[name] as Values
}

function suggestion (wrong: string, known: string[]): string {
  const near = nearest(wrong, known)
  return near === undefined ? '' : ` Did you mean ${near}?`
}
