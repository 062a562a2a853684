/** Signing in with a key: as a connector of a web client would, and as those would who should not get in. */
import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import t, { type Test } from 'tap'
import { mintKey } from '../../../plugins/auth/_keys/key.ts'
import { createKeys } from '../../../plugins/auth/_keys/keys.ts'
import { createClients } from '../../../plugins/auth/oauth/clients.ts'
import { createDocuments, fetchPublic, isDocumentUrl, isPublicAddress } from '../../../plugins/auth/oauth/documents.ts'
import oauthPlugin, { createOAuth } from '../../../plugins/auth/oauth/index.ts'
import { createEnded } from '../../../plugins/auth/oauth/token.ts'
import { createTokens } from '../../../plugins/auth/oauth/tokens.ts'
import { suite, type Asked } from '../../conformance/auth.ts'
import { build, secret } from '../../routes/helper.ts'
import { connect, consent, fieldsOf, form, KeptClient, readForm } from './signing-in.ts'

const redirect = 'https://claude.example/api/mcp/auth_callback'
const key = mintKey(secret, 'ada').key
type Answer = Record<string, any> & { status: number }

async function serve (t: Test, Auth: object = {}): Promise<{ app: FastifyInstance, base: string }> {
  const app = await build(t, { Auth: { Provider: 'oauth', Secret: secret, SignInsPerMinute: 100_000, ...Auth } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, base: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}

t.test('a connector signs in: metadata, registration, page, token, call, refresh, revocation', async t => {
  const { base } = await serve(t)
  const url = `${base}/mcp/claude`
  const kept = new KeptClient({ client_name: 'Claude <b>', scope: 'memory:read memory:write' }, redirect)
  await t.rejects(connect(t, url, kept), { message: /Unauthorized/ })
  const page = await fetch(kept.page)
  t.match(
    page.headers.get('content-security-policy'),
    /default-src 'none'.*form-action 'self' https:\/\/claude\.example;.*frame-ancestors 'none'/
  )
  const html = await page.text()
  t.match(html, 'Claude &lt;b&gt;')
  t.notMatch(html, '<b>')

  const wrong = await consent(kept.page, { key: 'pal1.wrong' })
  t.equal(wrong.status, 401)
  t.match(await wrong.text(), /The key is not one of this service/)
  const refused = fieldsOf(await consent(kept.page, { answer: 'deny' }))
  t.equal(refused['error'], 'access_denied')

  const { code = '', iss } = fieldsOf(await consent(kept.page, { key: ` ${key}\n` }))
  t.equal(iss, base)
  const client = await connect(t, url, kept, code)
  await client.callTool({ name: 'add_memories', arguments: { text: 'Ada keeps bees.', infer: false } })
  const ask = async (token: string, user = 'ada') =>
    await fetch(`${base}/api/v1/memories?user_id=${user}`, { headers: { authorization: `Bearer ${token}` } })
  const { items } = await (await ask(kept.granted.access_token)).json() as { items: unknown }
  t.match(items, [{ content: 'Ada keeps bees.', app_name: 'claude' }], 'REST takes the same token')
  t.equal((await ask(kept.granted.access_token, 'bob')).status, 403)
  t.equal((await ask(key)).status, 200, 'and keys')

  // An access token that is no good any more makes the client use its refresh token.
  const first = kept.granted.refresh_token
  kept.granted = { ...kept.granted, access_token: 'expired' }
  const again = await connect(t, url, kept)
  t.match((await again.listTools()).tools, [{ name: 'search_memory' }])
  t.not(kept.granted.refresh_token, first, 'refresh tokens rotate')

  t.equal((await fetch(`${base}/revoke`, form({ token: kept.granted.refresh_token }))).status, 200)
  t.equal((await fetch(`${base}/revoke`, form({ token: 'nonsense' }))).status, 200)
  const refresh = form({
    grant_type: 'refresh_token',
    client_id: kept.client.client_id,
    refresh_token: kept.granted.refresh_token
  })
  t.match(await (await fetch(`${base}/token`, refresh)).json(), {
    error: 'invalid_grant',
    error_description: /revoked/
  })
  const after = await ask(kept.granted.access_token)
  t.equal(after.status, 401)
  t.match(
    after.headers.get('www-authenticate'),
    /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="http:/
  )
})

t.test('so does one that is written with another library, oauth4webapi', async t => {
  const { base } = await serve(t)
  const insecure = { [oauth.allowInsecureRequests]: true } as const
  const resource = new URL(`${base}/mcp/claude`)
  const call = async (token: string, method: string, params: object = {}) =>
    await oauth.protectedResourceRequest(
      token,
      'POST',
      resource,
      new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      insecure
    )
  const refusal = async (token: string) =>
    await call(token, 'ping').then(() => null, ({ cause }) => cause as oauth.WWWAuthenticateChallenge[])

  const errorOf = async (asked: Promise<unknown>) =>
    await asked.then(() => null, (error: oauth.ResponseBodyError) => error.error)

  const [challenge] = await refusal('nonsense') ?? []
  t.match(challenge, { scheme: 'bearer', parameters: { error: 'invalid_token' } })
  t.equal(challenge?.parameters.resource_metadata, `${base}/.well-known/oauth-protected-resource/mcp/claude`)
  const { authorization_servers: [issuer = ''] = [], scopes_supported: scopes = [] } = await oauth
    .processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, insecure))
  const found = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...insecure })
  const server = await oauth.processDiscoveryResponse(new URL(issuer), found)
  t.ok(server.code_challenge_methods_supported?.includes('S256'))
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: 'Another', redirect_uris: [redirect] },
      insecure
    )
  )

  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
  const page = new URL(server.authorization_endpoint ?? '')
  const asked = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirect,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    scope: scopes.join(' '),
    resource: resource.href
  }
  for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value)
  const back = new URL((await consent(page.href, { key })).headers.get('location') ?? '')
  const answer = oauth.validateAuthResponse(server, client, back, state)
  const more = { ...insecure, additionalParameters: { resource: resource.href } }
  const exchange = async () =>
    await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), answer, redirect, verifier, more)
    )
  const first = await exchange()
  t.match(first, { token_type: 'bearer', expires_in: 900, scope: 'memory:read memory:write' })
  const added = { name: 'add_memories', arguments: { text: 'Ada keeps bees.', infer: false } }
  t.match(await (await call(first.access_token, 'tools/call', added)).text(), /"event":"ADD"/)

  const renew = async (token: string = '') =>
    await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, more)
    )
  const second = await renew(first.refresh_token)
  t.match(
    await (await call(second.access_token, 'tools/call', { name: 'list_memories', arguments: {} })).text(),
    /bees/
  )
  t.match(await refusal('pal1.wrong'), [{ parameters: { error: 'invalid_token' } }])
  const revoking = await oauth.revocationRequest(server, client, oauth.None(), second.refresh_token ?? '', insecure)
  await oauth.processRevocationResponse(revoking)
  t.equal(await errorOf(renew(second.refresh_token)), 'invalid_grant')
  t.match(await refusal(second.access_token), [{ parameters: { error: 'invalid_token' } }])

  t.equal(await errorOf(exchange()), 'invalid_grant', 'the code a second time')
  t.equal(await errorOf(renew(first.refresh_token)), 'invalid_grant', 'the old refresh token')
})

