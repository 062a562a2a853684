/** Numbers, traces, limits and the log, on the whole service. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { Registry } from 'prom-client'
import t from 'tap'
import { packageRoot } from '../../domain/package-root.ts'
import { openEmbedded, temporaryFolder, type Embedded } from '../services/embedded.ts'
import { call, runCommand, startService } from '../services/running.ts'
import { freePort } from '../services/service.ts'
import { modelsFrom, startScriptedServer } from '../services/scripted-openai.ts'

const numbers = async ({ app }: Embedded): Promise<string> => (await app.inject('/metrics')).body
const value = (text: string, series: string): number =>
  Number(text.split('\n').find(line => line.startsWith(`${series} `))?.split(' ').at(-1) ?? Number.NaN)

t.test('numbers: requests by route and status, every capability, and nothing that belongs to a user', async t => {
  const service = await openEmbedded(t)
  await service.call('POST', '/api/v1/memories', { user_id: 'ada-lovelace', text: 'I live in Berlin.' })
  await service.call('POST', '/api/v1/memories', { user_id: 'ada-lovelace', text: 'I live in Berlin.' })
  const { body } = await service.call<{ results: Array<Record<string, unknown>> }>('POST', '/api/v1/memories/search', {
    user_id: 'ada-lovelace',
    query: 'Berlin',
    rerank: 'cross_encoder'
  })
  t.notOk('arm_scores' in (body.results[0] ?? {}), 'counting does not change the answer')
  await service.call('GET', `/api/v1/memories/${String(body.results[0]?.['id'])}?user_id=ada-lovelace`)
  await service.call('GET', '/api/v1/memories/unknown?user_id=ada-lovelace')
  await service.app.inject('/no/such/path?user_id=ada-lovelace')
  await service.app.memory.settled('ada-lovelace')
  const text = await numbers(service)
  t.equal(value(text, 'palimpsest_http_request_seconds_count{method="POST",route="/api/v1/memories",status="200"}'), 2)
  t.equal(
    value(text, 'palimpsest_http_request_seconds_count{method="GET",route="/api/v1/memories/:id",status="404"}'),
    1
  )
  t.equal(value(text, 'palimpsest_http_request_seconds_count{method="GET",route="none",status="404"}'), 1)
  t.equal(value(text, 'palimpsest_facts_total{event="ADD"}'), 1)
  t.equal(value(text, 'palimpsest_facts_total{event="SKIP_DUPLICATE"}'), 1)
  t.equal(value(text, 'palimpsest_recall_hits_total{arm="text"}'), 1)
  t.equal(value(text, 'palimpsest_recall_stage_seconds_count{stage="arms"}'), 1)
  t.equal(value(text, 'palimpsest_rerank_seconds_count{outcome="ok"}'), 1)
  t.ok(value(text, 'palimpsest_store_seconds_count{verb="commit",outcome="ok"}') >= 1)
  t.ok(value(text, 'palimpsest_embed_texts_total') >= 3)
  t.equal(value(text, 'palimpsest_enrichment_users_due'), 0)
  t.ok(value(text, 'process_resident_memory_bytes') > 0)
  t.notMatch(text, /lovelace|Berlin|unknown/)
})

t.test('the last 24 hours: what every route answered, and no probe or page', async t => {
  const { call, app } = await openEmbedded(t)
  await call('GET', '/api/v1/stats?user_id=ada')
  await call('POST', '/api/v1/memories', { user_id: 'ada', text: 'I live in Berlin.', infer: false })
  for (const open of ['/livez', '/openapi.json', '/metrics', '/']) await app.inject(open)
  const { body } = await call<{ points: Array<{ requests: number, p95_ms: number }> }>(
    'GET',
    '/api/v1/operations/traffic'
  )
  t.equal(body.points.reduce((sum, { requests }) => sum + requests, 0), 2)
  t.ok(body.points.every(({ p95_ms: p95 }) => p95 > 0))
})

t.test('numbers: failures by their code, tokens of the LLM, arms that were missing', async t => {
  const server = await startScriptedServer({ dimensions: 32 })
  t.teardown(server.close)
  const service = await openEmbedded(t, {
    ...modelsFrom(server.url),
    SVC_Embedding__TimeoutMs: '20000',
    SVC_Cache__Enabled: 'false'
  })
  await service.call('POST', '/api/v1/memories', { user_id: 'u', text: 'the green lamp', infer: false })
  server.always('chat', { json: { facts: [] } })
  await service.call('POST', '/api/v1/memories', { user_id: 'u', text: 'I like tea.' })
  server.always('embeddings', { status: 500 })
  t.match((await service.call('POST', '/api/v1/memories/search', { user_id: 'u', query: 'lamp' })).body, {
    degraded: ['vector']
  })
  const text = await numbers(service)
  t.ok(value(text, 'palimpsest_llm_requests_total') >= 1)
  t.ok(value(text, 'palimpsest_llm_tokens_total{kind="prompt"}') > 0)
  t.equal(value(text, 'palimpsest_recall_degraded_total{arm="vector"}'), 1)
  t.equal(value(text, 'palimpsest_embed_seconds_count{outcome="embedding_unavailable"}'), 1)
})

t.test('numbers: every series of the table in docs/operations.md is counted, with its labels', async t => {
  const server = await startScriptedServer({ dimensions: 32 })
  t.teardown(server.close)
  server.always('chat', { json: { facts: [] } })
  const service = await openEmbedded(t, {
    ...modelsFrom(server.url),
    SVC_Embedding__TimeoutMs: '20000'
  })
  await service.app.store.commit({ userId: 'owed', enrichment: { due: Date.now() } })
  t.equal(value(await numbers(service), 'palimpsest_enrichment_users_due'), 1, 'the queue')
  await service.call('POST', '/api/v1/memories', { user_id: 'u', text: 'the green lamp', infer: false })
  await service.call('POST', '/api/v1/memories', { user_id: 'u', text: 'I like tea.' })
  await service.call('POST', '/api/v1/memories/search', { user_id: 'u', query: 'lamp', rerank: 'cross_encoder' })
  server.always('embeddings', { status: 500 })
  await service.call('POST', '/api/v1/memories/search', { user_id: 'u', query: 'green lamp' })
  const text = await numbers(service)
  t.ok(value(text, 'palimpsest_cache_reads_total{space="llm",outcome="miss"}') >= 1)
  t.ok(value(text, 'palimpsest_cache_reads_total{space="embedding",outcome="miss"}') >= 1)

  const documented = [
    ...(await readFile(join(packageRoot, 'docs', 'operations.md'), 'utf8')).matchAll(
      /`(palimpsest_\w+)(?:\{([\w,]+)\})?`/g
    )
  ]
  t.ok(documented.length >= 15)
  // Where there is a pool it is counted in test/plugins/store/robustness.ts.
  for (const [series, name = '', labels = ''] of documented.filter(([, name]) => name !== 'palimpsest_store_pool')) {
    const lines = text.split('\n').map(line => new RegExp(`^${name}(?:_count)?(?:\\{(.*)\\})? (\\S+)$`).exec(line))
      .filter(line => line !== null)
    t.ok(
      lines.some(([, found = '', count]) =>
        labels.split(',').every(label => label === '' || found.includes(`${label}="`)) &&
        (Number(count) > 0 || name.endsWith('_due'))
      ),
      series
    )
  }
})

t.test('numbers: who asks while they are gathered gets the same, and who asks later new ones', async t => {
  const { app } = await openEmbedded(t)
  let gathered = 0
  const gather = Registry.prototype.metrics
  t.teardown(() => {
    Registry.prototype.metrics = gather
  })
  Registry.prototype.metrics = async function () {
    gathered++
    return await gather.call(this)
  }
  await Promise.all(Array.from({ length: 32 }, async () => await app.metrics.report()))
  t.equal(gathered, 1)
  await app.metrics.report()
  t.equal(gathered, 2)
})

t.test('numbers: switched off there are none', async t => {
  const service = await openEmbedded(t, { SVC_Metrics__Enabled: 'false' })
  t.equal((await service.app.inject('/metrics')).statusCode, 404)
  t.equal(
    (await service.call('POST', '/api/v1/memories', { user_id: 'u', text: 'still works', infer: false })).status,
    200
  )
})

t.test('a limit a key: 429 with the time to wait; another key, and what is open, are not counted', async t => {
  const folder = await temporaryFolder(t)
  const secret = { SVC_Auth__Secret: 'a secret of the tests, long enough' }
  const [ada, bob] = await Promise.all(
    ['ada', 'bob'].map(async user => (await runCommand(['mint-key', user], folder, secret)).out.trim())
  )
  const service = await openEmbedded(t, {
    ...secret,
    SVC_RateLimit__Enabled: 'true',
    SVC_RateLimit__Max: '3',
    SVC_RateLimit__WindowSeconds: '60'
  }, folder)
  const list = async (key: string | undefined, user: string) =>
    await service.app.inject({ url: '/api/v1/memories', query: { user_id: user }, headers: { api_key: key ?? '' } })
  for (let time = 0; time < 2; time++) t.equal((await list(ada, 'ada')).statusCode, 200)
  const elsewhere = { url: '/api/v1/graph', query: { user_id: 'ada' }, headers: { api_key: ada ?? '' } }
  t.equal((await service.app.inject(elsewhere)).statusCode, 200, 'routes of every folder count together')
  const refused = await list(ada, 'ada')
  t.equal(refused.statusCode, 429)
  t.match(refused.json(), {
    status: 429,
    code: 'too_many_requests',
    message: 'More than 3 requests in 60 seconds.',
    detail: /RateLimit:Max/
  })
  t.ok(Number(refused.headers['retry-after']) > 0)
  t.equal((await list(bob, 'bob')).statusCode, 200)
  for (let time = 0; time < 5; time++) t.equal((await service.app.inject('/api/health')).statusCode, 200)
  const off = await openEmbedded(t)
  for (let time = 0; time < 5; time++) {
    t.equal((await off.app.inject('/api/v1/memories?user_id=u')).headers['x-ratelimit-limit'], undefined)
  }
})

t.test('the log: a line a request with its id and trace, and no word of what was stored or asked', async t => {
  const folder = await temporaryFolder(t)
  const service = await startService(t, folder)
  const traced = async (path: string, body: object, traceparent: string) =>
    await fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      body: JSON.stringify(body)
    })
  await traced(
    '/api/v1/memories',
    { user_id: 'u', text: 'The zeppelin is purple.' },
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  )
  await traced('/api/v1/memories/search', { user_id: 'u', query: 'zeppelin' }, 'not-a-trace')
  await traced(
    '/api/v1/memories',
    { user_id: 'u', text: '' },
    '00-00000000000000000000000000000000-b7ad6b7169203331-01'
  )
  await call(`${service.url}/api/v1/memories?user_id=u&search_query=zeppelin&api_key=hunter2`, 'GET')
  await service.stop()
  const lines = service.printed().trim().split('\n').map(line =>
    JSON.parse(line) as { reqId?: string, trace_id?: string, parent_span_id?: string, msg: string }
  )
  const ofTheTrace = lines.filter(line => line.trace_id !== undefined)
  t.equal(ofTheTrace.length, 1)
  t.ok(
    ofTheTrace.every(line =>
      line.trace_id === '0af7651916cd43dd8448eb211c80319c' && line.parent_span_id === 'b7ad6b7169203331' &&
      line.reqId !== undefined
    )
  )
  t.notMatch(service.printed(), /zeppelin|purple|hunter2/i)
})

t.test("spans: a request and its calls belong to the caller's trace; none without OTEL_ variables", async t => {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  t.teardown(async () => {
    await provider.shutdown()
  })
  const ask = async ({ app }: Embedded) =>
    await app.inject({
      method: 'POST',
      url: '/api/v1/memories/search',
      headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      payload: { user_id: 'u', query: 'zeppelin' }
    })

  await ask(await openEmbedded(t))
  t.same(exporter.getFinishedSpans(), [])

  process.env['OTEL_SERVICE_NAME'] = 'palimpsest'
  t.teardown(async () => {
    delete process.env['OTEL_SERVICE_NAME']
  })
  await ask(await openEmbedded(t))
  const spans = exporter.getFinishedSpans().filter(span =>
    span.spanContext().traceId === '0af7651916cd43dd8448eb211c80319c'
  )
  const named = (name: string) => spans.find(span => span.name === name)
  const request = named('POST /api/v1/memories/search')
  t.equal(request?.parentSpanContext?.spanId, 'b7ad6b7169203331')
  t.match(request?.attributes, { 'http.response.status_code': 200, 'http.route': '/api/v1/memories/search' })
  const recall = named('memory.recall')
  t.equal(recall?.parentSpanContext?.spanId, request?.spanContext().spanId)
  t.equal(named('store.matchText')?.parentSpanContext?.spanId, recall?.spanContext().spanId)
  t.notMatch(JSON.stringify(spans.map(({ name, attributes, status }) => ({ name, attributes, status }))), /zeppelin/)
})

t.test('traces: the collector of the OTEL_ variables gets the spans; one that is down stops nothing', async t => {
  const received: Array<{ path: string, type: string, body: string }> = []
  const collector = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', type: request.headers['content-type'] ?? '', body: await text(request) })
    response.end()
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  t.teardown(() => {
    collector.close()
  })
  const { port } = collector.address() as AddressInfo
  const folder = await temporaryFolder(t)
  const searched = async (variables: Record<string, string>) => {
    const service = await startService(t, folder, variables)
    t.equal(
      (await call(`${service.url}/api/v1/memories/search?api_key=hunter2`, 'POST', {
        user_id: 'u',
        query: 'zeppelin',
        mode: 'text'
      })).status,
      200
    )
    t.match(await service.stop('SIGTERM'), { code: 0 })
    t.notMatch(service.printed(), /zeppelin/)
  }

  await searched({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test'
  })
  t.match(received[0], { path: '/v1/traces', type: 'application/x-protobuf' })
  const sent = received.map(({ body }) => body).join('')
  for (
    const named of [
      'palimpsest',
      'deployment.environment',
      'POST /api/v1/memories/search',
      'memory.recall',
      'store.matchText'
    ]
  ) t.ok(sent.includes(named), named)
  t.notMatch(sent, /zeppelin|hunter2/)

  received.length = 0
  for (const [name, off] of [['OTEL_SDK_DISABLED', 'true'], ['OTEL_TRACES_EXPORTER', 'none']] as const) {
    await searched({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, [name]: off })
  }
  t.same(received, [])
  await searched({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` })
})
