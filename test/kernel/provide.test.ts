/** One provider a capability: ours by its manifest, an external one by path or npm name, refused in one line. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Fastify from 'fastify'
import t from 'tap'
import { buildService } from '../../cli/service.ts'
import { capabilities, type Capability } from '../../domain/capabilities/order.ts'
import { packageRoot } from '../../domain/package-root.ts'
import { knownValues } from '../../domain/provider-values.ts'
import { discoverManifests } from '../../kernel/discover.ts'
import { provide } from '../../kernel/provide.ts'
import { registerSettings } from '../../kernel/settings/index.ts'
import { loadSettings } from '../../kernel/settings/load.ts'
import { suite } from '../conformance/embedder.ts'
import { embeddedSettings, environmentIn } from '../services/embedded.ts'

/** For the test that puts each capability's provider under another name. */
const defaultProvider: Record<string, string> = {
  metrics: 'none',
  health: 'checks',
  scheduler: 'toad',
  cache: 'none',
  store: 'sqlite',
  embedder: 'static',
  guard: 'dimension',
  llm: 'none',
  distiller: 'rules',
  reranker: 'none',
  memory: 'pipeline',
  backup: 'ndjson',
  auth: 'hmac'
}

const capability = (wanted: string) => capabilities.find(({ name }) => name === wanted) as Capability