t.test('what was used up at one replica is so at another', async t => {
  const { app, base } = await serve(t)
  const replica = Fastify()
  t.teardown(() => replica.close())
  replica.decorate('store', app.store)
  await replica.register(oauthPlugin, {
    Secret: secret,
    PreviousSecret: '',
    Revoked: [],
    PublicUrl: base,
    SignInsPerMinute: 1_000
  } as never)
  const { codeOf, exchange, refresh, clientId, verifier } = await steps(base)
  const there = async (fields: Record<string, string>) =>
    (await replica.inject({ ...form({ client_id: clientId, ...fields }), method: 'POST', url: '/token' })).json()
  const exchangeThere = async (code: string) =>
    await there({ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier })
  const code = await codeOf()
  const { refresh_token: token } = await exchangeThere(code)
  t.type(token, 'string', 'a code of one is taken by another')
  t.match(await exchange(code), { status: 400, error: 'invalid_grant' })
  t.match(await refresh(token), { status: 400, error: 'invalid_grant' }, 'so all that came of it ended, everywhere')
  const both = await codeOf()
  const answers = await Promise.all([exchange(both), exchangeThere(both)])
  t.equal(answers.filter(answer => 'access_token' in answer).length, 1, 'at the same moment, once')
  const erased = await codeOf()
  await app.memory.erase('ada')
  t.match(await exchangeThere(erased), { error: 'invalid_grant' })
})

