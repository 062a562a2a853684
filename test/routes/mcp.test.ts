/** MCP over a socket, with the official clients of both lines. */
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { mintKey } from '../../plugins/auth/_keys/key.ts'
import { build, secret } from './helper.ts'

type Arguments = Record<string, unknown>
interface Result {
  isError?: boolean
  content: Array<{ type: string, text: string }>
  structuredContent?: Record<string, any>
  _meta?: Record<string, any>
}

/** What both lines of clients can do, under one name. */
interface Client {
  call(
    name: string,
    given?: Arguments,
    options?: { signal?: AbortSignal, onprogress?: (progress: { progress: number }) => void }
  ): Promise<Result>
  listTools(): Promise<{ tools: Array<Record<string, any>> }>
  listPrompts(): Promise<{ prompts: Array<{ name: string }> }>
  getPrompt(
    given: { name: string, arguments: Record<string, string> }
  ): Promise<{ messages: Array<{ content: unknown }> }>
  listResources(): Promise<{ resources: Array<{ uri: string }> }>
  listResourceTemplates(): Promise<{ resourceTemplates: Array<{ uriTemplate: string }> }>
  readResource(given: { uri: string }): Promise<{ contents: Array<{ uri: string, text?: string }> }>
  close(): Promise<void>
}

type Connect = (t: Test, url: string, headers?: Record<string, string>) => Promise<Client>

const identity = { name: 'palimpsest-test', version: '1.0.0' }

const lines: Record<string, Connect> = {
  'sdk 1.x': async (t, url, headers = {}) => {
    const client = new ClientV1(identity)
    await client.connect(new TransportV1(new URL(url), { requestInit: { headers } }) as never)
    return wrap(t, client as never)
  },
  'client 2.x, legacy': (t, url, headers) => connectV2(t, url, headers, 'legacy'),
  'client 2.x, auto': (t, url, headers) => connectV2(t, url, headers, 'auto'),
  'client 2.x, pinned to 2026-07-28': (t, url, headers) => connectV2(t, url, headers, { pin: '2026-07-28' })
}

async function connectV2 (
  t: Test,
  url: string,
  headers: Record<string, string> = {},
  mode: 'legacy' | 'auto' | { pin: string }
): Promise<Client> {
  const client = new ClientV2(identity, { versionNegotiation: { mode } })
  await client.connect(new TransportV2(new URL(url), { requestInit: { headers } }))
  return wrap(t, client as never)
}

function wrap (t: Test, client: ClientV2): Client {
  t.teardown(() => client.close())
  const any = client as unknown as Record<string, (...given: unknown[]) => Promise<never>>
  const isV1 = client instanceof ClientV1
  const method = (name: string) => (...given: unknown[]) =>
    (any[name] as (...given: unknown[]) => Promise<never>).apply(client, given)
  return {
    call: (name, given = {}, options) =>
      (any['callTool'] as (...given: unknown[]) => Promise<never>).apply(
        client,
        isV1 ? [{ name, arguments: given }, undefined, options] : [{ name, arguments: given }, options]
      ),
    listTools: method('listTools'),
    listPrompts: method('listPrompts'),
    getPrompt: method('getPrompt'),
    listResources: method('listResources'),
    listResourceTemplates: method('listResourceTemplates'),
    readResource: method('readResource'),
    close: () => client.close()
  }
}

async function listen (app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return addressOf(app)
}

const bearer = (userId: string, options?: object) => ({
  authorization: `Bearer ${mintKey(secret, userId, options).key}`
})
const textOf = ({ content: [first] }: Result) => first?.text ?? ''

