/**
 * Two processes on one database, one of them killed by a real SIGKILL while it re-embeds: the other, which was there
 * all the while, knows how far it is and goes on.
 */
import t, { type Test } from 'tap'
import { openEmbedded, temporaryFolder } from '../../services/embedded.ts'
import { falkordbMissing, startFalkordb } from '../../services/falkordb.ts'
import { call, startService, until } from '../../services/running.ts'
import { startScriptedServer } from '../../services/scripted-openai.ts'

const reindex = '/api/v1/debug/reindex-vectors'
const many = 200
const notes = Array.from({ length: many }, (_, place) => `Note number ${place} about topic ${place % 7}`)

interface Progress {
  state: string
  done: number | null
  total: number | null
}
interface Found {
  results: Array<{ content: string }>
  degraded: string[]
}

async function takenOver (t: Test, database: Record<string, string> = {}): Promise<void> {
  const server = await startScriptedServer({ dimensions: 48 })
  t.teardown(server.close)
  const folder = await temporaryFolder(t)
  const variables = (model: string) => ({
    ...database,
    SVC_Embedding__Provider: 'hosted_a',
    SVC_Embedding__HostedA__Endpoint: server.url,
    SVC_Embedding__HostedA__Model: model,
    SVC_Embedding__Dimensions: '48',
    SVC_Embedding__TimeoutMs: '120000',
    SVC_Cache__Enabled: 'false'
  })
  const filling = await openEmbedded(t, variables('model-one'), folder)
  for (const text of notes) await filling.call('POST', '/api/v1/memories', { user_id: 'u', text, infer: false })
  await filling.app.close()

  const [one, other] = await Promise.all(
    [0, 1].map(async () => await startService(t, folder, variables('model-two')))
  ) as [Awaited<ReturnType<typeof startService>>, Awaited<ReturnType<typeof startService>>]
  const progress = async (url: string) => (await call<Progress>(url + reindex, 'GET')).body
  // Two batches are answered, the third never is.
  let batches = 0
  server.always(
    'embeddings',
    ({ body }) => [body['input']].flat().length > 1 && ++batches > 2 ? { afterMs: Number.POSITIVE_INFINITY } : {}
  )
  t.equal((await call(`${one.url}${reindex}?wait=false`, 'POST')).status, 202)
  await until(async () => batches, count => count > 2)
  const stuck = await until(() => progress(one.url), ({ done }) => (done ?? 0) > 0)

  t.match(await progress(other.url), {
    state: 'running',
    done: stuck.done,
    total: many,
    model: 'model-two',
    dimensions: 48,
    error: null,
    finished_at: null
  }, 'the other one knows how far it is')
  t.match(await call(other.url + reindex, 'POST'), {
    status: 409,
    body: {
      code: 'reindex_running',
      message: `A re-embedding is running in another process: ${stuck.done} of ${many} are done.`,
      progress: { state: 'running', done: stuck.done, total: many }
    }
  })
  const late = 'A green umbrella was left in the hall'
  t.equal(
    (await call(`${other.url}/api/v1/memories`, 'POST', { user_id: 'u', text: late, infer: false })).status,
    200,
    'writes go on'
  )

  t.match(await one.stop('SIGKILL'), { signal: 'SIGKILL' })
  server.reset()
  await until(() => progress(other.url), ({ state }) => state === 'done', 60_000)
  t.match(other.printed(), 'a re-embedding was not finished')
  const again = server.of('embeddings').flatMap(({ body }) => [body['input']].flat() as string[]).filter(text =>
    text.startsWith('Note number')
  )
  t.ok(
    again.length > 0 && again.length <= many - (stuck.done ?? 0),
    `${again.length} were embedded after the kill, ${stuck.done} before`
  )
  for (const text of [notes[17], notes[177], late]) {
    const found = await call<Found>(`${other.url}/api/v1/memories/search`, 'POST', {
      user_id: 'u',
      query: text,
      mode: 'vector'
    })
    t.same([found.status, found.body.degraded, found.body.results[0]?.content], [200, [], text])
  }
  t.match((await call(`${other.url}/api/health`, 'GET')).body, {
    checks: { indexes: { ok: true, model: 'model-two' } }
  })
}

t.test('on the embedded store', t => takenOver(t))

t.test('on FalkorDB', { skip: falkordbMissing() ?? false }, async t => {
  const falkordb = await startFalkordb()
  t.teardown(() => falkordb.stop())
  await takenOver(t, { SVC_Database__Provider: 'graphdb_a', SVC_GraphDbA__Host: `127.0.0.1:${falkordb.port}` })
})
