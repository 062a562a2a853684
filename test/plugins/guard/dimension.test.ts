/**
 * The dimension guard and reindex-vectors, on the whole service with the embedded store; what dies dies by a real
 * SIGKILL.
 */
import { join } from 'node:path'
import t from 'tap'
import { embeddedSettings, openEmbedded, temporaryFolder, type Embedded } from '../../services/embedded.ts'
import { call, runCommand, startService, until } from '../../services/running.ts'
import { startScriptedServer, type ScriptedServer } from '../../services/scripted-openai.ts'

const texts = [
  'Anna lives in Lisbon',
  'The blue bicycle stands in the cellar',
  'Coffee is served without sugar',
  'The meeting moved to Tuesday'
]
const reindex = '/api/v1/debug/reindex-vectors'

interface Found {
  results: Array<{ content: string, text_rank: number | null, vector_rank: number | null }>
  degraded: string[]
}
interface Progress {
  state: string
  done: number | null
  total: number | null
  model: string
  dimensions: number
}

const hosted = (server: ScriptedServer, model: string, dimensions: number) => {
  server.dimensions = dimensions
  return {
    SVC_Embedding__Provider: 'hosted_a',
    SVC_Embedding__HostedA__Endpoint: server.url,
    SVC_Embedding__HostedA__Model: model,
    SVC_Embedding__Dimensions: String(dimensions),
    SVC_Cache__Enabled: 'false'
  }
}

async function fill ({ call }: Embedded, more: string[] = texts): Promise<void> {
  for (const text of more) await call('POST', '/api/v1/memories', { user_id: 'u', text, infer: false })
}

const search = async (service: Embedded, query = 'bicycle', mode = 'hybrid') =>
  await service.call<Found>('POST', '/api/v1/memories/search', { user_id: 'u', query, mode })

t.test('another dimension stops the start; the error names both numbers, the setting and the two remedies', async t => {
  const server = await startScriptedServer()
  t.teardown(server.close)
  const folder = await temporaryFolder(t)
  const first = await openEmbedded(t, {}, folder)
  await fill(first)
  await first.app.close()

  const { code, err, out } = await runCommand(
    ['serve', '--settings', embeddedSettings],
    folder,
    hosted(server, 'other', 128)
  )
  t.not(code, 0)
  t.equal(out, '')
  t.equal(err.trim().split('\n').length, 1)
  for (
    const named of [
      '256',
      '128',
      'Embedding:Dimensions',
      'SVC_Embedding__Dimensions',
      'Embedding:SkipDimensionGuard',
      '/api/v1/debug/reindex-vectors'
    ]
  ) t.match(err, named)

  const again = await openEmbedded(t, {}, folder)
  t.same((await search(again)).body.degraded, [], 'nothing was changed by the refused start')
})

t.test('past the guard: writes are stored, search is text only and degraded, reindex-vectors repairs it', async t => {
  const server = await startScriptedServer()
  t.teardown(server.close)
  const folder = await temporaryFolder(t)
  const first = await openEmbedded(t, {}, folder)
  await fill(first)
  await first.app.close()

  const service = await openEmbedded(
    t,
    { ...hosted(server, 'other', 128), SVC_Embedding__SkipDimensionGuard: 'true' },
    folder
  )
  const before = await search(service)
  t.equal(before.status, 200)
  t.same(before.body.degraded, ['vector'])
  t.equal(before.body.results[0]?.content, texts[1])
  const vectorOnly = await service.call<{ code: string }>('POST', '/api/v1/memories/search', {
    user_id: 'u',
    query: 'bicycle',
    mode: 'vector'
  })
  t.match(vectorOnly, { status: 503, body: { code: 'dimension_mismatch' } })
  t.match(
    await service.call('POST', '/api/v1/memories', { user_id: 'u', text: 'A new green umbrella', infer: false }),
    { status: 200, body: { event: 'ADD' } }
  )
  t.equal((await search(service, 'umbrella')).body.results[0]?.content, 'A new green umbrella')

  const { status, body } = await service.call<{ checks: { indexes: Record<string, unknown> } }>('GET', '/api/health')
  t.equal(status, 503)
  t.match(body.checks.indexes, {
    ok: false,
    model: first.app.embedder.model,
    provider_dim: 128,
    vector_indexes: ['Memory.embedding@256'],
    mismatches: ['Memory.embedding: index 256 != provider 128'],
    error: /reindex-vectors/
  })

  t.match((await service.call('GET', reindex)).body, { state: 'idle', done: null })
  t.match(await service.call('POST', reindex), {
    status: 200,
    body: { state: 'done', done: 5, total: 5, dimensions: 128, error: null }
  })
  t.match((await service.call('GET', reindex)).body, { state: 'done', done: 5 })
  const after = await search(service, 'umbrella', 'vector')
  t.same(after.body.degraded, [])
  t.equal(after.body.results[0]?.content, 'A new green umbrella', 'what was written meanwhile has a vector now')
  await service.app.close()

  const last = await openEmbedded(t, hosted(server, 'other', 128), folder)
  t.match(await last.call('GET', '/api/health'), {
    status: 200,
    body: {
      checks: {
        indexes: { ok: true, provider_dim: 128, vector_indexes: ['Memory.embedding@128'], mismatches: [], error: null }
      }
    }
  })
})