t.test('what is deleted for good is asked for, where the client can ask', async t => {
  const base = await listen(await build(t))
  const url = `${base}/mcp/asks/ada`
  let answer = 'decline'
  const questions: string[] = []
  const asking = async (mode: 'legacy' | { pin: string }) => {
    const client = new ClientV2(identity, {
      versionNegotiation: { mode },
      capabilities: { elicitation: { form: {} } }
    })
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message)
      return { action: answer as 'accept' }
    })
    await client.connect(new TransportV2(new URL(url)))
    return wrap(t, client)
  }
  const modern = await asking({ pin: '2026-07-28' })
  const add = async (text: string) =>
    (await modern.call('add_memories', { text, infer: false })).structuredContent?.['results'][0].id as string
  const [bees, cello] = [await add('Ada keeps bees.'), await add('Ada plays\nthe cello.')]
  const refused = await modern.call('delete_memories', { memory_ids: [bees.slice(0, 20), cello] })
  t.match(refused, { isError: true, _meta: { error: { code: 'forbidden' } } })
  t.match(questions, [/^Delete for good.*“Ada keeps bees\.”, “Ada plays ⏎ the cello\.”\?$/])
  t.equal((await modern.call('list_memories')).structuredContent?.['total'], 2)
  t.match(await modern.call('delete_memories', { memory_ids: ['nothing'] }), {
    structuredContent: { not_found: ['nothing'] }
  })
  t.equal(questions.length, 1, 'nothing is there to ask about')
  answer = 'accept'
  t.match(await modern.call('delete_memories', { memory_ids: [bees] }), { structuredContent: { deleted: [bees] } })
  t.equal(questions.length, 2)
  const legacy = await asking('legacy')
  t.match(await legacy.call('delete_memories', { memory_ids: [cello] }), { structuredContent: { deleted: [cello] } })
  t.equal(questions.length, 2, 'the handshake era keeps no session in which to ask')
})

t.test('the service says who it is', async t => {
  const base = await listen(await build(t))
  const client = new ClientV1(identity)
  t.teardown(() => client.close())
  await client.connect(new TransportV1(new URL(`${base}/mcp/table`)) as never)
  t.match(client.getServerVersion(), { name: 'palimpsest', websiteUrl: base, icons: [{ mimeType: 'image/svg+xml' }] })
})

