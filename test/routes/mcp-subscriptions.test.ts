/** What a client is told when its memories change, by whichever process, and what it is not told. */
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { build } from './helper.ts'

const identity = { name: 'palimpsest-test', version: '1.0.0' }

async function connect (t: Test, app: FastifyInstance, userId: string, project?: string) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const url = new URL(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp/test/${userId}`)
  const client = new Client(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  const told: string[] = []
  let next: (() => void) | undefined
  const tell = (what: string) => {
    told.push(what)
    next?.()
  }
  client.setNotificationHandler('notifications/resources/list_changed', () => tell('list'))
  client.setNotificationHandler('notifications/resources/updated', ({ params: { uri } }) => tell(uri))
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: project === undefined ? {} : { project } } })
  )
  t.teardown(() => client.close())
  /** Resolves when as many were told in all. */
  const until = async (count: number) => {
    while (told.length < count) {
      await new Promise<void>(resolve => {
        next = resolve
      })
    }
  }
  const add = async (text: string) =>
    ((await client.callTool({ name: 'add_memories', arguments: { text, infer: false } })) as any)
      .structuredContent.results[0].id as string
  return { client, told, until, add }
}

t.test('a subscriber is told of changes by any process, of its own memories alone', { timeout: 120_000 }, async t => {
  const app = await build(t)
  const [ada, bob, red, blue] = await Promise.all([
    connect(t, app, 'ada'),
    connect(t, app, 'bob'),
    connect(t, app, 'cleo', 'red'),
    connect(t, app, 'cleo', 'blue')
  ])
  const id = await ada.add('Ada keeps bees.')
  const other = await ada.add('Ada plays the cello.')
  const uris = [`memory://${id}`, `memory://${other}`]
  const subscription = await ada.client.listen({ resourcesListChanged: true, resourceSubscriptions: uris })
  t.strictSame(subscription.honoredFilter, { resourcesListChanged: true, resourceSubscriptions: uris })
  for (const one of [bob, red, blue]) await one.client.listen({ resourcesListChanged: true })

  await app.memory.retire('ada', id, 'They flew away.')
  await ada.until(2)
  t.strictSame(ada.told, ['list', uris[0]], 'what did not go through its own connection')
  await app.store.commit({ userId: 'ada', delete: [other] })
  await ada.until(4)
  t.strictSame(ada.told.slice(2), ['list', uris[1]], 'nor through this process: the store says so')
  await red.add('The red project uses Rust.')
  await red.until(1)
  await ada.add('Ada sings.')
  await ada.until(5)
  t.strictSame([ada.told.slice(4), bob.told, red.told, blue.told], [['list'], [], ['list'], []])

  await subscription.close()
  await ada.add('Ada whistles.')
  const again = await ada.client.listen({ resourcesListChanged: true })
  await ada.add('Ada hums.')
  await ada.until(6)
  t.strictSame(ada.told.slice(5), ['list'], 'not what was while nobody listened')
  await app.close()
  t.equal(await again.closed, 'graceful', 'the service ends it when it stops, and says so')
})

t.test('subscriptions are few, and one that ends makes room', { timeout: 120_000 }, async t => {
  const app = await build(t)
  const { client } = await connect(t, app, 'ada')
  const { client: other } = await connect(t, app, 'bob')
  const list = { resourcesListChanged: true }
  const open = await Promise.all(Array.from({ length: 8 }, () => client.listen(list)))
  await t.rejects(client.listen(list), /A user may have 8 subscriptions/)
  await other.listen(list)
  await open[0]?.close()
  let reopened = false
  while (!reopened) reopened = await client.listen(list).then(() => true, () => false)
  t.ok(reopened)
  const many = Array.from({ length: 21 }, (_, index) => `memory://${index}`)
  await t.rejects(other.listen({ resourceSubscriptions: many }), /At most 20 resources/)
  const url = '/mcp/test/carol'
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  for (let count = 0; count < 20; count++) {
    const payload = { jsonrpc: '2.0', id: count, method: 'subscriptions/listen', params: { notifications: 7 } }
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    t.match(answer.body, /"error"/, 'what is refused takes no room')
    t.notMatch(answer.body, /subscriptions open/)
  }
})

t.test('the handshake era has none, and is not told that it has', async t => {
  const app = await build(t)
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: identity }
  const ask = async (method: string, params: object) =>
    (await app.inject({
      method: 'POST',
      url: '/mcp/test',
      headers,
      payload: { jsonrpc: '2.0', id: 1, method, params }
    })).body
  t.match(await ask('initialize', params), '"resources":{}')
  t.match(await ask('resources/subscribe', { uri: 'memory://x' }), /-32601/)
})
