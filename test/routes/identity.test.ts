/** Who may do what: every route, every carrier of a key, every case of the contract's identity rules. */
import t, { type Test } from 'tap'
import type { FastifyInstance } from 'fastify'
import { mintKey } from '../../plugins/auth/_keys/key.ts'
import { falkordbMissing, startFalkordb } from '../services/falkordb.ts'
import { build, secret } from './helper.ts'

type Method = 'GET' | 'POST' | 'DELETE'
interface Route {
  method: Method
  path: string
  where: 'query' | 'body' | 'path'
  body?: object
  file?: string
  reads?: boolean
  missing?: 404
}

const memories = '/api/v1/memories'
const message = [{ role: 'user', content: 'I live in Lisbon.' }]

/** Every operation that takes a user id. */
const routes: Route[] = [
  { method: 'POST', path: memories, where: 'body', body: { text: 'Something to remember.', infer: false } },
  { method: 'POST', path: `${memories}/from-conversation`, where: 'body', body: { messages: message } },
  {
    method: 'POST',
    path: `${memories}/search`,
    where: 'body',
    body: { query: 'something', mode: 'text' },
    reads: true
  },
  { method: 'DELETE', path: memories, where: 'body', body: { memory_ids: ['none'] } },
  { method: 'GET', path: memories, where: 'query', reads: true },
  { method: 'GET', path: `${memories}/none`, where: 'query', reads: true, missing: 404 },
  { method: 'GET', path: `${memories}/none/history`, where: 'query', reads: true, missing: 404 },
  { method: 'GET', path: `${memories}/none/accesses`, where: 'query', reads: true, missing: 404 },
  { method: 'POST', path: `${memories}/none/restore`, where: 'body', body: {}, missing: 404 },
  { method: 'GET', path: '/api/v1/entities', where: 'query', reads: true },
  { method: 'GET', path: '/api/v1/entities/none', where: 'query', reads: true, missing: 404 },
  { method: 'POST', path: '/api/v1/entities/none/separate', where: 'body', body: {}, missing: 404 },
  { method: 'GET', path: '/api/v1/communities', where: 'query', reads: true },
  { method: 'GET', path: '/api/v1/graph', where: 'query', reads: true },
  { method: 'GET', path: '/api/v1/stats', where: 'query', reads: true },
  { method: 'GET', path: '/api/v1/export', where: 'query', reads: true },
  { method: 'DELETE', path: '/api/v1/users/{user_id}', where: 'path' }
]

type Carrier = (key: string) => { headers: Record<string, string>, query: string }
const bearer: Carrier = key => ({ headers: { authorization: `Bearer ${key}` }, query: '' })
const carriers: Record<string, Carrier> = {
  'Authorization: Bearer': bearer,
  'API_KEY header': key => ({ headers: { api_key: key }, query: '' }),
  'api_key query': key => ({ headers: {}, query: `api_key=${encodeURIComponent(key)}` })
}

interface Answer {
  status: number
  challenge: string | null
  body: unknown
}