for (const [line, connect] of Object.entries(lines)) {
  for (const auth of [false, true]) {
    t.test(`${line}, auth ${auth ? 'on' : 'off'}`, async t => {
      const app = await build(t, auth ? { Auth: { Secret: secret } } : {})
      const base = await listen(app)
      const headers = auth ? bearer('ada') : {}
      const client = await connect(t, auth ? `${base}/mcp/cursor` : `${base}/mcp/cursor/ada`, headers)
      const rest = async (path: string) => (await app.inject({ url: path, headers })).json()

      const { tools } = await client.listTools()
      t.strictSame(tools.map(({ name }) => name).sort(), [
        'add_conversation',
        'add_memories',
        'correct_memory',
        'delete_memories',
        'get_context',
        'get_entity',
        'get_memory',
        'list_memories',
        'retire_memory',
        'search_memory'
      ])
      t.ok(JSON.stringify(tools).length / tools.length < 800, `${JSON.stringify(tools).length} bytes of tools`)
      for (const tool of tools) {
        t.match(tool, {
          title: String,
          description: String,
          inputSchema: { type: 'object' },
          outputSchema: { type: 'object' },
          annotations: { readOnlyHint: Boolean }
        }, tool['name'])
      }

      const added = await client.call('add_memories', {
        text: 'Ada keeps bees on the roof.',
        infer: false,
        tags: ['hobby'],
        metadata: { a: 1 },
        valid_at: '2026-01-31'
      })
      const { id } = added.structuredContent?.['results'][0] as { id: string }
      t.match(added.structuredContent, {
        results: [{ id: String, memory: 'Ada keeps bees on the roof.', event: 'ADD' }]
      })
      t.match(textOf(added), `[${id.slice(0, 13)}`, 'the text says the same')
      t.match(await rest(`/api/v1/memories/${id}?user_id=ada`), {
        text: 'Ada keeps bees on the roof.',
        app_name: 'cursor',
        tags: ['hobby'],
        metadata_: { a: 1 },
        valid_at: '2026-01-31T00:00:00.000Z'
      }, 'REST returns what MCP stored')

      const told = await client.call('add_conversation', {
        messages: [{ role: 'user', content: 'I live in Lisbon and I work as a carpenter.', created_at: '2026-02-01' }],
        session_id: 's1'
      })
      t.ok(told.structuredContent?.['results'].length > 0)

      const found = await client.call('search_memory', { query: 'bees roof', mode: 'text' })
      t.match(found.structuredContent, { results: [{ id, content: 'Ada keeps bees on the roof.' }] })
      const same = (await app.inject({
        method: 'POST',
        url: '/api/v1/memories/search',
        headers,
        payload: { user_id: 'ada', query: 'bees roof', mode: 'text' }
      })).json()
      t.strictSame(
        found.structuredContent?.['results'].map((hit: { id: string }) => hit.id),
        same.results.map((hit: { id: string }) => hit.id),
        'both endpoints find the same'
      )

      const listed = await client.call('list_memories', { size: 1 })
      const restListed = await rest('/api/v1/memories?user_id=ada&size=1')
      t.match(listed.structuredContent, { total: restListed.total, page: 1, items: [{ id: restListed.items[0].id }] })

      const one = await client.call('get_memory', { memory_id: id })
      t.match(one.structuredContent, { memory: { id, content: 'Ada keeps bees on the roof.' }, history: [] })

      const { items: entities } = await rest('/api/v1/entities?user_id=ada')
      if (entities.length > 0) {
        t.match((await client.call('get_entity', { entity: entities[0].name })).structuredContent, {
          entity: { id: entities[0].id }
        }, 'an entity by name')
        t.match((await client.call('get_entity', { entity: entities[0].id })).structuredContent, {
          entity: { id: entities[0].id }
        }, 'and by id')
        t.match(await client.readResource({ uri: `entity://${entities[0].id}` }), {
          contents: [{ text: entities[0].id }]
        })
      }

      t.strictSame((await client.listPrompts()).prompts.map(({ name }) => name), ['recall_context'])
      t.match(
        JSON.stringify(await client.getPrompt({ name: 'recall_context', arguments: { query: 'bees', top_k: '3' } })),
        'Ada keeps bees'
      )
      t.strictSame((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate), [
        'memory://{id}',
        'entity://{id}'
      ])
      t.ok((await client.listResources()).resources.some(({ uri }) => uri === `memory://${id}`))
      t.match(await client.readResource({ uri: `memory://${id}` }), {
        contents: [{ uri: `memory://${id}`, text: /Ada keeps bees/ }]
      })
      await t.rejects(client.readResource({ uri: 'memory://none' }), 'an unknown resource')
      await t.rejects(client.readResource({ uri: 'file:///etc/passwd' }), 'a foreign resource')
      await t.rejects(client.getPrompt({ name: 'none', arguments: {} }))

      const gone = await client.call('delete_memories', { memory_ids: [id, 'none'] })
      t.strictSame(gone.structuredContent, { deleted: [id], not_found: ['none'] })
      t.equal((await app.inject({ url: `/api/v1/memories/${id}?user_id=ada`, headers })).statusCode, 404)
    })
  }

  t.test(`${line}: bad input is a tool error that says what to change`, async t => {
    const app = await build(t)
    const client = await connect(t, `${await listen(app)}/mcp/cursor`)
    const cases: Array<[string, Arguments, RegExp]> = [
      ['search_memory', {}, /validation_failed: The query field is required/],
      ['search_memory', { query: ' ' }, /The query field is required/],
      ['search_memory', { query: 'x', top_k: 51 }, /top_k field must be between 1 and 50/],
      ['search_memory', { query: 'x', topk: 5 }, /topk field is not known/],
      ['search_memory', { query: 'x', mode: 'magic' }, /one of hybrid, text, vector/],
      ['search_memory', { query: 'x', as_of: 'yesterday' }, /as_of field must be a date or time in ISO 8601/],
      ['add_memories', { text: 7 }, /text field must be a string/],
      ['add_memories', { text: 'x'.repeat(50_001) }, /at most 50000 characters/],
      ['add_conversation', { messages: [] }, /at least 1 item/],
      ['add_conversation', { messages: [{ role: 'user', content: ' ' }] }, /not blank/],
      ['add_conversation', { messages: [{ content: 'x' }] }, /messages\[0\].role field is required/],
      ['get_memory', { memory_id: 'none' }, /not_found: No memory none/],
      ['get_entity', { entity: 'nobody at all' }, /not_found: No entity/],
      ['delete_memories', { memory_ids: [] }, /at least 1 item/],
      ['delete_memories', { memory_ids: 'one' }, /must be an array/],
      ['list_memories', { size: 101 }, /between 1 and 100/],
      ['list_memories', { user_id: 'a\u0000b' }, /user_id/]
    ]
    for (const [name, given, expected] of cases) {
      const result = await client.call(name, given)
      t.equal(result.isError, true, `${name} ${JSON.stringify(given).slice(0, 60)}`)
      t.match(textOf(result), expected)
    }
    t.match((await client.call('get_memory', { memory_id: 'none' }))._meta, {
      error: { status: 404, code: 'not_found' }
    }, 'the code REST would answer')
    await t.rejects(client.call('delete_all_memories'), 'a tool that is not there')
    app.memory.list = async () => {
      throw Object.assign(new Error('password=hunter2'), { code: 'ECONNREFUSED' })
    }
    const fault = await client.call('list_memories')
    t.match(textOf(fault), /^internal_error/)
    t.notMatch(JSON.stringify(fault), /hunter2/)
  })

  t.test(`${line}: long work tells how it goes and stops when it is cancelled`, async t => {
    const app = await build(t)
    const client = await connect(t, `${await listen(app)}/mcp/cursor`)
    const second = await connect(t, `${addressOf(app)}/mcp/cursor`)
    let begun = (_signal: AbortSignal): void => {}
    app.memory.ingest = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('cancelled')))
        if (signal !== undefined) begun(signal)
      })
    /** Starts work that never ends, and answers the signal the pipeline was given once it is under way. */
    const start = async (who: Client) => {
      const controller = new AbortController()
      let outcome: Promise<string> | undefined
      const progressed = new Promise<number>(resolve => {
        outcome = who.call('add_conversation', { messages: [{ role: 'user', content: 'wait' }] }, {
          signal: controller.signal,
          onprogress: ({ progress }) => resolve(progress)
        })
          .then(() => 'answered', () => 'cancelled')
      })
      const signal = await new Promise<AbortSignal>(resolve => {
        begun = resolve
      })
      return { controller, outcome, progressed, signal }
    }
    const [one, two] = [await start(client), await start(second)]
    t.type(await one.progressed, 'number')
    for (const [mine, others] of [[one, two], [two, one]] as const) {
      const before = others.signal.aborted
      const stopped = once(mine.signal, 'abort')
      mine.controller.abort()
      t.equal(await mine.outcome, 'cancelled')
      await stopped
      t.equal(others.signal.aborted, before, 'the other session goes on, though its request has the same id')
    }
  })
}

