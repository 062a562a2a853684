/**
 * The packages that every start loads, each as one file under dist/node_modules, where Node looks first: five hundred
 * small files cost a fifth of a start. Without them the packages themselves are loaded, by the same names.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const here = dirname(fileURLToPath(import.meta.url))

/** With the sub-paths that our modules import. */
export const packages = {
  '@fastify/autoload': [],
  '@fastify/env': [],
  '@fastify/error': [],
  '@opentelemetry/api': [],
  ajv: [],
  'close-with-grace': [],
  fastify: [],
  'fastify-plugin': [],
  'import-meta-resolve': [],
  'prom-client': [],
  'toad-scheduler': [],
  typebox: ['value'],
  uuid: []
}
const specifiers = Object.entries(packages).flatMap(([name, paths]) => [name, ...paths.map(path => `${name}/${path}`)])
const prefix = '\0entry:'

export async function bundle (folder = join(here, 'dist', 'node_modules')) {
  const exported = new Map()
  for (const name of specifiers) exported.set(name, Object.keys(await import(name)).filter(key => /^\w+$/.test(key)))
  const build = await rolldown({
    input: Object.fromEntries(specifiers.map(name => [name, `${prefix}${name}.mjs`])),
    platform: 'node',
    plugins: [{ name: 'entries', resolveId, load }]
  })
  rmSync(folder, { recursive: true, force: true })
  await build.write({ dir: folder, entryFileNames: '[name]/index.js', chunkFileNames: '.shared/[name]-[hash].js' })
  await build.close()
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  for (const [name, paths] of Object.entries(packages)) {
    const exports = Object.fromEntries(['.', ...paths.map(path => `./${path}`)].map(path => [path, `${path}/index.js`]))
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ type: 'module', exports }))
  }

  function resolveId (id, importer) {
    if (id.startsWith(prefix)) return id
    return importer?.startsWith(prefix) ? this.resolve(id, join(here, 'package.json'), { skipSelf: true }) : null
  }

  /** What Node finds in a package by name, whether it is an ES module or not. */
  function load (id) {
    if (!id.startsWith(prefix)) return null
    const name = id.slice(prefix.length, -'.mjs'.length)
    const all = exported.get(name)
    const names = all.filter(key => key !== 'default')
    const byDefault = names.length < all.length ? 'export default all.default' : ''
    return `import * as all from '${name}'\nexport const { ${names.join(', ')} } = all\n${byDefault}\n`
  }
}
