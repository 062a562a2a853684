/** Which room may import which: read from the sources, so that the architecture in the documents stays the one in the code. */
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

// Compiled tests run from dist/test; the sources are two folders up.
const root = fileURLToPath(new URL('../..', import.meta.url))

async function sources (folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile() && entry.name.endsWith('.ts')).map(entry => relative(root, join(entry.parentPath, entry.name)))
}

async function importsOf (file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(match => match[1] as string)
    .map(specifier => specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : specifier)
}

const room = (path: string) => path.split('/')[0]

t.test('the kernel imports no plugin and no route', async t => {
  for (const file of await sources('kernel')) {
    const wrong = (await importsOf(file)).filter(path => ['plugins', 'routes', 'bench', 'test'].includes(room(path) as string))
    t.strictSame(wrong, [], file)
  }
})

t.test('a provider imports the kernel, its own folder, and a library its capability shares', async t => {
  const files = await sources('plugins')
  const providers = new Set(files.filter(file => file.endsWith('/index.ts')).map(dirname))
  for (const file of files) {
    const capability = file.split('/').slice(0, 2).join('/')
    const own = file.split('/').slice(0, 3).join('/')
    for (const path of await importsOf(file)) {
      if (!['plugins', 'routes', 'bench', 'test'].includes(room(path) as string)) continue
      const folder = path.split('/').slice(0, 3).join('/')
      const shared = path.startsWith(`${capability}/`) && !providers.has(folder)
      t.ok(folder === own || shared, `${file} imports ${path}`)
    }
  }
})

t.test('a route imports the kernel and its own folder', async t => {
  for (const file of await sources('routes')) {
    const wrong = (await importsOf(file)).filter(path => ['plugins', 'bench', 'test'].includes(room(path) as string))
    t.strictSame(wrong, [], file)
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