function addressOf (app: FastifyInstance): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

t.test('identity: the key alone when auth is on', async t => {
  const app = await build(t, { Auth: { Secret: secret } })
  const base = await listen(app)
  for (const [line, connect] of Object.entries(lines)) {
    const ada = await connect(t, `${base}/mcp/one`, bearer('ada'))
    const bob = await connect(t, `${base}/mcp/one/bob`, bearer('bob'))
    const marker = line.replaceAll(/\W+/g, '')
    await Promise.all([
      ada.call('add_memories', { text: `Ada has a ${marker} drawer.`, infer: false, user_id: 'bob' }),
      bob.call('add_memories', { text: `Bob has a ${marker} garden.`, infer: false })
    ])
    for (const [who, client] of [['Ada', ada], ['Bob', bob]] as const) {
      const { structuredContent } = await client.call('search_memory', { query: marker, mode: 'text' })
      t.strictSame(structuredContent?.['results'].map(({ content }: { content: string }) => content.split(' ')[0]), [
        who
      ], `${line}: ${who} sees their own`)
    }
    t.notOk(
      (await ada.listTools()).tools.some(({ inputSchema }) => 'user_id' in inputSchema.properties),
      'user_id decides nothing here'
    )
    const readOnly = await connect(t, `${base}/mcp/one`, bearer('ada', { readOnly: true }))
    t.ok(
      (await readOnly.listTools()).tools.every(({ annotations }) => annotations.readOnlyHint),
      'a key that may only read sees what it may call'
    )
    t.match(textOf(await readOnly.call('add_memories', { text: 'x' })), /^forbidden: This key may only read/)
    t.match(textOf(await readOnly.call('delete_memories', { memory_ids: ['x'] })), /^forbidden/)
    t.match((await readOnly.call('list_memories')).structuredContent, { total: Number })
    await t.rejects(connect(t, `${base}/mcp/one`), `${line}: no key`)
    await t.rejects(connect(t, `${base}/mcp/one/bob`, bearer('ada')), `${line}: another user in the path`)
  }
  const post = (path: string, headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: path,
      headers: { accept: 'application/json, text/event-stream', ...headers },
      payload: { jsonrpc: '2.0', id: 1, method: 'ping' }
    })
  for (const path of ['/mcp/one', '/mcp/one/ada']) {
    const none = await post(path, {})
    t.equal(none.statusCode, 401)
    t.equal(none.headers['www-authenticate'], 'Bearer')
    t.match(none.json(), { jsonrpc: '2.0', error: { data: { code: 'unauthorized' } } })
    t.equal((await post(path, { authorization: 'Bearer wrong' })).statusCode, 401)
    const { key } = mintKey(secret, 'ada')
    t.equal((await post(path, { authorization: `Bearer ${key}` })).statusCode, 200)
    t.equal((await post(path, { api_key: key })).statusCode, 200)
    t.equal((await post(`${path}?api_key=${key}`, {})).statusCode, 200)
  }
  const foreign = await post('/mcp/one/bob', bearer('ada'))
  t.equal(foreign.statusCode, 403)
  t.match(foreign.json(), { error: { data: { code: 'forbidden' } } })
})

