import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import t from 'tap'
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import { suite } from '../../conformance/embedder.ts'
import { appWith } from '../../services/app-with.ts'
import { startScriptedServer, wordVector, type Asked, type Step } from '../../services/scripted-openai.ts'
import { ticksDuring } from '../../services/ticks.ts'
import { embedAll } from '../../../plugins/_shared/embed-all.ts'

const server = await startScriptedServer({ dimensions: 64 })
t.teardown(() => server.close())
t.beforeEach(() => server.reset())

const sections = {
  hosted_a: (more = {}) => ({ HostedA: { Endpoint: server.url, Model: 'words-64', ...more } }),
  hosted_b: (more = {}) => ({ HostedB: { Endpoint: `${server.url}/`, Model: 'words-64', ApiKey: 'key-b', ...more } }),
  cloud: (more = {}) => ({
    Cloud: { Endpoint: server.cloudUrl, ApiKey: 'key-c', Deployment: 'my-embeddings', ...more }
  }),
  builtin: () => ({}),
  unset: () => ({})
}

async function build (
  provider: keyof typeof sections,
  { more = {}, embedding = {} }: { more?: object, embedding?: object } = {}
) {
  const Dimensions = provider === 'builtin' ? 256 : 64
  const { app, logged } = await appWith({
    Embedding: { Provider: provider === 'unset' ? '' : provider, Dimensions, ...sections[provider](more), ...embedding }
  }, ['embedder'])
  return { embedder: app.embedder, check: app.embedder.check!, logged, close: () => app.close() }
}

/** Of every module that imports it. */
function replaceReadFile (by: typeof fs.promises.readFile): void {
  fs.promises.readFile = by
  syncBuiltinESMExports()
}

/** Builds an embedder for one test. */
async function embedderOf (t: { teardown: (end: () => Promise<void>) => void }, ...options: Parameters<typeof build>) {
  const built = await build(...options)
  t.teardown(built.close)
  return built
}

for (const provider of ['builtin', 'hosted_a', 'hosted_b', 'cloud'] as const) {
  t.test(`conformance: ${provider}`, async t => suite(t, () => build(provider)))
}

t.test('the built-in embedder finds the same meaning in other words, in any script, and says its size', async t => {
  const { embedder, check } = await embedderOf(t, 'builtin')
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)
  const [fact, question, other] = await embedder.embed([
    'My sister is a physician at the hospital',
    'Which doctor is in the family?',
    'The ferry leaves at nine'
  ])
  t.equal(fact!.length, 256)
  t.ok(dot(question!, fact!) > dot(question!, other!) + 0.1)
  const [japanese, sameCity, otherCity] = await embedder.embed(['東京に住んでいます。', '東京', 'ኣስመራ'])
  t.ok(dot(japanese!, sameCity!) > dot(japanese!, otherCity!))
  t.match(await check(), {
    ok: true,
    provider: 'builtin',
    model: 'palimpsest-static-256',
    dim: 256,
    latency_ms: Number,
    error: null
  })
  await t.rejects(build('builtin', { embedding: { Dimensions: 64 } }), {
    code: 'setting_invalid',
    message: /Embedding:Dimensions.* is 64; the built-in embedder has 256. Set it to 256/
  })
})

t.test('the built-in embedder reads its table with the first text, once, and a probe does not', async t => {
  const { readFile } = fs.promises
  let tables = 0
  t.teardown(() => replaceReadFile(readFile))
  replaceReadFile(
    (async (...read: Parameters<typeof readFile>) => {
      if (String(read[0]).endsWith('vectors.bin')) tables++
      return await readFile(...read)
    }) as typeof readFile
  )
  const { embedder, check } = await embedderOf(t, 'builtin')
  t.match(await check(), { ok: true, dim: 256 })
  t.equal(tables, 0)
  const both = await Promise.all([embedder.embed(['one']), embedder.embed(['one'])])
  t.same(both[0], both[1])
  t.equal(tables, 1)
  t.match(await check(), { ok: true, dim: 256 })
  t.equal(tables, 1)
})

t.test('long texts that come at once leave turns to others between them', async t => {
  const { embedder } = await embedderOf(t, 'builtin')
  await embedder.embed(['one'])
  const long = ['日本語です'.repeat(10_000)]
  const turns = await ticksDuring(() => Promise.all(Array.from({ length: 8 }, () => embedder.embed(long))))
  t.ok(turns > 2, `${turns} turns of the event loop`)
})

t.test('an unset provider starts, and every call says which setting to set', async t => {
  const { embedder, check } = await embedderOf(t, 'unset')
  t.equal(embedder.provider, 'unset')
  await t.rejects(embedder.embed(['x']), { code: 'embedding_not_configured', message: /SVC_Embedding__Provider/ })
  t.match(await check(), { ok: false, provider: 'unset', dim: 64, error: /Embedding:Provider/ })
})