t.test('another model of the same dimension starts, is noticed, and vectors of the two never meet', async t => {
  const server = await startScriptedServer()
  t.teardown(server.close)
  const folder = await temporaryFolder(t)
  const first = await openEmbedded(t, hosted(server, 'model-one', 48), folder)
  await fill(first)
  t.same((await search(first)).body.degraded, [])
  await first.app.close()

  const second = await openEmbedded(t, hosted(server, 'model-two', 48), folder)
  t.match((await second.call('GET', '/api/health')).body, {
    status: 'degraded',
    checks: {
      indexes: {
        ok: false,
        model: 'model-one',
        mismatches: ['Memory.embedding: model model-one != provider model-two']
      }
    }
  })
  const found = await search(second)
  t.same(found.body.degraded, ['vector'])
  t.ok(found.body.results.every(({ vector_rank: rank }) => rank === null))
  t.match(await second.call('POST', reindex), { status: 200, body: { state: 'done', model: 'model-two' } })
  t.match((await search(second)).body, { degraded: [] })
  t.equal((await second.app.store.meta()).model, 'model-two')
})

t.test('one run at a time: a second call, also of another process, gets the progress; searches go on', async t => {
  const server = await startScriptedServer()
  t.teardown(server.close)
  const folder = await temporaryFolder(t)
  const first = await openEmbedded(t, hosted(server, 'model-one', 48), folder)
  await fill(first)
  const other = await openEmbedded(t, hosted(server, 'model-one', 48), folder)

  let release = (): void => {}
  let held = false
  server.always('embeddings', ({ body }) => {
    // The first batch of the run waits; the probe before it and searches do not.
    if ([body['input']].flat().length < 2 || held) return {}
    held = true
    return { afterMs: 4_000 }
  })
  t.teardown(async () => release())
  release = () => server.reset()

  t.match(await first.call('POST', `${reindex}?wait=false`), { status: 202, body: { state: 'running' } })
  await until(async () => held, Boolean)
  t.match(await first.call('POST', reindex), {
    status: 409,
    body: { status: 409, code: 'reindex_running', progress: { state: 'running', done: 0, total: 4 } }
  })
  t.match(await other.call('POST', reindex), {
    status: 409,
    body: { code: 'reindex_running', message: /another process/ }
  })
  t.match((await other.call('GET', reindex)).body, { state: 'running' })
  t.match((await search(first)).body, { degraded: [] }, 'the old vectors answer meanwhile')
  await until(
    async () => await first.call<Progress & Record<string, never>>('GET', reindex),
    ({ body }) => body.state === 'done'
  )
  t.match(await other.call('POST', reindex), { status: 200, body: { state: 'done' } }, 'and then it is free again')
})

t.test('an unreachable embedder is reported before anything begins, and so is a missing one', async t => {
  const server = await startScriptedServer()
  const folder = await temporaryFolder(t)
  const service = await openEmbedded(
    t,
    { ...hosted(server, 'model-one', 48), SVC_Embedding__TimeoutMs: '20000' },
    folder
  )
  await server.close()
  t.match(await service.call('POST', reindex), { status: 503, body: { code: 'embedding_unavailable' } })
  const unset = await openEmbedded(t, { SVC_Embedding__Provider: '', SVC_Embedding__Dimensions: '48' })
  t.match(await unset.call('POST', reindex), { status: 503, body: { code: 'embedding_not_configured' } })
  t.match((await unset.call('GET', '/api/health')).body, {
    checks: { indexes: { ok: true, model: null, mismatches: [] } }
  })
})