t.test('identity: path, then argument, then the default, when auth is off', async t => {
  const app = await build(t, { Mcp: { DefaultUserId: 'everyone' } })
  const base = await listen(app)
  const [connect] = Object.values(lines) as [Connect]
  const plain = await connect(t, `${base}/mcp/one`)
  const named = await connect(t, `${base}/mcp/one/${encodeURIComponent('Zoë 🧑‍🚀')}`)
  await plain.call('add_memories', { text: 'For everyone.', infer: false })
  await plain.call('add_memories', { text: 'For carol.', infer: false, user_id: 'carol' })
  await named.call('add_memories', { text: 'For Zoë.', infer: false, user_id: 'carol' })
  for (
    const [userId, text] of [['everyone', 'For everyone.'], ['carol', 'For carol.'], ['Zoë 🧑‍🚀', 'For Zoë.']] as const
  ) {
    const { items } = (await app.inject(`/api/v1/memories?user_id=${encodeURIComponent(userId)}`)).json()
    t.strictSame(items.map(({ content }: { content: string }) => content), [text], userId)
  }
  t.ok((await plain.listTools()).tools.every(({ inputSchema }) => 'user_id' in inputSchema.properties))
  t.notOk((await named.listTools()).tools.some(({ inputSchema }) => 'user_id' in inputSchema.properties))
})

