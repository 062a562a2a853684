/**
 * SIGTERM to a real process: what was begun is finished and stored, what comes now is answered 503, and it is gone
 * within ten seconds.
 */
import t from 'tap'
import { openEmbedded, temporaryFolder } from '../services/embedded.ts'
import { call, startService, until } from '../services/running.ts'
import { startScriptedServer } from '../services/scripted-openai.ts'

const embedding = (url: string) => ({
  SVC_Embedding__Provider: 'hosted_a',
  SVC_Embedding__HostedA__Endpoint: url,
  SVC_Embedding__HostedA__Model: 'm',
  SVC_Embedding__Dimensions: '32',
  SVC_Embedding__TimeoutMs: '60000',
  SVC_Cache__Enabled: 'false'
})

const write = async (url: string, text: string) =>
  await call<{ id: string, event: string }>(`${url}/api/v1/memories`, 'POST', { user_id: 'u', text, infer: false })

t.test('a write in flight is answered and stored, a new request is answered 503, the exit is clean', async t => {
  const server = await startScriptedServer({ dimensions: 32 })
  t.teardown(server.close)
  const folder = await temporaryFolder(t)
  const service = await startService(t, folder, embedding(server.url))
  await write(service.url, 'before')
  server.always('embeddings', { afterMs: 4_000 })
  const asked = server.of('embeddings').length
  const inFlight = ['one', 'two', 'three'].map(async text => await write(service.url, `in flight ${text}`))
  await until(async () => server.of('embeddings').length, count => count > asked)
  service.process.kill('SIGTERM')
  await until(async () => service.printed(), printed => printed.includes('"stopping"'))

  const late = await fetch(`${service.url}/api/v1/memories?user_id=u`)
  t.equal(late.status, 503)
  t.equal(late.headers.get('connection'), 'close')
  t.match(await late.json(), { status: 503, code: 'shutting_down' })
  for (const { status, body } of await Promise.all(inFlight)) {
    t.match({ status, body }, { status: 200, body: { event: 'ADD' } })
  }
  t.match(await service.ended, { code: 0 })
  await t.rejects(fetch(service.url), 'the port is closed')

  server.reset()
  const again = await openEmbedded(t, embedding(server.url), folder)
  t.equal((await again.app.store.list('u', { page: 1, size: 10 })).total, 4)
})

t.test('a request that never ends holds the process for ten seconds at most; nothing is half stored', async t => {
  const server = await startScriptedServer({ dimensions: 32 })
  t.teardown(server.close)
  const folder = await temporaryFolder(t)
  const service = await startService(t, folder, embedding(server.url))
  server.always('embeddings', { afterMs: Number.POSITIVE_INFINITY })
  const stuck = write(service.url, 'never').catch(() => 'cut off')
  await until(async () => server.of('embeddings').length, count => count > 0)
  const begun = Date.now()
  const { code } = await service.stop('SIGTERM')
  // The request would never end; the bound leaves room for a machine under load.
  t.ok(Date.now() - begun < 30_000, `${Date.now() - begun} ms`)
  t.equal(await stuck, 'cut off')
  t.equal(code, 0)
  server.reset()
  const again = await openEmbedded(t, embedding(server.url), folder)
  t.equal((await again.app.store.list('u', { page: 1, size: 10 })).total, 0)
})

t.test('an idle service with open connections stops at once', async t => {
  const folder = await temporaryFolder(t)
  const service = await startService(t, folder)
  await call(`${service.url}/api/health`, 'GET')
  const begun = Date.now()
  t.match(await service.stop('SIGINT'), { code: 0 })
  t.ok(Date.now() - begun < 10_000, 'not held for as long as a request may hold it')
})
