/** Tokens of an OpenID provider that runs here, and those that must not pass for them. */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import t, { type Test } from 'tap'
import { mintKey } from '../../../plugins/auth/_keys/key.ts'
import { build, secret } from '../../routes/helper.ts'
import { home, missing } from '../../services/service.ts'
import { connect, KeptClient } from './signing-in.ts'

const audience = 'https://memory.example'
const redirect = 'https://connector.example/callback'

async function importProvider (): Promise<any> {
  try {
    const require = createRequire(join(home, 'package.json'))
    return (await import(pathToFileURL(require.resolve('oidc-provider')).href)).default
  } catch {
    return null
  }
}

/** A provider whose keys are ours, so that tokens can be made that it would never sign. */
async function startProvider (t: Test) {
  const Provider = await importProvider()
  const pair = await generateKeyPair('RS256', { extractable: true })
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...await exportJWK(pair.privateKey), kid: 'k', alg: 'RS256', use: 'sig' }] },
    clients: [{
      client_id: 'ada-agent',
      client_secret: 'of the agent',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: []
    }, {
      client_id: 'connector',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [redirect],
      response_types: ['code']
    }],
    issueRefreshToken: (_context: unknown, client: any) => client.grantTypeAllowed('refresh_token'),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: 'memory:read memory:write',
          // What a client asks for is the address that it calls; what tokens name is the service.
          audience: resource.startsWith('http://127.0.0.1') ? audience : resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg: 'RS256' } }
        })
      }
    },
    extraTokenClaims: () => ({ preferred_username: 'ada' })
  })
  server.on('request', provider.callback())
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const token = async (scope: string, resource = audience): Promise<string> => {
    const answer = await fetch(`${issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('ada-agent:of%20the%20agent').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded'
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope, resource }).toString()
    })
    const { access_token: access, error } = await answer.json() as { access_token?: string, error?: string }
    if (access === undefined) throw new Error(error)
    return access
  }
  const forge = async (change: JWTPayload = {}, header: object = {}) =>
    await new SignJWT({
      iss: issuer,
      aud: audience,
      sub: 'ada',
      preferred_username: 'ada',
      scope: 'memory:write',
      exp: Math.floor(Date.now() / 1000) + 60,
      ...change
    }).setProtectedHeader({ alg: 'RS256', kid: 'k', typ: 'at+jwt', ...header }).sign(pair.privateKey)
  return { issuer, token, forge, publicKey: pair.publicKey }
}

/** A person at the provider's own pages: logs in, consents, and is sent back. What the client gets by that. */
async function signIn (page: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  const forms: Array<Record<string, string>> = [{ prompt: 'login', login: 'ada', password: 'any' }, {
    prompt: 'consent'
  }]
  let url = page
  let body: URLSearchParams | undefined
  for (let step = 0; step < 12 && !url.startsWith(redirect); step++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') },
      ...(body === undefined ? {} : { method: 'POST', body })
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    body = location === null ? new URLSearchParams(forms.shift()) : undefined
    if (location !== null) url = new URL(location, url).href
  }
  return Object.fromEntries(new URL(url).searchParams)
}

const needed = missing(await importProvider() === null ? 'oidc-provider is not installed.' : null) ?? false

t.test('tokens of a provider', { skip: needed }, async t => {
  const { issuer, token, forge, publicKey } = await startProvider(t)
  const app = await build(t, {
    Auth: {
      Provider: 'oidc',
      Secret: secret,
      Oidc: { Issuer: issuer, Audience: [audience], UserClaim: 'preferred_username' }
    }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const ask = async (bearer: string, method: 'GET' | 'DELETE' = 'GET') =>
    await app.inject({
      method,
      url: '/api/v1/memories?user_id=ada',
      headers: { authorization: `Bearer ${bearer}` },
      ...(method === 'DELETE' ? { payload: { user_id: 'ada', memory_ids: ['x'] } } : {})
    })

  await t.test('REST and MCP take them, and keys', async t => {
    const writer = await token('memory:read memory:write')
    t.equal((await ask(writer)).statusCode, 200)
    t.equal((await ask(writer, 'DELETE')).statusCode, 200)
    t.equal((await ask(mintKey(secret, 'ada').key)).statusCode, 200)
    t.equal((await ask(mintKey(secret, 'bob').key)).statusCode, 403)
    const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp/agent`), {
      requestInit: { headers: { authorization: `Bearer ${writer}` } }
    })
    const client = new Client({ name: 'agent', version: '1.0.0' })
    await client.connect(transport as never)
    t.match(await client.callTool({ name: 'add_memories', arguments: { text: 'Ada keeps bees.', infer: false } }), {
      structuredContent: { results: [{ event: 'ADD' }] }
    })
    await client.close()
    t.match((await ask(writer)).json(), { items: [{ content: 'Ada keeps bees.' }] })
  })

  await t.test('a client signs in: metadata, PKCE, consent, code, call, refresh', async t => {
    const kept = new KeptClient({ token_endpoint_auth_method: 'none' }, redirect, 'connector')
    const url = `${base}/mcp/connector`
    await t.rejects(connect(t, url, kept), { message: /Unauthorized/ })
    t.match(new URL(kept.page).searchParams.get('code_challenge_method'), 'S256')
    const { code = '', iss } = await signIn(kept.page)
    t.equal(iss, issuer)
    const client = await connect(t, url, kept, code)
    const added = await client.callTool({
      name: 'add_memories',
      arguments: { text: 'Ada signed in herself.', infer: false }
    })
    t.match(added, { structuredContent: { results: [{ event: 'ADD' }] } })
    const { access_token: first, refresh_token: refresh } = kept.granted
    kept.granted = { ...kept.granted, access_token: `${first}x` }
    t.match((await (await connect(t, url, kept)).listTools()).tools, [{ name: 'search_memory' }])
    t.not(kept.granted.access_token, `${first}x`, 'refreshed')
    t.ok(refresh)
    t.match((await ask(kept.granted.access_token)).json(), { items: [{ content: 'Ada signed in herself.' }] })
  })

  await t.test('a client learns where to sign in', async t => {
    const answer = await fetch(`${base}/mcp/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}'
    })
    t.equal(answer.status, 401)
    const metadata = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    t.match(await (await fetch(metadata)).json(), { resource: `${base}/mcp/agent`, authorization_servers: [issuer] })
  })

  await t.test('reading is not writing', async t => {
    const reader = await token('memory:read')
    t.equal((await ask(reader)).statusCode, 200)
    const refused = await ask(reader, 'DELETE')
    t.equal(refused.statusCode, 403)
    t.match(refused.headers['www-authenticate'], /error="insufficient_scope", scope="memory:write"/)
  })

  await t.test('what is no token for this service', async t => {
    t.equal((await ask(await forge())).statusCode, 200, 'what the others differ from')
    const now = Math.floor(Date.now() / 1000)
    const other = await generateKeyPair('RS256')
    const claims = { iss: issuer, aud: audience, preferred_username: 'ada', scope: 'memory:write', exp: now + 60 }
    const shared = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)))
    const bad = {
      'another audience': await token('memory:write', 'https://elsewhere.example'),
      'no audience': await forge({ aud: undefined as never }),
      'another issuer': await forge({ iss: 'https://evil.example' }),
      'a longer issuer': await forge({ iss: `${issuer}.evil.example` }),
      expired: await forge({ exp: now - 3600 }),
      'without an end': await forge({ exp: undefined as never }),
      'not yet': await forge({ nbf: now + 3600 }),
      'no scope': await forge({ scope: 'profile' }),
      'no user': await forge({ preferred_username: undefined }),
      'a blank user': await forge({ preferred_username: ' ' }),
      'a user that is no text': await forge({ preferred_username: ['ada'] }),
      'alg none': new UnsecuredJWT(claims).encode(),
      'the public key as a secret': await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(
        shared
      ),
      'another key': await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(other.privateKey),
      'an unknown key': await forge({}, { kid: 'unknown' }),
      'no token': 'nonsense',
      'half a token': (await forge()).split('.').slice(0, 2).join('.')
    }
    for (const [name, bearer] of Object.entries(bad)) {
      const answer = await ask(bearer)
      t.equal(answer.statusCode, 401, name)
      t.match(answer.headers['www-authenticate'], /error="invalid_token"/, name)
    }
  })
})

t.test('a start that could not tell tokens apart is refused', { skip: needed }, async t => {
  const { issuer } = await startProvider(t)
  const start = async (Oidc: object) => await build(t, { Auth: { Provider: 'oidc', Oidc } })
  await t.rejects(start({ Audience: [audience] }), /Issuer/)
  await t.rejects(start({ Issuer: issuer }), /Audience/)
  await t.rejects(start({ Issuer: `${issuer}/`, Audience: [audience] }), /calls itself/)
  await t.rejects(start({ Issuer: 'http://127.0.0.1:9', Audience: [audience] }), /did not answer/)
})