/** Over a socket, as a client asks. */
async function ask (
  base: string,
  { method, path, where, body, file }: Route,
  carried: ReturnType<Carrier> | null,
  userId: string | undefined
): Promise<Answer> {
  const id = userId === undefined ? '' : encodeURIComponent(userId)
  const query = [carried?.query, where === 'query' && userId !== undefined ? `user_id=${id}` : ''].filter(Boolean).join(
    '&'
  )
  const payload = file ??
    (body === undefined
      ? undefined
      : JSON.stringify({ ...body, ...(where === 'body' && userId !== undefined ? { user_id: userId } : {}) }))
  const response = await fetch(`${base}${path.replace('{user_id}', id || '%20')}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: {
      ...carried?.headers,
      ...(payload === undefined
        ? {}
        : { 'content-type': file === undefined ? 'application/json' : 'application/x-ndjson' })
    },
    ...(payload === undefined ? {} : { body: payload })
  })
  const text = await response.text()
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body: /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text
  }
}

async function listen (app: FastifyInstance): Promise<string> {
  return await app.listen({ host: '127.0.0.1', port: 0 })
}

const unicode = 'Zoë 用户🧑‍🚀'

function makeKeys (revoked: string) {
  return {
    keys: {
      good: mintKey(secret, 'ada').key,
      previous: mintKey('the secret before', 'ada').key,
      readOnly: mintKey(secret, 'ada', { readOnly: true }).key,
      unicode: mintKey(secret, unicode).key
    },
    bad: {
      'another secret': mintKey('another secret', 'ada').key,
      expired: mintKey(secret, 'ada', { expiresAt: Date.now() - 1 }).key,
      revoked,
      nonsense: 'nonsense'
    }
  }
}

/** Route by carrier by case, with auth on. */
async function matrix (t: Test, database: Record<string, Record<string, unknown>> = {}): Promise<void> {
  const revoked = mintKey(secret, 'ada')
  const app = await build(t, {
    ...database,
    Auth: { Secret: secret, PreviousSecret: 'the secret before', Revoked: [revoked.claims.id] }
  })
  const base = await listen(app)
  const { keys, bad } = makeKeys(revoked.key)
  const exported = await ask(base, { method: 'GET', path: '/api/v1/export', where: 'query' }, bearer(keys.good), 'ada')
  for (
    const route of [...routes, {
      method: 'POST' as const,
      path: '/api/v1/import',
      where: 'query' as const,
      file: String(exported.body)
    }]
  ) {
    const done = route.missing ?? 200
    const name = `${route.method} ${route.path}`
    const none = await ask(base, route, null, 'ada')
    t.equal(none.status, 401, `${name}: no key`)
    t.equal(none.challenge, 'Bearer')
    t.match(none.body, { status: 401, code: 'unauthorized', message: String, detail: String })
    t.equal((await ask(base, route, null, undefined)).status, 401, `${name}: 401 comes before 400`)
    for (const [carrier, carry] of Object.entries(carriers)) {
      const at = `${name}, ${carrier}`
      for (const [why, key] of Object.entries(bad)) {
        t.equal((await ask(base, route, carry(key), 'ada')).status, 401, `${at}: ${why}`)
        t.equal((await ask(base, route, carry(key), undefined)).status, 401, `${at}: ${why} before 400`)
      }
      t.equal((await ask(base, route, carry(keys.good), 'ada')).status, done, `${at}: own user`)
      t.equal((await ask(base, route, carry(keys.previous), 'ada')).status, done, `${at}: previous secret`)
      t.equal((await ask(base, route, carry(keys.unicode), unicode)).status, done, `${at}: a user of any Unicode`)
      const other = await ask(base, route, carry(keys.good), 'bob')
      if (route.where === 'body') {
        t.equal(other.status, done, `${at}: another user in the body is replaced`)
      } else {
        t.equal(other.status, 403, `${at}: another user in the ${route.where} is refused`)
        t.match(other.body, { status: 403, code: 'forbidden', message: String })
      }
      for (const absent of [undefined, ' ']) {
        const blank = await ask(base, route, carry(keys.good), absent)
        t.equal(blank.status, 400, `${at}: user_id is required with a key too`)
        t.match(blank.body, { errors: { UserId: ['The UserId field is required.'] } })
      }
      t.equal(
        (await ask(base, route, carry(keys.readOnly), 'ada')).status,
        route.reads === true ? done : 403,
        `${at}: read-only key`
      )
    }
  }
  for (const [carrier, carry] of Object.entries(carriers)) {
    for (const key of [keys.good, ...Object.values(bad)]) {
      t.equal(
        (await ask(base, { method: 'GET', path: '/api/health', where: 'query' }, carry(key), undefined)).status,
        200,
        `health is open, ${carrier}`
      )
    }
  }
  await mcpMatrix(t, base, keys, bad)
}

/** The same over MCP, where the key alone decides. */
async function mcpMatrix (
  t: Test,
  base: string,
  keys: Record<'good' | 'previous' | 'readOnly' | 'unicode', string>,
  bad: Record<string, string>
): Promise<void> {
  const tool = async (path: string, carried: ReturnType<Carrier> | null, name: string, given: object) => {
    const response = await fetch(`${base}${path}?${carried?.query ?? ''}`, {
      method: 'POST',
      headers: {
        ...carried?.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream'
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
    })
    return { status: response.status, challenge: response.headers.get('www-authenticate'), text: await response.text() }
  }
  const own = `/mcp/desk/${encodeURIComponent(unicode)}`
  for (const path of ['/mcp/desk', '/mcp/desk/ada']) {
    t.match(
      await tool(path, null, 'list_memories', {}),
      { status: 401, challenge: 'Bearer', text: 'unauthorized' },
      `${path}: no key`
    )
    for (const [carrier, carry] of Object.entries(carriers)) {
      const at = `${path}, ${carrier}`
      for (const [why, key] of Object.entries(bad)) {
        t.equal((await tool(path, carry(key), 'no_such_tool', {})).status, 401, `${at}: ${why} before all else`)
      }
      for (const key of [keys.good, keys.previous]) {
        t.match(
          await tool(path, carry(key), 'add_memories', { text: `Said over MCP, ${at}.`, infer: false, user_id: 'bob' }),
          { status: 200, text: 'Said over MCP' },
          `${at}: another user in the arguments is not looked at`
        )
      }
      t.match(await tool(path, carry(keys.readOnly), 'search_memory', { query: 'said', mode: 'text' }), {
        status: 200,
        text: 'Said over MCP'
      }, `${at}: a read-only key reads`)
      t.match(
        await tool(path, carry(keys.readOnly), 'add_memories', { text: 'x' }),
        { status: 200, text: 'forbidden' },
        `${at}: and writes nothing`
      )
      t.equal(
        (await tool('/mcp/desk/bob', carry(keys.good), 'list_memories', {})).status,
        403,
        `${at}: another user in the path is refused`
      )
      t.match(
        await tool(own, carry(keys.unicode), 'add_memories', { text: `Said in any script, ${at}.`, infer: false }),
        { status: 200, text: 'Said in any script' }
      )
    }
  }
  const list = async (key: string, userId: string) =>
    JSON.stringify((await ask(base, { method: 'GET', path: memories, where: 'query' }, bearer(key), userId)).body)
  t.match(await list(keys.good, 'ada'), 'Said over MCP')
  t.match(await list(keys.unicode, unicode), 'Said in any script')
  t.notMatch(await list(mintKey(secret, 'bob').key, 'bob'), 'Said')
}

t.test('with auth on: route by carrier by case, over HTTP', t => matrix(t))

const missing = falkordbMissing()
t.test('the same on FalkorDB', { skip: missing ?? false }, async t => {
  const falkordb = await startFalkordb()
  t.teardown(() => falkordb.stop())
  await matrix(t, { Database: { Provider: 'graphdb_a' }, GraphDbA: { Host: `127.0.0.1:${falkordb.port}` } })
})

t.test("a body with another user id acts on the key's user and shows nothing of the other", async t => {
  const app = await build(t, { Auth: { Secret: secret } })
  const as = (user: string) => ({ authorization: `Bearer ${mintKey(secret, user).key}` })
  const post = (url: string, payload: object, headers: Record<string, string>, method: Method = 'POST') =>
    app.inject({ method, url, payload, headers })
  const bobs = (await post(memories, { user_id: 'bob', text: 'Bob has a secret garden.', infer: false }, as('bob')))
    .json()
  const adas = (await post(memories, { user_id: 'bob', text: 'Ada has a secret drawer.', infer: false }, as('ada')))
    .json()
  const found = (await post(`${memories}/search`, { user_id: 'bob', query: 'secret', mode: 'text' }, as('ada'))).json()
  t.strictSame(found.results.map(({ id }: { id: string }) => id), [adas.id])
  t.strictSame(
    (await post(memories, { user_id: 'bob', memory_ids: [bobs.id] }, as('ada'), 'DELETE')).json().not_found,
    [bobs.id]
  )
  t.equal((await app.inject({ url: `${memories}/${bobs.id}?user_id=bob`, headers: as('bob') })).statusCode, 200)
  t.equal((await app.inject({ url: `${memories}/${bobs.id}?user_id=ada`, headers: as('ada') })).statusCode, 404)
  t.equal(
    (await app.inject({ url: `${memories}?user_id=bob&user_id=ada`, headers: as('ada') })).statusCode,
    400,
    'two user ids are none'
  )
})

t.test('a key that may write may start a re-embedding, one that may only read sees its progress', async t => {
  const app = await build(t, { Auth: { Secret: secret }, Embedding: { Provider: 'builtin', Dimensions: 256 } })
  const status = async (method: Method, readOnly: boolean) =>
    (await app.inject({
      method,
      url: '/api/v1/debug/reindex-vectors',
      headers: { authorization: `Bearer ${mintKey(secret, 'ada', { readOnly }).key}` }
    })).statusCode
  t.equal(await status('POST', true), 403)
  t.equal(await status('GET', true), 200)
  t.equal(await status('POST', false), 200)
})

t.test('what is open stays open, and everything else does not', async t => {
  const app = await build(t, { Auth: { Secret: secret } })
  for (const path of ['/api/health', '/livez', '/readyz', '/openapi.json', '/docs', '/']) {
    t.ok([200, 302].includes((await app.inject(path)).statusCode), path)
    t.ok(
      [200, 302].includes((await app.inject({ url: path, headers: { authorization: 'Bearer wrong' } })).statusCode),
      `${path} with a wrong key`
    )
  }
  const documented = Object.entries((await app.inject('/openapi.json')).json().paths as Record<string, object>)
  for (const [path, methods] of documented) {
    if (['/api/health', '/metrics', '/livez', '/readyz'].includes(path)) continue
    for (const method of Object.keys(methods)) {
      const url = path.replaceAll(/\{\w+\}/g, 'x')
      t.equal((await app.inject({ method: method.toUpperCase() as Method, url })).statusCode, 401, `${method} ${path}`)
    }
  }
})

/** What each kind of key may call, of what the document lists; all else is for users, and all but GET is a write. */
const readingPosts = [
  'POST /api/v1/memories/search',
  'POST /api/v1/memories/context',
  'POST /api/v1/memories/{id}/explain-miss'
]
const forOperatorsToo = [
  'GET /api/v1/whoami',
  'GET /api/v1/debug/reindex-vectors',
  'POST /api/v1/debug/reindex-vectors'
]
const forOperatorsOnly = ['GET /api/v1/operations', 'GET /api/v1/operations/traffic']
/** Tools decide, each by itself, what a read-only key may do. */
const overMcp = (operation: string): boolean => operation.includes(' /mcp/')

interface DocumentedOperation {
  security?: unknown[]
  requestBody?: { content: Record<string, { example?: Record<string, unknown> }> }
}

t.test('every documented operation is refused to each kind of key that may not call it, and to no other', async t => {
  const app = await build(t, { Auth: { Secret: secret } })
  const { paths } = (await app.inject('/openapi.json')).json<
    { paths: Record<string, Record<string, DocumentedOperation>> }
  >()
  const keys = {
    user: mintKey(secret, 'ada').key,
    readOnly: mintKey(secret, 'ada', { readOnly: true }).key,
    operator: mintKey(secret, null).key,
    readOnlyOperator: mintKey(secret, null, { readOnly: true }).key
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described }))
  )
  const named = operations.map(({ method, path }) => `${method} ${path}`)
  for (const name of [...readingPosts, ...forOperatorsToo, ...forOperatorsOnly]) t.ok(named.includes(name), name)
  for (const { method, path, described } of operations) {
    const name = `${method} ${path}`
    const open = described.security?.length === 0
    const reads = method === 'GET' || readingPosts.includes(name)
    const forUsers = open || !forOperatorsOnly.includes(name)
    const forOperators = open || forOperatorsToo.includes(name) || forOperatorsOnly.includes(name)
    const may = {
      user: forUsers,
      readOnly: forUsers && (reads || overMcp(name)),
      operator: forOperators,
      readOnlyOperator: forOperators && reads
    }
    const url = path.replace('{user_id}', 'ada').replaceAll(/\{\w+\}/g, 'none')
    const example = described.requestBody?.content['application/json']?.example
    for (const [kind, key] of Object.entries(keys)) {
      const { statusCode, body } = await app.inject({
        method: method as Method,
        url: method === 'GET' || path.endsWith('/import') || path.endsWith('/pin') ? `${url}?user_id=ada` : url,
        headers: { authorization: `Bearer ${key}` },
        ...(example !== undefined && { payload: { ...example, ...('user_id' in example && { user_id: 'ada' }) } })
      })
      t.equal(
        statusCode === 403,
        !may[kind as keyof typeof may],
        `${name}: ${kind}, answered ${statusCode} ${body.slice(0, 80)}`
      )
      t.not(statusCode, 401, `${name}: ${kind} is known`)
    }
  }
})

t.test("an operator's key reads no memory over MCP, whoever it names", async t => {
  const app = await build(t, { Auth: { Secret: secret } })
  for (const path of ['/mcp/desk', '/mcp/desk/ada']) {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: path,
      headers: {
        authorization: `Bearer ${mintKey(secret, null).key}`,
        accept: 'application/json, text/event-stream'
      },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_memories', arguments: { user_id: 'ada' } }
      }
    })
    t.equal(statusCode, 403, path)
    t.match(body, 'operator key')
  }
})

t.test('a page of another site writes nothing, even where no key is needed', async t => {
  const app = await build(t, { Server: { AllowedHosts: ['memory.example.com'] } })
  const post = async (origin: string | undefined, host = 'localhost:3001') =>
    (await app.inject({
      method: 'POST',
      url: memories,
      headers: { host, ...(origin === undefined ? {} : { origin }) },
      payload: { user_id: 'ada', text: 'From a page.', infer: false }
    })).statusCode
  for (
    const origin of [
      undefined,
      '',
      'http://localhost:3001',
      'http://localhost:5173',
      'http://127.0.0.1:3001',
      'https://memory.example.com'
    ]
  ) t.equal(await post(origin), 200, `${origin}`)
  for (
    const origin of [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'http://203.0.113.9',
      'http://[2001:db8::9]'
    ]
  ) {
    t.equal(await post(origin), 403, origin)
  }
  const reachable = await build(t, { Server: { Host: '0.0.0.0' } })
  const headers = { host: 'own.example.org', origin: 'https://own.example.org' }
  t.equal(
    (await reachable.inject({
      method: 'POST',
      url: memories,
      headers,
      payload: { user_id: 'ada', text: 'From a page.', infer: false }
    })).statusCode,
    200,
    "the service's own page, whatever its name"
  )
})

t.test('a foreign name that resolves to this machine reads nothing from an open service on the loopback', async t => {
  const status = async (
    settings: Record<string, Record<string, unknown>>,
    host: string,
    url = `${memories}?user_id=ada`
  ) => (await (await build(t, settings)).inject({ url, headers: { host } })).statusCode
  const local = { Server: { AllowedHosts: ['memory.example.com'] } }
  for (
    const host of [
      'localhost:3001',
      '127.0.0.1:3001',
      '[::1]:3001',
      '192.168.1.7',
      'host.docker.internal:3001',
      'memory.example.com'
    ]
  ) t.equal(await status(local, host), 200, host)
  for (const host of ['evil.example', 'localhost.evil.example:3001', '127.0.0.1.evil.example']) {
    t.equal(await status(local, host), 403, host)
  }
  t.equal(await status(local, 'evil.example', '/api/health'), 200, 'a probe tells no memory')
  t.equal(
    await status({ Server: { Host: '0.0.0.0' } }, 'memory.example.org'),
    200,
    'a service for others is known to them by names of its own'
  )
  const key = mintKey(secret, 'ada').key
  const keyed = await build(t, { Auth: { Secret: secret } })
  t.equal(
    (await keyed.inject({
      url: `${memories}?user_id=ada`,
      headers: { host: 'memory.example.org', authorization: `Bearer ${key}` }
    })).statusCode,
    200,
    'a foreign page has no key'
  )
})

t.test('with auth off a key is not looked at and user_id alone decides', async t => {
  const base = await listen(await build(t))
  for (const route of routes) {
    for (const carried of [null, bearer('anything')]) {
      t.equal((await ask(base, route, carried, 'bob')).status, route.missing ?? 200, `${route.method} ${route.path}`)
    }
    t.equal((await ask(base, route, null, undefined)).status, 400)
  }
})