t.test('a setting the chosen provider needs stops the start by name', async t => {
  await t.rejects(build('hosted_a', { more: { Endpoint: '' } }), {
    code: 'setting_invalid',
    message: /Embedding:HostedA:Endpoint \(SVC_Embedding__HostedA__Endpoint\)/
  })
  await t.rejects(build('hosted_a', { more: { Endpoint: 'localhost:8080' } }), { message: /must begin with http/ })
  await t.rejects(build('hosted_a', { more: { Endpoint: 'http://me:secret@localhost/v1' } }), {
    message: /^(?!.*secret).*Embedding:HostedA:ApiKey/
  })
  await t.rejects(build('hosted_b', { more: { Model: '' } }), { message: /Embedding:HostedB:Model/ })
  await t.rejects(build('cloud', { more: { ApiKey: '' } }), { message: /Embedding:Cloud:ApiKey/ })
  await t.rejects(build('cloud', { more: { Deployment: '' } }), { message: /Embedding:Cloud:Deployment/ })
})

t.test('what is sent: model, key and nothing from the environment', async t => {
  process.env['OPENAI_API_KEY'] = 'not-ours'
  process.env['OPENAI_ORG_ID'] = 'not-ours'
  process.env['OPENAI_BASE_URL'] = 'http://127.0.0.1:9/v1'
  t.teardown(() => {
    for (const name of ['OPENAI_API_KEY', 'OPENAI_ORG_ID', 'OPENAI_BASE_URL']) delete process.env[name]
  })
  for (
    const [provider, path, authorization, key, model] of [
      ['hosted_a', '/v1/embeddings', undefined, undefined, 'words-64'],
      ['hosted_b', '/v1/embeddings', 'Bearer key-b', undefined, 'words-64'],
      [
        'cloud',
        '/openai/deployments/my-embeddings/embeddings?api-version=2024-10-21',
        undefined,
        'key-c',
        'my-embeddings'
      ]
    ] as const
  ) {
    const { embedder } = await embedderOf(t, provider)
    server.reset()
    const [vector] = await embedder.embed(['hello there'])
    t.same([...vector!], [...Float32Array.from(wordVector('hello there', 64))])
    t.equal(server.asked.length, 1)
    t.match(server.asked[0], {
      method: 'POST',
      path,
      body: { model, input: ['hello there'], encoding_format: 'float' }
    })
    t.equal(server.asked[0]!.headers.authorization, authorization)
    t.equal(server.asked[0]!.headers['api-key'], key)
    t.equal(server.asked[0]!.headers['openai-organization'], undefined)
  }
})

t.test('a long list is sent in calls of maxTextsPerCall, and an answer out of order is put in order', async t => {
  const { embedder } = await embedderOf(t, 'hosted_a')
  server.always(
    'embeddings',
    ({ body }) => ({
      json: {
        data: (body['input'] as string[]).map((text, index) => ({ index, embedding: wordVector(text, 64) })).reverse()
      }
    })
  )
  const texts = Array.from({ length: 70 }, (_, at) => `text ${at}`)
  const vectors = await embedAll(embedder, texts)
  t.same(server.asked.map(({ body }) => (body['input'] as string[]).length).sort(), [32, 32, 6])
  t.ok(vectors.every((vector, at) => Math.abs(vector[0]! - wordVector(`text ${at}`, 64)[0]!) < 1e-6))
})

t.test('429 and 5xx are asked again, Retry-After is obeyed, what will not pass is not repeated', async t => {
  const { embedder, logged } = await embedderOf(t, 'hosted_a')
  server.next('embeddings', { status: 429, headers: { 'retry-after': '1' } }, {
    status: 503,
    headers: { 'retry-after-ms': '10' }
  })
  const started = Date.now()
  t.equal((await embedder.embed(['later'])).length, 1)
  // A timer may be early by a millisecond.
  t.ok(Date.now() - started >= 990)
  t.equal(server.asked.length, 3)
  t.equal(logged.filter(({ msg }) => msg === 'the embedding provider is asked again').length, 2)

  server.reset()
  server.next('embeddings', { status: 401, error: 'invalid_api_key' })
  await t.rejects(embedder.embed(['x']), {
    code: 'embedding_unavailable',
    message: /hosted_a at http.*401 \(invalid_api_key\)/,
    detail: /Embedding:HostedA:ApiKey/
  })
  t.equal(server.asked.length, 1)

  server.reset()
  server.next('embeddings', { status: 429, headers: { 'retry-after': '3600' } })
  await t.rejects(embedder.embed(['x']), { code: 'embedding_unavailable', statusCode: 503, detail: /limits requests/ })
  t.equal(server.asked.length, 1, 'a wait that outlasts the time is not begun')
})

