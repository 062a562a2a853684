import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import t from 'tap'
import { registerSettings } from '../../kernel/settings/index.ts'
import { loadSettings } from '../../kernel/settings/load.ts'
import { describeSettings, type SchemaNode } from '../../domain/settings-schema.ts'

async function settle (file: object | undefined, environment: NodeJS.ProcessEnv) {
  const app = Fastify()
  await registerSettings(app, await loadSettings(file === undefined ? undefined : await fileOf(file), environment))
  return app.settings as Record<string, Record<string, unknown>>
}

async function fileOf (content: object | string, name = 'settings.json'): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'palimpsest-settings-')), name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

t.test('every setting of the contract has its default', async t => {
  const settings = await settle(undefined, {})
  t.match(settings, {
    Database: { Provider: 'graphdb_b' },
    GraphDbA: { Host: 'localhost:6379', Password: '' },
    GraphDbB: { Url: 'bolt://localhost:7687', Username: '', Password: '', MaxPoolSize: 50 },
    Embedding: { Provider: '', Dimensions: 1024, SkipDimensionGuard: false },
    Rerank: { Provider: 'onnx', HttpEndpoint: '' },
    Auth: { Secret: '' },
    Server: { Port: 3001 }
  })
})

t.test('the environment is laid over the file, key by key', async t => {
  const settings = await settle({
    Embedding: { Provider: 'builtin', HostedA: { Endpoint: 'http://file/v1', Model: 'm' } }
  }, {
    SVC_Embedding__HostedA__Endpoint: 'http://env/v1',
    SVC_Server__Port: '7777',
    SVC_Backup__Enabled: 'true',
    SVC_Auth__Revoked: 'aa01, bb02'
  })
  t.equal(settings['Embedding']?.['Provider'], 'builtin')
  t.match(settings['Embedding']!['HostedA'], { Endpoint: 'http://env/v1', Model: 'm' })
  t.equal(settings['Server']?.['Port'], 7777)
  t.equal(settings['Backup']?.['Enabled'], true)
  t.same(settings['Auth']?.['Revoked'], ['aa01', 'bb02'], 'a list, with commas')
})

t.test('case does not matter, in the file or in the environment', async t => {
  const settings = await settle({ database: { provider: 'embedded' } }, { SVC_GRAPHDBB__MAXPOOLSIZE: '7' })
  t.equal(settings['Database']?.['Provider'], 'embedded')
  t.equal(settings['GraphDbB']?.['MaxPoolSize'], 7)
})

t.test('an unknown name stops the start and suggests the nearest', async t => {
  await t.rejects(loadSettings(undefined, { SVC_Database__Provdier: 'x' }), {
    message: /SVC_Database__Provdier.*Did you mean SVC_Database__Provider\?/
  })
  await t.rejects(loadSettings(await fileOf({ Databse: { Provider: 'x' } }), {}), {
    message: /Databse.*Did you mean Database\?/
  })
  await t.rejects(loadSettings(await fileOf({ Server: { Prot: 1 } }), {}), { message: /Server:Prot.*Server:Port/ })
})

t.test('a name that is near to none suggests none', async t => {
  const error = await loadSettings(undefined, { SVC_Foo__Bar: 'x' }).catch((error: Error) => error)
  t.match(error, { message: /SVC_Foo__Bar/ })
  t.notMatch(error, { message: /Did you mean/ })
})

