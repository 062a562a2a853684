/** An external store, loaded by its path: it runs the published suite, and the service runs on it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import type { Store } from '../../../domain/capabilities/store.ts'
import { buildService } from '../../../cli/service.ts'
import { packageRoot } from '../../../domain/package-root.ts'
import { storeSuite } from '../../conformance/store.ts'
import { loadSettings } from '../../../kernel/settings/load.ts'

const home = join(packageRoot, 'examples', 'plugins', 'store')
const { createJournalStore } = await import(pathToFileURL(join(home, 'index.mjs')).href) as {
  createJournalStore: (path: string) => Promise<Store>
}

t.setTimeout(600_000)

t.test('the published suite', async t => {
  const path = join(t.testdir(), 'journal.ndjson')
  await storeSuite(t, { open: () => createJournalStore(path) })
})

t.test('the command of plugin authors', async t => {
  const folder = t.testdir({ 'nothing.mjs': 'export const other = 1' })
  const command = async (...words: string[]) => {
    const child = spawn(process.execPath, [join(packageRoot, 'dist', 'test', 'conformance', 'run.js'), ...words])
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { out, err, code: code[0] as number }
  }
  t.match(await command('--help'), { code: 2, err: /^npm run conformance -- --database [^]*--skip/ })
  t.match(await command('--databse', 'x'), { code: 2, err: /--databse[^]*npm run conformance/ })
  t.match(await command('--database', join(folder, 'nothing.mjs'), '--url', 'x'), {
    code: 1,
    out: /nothing\.mjs has to export open\(url\)/
  })
  const { open } = await import(pathToFileURL(join(home, 'index.mjs')).href) as { open: typeof createJournalStore }
  t.equal(open, createJournalStore)
})

t.test('the service on it', async t => {
  const folder = t.testdir({
    'settings.json': JSON.stringify({
      Database: { Provider: home, Options: { Path: join(t.testdirName, 'journal.ndjson') } },
      Embedding: { Provider: 'builtin', Dimensions: 256 },
      Distill: { Provider: 'rules' },
      Rerank: { Provider: 'none' },
      Cache: { Enabled: false }
    })
  })
  const settings = await loadSettings(join(folder, 'settings.json'), {})
  const app = await buildService(settings)
  t.teardown(() => app.close())
  const told = await app.inject({
    method: 'POST',
    url: '/api/v1/memories',
    payload: { user_id: 'u', text: 'Anna plays the violin.', infer: false }
  })
  t.equal(told.statusCode, 200, told.body)
  const found = await app.inject({
    method: 'POST',
    url: '/api/v1/memories/search',
    payload: { user_id: 'u', query: 'violin' }
  })
  t.match(found.body, 'Anna plays the violin.', found.body)
  const health = await app.inject('/api/health')
  t.match(health.json(), { checks: { database: { ok: true, provider: home } } })
})

t.test('docs/plugins/store.md lists every requirement of the suite', async t => {
  const folder = join(packageRoot, 'test', 'conformance', 'store')
  const text = await readFile(join(packageRoot, 'docs', 'plugins', 'store.md'), 'utf8')
  for (const file of await readdir(folder)) {
    for (const [, id = ''] of (await readFile(join(folder, file), 'utf8')).matchAll(/\bit\('(store\.[a-z.-]+)'/g)) {
      t.ok(text.includes(`\`${id}\``), id)
    }
  }
})