t.test('each way to fail is a clear error that names the setting to fix', async t => {
  const { embedder: patient } = await embedderOf(t, 'hosted_a')
  const { embedder: hasty } = await embedderOf(t, 'hosted_a', { embedding: { TimeoutMs: 300 } })
  const good = (asked: Asked) =>
    (asked.body['input'] as string[]).map((text, index) => ({ index, embedding: wordVector(text, 64) }))
  const cases: Array<[Step | ((asked: Asked) => Step), RegExp, RegExp]> = [
    [{ afterMs: Number.POSITIVE_INFINITY }, /no answer in time/, /SVC_Embedding__TimeoutMs/],
    [{ stallAfter: 20 }, /no answer in time/, /SVC_Embedding__TimeoutMs/],
    [{ cutAfter: 20 }, /broke off/, /log of the server/],
    [{ status: 404 }, /404/, /\/v1.*Embedding:HostedA:Model/],
    [{ raw: 'not json' }, /not JSON/, /Endpoint/],
    [
      { raw: '<html>a web page</html>', contentType: 'text/html' },
      /no list of embeddings/,
      /Embedding:HostedA:Endpoint/
    ],
    [{ json: { data: [] } }, /0 vectors for 1 texts/, /HostedA:Endpoint/],
    [{ json: { data: [{ embedding: 'AAAA' }] } }, /no list of numbers/, /HostedA:Endpoint/],
    [{ json: { data: [{ embedding: new Array(64).fill(0) }] } }, /vector of zeros/, /HostedA:Endpoint/],
    [
      { json: { data: [{ embedding: [null, ...new Array(63).fill(1)].map(value => value ?? 'NaN') }] } },
      /no number/,
      /HostedA:Endpoint/
    ],
    [{ json: { data: [{ embedding: [null, ...new Array(63).fill(1)] }] } }, /no number/, /HostedA:Endpoint/],
    [{ json: { data: [{ embedding: ['1', ...new Array(63).fill(1)] }] } }, /no number/, /HostedA:Endpoint/],
    [
      asked => ({ json: { data: good(asked).map(item => ({ ...item, index: 5 })) } }),
      /numbered wrongly/,
      /HostedA:Endpoint/
    ]
  ]
  for (const [play, reason, detail] of cases) {
    server.reset()
    server.always('embeddings', play)
    const embedder = reason.source === 'no answer in time' ? hasty : patient
    const error = await embedder.embed(['something']).then(
      () => null,
      error => error as Error & { detail: string, code: string }
    )
    t.match(error, { code: 'embedding_unavailable', message: reason, detail }, JSON.stringify(play)?.slice(0, 60))
  }
})

t.test('a server that is not there is named with its address', async t => {
  const gone = await startScriptedServer()
  await gone.close()
  const { embedder, check } = await embedderOf(t, 'hosted_a', { more: { Endpoint: gone.url } })
  await t.rejects(embedder.embed(['x']), {
    code: 'embedding_unavailable',
    message: /no connection \(ECONNREFUSED\)/,
    detail: /Embedding:HostedA:Endpoint/
  })
  t.match(await check(), { ok: false, provider: 'hosted_a', model: 'words-64', dim: 64, error: /ECONNREFUSED/ })
})

t.test('a model of another size is found out at once, and the message says both numbers', async t => {
  const { embedder, check } = await embedderOf(t, 'cloud')
  server.dimensions = 48
  await t.rejects(embedder.embed(['x']), {
    code: 'dimension_mismatch',
    message: /48 numbers where Embedding:Dimensions says 64/,
    detail: /SVC_Embedding__Dimensions\) to 48/
  })
  t.match(await check(), { ok: false, error: /48/ })
})

t.test('a text the model finds too long is embedded by its beginning, and the length is remembered', async t => {
  const { embedder } = await embedderOf(t, 'hosted_a')
  server.always(
    'embeddings',
    ({ body }) =>
      (body['input'] as string[]).some(text => text.length > 7000)
        ? { status: 400, error: 'context_length_exceeded' }
        : {}
  )
  t.equal((await embedder.embed(['word '.repeat(10_000)])).length, 1)
  t.same(server.asked.map(({ body }) => (body['input'] as string[])[0]!.length), [50_000, 24_000, 6_000])
  server.asked.length = 0
  await embedder.embed(['word '.repeat(10_000)])
  t.same(server.asked.map(({ body }) => (body['input'] as string[])[0]!.length), [6_000])
})

t.test('the caller may stop waiting', async t => {
  const { embedder } = await embedderOf(t, 'hosted_a')
  server.always('embeddings', { status: 503, headers: { 'retry-after': '20' } })
  const stop = new AbortController()
  const asking = (embedder as Embedder).embed(['x'], { signal: stop.signal })
  setTimeout(() => stop.abort(new Error('the client went away')), 50)
  await t.rejects(asking, { message: 'the client went away' })
})