t.test('the value of a provider is taken in any case, and a natural name says what to write', async t => {
  t.equal((await loadSettings(undefined, { SVC_Database__Provider: 'Embedded' })).externals.size, 0)
  const refused = async (setting: string, value: string, said: RegExp) =>
    await t.rejects(loadSettings(undefined, { [setting]: value }), { message: said }, value)
  await refused('SVC_Embedding__Provider', 'openai', /For openai write .*cloud \(.*hosted_b/)
  await refused('SVC_Embedding__Provider', 'Ollama', /For Ollama write .*hosted_b/)
  await refused('SVC_Database__Provider', 'falkordb', /For falkordb write graphdb_a \(FalkorDB\)/)
  await refused('SVC_Database__Provider', 'neo4j', /For neo4j write graphdb_b/)
  await refused('SVC_Database__Provider', 'sqlite', /For sqlite write embedded/)
  await refused(
    'SVC_Database__Provider',
    'embeded',
    /Did you mean embedded\? The values are embedded, graphdb_a, graphdb_b/
  )
  await refused('SVC_Database__Provider', 'fastify', /without a manifest/)
})

t.test('a flag is taken in any case', async t => {
  t.equal((await settle(undefined, { SVC_Backup__Enabled: 'True' }))['Backup']?.['Enabled'], true)
})

t.test('the options of an external plugin may come as one JSON object, its keys in any case', async t => {
  const mine = await fileOf(
    `export const manifest = { capability: 'store', provider: 'mine', title: 'Mine',
      options: { type: 'object', properties: { Url: { type: 'string' } } } }
    export default async () => {}`,
    'mine.mjs'
  )
  const chosen = { SVC_Database__Provider: mine }
  t.match(await settle(undefined, { ...chosen, SVC_Database__Options: '{"url": "x://y"}' }), {
    Database: { Options: { Url: 'x://y' } }
  })
  await t.rejects(loadSettings(undefined, { ...chosen, SVC_Database__Options: '{nope}' }), {
    message: /SVC_Database__Options is no JSON object/
  })
})

t.test('names without a double underscore are not ours', async t => {
  const settings = await settle(undefined, { SVC_PORT: '9', SVC_SERVICE_HOST: 'h' })
  t.equal(settings['Server']?.['Port'], 3001)
})

t.test('a bad value names the setting, its variable and what is allowed', async t => {
  await t.rejects(settle(undefined, { SVC_Server__Port: 'abc' }), {
    message: /Server:Port \(SVC_Server__Port\) must be integer/
  })
  await t.rejects(settle(undefined, { SVC_Server__Port: '70000' }), { message: /Server:Port .*<= 65535/ })
  await t.rejects(settle(undefined, { SVC_Server__LogLevel: 'loud' }), {
    message: /Server:LogLevel .*must be one of fatal, error/
  })
})

t.test('a secret can come from a file', async t => {
  const secret = await fileOf('s3cret\n')
  t.equal((await settle(undefined, { SVC_Auth__Secret_FILE: secret }))['Auth']?.['Secret'], 's3cret')
  await t.rejects(loadSettings(undefined, { SVC_Auth__Secret_FILE: '/nowhere/secret' }), {
    message: /SVC_Auth__Secret_FILE names a file that cannot be read/
  })
})

t.test('an empty variable unsets', async t => {
  const settings = await settle({ Embedding: { Provider: 'builtin' } }, {
    SVC_Embedding__Provider: '',
    SVC_Server__Port: ''
  })
  t.equal(settings['Embedding']?.['Provider'], '')
  t.equal(settings['Server']?.['Port'], 3001)
})

t.test('an external plugin without a manifest is handed its options as they are, at any name', async t => {
  const mine = await fileOf('export default async () => {}', 'mine.mjs')
  const settings = await settle({ Database: { Provider: mine, Options: { Deep: { list: [1] } } } }, {
    SVC_Database__Options__Url: 'x://y'
  })
  t.strictSame(settings['Database']?.['Options'], { Deep: { list: [1] }, Url: 'x://y' })
})

t.test('the options of an external plugin are checked by its own manifest', async t => {
  const mine = await fileOf(
    `export const manifest = {
    capability: 'store',
    provider: 'mine',
    title: 'Mine',
    options: { type: 'object', properties: { Url: { type: 'string', default: 'x://' }, Depth: { type: 'integer', maximum: 9 } } }
  }
  export default async () => {}`,
    'mine.mjs'
  )
  const chosen = { SVC_Database__Provider: mine }
  t.match(await settle(undefined, { ...chosen, SVC_Database__Options__depth: '7' }), {
    Database: { Options: { Url: 'x://', Depth: 7 } }
  })
  await t.rejects(settle(undefined, { ...chosen, SVC_Database__Options__Depth: '10' }), {
    message: /Database:Options:Depth \(SVC_Database__Options__Depth\) must be <= 9/
  })
  await t.rejects(settle(undefined, { ...chosen, SVC_Database__Options__Dept: '1' }), {
    message: /Did you mean SVC_Database__Options__Depth\?/
  })
})

t.test('a settings file that is no JSON object is named', async t => {
  await t.rejects(loadSettings(await fileOf('{ nope'), {}), { message: /settings file .* cannot be read/ })
  await t.rejects(loadSettings(await fileOf([]), {}), { message: /must hold a JSON object/ })
  await t.rejects(loadSettings('/nowhere/settings.json', {}), { message: /\/nowhere\/settings.json/ })
})

t.test('every setting says what it means', async t => {
  for (const { path, node } of describeSettings((await loadSettings(undefined, {})).schema as unknown as SchemaNode)) {
    t.type(node['description'], 'string', path)
  }
})
