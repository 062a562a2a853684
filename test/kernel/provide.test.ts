import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import t from 'tap'
import { provide } from '../../kernel/provide.ts'
import { capabilities, type Capability } from '../../kernel/providers.ts'
import { registerSettings } from '../../kernel/settings/index.ts'
import { loadSettings } from '../../kernel/settings/load.ts'
import { suite } from '../conformance/embedder.ts'

// Compiled tests run from dist/test/kernel.
const packageRoot = fileURLToPath(new URL('../../..', import.meta.url))

const reranker = capabilities.find(({ name }) => name === 'reranker') as Capability

async function appWith (environment: NodeJS.ProcessEnv, files: Record<string, string> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'palimpsest-provide-'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(home, name), content)
  const app = Fastify()
  await registerSettings(app, (await loadSettings(undefined, environment)).values)
  return { app, home }
}

t.test('a stranger\'s provider is loaded by path, beside the settings file, with its options', async t => {
  const { app, home } = await appWith({ SVC_Rerank__Provider: './mine.mjs', SVC_Rerank__Options__Greeting: 'hello' }, {
    'mine.mjs': 'export default async function (app, options) { app.decorate("reranker", { interfaceVersion: 1, provider: options.Greeting }) }'
  })
  await provide(app, reranker, home)
  t.equal(app.reranker.provider, 'hello')
})

t.test('the embedder of the documentation passes the published suite', async t => {
  const embedders = capabilities.find(({ name }) => name === 'embedder') as Capability
  suite(t, async () => {
    const { app } = await appWith({ SVC_Embedding__Provider: './examples/plugins/embedder.mjs', SVC_Embedding__Dimensions: '64' })
    app.decorate('health', { interfaceVersion: 1, register: () => {}, report: async () => ({ status: 'ok' as const, checkedAt: 0, checks: {} }) })
    await provide(app, embedders, packageRoot)
    return { embedder: app.embedder, close: async () => { await app.close() } }
  })
})

t.test('a provider that cannot be found names the setting, the value and where it was looked for', async t => {
  const { app, home } = await appWith({ SVC_Rerank__Provider: 'palimpsest-reranker-nobody-wrote' })
  await t.rejects(provide(app, reranker, home), { message: new RegExp(`Rerank:Provider: "palimpsest-reranker-nobody-wrote" is neither.*${home}`) })
})

t.test('a provider that decorates nothing is refused by name', async t => {
  const { app, home } = await appWith({ SVC_Rerank__Provider: './idle.mjs' }, { 'idle.mjs': 'export default async function () {}' })
  await t.rejects(provide(app, reranker, home), { message: /\.\/idle\.mjs did not decorate the app with "reranker"/ })
})

t.test('a provider of another interface version is refused in one line', async t => {
  const { app, home } = await appWith({ SVC_Rerank__Provider: './old.mjs' }, {
    'old.mjs': 'export default async function (app) { app.decorate("reranker", { interfaceVersion: 0 }) }'
  })
  await t.rejects(provide(app, reranker, home), { message: /speaks version 0 of the reranker interface; this release speaks 1/ })
})

t.test('a module that is no plugin is refused', async t => {
  const { app, home } = await appWith({ SVC_Rerank__Provider: './data.mjs' }, { 'data.mjs': 'export default 5' })
  await t.rejects(provide(app, reranker, home), { message: /must export a Fastify plugin/ })
})

t.test('the table names an honest folder for every value of the contract', async t => {
  const values = Object.fromEntries(capabilities.map(({ name, builtIn }) => [name, Object.keys(builtIn)]))
  t.match(values, { store: ['graphdb_a', 'graphdb_b', 'embedded'], reranker: ['onnx', 'http', 'none'] })
  t.ok(['hosted_a', 'hosted_b', 'cloud'].every(value => values['embedder']?.includes(value)))
})