t.test('what was used up or revoked stays so when the user is erased', async t => {
  const { app, base } = await serve(t)
  const { codeOf, exchange, refresh } = await steps(base)
  const [exchanged, unused] = [await codeOf(), await codeOf()]
  const used = await exchange(exchanged)
  const revoked = await exchange(await codeOf())
  const standing = await exchange(await codeOf())
  t.equal((await refresh(used['refresh_token'])).status, 200)
  await fetch(`${base}/revoke`, form({ token: revoked['refresh_token'] }))
  await app.memory.erase('ada')
  for (const { refresh_token: token } of [used, revoked, standing]) {
    t.match(await refresh(token), { status: 400, error: 'invalid_grant' })
  }
  for (const code of [exchanged, unused]) t.match(await exchange(code), { status: 400, error: 'invalid_grant' })
  const again = await exchange(await codeOf())
  t.equal((await refresh(again['refresh_token'])).status, 200, 'the key signs in anew')
})

t.test('trying out is slowed down', async t => {
  const { base } = await serve(t, { SignInsPerMinute: 20 })
  const { page, exchange } = await steps(base)
  const tries = []
  for (let count = 0; count < 12; count++) tries.push((await consent(page(), { key: `pal1.${count}` })).status)
  t.equal(tries[0], 401)
  t.equal(tries.at(-1), 429, 'pages and forms count alike')
  t.match(await exchange('code'), { status: 429, error: 'temporarily_unavailable', error_description: /requests in/ })
  const refused = await fetch(page())
  t.match([refused.status, Number(refused.headers.get('retry-after')) > 0], [429, true])
  t.match(refused.headers.get('content-type'), /html/)
  t.match(await refused.text(), /More than 20 requests/)
  for (const path of ['/.well-known/oauth-authorization-server', '/api/health']) {
    t.equal((await fetch(`${base}${path}`)).status, 200, path)
  }
})