/** Provides the reranker that the environment names; `files` are written beside the settings file. */
async function rerankerWith (environment: NodeJS.ProcessEnv, files: Record<string, string> = {}, home?: string) {
  const folder = home ?? await mkdtemp(join(tmpdir(), 'palimpsest-provide-'))
  for (const [name, content] of Object.entries({ 'settings.json': '{}', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const app = Fastify()
  const loaded = await loadSettings(join(folder, 'settings.json'), environment)
  await registerSettings(app, loaded)
  await provide(app, capability('reranker'), loaded)
  return app
}

t.test('an external provider is loaded by path, beside the settings file, with its options', async t => {
  const app = await rerankerWith({ SVC_Rerank__Provider: './mine.mjs', SVC_Rerank__Options__Greeting: 'hello' }, {
    'mine.mjs': 'export default async (app, { Greeting }) => ' +
      '{ app.decorate("reranker", { interfaceVersion: 1, provider: Greeting }) }'
  })
  t.equal(app.reranker.provider, 'hello')
})

const manifest = `{
  capability: 'reranker', provider: 'folder', title: 'A folder',
  options: { type: 'object', properties: { Greeting: { type: 'string', default: 'good day' } } }
}`
const index = 'export default async (app, { Greeting, chosen }) => ' +
  '{ app.decorate("reranker", { interfaceVersion: 1, provider: Greeting, model: chosen.section }) }'

t.test('a folder with index and manifest, its options from the manifest', async t => {
  const app = await rerankerWith({ SVC_Rerank__Provider: './mine' }, {
    'mine/index.mjs': index,
    'mine/manifest.mjs': `export default ${manifest}`
  })
  t.match(app.reranker, { provider: 'good day', model: 'Rerank:Options' })
  t.match(app.chosen['reranker'], { value: './mine', title: 'A folder' })
})

t.test('an installed package, found from the folder of the settings file', async t => {
  const app = await rerankerWith({ SVC_Rerank__Provider: 'a-reranker', SVC_Rerank__Options__Greeting: 'hi' }, {
    'node_modules/a-reranker/package.json': '{"name":"a-reranker","type":"module","exports":"./index.js"}',
    'node_modules/a-reranker/index.js': `${index}\nexport const manifest = ${manifest}`
  })
  t.equal(app.reranker.provider, 'hi')
})

t.test('the embedder of the documentation passes the published suite', async t => {
  suite(t, async () => {
    const app = Fastify()
    const loaded = await loadSettings(undefined, {
      SVC_Embedding__Provider: join(packageRoot, 'examples/plugins/embedder')
    })
    await registerSettings(app, loaded)
    await provide(app, capability('embedder'), loaded)
    return { embedder: app.embedder, close: () => app.close() }
  })
})

for (const { name, setting } of capabilities) {
  t.test(`${setting} takes an external provider, and the service starts on it`, async t => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-external-'))
    const own = new URL(`../../plugins/${name}/${defaultProvider[name]}/`, import.meta.url).href
    // Ours under another name: what counts is that the kernel takes it by its path and hands it what its manifest asks.
    await mkdir(join(folder, 'mine'))
    await writeFile(join(folder, 'mine/index.mjs'), `export { default } from '${own}index.js'`)
    await writeFile(
      join(folder, 'mine/manifest.mjs'),
      `import manifest from '${own}manifest.js'
      const { answers, automatic, fallback, ...data } = manifest
      export default { ...data, provider: 'mine', title: 'Mine' }`
    )
    const variable = `SVC_${setting.replace(':', '__')}`
    const needed: Record<string, Record<string, string>> = {
      store: { Path: join(folder, 'mine.db') },
      cache: { EmbeddingPath: join(folder, 'embedding'), LlmPath: join(folder, 'llm') },
      embedder: { Dimensions: '256' },
      backup: { Directory: join(folder, 'backups') },
      auth: { Secret: 'a secret of the tests, long enough' }
    }
    const options = Object.fromEntries(
      Object.entries(needed[name] ?? {}).map(([key, value]) => [`SVC_${setting.split(':')[0]}__Options__${key}`, value])
    )
    const loaded = await loadSettings(
      embeddedSettings,
      environmentIn(folder, { [variable]: join(folder, 'mine'), ...options })
    )
    const app = await buildService(loaded)
    t.teardown(() => app.close())
    t.match(app.chosen[name], { value: join(folder, 'mine'), title: 'Mine' })
    const added = await app.inject({
      method: 'POST',
      url: '/api/v1/memories',
      payload: { user_id: 'u', text: 'A fact that is kept.', infer: false },
      headers: name === 'auth' ? { authorization: 'Bearer x' } : {}
    })
    t.equal(added.statusCode, name === 'auth' ? 401 : 200, added.body)
  })
}

t.test('a provider that cannot be found names the setting, the value and where it was looked for', async t => {
  await t.rejects(rerankerWith({ SVC_Rerank__Provider: 'palimpsest-reranker-unknown' }), {
    message: /Rerank:Provider: "palimpsest-reranker-unknown" is neither/
  })
})

t.test('a library that is installed is no plugin', async t => {
  await t.rejects(rerankerWith({ SVC_Rerank__Provider: 'openai' }), {
    message: /"openai" is an npm package without a manifest/
  })
})

t.test('a provider that decorates nothing is refused by name', async t => {
  const refused = rerankerWith({ SVC_Rerank__Provider: './idle.mjs' }, {
    'idle.mjs': 'export default async function () {}'
  })
  await t.rejects(refused, { message: /\.\/idle\.mjs did not decorate the app with "reranker"/ })
})

t.test('a provider of another interface version is refused in one line', async t => {
  const refused = rerankerWith({ SVC_Rerank__Provider: './old.mjs' }, {
    'old.mjs': 'export default async function (app) { app.decorate("reranker", { interfaceVersion: 0 }) }'
  })
  await t.rejects(refused, { message: /speaks version 0 of the reranker interface; this release speaks 1/ })
})

t.test('a module that is no plugin is refused', async t => {
  await t.rejects(rerankerWith({ SVC_Rerank__Provider: './data.mjs' }, { 'data.mjs': 'export default 5' }), {
    message: /must export a Fastify plugin/
  })
})

t.test('the manifests answer to every value of the contract', async t => {
  const manifests = await discoverManifests()
  const values = Object.fromEntries(capabilities.map(({ name }) => [name, knownValues(name, manifests)]))
  t.match(values['store']?.sort(), ['embedded', 'graphdb_a', 'graphdb_b'])
  t.match(values['reranker']?.sort(), ['http', 'none', 'onnx'])
  t.ok(['hosted_a', 'hosted_b', 'cloud'].every(value => values['embedder']?.includes(value)))
  t.ok(['hosted_b', 'cloud'].every(value => values['llm']?.includes(value)))
})