t.test('a killed run is taken up by the next start, where it stopped', async t => {
  const server = await startScriptedServer()
  t.teardown(server.close)
  const folder = await temporaryFolder(t)
  const filling = await openEmbedded(t, hosted(server, 'model-one', 48), folder)
  const many = Array.from({ length: 200 }, (_, place) => `Note number ${place} about topic ${place % 7}`)
  await fill(filling, many)
  await filling.app.close()

  // Two batches are answered, the third never is.
  let batches = 0
  server.always(
    'embeddings',
    ({ body }) => [body['input']].flat().length > 1 && ++batches > 2 ? { afterMs: Number.POSITIVE_INFINITY } : {}
  )
  const variables = { ...hosted(server, 'model-two', 48), SVC_Embedding__TimeoutMs: '120000' }
  const first = await startService(t, folder, variables)
  t.equal((await call(`${first.url}${reindex}?wait=false`, 'POST')).status, 202)
  const stuck = await until(
    async () => (await call<Progress>(first.url + reindex, 'GET')).body,
    ({ done }) => batches > 2 && (done ?? 0) > 0
  )
  t.ok((stuck.done ?? 0) > 0 && (stuck.done ?? 0) < 200)
  t.match(await first.stop('SIGKILL'), { signal: 'SIGKILL' })

  server.reset()
  server.dimensions = 48
  const second = await startService(t, folder, variables)
  const during = await call<Found>(`${second.url}/api/v1/memories/search`, 'POST', {
    user_id: 'u',
    query: 'number 17 topic'
  })
  t.same([during.status, during.body.degraded], [200, ['vector']])
  await until(
    async () => (await call<Progress>(second.url + reindex, 'GET')).body,
    ({ state }) => state === 'done',
    60_000
  )
  const embedded = server.of('embeddings').flatMap(({ body }) => [body['input']].flat() as string[]).filter(text =>
    text.startsWith('Note number')
  )
  t.ok(
    embedded.length > 0 && embedded.length <= 200 - (stuck.done ?? 0),
    `${embedded.length} were embedded after the kill, ${stuck.done} before`
  )
  const after = await call<Found>(`${second.url}/api/v1/memories/search`, 'POST', {
    user_id: 'u',
    query: many[17] ?? '',
    mode: 'vector'
  })
  t.match(after, { status: 200, body: { degraded: [] } })
  t.equal(after.body.results[0]?.content, many[17])
  t.match(second.printed(), 'a re-embedding was not finished')
  t.match(second.printed(), /"done":200,"total":200,.*re-embedding is done/, 'progress is in the log')
  t.notMatch(second.printed(), 'Note number', 'no memory text in the log')
  await second.stop()

  const third = await startService(t, folder, variables)
  t.equal((await call<Progress>(third.url + reindex, 'GET')).body.state, 'idle', 'it is finished and stays so')
})

t.test('vectors that an import on the command line brought are of a known model', async t => {
  const folder = await temporaryFolder(t)
  const service = await openEmbedded(t, {}, folder)
  await fill(service)
  const file = join(folder, 'u.ndjson')
  t.equal((await runCommand(['export', 'u', file, '--settings', embeddedSettings], folder)).code, 0)
  const fresh = await temporaryFolder(t)
  t.equal((await runCommand(['import', 'u', file, '--settings', embeddedSettings], fresh)).code, 0)
  const there = await openEmbedded(t, {}, fresh)
  t.equal((await there.app.store.meta()).model, service.app.embedder.model)
})

t.test('vectors of which nobody said whose they are, are named in health', async t => {
  const { indexesCheck } = await import('../../../plugins/guard/dimension/compare.ts')
  const meta = { schemaVersion: 1, dimensions: 4, model: null, generation: 1 }
  const configured = { provider: 'p', model: 'm', dimensions: 4 }
  t.match(indexesCheck(configured, meta as never, []), {
    ok: false,
    error: /model of the stored vectors.*reindex-vectors/
  })
  t.match(indexesCheck(configured, { ...meta, model: 'm' } as never, []), { ok: true, error: null })
})