/** The steps one by one, so that each can be done wrongly. */
async function steps (base: string, redirectUris = [redirect]) {
  const verifier = randomBytes(32).toString('base64url')
  const registered = await fetch(`${base}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: redirectUris, client_name: 'steps' })
  })
  const { client_id: clientId = '' } = await registered.json() as { client_id?: string }
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUris[0] ?? '',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 's'
  }
  const page = (change: Record<string, string> = {}) =>
    `${base}/authorize?${new URLSearchParams({ ...query, ...change }).toString()}`
  const codeOf = async (change: Record<string, string> = {}, fields: Record<string, string> = {}) =>
    fieldsOf(await consent(page(change), { key, ...fields }))['code'] ?? ''
  const token = async (fields: Record<string, string>) => {
    const answer = await fetch(`${base}/token`, form({ client_id: clientId, ...fields }))
    return { ...await answer.json() as object, status: answer.status } as Answer
  }
  const exchange = async (code: string, change: Record<string, string> = {}) =>
    await token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: query.redirect_uri,
      code_verifier: verifier,
      ...change
    })
  const refresh = async (refreshToken: string, change: Record<string, string> = {}) =>
    await token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...change })
  return { clientId, verifier, page, codeOf, exchange, refresh, registered }
}

t.test('what must not work', async t => {
  const { base } = await serve(t)
  const { clientId, page, codeOf, exchange, refresh } = await steps(base)
  const ask = async (token: string, method = 'GET') =>
    await fetch(`${base}/api/v1/memories?user_id=ada`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'DELETE' ? { body: '{"user_id":"ada","memory_ids":["x"]}' } : {})
    })

  await t.test('a link alone redirects nobody, whatever is wrong with it', async t => {
    const wrong: Array<Record<string, string>> = [
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: `${redirect}/../x` },
      { redirect_uri: `${redirect}?a=b` },
      { redirect_uri: `${redirect}@evil.example` },
      { redirect_uri: 'javascript:alert(1)' },
      { client_id: 'nonsense' },
      { client_id: 'https://127.0.0.1/client' },
      { response_type: 'token' },
      { code_challenge: '' },
      { code_challenge_method: 'plain' },
      { resource: 'https://elsewhere.example' },
      { resource: `${base}.evil.example` }
    ]
    for (const change of wrong) {
      const answer = await fetch(page(change), { redirect: 'manual' })
      t.ok([400, 401].includes(answer.status), JSON.stringify(change))
      t.equal(answer.headers.get('location'), null)
    }
    t.equal((await fetch(`${page()}&state=2`, { redirect: 'manual' })).status, 400, 'a parameter twice')
  })

  await t.test('a form of another site, and one that was changed', async t => {
    const { fields: { request = '' } } = readForm(await (await fetch(page())).text())
    const { headers, ...post } = form({ request, key, answer: 'allow' })
    for (const origin of ['https://evil.example', 'null']) {
      t.equal((await fetch(`${base}/authorize`, { ...post, headers: { ...headers, origin } })).status, 403)
    }
    t.equal((await fetch(`${base}/authorize`, form({ request: `${request}x`, key, answer: 'allow' }))).status, 400)
    t.equal((await fetch(`${base}/authorize`, form({ request: clientId, key, answer: 'allow' }))).status, 400)
  })

  await t.test('codes', async t => {
    const code = await codeOf()
    const other = await steps(base)
    const wrong: Array<Record<string, string>> = [
      { code_verifier: 'a'.repeat(43) },
      { code_verifier: '' },
      { redirect_uri: 'https://evil.example/' },
      { client_id: other.clientId },
      { client_id: '' },
      { code: `${code}x` },
      { code: clientId },
      { grant_type: 'password' }
    ]
    for (const change of wrong) t.equal((await exchange(code, change)).status, 400, JSON.stringify(change))
    t.match(await exchange(code, { resource: 'https://elsewhere.example' }), { error: 'invalid_target' })
    t.match(await exchange(code, { scope: 'admin' }), { error: 'invalid_scope' })
    const good = await exchange(code)
    t.match(good, { status: 200, token_type: 'Bearer', expires_in: 900, scope: 'memory:read memory:write' })
    t.equal((await ask(good['access_token'])).status, 200)
    t.match(await exchange(code), { status: 400, error: 'invalid_grant' }, 'twice')
    t.equal((await ask(good['access_token'])).status, 401, 'then what came of it ends')
    t.match(await refresh(good['refresh_token']), { status: 400, error: 'invalid_grant' })
    const twice = await codeOf()
    const answers = await Promise.all([1, 2, 3].map(() => exchange(twice)))
    t.equal(answers.filter(({ status }) => status === 200).length, 1, 'at the same moment, once')
  })

  await t.test('refresh tokens', async t => {
    const { access_token: access, refresh_token: token } = await exchange(await codeOf())
    t.match(await refresh(access), { status: 400 })
    t.match(await refresh(token, { client_id: 'other' }), { status: 400 })
    const next = await refresh(token, { scope: 'memory:read' })
    t.match(next, { status: 200, scope: 'memory:read' })
    t.match(await refresh(token), { status: 400 }, 'used before')
    t.match(await refresh(next['refresh_token']), { status: 400 }, 'so the whole family ends')
  })

  await t.test('tokens', async t => {
    const { access_token: access, refresh_token: token } = await exchange(await codeOf())
    const claims = decodeJwt(access)
    const [head, body, signature] = access.split('.')
    const wrong = {
      refresh: token,
      code: await codeOf(),
      client: clientId,
      none: new UnsecuredJWT(claims).encode(),
      secret: await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(
        new TextEncoder().encode(secret)
      ),
      cut: `${head}.${body}.`,
      changed: `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: 'bob' })).toString('base64url')}.${signature}`,
      audience: await createTokens([secret]).sign('access', { ...claims, aud: 'https://elsewhere.example' }, 60),
      prefix: await createTokens([secret]).sign('access', { ...claims, aud: `${base}.evil.example/mcp` }, 60),
      expired: await createTokens([secret], () => new Date(Date.now() - 3_600_000)).sign('access', claims, 900)
    }
    for (const [name, bad] of Object.entries(wrong)) t.equal((await ask(bad)).status, 401, name)
  })

  await t.test('reading is not writing', async t => {
    const asked = await exchange(await codeOf({ scope: 'memory:read' }))
    const chosen = await exchange(await codeOf({}, { only_read: '1' }))
    const narrow = await exchange(await codeOf({}, { key: mintKey(secret, 'ada', { readOnly: true }).key }))
    for (const answer of [asked, chosen, narrow]) {
      t.equal(answer['scope'], 'memory:read')
      t.equal((await ask(answer['access_token'])).status, 200)
      const refused = await ask(answer['access_token'], 'DELETE')
      t.equal(refused.status, 403)
      t.match(refused.headers.get('www-authenticate'), /error="insufficient_scope", scope="memory:write"/)
    }
    t.match(await refresh(asked['refresh_token'], { scope: 'memory:read memory:write' }), { error: 'invalid_scope' })
  })

  await t.test('registrations', async t => {
    const bad = [
      [],
      ['http://evil.example/cb'],
      ['javascript:alert(1)'],
      ['data:text/html,x'],
      ['/relative'],
      [`${redirect}#f`],
      [
        'https://user:pw@claude.example/'
      ],
      Array.from({ length: 11 }, (_, index) => `${redirect}/${index}`),
      [`${redirect}/${'x'.repeat(600)}`]
    ]
    for (const uris of bad) {
      const { registered } = await steps(base, uris)
      t.equal(registered.status, 400, JSON.stringify(uris).slice(0, 60))
    }
    for (const uri of ['http://localhost:1234/cb', 'http://127.0.0.1/cb', 'cursor://anysphere.cursor/cb']) {
      t.equal((await steps(base, [uri])).registered.status, 201, uri)
    }
    const local = await steps(base, ['http://localhost:1234/cb'])
    t.equal(
      (await fetch(local.page({ redirect_uri: 'http://localhost:9999/cb' }))).status,
      200,
      'any port of this machine'
    )
    t.equal((await fetch(local.page({ redirect_uri: 'http://localhost:9999/other' }))).status, 400)
  })
})