t.test('the Project header scopes what is written and read', async t => {
  const app = await build(t)
  const base = await listen(app)
  const [connect] = Object.values(lines) as [Connect]
  const [red, blue, all] = await Promise.all([
    connect(t, `${base}/mcp/one/ada`, { project: 'red' }),
    connect(t, `${base}/mcp/one/ada`, { project: Buffer.from('blåu').toString('latin1') }),
    connect(t, `${base}/mcp/one/ada`)
  ])
  const { structuredContent } = await red.call('add_memories', { text: 'The red project uses Rust.', infer: false })
  const id = structuredContent?.['results'][0].id as string
  await blue.call('add_memories', { text: 'The blue project uses Rust too.', infer: false })
  const found = async (client: Client) =>
    (await client.call('search_memory', { query: 'rust', mode: 'text' })).structuredContent?.['results'].length
  t.strictSame([await found(red), await found(blue), await found(all)], [1, 1, 2])
  t.strictSame(
    (await app.inject('/api/v1/memories?user_id=ada')).json().items.map(({ project }: { project: string }) => project)
      .sort(),
    ['blåu', 'red']
  )
  t.match((await blue.call('list_memories')).structuredContent, { total: 1 })
  t.match(textOf(await blue.call('get_memory', { memory_id: id })), /not_found/)
  t.match(textOf(await blue.call('correct_memory', { memory_id: id, text: 'Blue.' })), /not_found/)
  t.match(textOf(await blue.call('retire_memory', { memory_id: id, reason: 'no' })), /not_found/)
  t.strictSame((await blue.call('delete_memories', { memory_ids: [id] })).structuredContent, {
    deleted: [],
    not_found: [id]
  })
  t.strictSame((await red.call('delete_memories', { memory_ids: [id] })).structuredContent, {
    deleted: [id],
    not_found: []
  })
})

t.test('a page of another site is refused, whatever name it comes under', async t => {
  const app = await build(t, { Server: { AllowedHosts: ['memory.example.com'] } })
  const keyed = await build(t, { Auth: { Secret: secret } })
  const bases = { open: new URL(await listen(app)), keyed: new URL(await listen(keyed)) }
  /** `fetch` would not let us choose the Host. */
  const post = (base: URL, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
      const request = httpRequest({
        host: base.hostname,
        port: base.port,
        path: '/mcp/one',
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
      }, response => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      request.on('error', reject)
      request.end(body)
    })
  for (
    const host of [
      'localhost',
      'localhost:3001',
      '127.0.0.1:3001',
      '[::1]:3001',
      '192.168.1.7',
      'palimpsest',
      'host.docker.internal:3001',
      'memory.example.com'
    ]
  ) t.equal(await post(bases.open, { host }), 200, host)
  for (
    const host of [
      'evil.example',
      'evil.example:3001',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'memory.example.com.evil.example'
    ]
  ) t.equal(await post(bases.open, { host }), 403, host)
  for (const origin of ['http://localhost:6274', 'http://127.0.0.1', 'https://memory.example.com', '']) {
    t.equal(await post(bases.open, { origin }), 200, origin)
  }
  for (const origin of ['https://evil.example', 'null', 'nonsense', 'http://localhost.evil.example']) {
    t.equal(await post(bases.open, { origin }), 403, origin)
  }
  t.equal(
    await post(bases.keyed, { host: 'memory.example.org', ...bearer('ada') }),
    200,
    'a key is needed, so any name will do'
  )
  t.equal(
    await post(bases.keyed, { host: 'memory.example.org', origin: 'https://evil.example', ...bearer('ada') }),
    403,
    'but not a foreign page'
  )
})

t.test('what is no MCP is answered in its shape', async t => {
  const app = await build(t, { Server: { BodyLimitMb: 0.01 } })
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const post = async (payload: string) => {
    const response = await app.inject({ method: 'POST', url: '/mcp/one', headers, payload })
    return { status: response.statusCode, body: response.json() }
  }
  t.match(await post('{"jsonrpc"'), { status: 400, body: { jsonrpc: '2.0', error: { code: -32700 } } })
  t.match(await post('{"hello":1}'), { status: 400, body: { error: { code: Number } } })
  t.match(
    await post(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'add_memories', arguments: { text: 'x'.repeat(20_000) } }
      })
    ),
    { status: 413, body: { error: { data: { code: 'payload_too_large' } } } }
  )
  t.equal((await app.inject({ url: '/mcp/one', headers })).statusCode, 405)
  t.equal((await app.inject({ method: 'DELETE', url: '/mcp/one', headers })).statusCode, 405)
  t.equal((await app.inject({ method: 'POST', url: '/mcp', headers, payload: '{}' })).statusCode, 404)
})
