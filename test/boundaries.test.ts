/**
 * Which module may import which: read from the sources, so that the architecture in the documents stays the one in
 * the code.
 */
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

// Compiled tests run from dist/test; the sources are two folders up.
const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = ['domain', 'kernel', 'http', 'plugins', 'routes', 'cli', 'bench', 'test', 'docs', 'dashboard']

async function sources (folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries.filter(entry =>
    entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules')
  )
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
}

/** Static and dynamic imports, `typeof import()`, and modules named by `new URL('./x.js', import.meta.url)`. */
const specifiers = /(?:from|import)\s*\(?\s*'([^']+)'|new URL\(\s*'(\.[^']+\.[jt]s)'/g

async function importsOf (file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8')
  return [...text.matchAll(specifiers)].map(match => (match[1] ?? match[2]) as string)
    .map(specifier =>
      specifier.startsWith('.')
        ? relative(root, resolve(root, dirname(file), specifier)).replace(/\.js$/, '.ts')
        : specifier
    )
}

const moduleOf = (path: string) => path.split('/')[0] as string
const inTree = (path: string) => modules.includes(moduleOf(path)) && path.includes('/')

async function imports (folder: string): Promise<Array<{ file: string, path: string }>> {
  const found = await Promise.all(
    (await sources(folder)).map(async file => (await importsOf(file)).filter(inTree).map(path => ({ file, path })))
  )
  return found.flat()
}

const allowed: Record<string, string[]> = {
  domain: ['domain'],
  kernel: ['kernel', 'domain'],
  http: ['http', 'domain'],
  routes: ['routes', 'http', 'domain'],
  plugins: ['plugins', 'domain'],
  cli: ['cli', 'kernel', 'http', 'domain'],
  // It knows the HTTP API, and nothing of what answers there.
  dashboard: ['dashboard']
}

for (const [name, may] of Object.entries(allowed)) {
  t.test(`${name}/ imports only ${may.join(', ')}`, async t => {
    for (const { file, path } of await imports(name)) t.ok(may.includes(moduleOf(path)), `${file} imports ${path}`)
  })
}

t.test('a provider imports its own folder and libraries, whose names begin with an underscore', async t => {
  for (const { file, path } of (await imports('plugins')).filter(({ path }) => moduleOf(path) === 'plugins')) {
    const [own, other] = [file, path].map(place => place.split('/').slice(0, 3).join('/'))
    const [capability, library] = path.split('/').slice(1, 3) as [string, string]
    const shared = capability === '_shared' || (library.startsWith('_') && file.startsWith(`plugins/${capability}/`))
    t.ok(own === other || shared, `${file} imports ${path}`)
  }
})

t.test('a route imports its own folder', async t => {
  for (const { file, path } of (await imports('routes')).filter(({ path }) => moduleOf(path) === 'routes')) {
    t.ok(path.startsWith(`${dirname(file)}/`) || dirname(file).startsWith(dirname(path)), `${file} imports ${path}`)
  }
})

t.test('a folder under a capability is a provider with an index, or a library', async t => {
  const files = await sources('plugins')
  for (
    const folder of new Set(
      files.filter(file => !file.startsWith('plugins/_')).map(file => file.split('/').slice(0, 3).join('/'))
    )
  ) {
    t.equal(files.includes(`${folder}/index.ts`), !folder.split('/')[2]?.startsWith('_'), folder)
  }
})

t.test('the kernel is small and names no provider', async t => {
  const files = await sources('kernel')
  const texts = await Promise.all(files.map(async file => await readFile(join(root, file), 'utf8')))
  const lines = texts.join('').split('\n').length - 1
  t.ok(lines <= 600, `${lines} lines`)
  const providers = new Set(
    (await sources('plugins')).filter(file => file.endsWith('/manifest.ts'))
      .map(file => file.split('/')[2] as string)
  )
  for (const name of ['none', 'open', 'http', 'checks', 'static', 'rules', 'unset']) providers.delete(name)
  const named = [...providers].filter(name => texts.some(text => new RegExp(`\\b${name}\\b`).test(text)))
  t.strictSame(named, [])
})

t.test('every provider has a manifest that says where it stands', async t => {
  for (const file of (await sources('plugins')).filter(file => /^plugins\/[^_/]+\/[^_/]+\/index\.ts$/.test(file))) {
    const [, capability, provider] = file.split('/')
    const manifest = await import(new URL(`../${dirname(file)}/manifest.js`, import.meta.url).href) as {
      default: { capability: string, provider: string, title: string }
    }
    t.match(manifest.default, { capability, provider, title: String }, file)
  }
})

t.test('no import cycle', async t => {
  const arrows = new Map<string, string[]>()
  for (const name of ['domain', 'kernel', 'http', 'plugins', 'routes', 'cli', 'bench', 'dashboard']) {
    for (const file of await sources(name)) arrows.set(file, (await importsOf(file)).filter(inTree))
  }
  const done = new Set<string>()
  const path: string[] = []
  const walk = (file: string): void => {
    if (path.includes(file)) t.fail([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || done.has(file)) return
    path.push(file)
    for (const next of arrows.get(file) ?? []) walk(next)
    path.pop()
    done.add(file)
  }
  for (const file of arrows.keys()) walk(file)
  t.ok(done.size > 250, `${done.size} files were walked`)
})

t.test('schemas are made by domain/type.ts; no start loads the six hundred modules of TypeBox', async t => {
  for (const name of ['domain', 'kernel', 'http', 'cli', 'plugins', 'routes']) {
    for (const file of await sources(name)) {
      t.notMatch(await readFile(join(root, file), 'utf8'), /^import (?!type ).*'typebox'/m, file)
    }
  }
})

t.test('nothing on the read path can reach an LLM', async t => {
  const seen = new Set<string>()
  const waiting = ['plugins/memory/pipeline/read.ts']
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = await readFile(join(root, file), 'utf8')
    t.notMatch(text, /capabilities\/(llm|distiller)\.ts|\bdistiller\b|\.llm\b|from 'openai'|\bfetch\(/, file)
    waiting.push(...(await importsOf(file)).filter(path => path.startsWith('plugins/')))
  }
  t.ok(seen.size > 5, 'the whole read path was looked at')
})