t.test('a revoked key ends what was signed in with it', async t => {
  const { key, claims } = mintKey(secret, 'ada')
  const { base } = await serve(t)
  const { codeOf, exchange, clientId } = await steps(base)
  const { refresh_token: token, access_token: access } = await exchange(await codeOf({}, { key }))
  const later = await build(t, { Auth: { Provider: 'oauth', Secret: secret, Revoked: [claims.id], PublicUrl: base } })
  const headers = { authorization: `Bearer ${access}` }
  t.equal((await later.inject({ url: '/api/v1/memories?user_id=ada', headers })).statusCode, 401)
  const answer = await later.inject({
    method: 'POST',
    url: '/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id: clientId }).toString()
  })
  t.match(answer.json(), { error: 'invalid_grant', error_description: /key/ })
})

t.test('clients that are described by a document', async t => {
  const url = 'https://claude.example/client.json'
  const find = async (document: unknown, id = url) =>
    await createClients(createTokens([secret]), createDocuments(async () => document)).find(id)
  t.match(await find({ client_id: url, client_name: 'Claude', redirect_uris: [redirect] }), { name: 'Claude' })
  for (
    const document of [null, 7, [], { client_id: 'https://other.example/', redirect_uris: [redirect] }, {
      client_id: url
    }]
  ) {
    await t.rejects(find(document), JSON.stringify(document))
  }
  for (
    const bad of [
      'http://claude.example/c',
      'https://claude.example',
      'https://claude.example:8443/c',
      'https://127.0.0.1/c',
      'https://[::1]/c',
      'https://0x7f.1/c',
      'https://2130706433/c',
      'https://a:b@claude.example/c',
      'https://claude.example/c#d',
      'file:///etc/passwd'
    ]
  ) t.notOk(isDocumentUrl(bad), bad)
  for (
    const address of [
      '127.0.0.1',
      '10.1.2.3',
      '169.254.169.254',
      '192.168.0.1',
      '172.31.255.255',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001::1',
      'not an address'
    ]
  ) t.notOk(isPublicAddress(address), address)
  for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '172.32.0.1']) t.ok(isPublicAddress(address), address)
  await t.rejects(fetchPublic('https://localhost/client.json'), { message: /no public address/ })
})

t.test('the suite of auth providers', async t => {
  const tokens = createTokens([secret])
  const grant = {
    kid: mintKey(secret, 'ada').claims.id,
    kexp: null,
    ro: false,
    client: 'c',
    resource: 'https://m.example',
    family: 'f'
  }
  const users = ['ada', 'Zoë Ünïcode', '用户🧑‍🚀', '"\\\n']
  const signed = await Promise.all(users.map(async userId => ({
    userId,
    token: await tokens.sign('access', {
      ...grant,
      sub: userId,
      aud: grant.resource,
      scope: 'memory:read memory:write'
    }, 60)
  })))
  const bearer = (token: string): Asked => ({ headers: { authorization: `Bearer ${token}` }, query: {} })
  suite(t as never, async () => ({
    auth: createOAuth({
      keys: createKeys({ Secret: secret, PreviousSecret: '', Revoked: [] }),
      tokens,
      ended: createEnded(),
      publicUrl: 'https://m.example'
    }),
    accepts: [
      ...signed.map(({ userId, token }) => ({ request: bearer(token), principal: { userId, readOnly: false } })),
      { request: { headers: { api_key: key }, query: {} }, principal: { userId: 'ada', readOnly: false } }
    ],
    refuses: [
      { headers: {}, query: {} },
      bearer(`${signed[0]?.token}x`),
      bearer(
        await createTokens(['another secret']).sign('access', {
          ...grant,
          sub: 'ada',
          aud: grant.resource,
          scope: 'memory:read'
        }, 60)
      ),
      bearer(await tokens.sign('refresh', { ...grant, sub: 'ada', aud: grant.resource, scope: 'memory:read' }, 60))
    ]
  }))
})

t.test('it needs a secret', async t => {
  await t.rejects(build(t, { Auth: { Provider: 'oauth' } }), /Auth:Secret/)
})
