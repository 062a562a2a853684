/** What is refused before it reaches a route: in one shape, and with nothing of a user in the log. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { StorageFull } from '../../domain/errors.ts'
import { loggedUrl } from '../../http/log.ts'
import { fromFault, toFault } from '../../plugins/store/sqlite/protocol.ts'
import { build } from '../routes/helper.ts'

async function listening (t: Test, server: Record<string, unknown> = {}) {
  const app = await build(t, { Server: { Port: 0, ...server } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

async function said (port: number, bytes: string): Promise<{ status: number, body: Record<string, unknown> }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as Record<string, unknown> }
}

t.test('what is no HTTP, and headers that are too large, have the shape of every error', async t => {
  const { port } = await listening(t)
  t.match(await said(port, 'nonsense\r\n\r\n'), {
    status: 400,
    body: { status: 400, code: 'bad_request', detail: null }
  })
  const large = `GET /livez HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`
  t.match(await said(port, large), { status: 431, body: { status: 431, code: 'headers_too_large' } })
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
