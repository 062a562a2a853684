/** What is refused before it reaches a route: in one shape, and with nothing of a user in the log. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { StorageFull } from '../../domain/errors.ts'
import { loggedUrl } from '../../http/log.ts'
import { pathForm } from '../../http/request-target.ts'
import { fromFault, toFault } from '../../plugins/store/sqlite/protocol.ts'
import { buildService } from '../../cli/service.ts'
import { settingsOf as settle } from '../../kernel/settings/load.ts'
import { build, secret, settingsOf } from '../routes/helper.ts'
import { temporaryFolder } from '../services/embedded.ts'

async function listening (t: Test, server: Record<string, unknown> = {}) {
  const app = await build(t, { Server: { Port: 0, ...server } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

async function said (port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...headers] = head.toLowerCase().split('\r\n')
  return { status: Number(line.split(' ')[1]), headers, body: JSON.parse(body) as Record<string, unknown> }
}

t.test('what reaches no route has the shape and the headers of every error', async t => {
  const { port } = await listening(t)
  const request = 'POST /api/v1/memories HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n'
  for (
    const [bytes, status, code] of [
      ['nonsense\r\n\r\n', 400, 'bad_request'],
      [`GET /livez HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
      [`${request}expect: banana\r\n\r\n{}`, 417, 'expectation_failed'],
      ['CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n', 405, 'method_not_allowed']
    ] as const
  ) {
    const answer = await said(port, bytes)
    t.match(answer, { status, body: { status, code, message: /\w/, detail: null } }, code)
    for (const header of ['cache-control: no-store', 'x-content-type-options: nosniff', 'connection: close']) {
      t.ok(answer.headers.includes(header), `${code} has ${header}`)
    }
  }
})

t.test('any method and any form of a target is answered, or refused in the one shape', async t => {
  const { port } = await listening(t)
  const close = 'connection: close\r\n\r\n'
  const host = `host: localhost\r\n${close}`
  const answer = async (line: string, rest = host) => await said(port, `${line} HTTP/1.1\r\n${rest}`)
  t.match(await answer('GET http://ada:secret@example.org/livez'), { status: 200, body: { status: 'ok' } })
  const cases: Array<[line: string, status: number, code: string, rest?: string]> = [
    ['TRACE /api/v1/memories?user_id=ada', 404, 'not_found'],
    ['PROPFIND /livez', 404, 'not_found'],
    ['BANANA /livez', 400, 'bad_request'],
    ['OPTIONS *', 404, 'not_found'],
    ['GET http://ada:secret@example.org/nowhere?key=secret', 404, 'not_found'],
    ['GET ftp://example.org/%', 400, 'bad_request'],
    ['GET livez', 400, 'bad_request'],
    ['GET /livez', 400, 'bad_request', close],
    ['GET /livez', 400, 'bad_request', `host: example.org\r\n${host}`]
  ]
  for (const [line, status, code, rest] of cases) {
    const refused = await answer(line, rest)
    t.match(refused, { status, body: { status, code, message: /\w/ } }, line)
    t.notMatch(JSON.stringify(refused.body), /secret|ada/, line)
  }
  const old = await said(port, `GET /livez HTTP/1.0\r\n${close}`)
  t.equal(old.status, 200, 'HTTP/1.0 knows no host')
})

t.test('names of every object in a body are names like others', async t => {
  const app = await build(t)
  const headers = { 'content-type': 'application/json' }
  const metadata = '{"constructor":1,"toString":"x","hasOwnProperty":{"a":1},"prototype":null}'
  const payload = `{"user_id":"u","text":"Ada sings.","infer":false,"valueOf":1,"metadata":${metadata}}`
  const kept = await app.inject({ method: 'POST', url: '/api/v1/memories', headers, payload })
  t.equal(kept.statusCode, 200)
  t.equal(kept.json().metadata, metadata, 'and kept')
  for (const field of ['"__proto__":1', '"constructor":{"prototype":{}}', '"\\u005f_proto__":{"a":1}']) {
    const refused = await app.inject({
      method: 'POST',
      url: '/api/v1/memories/search',
      headers,
      payload: `{"user_id":"u","query":"x",${field}}`
    })
    t.equal(refused.statusCode, 400, field)
    t.match(refused.json(), { status: 400, errors: { Body: [/__proto__/] } })
  }
})

t.test('a name that no body may hold is named, over REST and MCP', async t => {
  const app = await build(t)
  const bodies = ['"metadata":{"__proto__":{"a":1}}', '"metadata":{"constructor":{"prototype":{}}}']
  for (const field of bodies) {
    const payload = `{"user_id":"u","text":"Ada sings.","infer":false,${field}}`
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const rest = await app.inject({ method: 'POST', url: '/api/v1/memories', headers, payload })
    t.equal(rest.statusCode, 400)
    t.match(rest.json(), { errors: { Body: [/must not hold the name __proto__/] } })
    const call =
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_memories","arguments":${payload}}}`
    const mcp = await app.inject({ method: 'POST', url: '/mcp/desk/u', headers, payload: call })
    t.equal(mcp.statusCode, 400)
    t.match(mcp.json(), { error: { code: -32600, message: /must not hold the name __proto__/ } })
  }
  const headers = { 'content-type': 'application/json' }
  const broken = await app.inject({ method: 'POST', url: '/api/v1/memories', headers, payload: '{"__proto__":' })
  t.match(broken.json(), { errors: { Body: ['The Body field must be valid JSON.'] } })
})

t.test('what is refused leaves no error line and no stack in the log', async t => {
  const headers = { 'content-type': 'application/json' }
  const memories = '/api/v1/memories'
  const open = [
    [400, { method: 'POST', url: memories, headers, payload: '{' }],
    [400, { method: 'POST', url: memories, headers, payload: '{}' }],
    [400, { method: 'GET', url: '/%' }],
    [404, { method: 'GET', url: '/nowhere' }],
    [415, { method: 'POST', url: memories, headers: { 'content-type': 'text/plain' }, payload: 'x' }],
    [400, { method: 'POST', url: '/mcp/desk/u', headers, payload: '{' }]
  ] as const
  const closed = [
    [401, { method: 'POST', url: memories, headers, payload: '{}' }],
    [401, { method: 'POST', url: '/mcp/desk/u', headers, payload: '{}' }]
  ] as const
  for (const [auth, requests] of [[{}, open], [{ Auth: { Secret: secret } }, closed]] as const) {
    const folder = await temporaryFolder(t)
    const lines: Array<Record<string, unknown>> = []
    const app = await buildService(
      await settle(settingsOf(folder, { Server: { LogLevel: 'info' }, ...auth }), folder),
      {
        log: {
          write (line) {
            lines.push(JSON.parse(line) as Record<string, unknown>)
          }
        }
      }
    )
    t.teardown(async () => await app.close())
    await app.ready()
    for (const [status, request] of requests) {
      const before = lines.length
      const { statusCode } = await app.inject(request)
      t.equal(statusCode, status, `${request.method} ${request.url}`)
      const said = lines.slice(before)
      t.ok(said.length > 0, 'it is in the log')
      t.same(said.filter(line => Number(line['level']) >= 50 || line['err'] !== undefined), [], 'as no error of ours')
      t.notMatch(JSON.stringify(said), '"stack"')
    }
  }
})

t.test('bodies in flight have a budget; what exceeds it is asked to come again, and room is given back', async t => {
  const { port } = await listening(t, { BodiesInFlightMb: 1 })
  const url = `http://127.0.0.1:${port}`
  const held = connect(port, '127.0.0.1')
  const length = 900 * 1024
  held.write(
    'POST /api/v1/memories HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      `content-length: ${length}\r\n\r\n{`
  )
  const body = JSON.stringify({ user_id: 'u', text: 'x', infer: false, metadata: null, filler: 'y'.repeat(200 * 1024) })
  const post = async () =>
    await fetch(`${url}/api/v1/memories`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  let refused = await post()
  while (refused.status === 200) refused = await post()
  t.equal(refused.status, 503)
  t.ok(Number(refused.headers.get('retry-after')) > 0)
  t.match(await refused.json(), { code: 'overloaded' })
  t.equal((await fetch(`${url}/livez`)).status, 200, 'what has no body is answered')
  held.destroy()
  for (let status = 503; status !== 200; await pause(10)) status = (await post()).status
})

t.test('a path that names a user is logged without them', async t => {
  t.equal(loggedUrl('/api/v1/users/ada%40example.com?x=1'), '/api/v1/users/*')
  t.equal(loggedUrl('/mcp/claude/ada'), '/mcp/claude/*')
  t.equal(loggedUrl(pathForm('http://host/api/v1/users/ada')), '/api/v1/users/*')
  t.equal(loggedUrl('/mcp/claude'), '/mcp/claude')
  t.equal(loggedUrl('/api/v1/memories/1?user_id=ada'), '/api/v1/memories/1')
})

t.test('users that clients take for steps in a path are refused', async t => {
  const app = await build(t)
  for (const user of ['.', '..', ' .. ']) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/v1/memories',
      payload: { user_id: user, text: 'Ada lives in Rome.', infer: false }
    })
    t.equal(statusCode, 400, user)
  }
})

t.test('a full disk is 507 with Retry-After, and no error of ours', async t => {
  const error = fromFault(toFault(new Error('database or disk is full')), 'commit')
  t.match(error, { code: 'storage_full', statusCode: 507 })
  t.ok(error instanceof StorageFull)
  const app = await build(t)
  app.memory.remember = async () => {
    throw new StorageFull()
  }
  const answer = await app.inject({ method: 'POST', url: '/api/v1/memories', payload: { user_id: 'u', text: 'x' } })
  t.equal(answer.statusCode, 507)
  t.ok(Number(answer.headers['retry-after']) > 0)
})
