/** Pages of other origins: what a browser shows to those that are listed, and to those that are not. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { mintKey } from '../../plugins/auth/_keys/key.ts'
import { build, secret } from '../routes/helper.ts'
import { browserMissing, openContext, startBrowser } from '../services/browser.ts'

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } }
}

/** An empty page, which is known under two names: `localhost`, and `127.0.0.1`. */
async function servePage (t: Test): Promise<number> {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end('<!doctype html><title>a client</title>')
  })
  server.listen(0)
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

t.test('a client in a browser signs in, calls and reads why not', { skip: browserMissing() ?? false }, async t => {
  const port = await servePage(t)
  const app = await build(t, {
    Server: { AllowedOrigins: [`http://localhost:${port}`] },
    Auth: { Provider: 'oauth', Secret: secret }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const page = await (await openContext(await startBrowser(t))).newPage()

  /** Status and headers of what a page is answered; the error's name where the browser hides it. */
  const ask = async (path: string, options: object = {}) =>
    await page.evaluate<Record<string, any>>(`
      fetch(${JSON.stringify(base + path)}, ${JSON.stringify(options)}).then(
        async answer => ({ status: answer.status, ...Object.fromEntries(answer.headers), body: await answer.text() }),
        error => ({ hidden: error.name }))`)
  const rpc = (headers: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(initialize)
  })
  const authorization = `Bearer ${mintKey(secret, 'ada').key}`
  const headers = { authorization, 'mcp-protocol-version': '2025-11-25', project: 'p' }

  await page.goto(`http://localhost:${port}/`)
  t.match(await ask('/mcp/page', rpc({})), { status: 401, 'www-authenticate': /resource_metadata=/ })
  t.match(await ask('/mcp/page', rpc({ authorization: 'Bearer wrong' })), { status: 401 })
  t.match(await ask('/mcp/page', rpc(headers)), { status: 200, 'mcp-session-id': /./, body: /palimpsest/ })
  t.match(await ask('/.well-known/oauth-protected-resource/mcp/page'), { status: 200, body: /authorization_servers/ })
  t.match(await ask('/.well-known/oauth-authorization-server'), { status: 200, body: /registration_endpoint/ })
  const json = { 'content-type': 'application/json' }
  const client = JSON.stringify({ redirect_uris: [`http://localhost:${port}/callback`] })
  t.match(await ask('/register', { method: 'POST', headers: json, body: client }), { status: 201, body: /client_id/ })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const grant = { method: 'POST', headers: form, body: 'grant_type=refresh_token' }
  t.match(await ask('/token', grant), { status: 400, body: /invalid_grant/ })
  const deleting = {
    method: 'DELETE',
    headers: { ...json, authorization },
    body: '{"user_id":"ada","memory_ids":["x"]}'
  }
  t.match(await ask('/api/v1/memories', deleting), { status: 200, body: /not_found/ })

  await page.goto(`http://127.0.0.1:${port}/`)
  t.match(await ask('/mcp/page', rpc(headers)), { hidden: 'TypeError' }, 'another origin')
  t.match(await ask('/.well-known/oauth-authorization-server'), { hidden: 'TypeError' })
})

t.test('an origin is the whole of it, and only what is listed', async t => {
  const app = await build(t, { Server: { AllowedOrigins: ['https://app.example.com', 'nonsense'] } })
  const ask = async (origin: string, method: 'OPTIONS' | 'POST' = 'POST') =>
    await app.inject({
      method,
      url: '/mcp/page',
      headers: {
        origin,
        accept: 'application/json, text/event-stream',
        ...(method === 'OPTIONS' ? { 'access-control-request-method': 'POST' } : {})
      },
      ...(method === 'POST' ? { payload: initialize } : {})
    })
  const good = await ask('https://app.example.com')
  t.match([good.statusCode, good.headers['access-control-allow-origin']], [200, 'https://app.example.com'])
  t.equal(good.headers['access-control-allow-credentials'], undefined)
  t.equal((await ask('https://app.example.com', 'OPTIONS')).statusCode, 204)
  for (
    const origin of [
      'http://app.example.com',
      'https://app.example.com:8443',
      'https://app.example.com.evil.example',
      'https://x.app.example.com',
      'nonsense',
      'null'
    ]
  ) {
    const refused = await ask(origin)
    t.match([refused.statusCode, refused.headers['access-control-allow-origin']], [403, undefined], origin)
    t.not((await ask(origin, 'OPTIONS')).statusCode, 204, origin)
  }
  const closed = await build(t)
  t.match((await closed.inject({ url: '/livez', headers: { origin: 'http://localhost:1' } })).headers, {
    'access-control-allow-origin': undefined,
    vary: undefined
  }, 'nothing is listed unless the operator lists it')
})
