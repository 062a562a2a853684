/** The schema of all settings, composed from the manifests: there is no second place that declares one. */
import { isDeepStrictEqual } from 'node:util'
import type { TObject, TSchema } from 'typebox'
import { capabilities, type Capability } from '../../domain/capabilities/order.ts'
import type { Manifest, Sections } from '../../domain/manifest.ts'
import { providersOf } from '../../domain/provider-values.ts'
import { Type } from '../../domain/type.ts'
import { externalSection } from '../choose.ts'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const free = (description: string) => Type.Record(Type.String(), Type.Unknown(), { default: {}, description })
const Options = free('Options of an external plugin, checked by its manifest.')

/** What the kernel itself reads. */
const own: Sections = {
  Server: Type.Object({
    LogLevel: Type.Enum(levels, {
      default: 'info',
      description: 'Least severity that is logged.'
    })
  })
}
const Plugins = Type.Array(
  Type.Object({ Use: Type.String({ minLength: 1 }), Options }, { additionalProperties: false }),
  { default: [], description: 'External plugins that provide something new, by path or npm name. Only in the file.' }
)

type Tree = Map<string, Tree | TSchema>

/** `externals`: options of the external plugins that are chosen, by the section where they stand. */
export function composeSchema (manifests: Manifest[], externals: Sections = {}): TObject {
  const tree: Tree = new Map()
  for (const [path, { properties }] of Object.entries(own)) place(tree, path, properties)
  for (const capability of capabilities) placeChoice(tree, capability, manifests, externals)
  for (const manifest of manifests) {
    const sections = Object.entries(manifest.sections ?? {})
    if ('capability' in manifest && manifest.options !== undefined) {
      for (const section of new Set(Object.values(manifest.answers ?? {}))) sections.push([section, manifest.options])
    }
    for (const [path, { properties }] of sections) place(tree, path, properties)
  }
  return Type.Object({ ...objectsOf(tree), Plugins }, { additionalProperties: false })
}

function placeChoice (tree: Tree, capability: Capability, manifests: Manifest[], externals: Sections): void {
  const [section = '', name = ''] = capability.setting.split(':')
  const values = providersOf(capability.name, manifests).flatMap(({ answers = {}, title }) =>
    Object.keys(answers).map(value => `\`${value}\` (${title})`)
  )
  const Provider = Type.String({
    default: capability.initial,
    description: `${values.sort().join(', ')}, or the path or npm name of an external plugin.` +
      (capability.empty === undefined ? '' : ` ${capability.empty}`)
  })
  const options = externals[externalSection(capability.setting)]
  place(tree, section, { [name]: Provider, Options: options === undefined ? Options : closed(options.properties) })
}

function place (tree: Tree, path: string, properties: Record<string, TSchema>): void {
  let node = tree
  for (const name of path.split(':')) {
    if (!node.has(name)) node.set(name, new Map())
    node = node.get(name) as Tree
  }
  for (const [name, schema] of Object.entries(properties)) {
    const known = node.get(name)
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`${path}:${name} is declared twice, differently.`)
    }
    node.set(name, schema)
  }
}

const closed = (properties: Record<string, TSchema>) =>
  Type.Object(properties, { additionalProperties: false, default: {} })

function objectsOf (tree: Tree): Record<string, TSchema> {
  const sections = [...tree].sort(([one], [other]) => one < other ? -1 : 1)
  return Object.fromEntries(sections.map(([name, node]) => [name, objectOf(node)]))
}

function objectOf (node: Tree | TSchema): TSchema {
  if (!(node instanceof Map)) return node
  return closed(Object.fromEntries([...node].map(([name, child]) => [name, objectOf(child)])))
}
