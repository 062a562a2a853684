/** What a start costs: before the first request, no module is loaded that only a request needs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { packageRoot } from '../../domain/package-root.ts'
import { temporaryFolder } from '../services/embedded.ts'
import { call, startService } from '../services/running.ts'

const hooks = pathToFileURL(join(packageRoot, 'test', 'fixtures', 'loads.mjs')).href
const withHooks = `--import=data:text/javascript,import{register}from'node:module';register('${hooks}')`

/** By what they are loaded for. */
const heavy = {
  rerank: ['onnxruntime-node', '@huggingface/tokenizers'],
  mcp: ['@modelcontextprotocol/server'],
  describe: ['@fastify/swagger', '@fastify/swagger-ui'],
  dates: ['chrono-node'],
  distil: ['compromise'],
  enrich: ['graphology'],

  import: ['yauzl'],
  unused: [
    '@opentelemetry/sdk-trace-node',
    'openai',
    'neo4j-driver',
    'falkordb',
    '@fastify/rate-limit',
    'typebox'
  ]
}

t.test('an idle service is healthy; models, SDKs and drivers are loaded when first needed', async t => {
  const folder = await temporaryFolder(t)
  const LOADS = join(folder, 'loads')
  const { url } = await startService(t, folder, { LOADS, NODE_OPTIONS: withHooks, SVC_Rerank__Provider: 'onnx' })
  const loaded = async (names: string[]) => {
    const text = await readFile(LOADS, 'utf8')
    return names.filter(name => text.includes(`/node_modules/${name}/`))
  }

  const { body: health } = await call(`${url}/api/health`, 'GET')
  t.match(health, {
    status: 'ok',
    checks: { rerank: { ok: true, provider: 'onnx', open: false }, embeddings: { ok: true } }
  })
  t.same(await loaded(['fastify']), ['fastify'], 'the hooks see what is loaded')
  t.same(await loaded(Object.values(heavy).flat()), [])

  await call(`${url}/api/v1/memories`, 'POST', { user_id: 'ada', text: 'Ada lives in Lisbon.', infer: false })
  t.same(await loaded(heavy.rerank), [], 'writing reranks nothing')
  const { body } = await call<{ results: Array<{ rerank_score: number | null }>, degraded: string[] }>(
    `${url}/api/v1/memories/search`,
    'POST',
    { user_id: 'ada', query: 'Where does Ada live?', rerank: 'cross_encoder' }
  )
  t.same(body.degraded, [], 'the first one is whole')
  t.type(body.results[0]?.rerank_score, 'number')
  t.same(await loaded(heavy.rerank), heavy.rerank)

  const answer = await fetch(`${url}/mcp/test`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  })
  t.equal(answer.status, 200)
  t.match(await answer.text(), /search_memory/)
  t.same(await loaded(heavy.mcp), heavy.mcp)

  t.equal((await fetch(`${url}/docs/`)).status, 200)
  t.same(await loaded(heavy.describe), heavy.describe)
})

t.test('the space of young objects is small until there is work', async t => {
  const { url } = await startService(t, await temporaryFolder(t))
  const young = async () =>
    Number(/space_size_total_bytes\{space="new"\} (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1]) /
    2 ** 20
  const idle = await young()
  t.ok(idle > 0 && idle <= 8, `${idle} MiB`)
  await call(`${url}/api/v1/memories/from-conversation`, 'POST', {
    user_id: 'ada',
    messages: [{ role: 'user', content: 'I live in Lisbon and work as a tailor since 2019.' }]
  })
  const busy = await young()
  t.ok(busy > idle, `${busy} MiB`)
})
