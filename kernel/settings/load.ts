/**
 * The settings file, then `SVC_Section__Key` variables over it. Names are matched without regard to case, and a name
 * that is not in the schema stops the start with the nearest known one, because a typo must never pick the wrong database.
 */
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { SettingInvalid, SettingUnknown } from '../errors.ts'
import { settingsSchema } from './schema.ts'

export interface LoadedSettings {
  /** Merged, not yet validated; `@fastify/env` fills in the defaults. */
  values: Record<string, unknown>
  /** Folder of the settings file: third-party paths are relative to it. */
  home: string
}

interface SchemaNode { type?: string, properties?: Record<string, SchemaNode>, patternProperties?: object, items?: SchemaNode }

/** One setting as documentation and messages name it. */
export interface SettingDescription {
  /** `Embedding:HostedA:Endpoint` */
  path: string
  /** `SVC_Embedding__HostedA__Endpoint` */
  variable: string
  node: SchemaNode & Record<string, unknown>
}

export function describeSettings (node: SchemaNode = settingsSchema as unknown as SchemaNode, path: string[] = []): SettingDescription[] {
  if (node.properties === undefined) {
    return [{ path: path.join(':'), variable: `SVC_${path.join('__')}`, node: node as SettingDescription['node'] }]
  }
  return Object.entries(node.properties).flatMap(([name, child]) => describeSettings(child, [...path, name]))
}

/** Reads the file (when one is named or `SVC_SETTINGS_FILE` is set) and lays the environment over it. Throws `SettingUnknown`, `SettingInvalid`. */
export async function loadSettings (file: string | undefined, environment: NodeJS.ProcessEnv): Promise<LoadedSettings> {
  const path = file ?? environment['SVC_SETTINGS_FILE']
  const values: Record<string, unknown> = {}
  if (path !== undefined) merge(values, await readSettingsFile(path), settingsSchema as unknown as SchemaNode, [], path)
  for (const [variable, value] of Object.entries(environment)) {
    if (/^SVC_.+__/i.test(variable) && value !== undefined) await mergeVariable(values, variable, value)
  }
  return { values, home: path === undefined ? process.cwd() : dirname(resolve(path)) }
}

async function readSettingsFile (path: string): Promise<Record<string, unknown>> {
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new SettingInvalid(`The settings file ${path} cannot be read: ${(error as Error).message}`)
  }
  if (!isSection(parsed)) throw new SettingInvalid(`The settings file ${path} must hold a JSON object of sections.`)
  return parsed
}

function isSection (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function merge (target: Record<string, unknown>, source: Record<string, unknown>, schema: SchemaNode, path: string[], file: string): void {
  for (const [given, value] of Object.entries(source)) {
    if (schema.properties === undefined) { target[given] = value; continue }
    if (given === '$schema') continue
    const name = knownName(schema.properties, given)
    const child = name === undefined ? undefined : schema.properties[name]
    if (name === undefined || child === undefined) {
      const wrong = [...path, given].join(':')
      throw new SettingUnknown(`${wrong} in ${file}`, suggestion(wrong, Object.keys(schema.properties).map(sibling => [...path, sibling].join(':'))))
    }
    if (isSection(value) && child.type === 'object') {
      const section = isSection(target[name]) ? target[name] : target[name] = {}
      merge(section as Record<string, unknown>, value, child, [...path, name], file)
    } else {
      target[name] = value
    }
  }
}

async function mergeVariable (values: Record<string, unknown>, variable: string, value: string): Promise<void> {
  const segments = variable.slice('SVC_'.length).split('__')
  const found = locate(segments)
  if (found !== undefined) return place(values, found.path, parse(found.node, value))
  const last = segments.at(-1)
  const fromFile = last !== undefined && /_FILE$/i.test(last) ? locate([...segments.slice(0, -1), last.replace(/_FILE$/i, '')]) : undefined
  if (fromFile === undefined) throw new SettingUnknown(variable, suggestion(variable, describeSettings().map(setting => setting.variable)))
  try {
    place(values, fromFile.path, parse(fromFile.node, (await readFile(value, 'utf8')).replace(/\r?\n$/, '')))
  } catch (error) {
    throw new SettingInvalid(`${variable} names a file that cannot be read: ${(error as Error).message}`)
  }
}

/** The canonical path of a setting, or of an entry under a free-form `Options` section. */
function locate (segments: string[]): { path: string[], node: SchemaNode } | undefined {
  let node = settingsSchema as unknown as SchemaNode
  const path: string[] = []
  for (const segment of segments) {
    if (node.properties === undefined) {
      if (node.patternProperties === undefined) return undefined
      path.push(segment)
      continue
    }
    const name = knownName(node.properties, segment)
    const child = name === undefined ? undefined : node.properties[name]
    if (name === undefined || child === undefined) return undefined
    path.push(name)
    node = child
  }
  return node.properties === undefined ? { path, node } : undefined
}

function knownName (properties: Record<string, SchemaNode>, given: string): string | undefined {
  const wanted = given.toLowerCase()
  return Object.keys(properties).find(name => name.toLowerCase() === wanted)
}

function parse (node: SchemaNode, value: string): unknown {
  if (node.type === 'array') return value.split(',').map(item => item.trim()).filter(Boolean)
  // An empty variable means "as if unset" for numbers and flags; for texts it is the empty text.
  return value === '' && node.type !== 'string' ? undefined : value
}

function place (values: Record<string, unknown>, path: string[], value: unknown): void {
  if (value === undefined) return
  let section = values
  for (const name of path.slice(0, -1)) section = (isSection(section[name]) ? section[name] : section[name] = {}) as Record<string, unknown>
  section[path.at(-1) as string] = value
}

function suggestion (wrong: string, known: string[]): string {
  const nearest = known
    .map(name => ({ name, distance: distance(name.toLowerCase(), wrong.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return nearest === undefined ? '' : ` Did you mean ${nearest.name}?`
}
