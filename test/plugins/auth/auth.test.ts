/** Keys: what they carry, what makes them good, and the two providers against the suite. */
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyRequest } from 'fastify'
import t from 'tap'
import { createHmacAuth } from '../../../plugins/auth/hmac/index.ts'
import { mintKey, verifyKey, type KeyClaims } from '../../../plugins/auth/_keys/key.ts'
import open, { createOpenAuth } from '../../../plugins/auth/open/index.ts'
import { parseExpiry } from '../../../plugins/auth/hmac/mint-key.ts'
import { suite, type Asked } from '../../conformance/auth.ts'

const secret = 'the secret of these tests, long enough'
const bearer = (key: string): Asked => ({ headers: { authorization: `Bearer ${key}` }, query: {} })

t.test('open', async t => {
  suite(t, async () => ({
    auth: createOpenAuth(),
    accepts: [{ request: { headers: {}, query: {} }, principal: { userId: null, readOnly: false } }, {
      request: bearer('anything'),
      principal: { userId: null, readOnly: false }
    }],
    refuses: []
  }))
})

t.test('hmac', async t => {
  suite(t, async () => {
    const users = ['ada', 'Zoë Ünïcode', '用户🧑‍🚀', 'a b/c?d&e=f', '"\\\n', 'é', 'e\u0301']
    const minted = users.map(userId => ({ userId, key: mintKey(secret, userId).key }))
    const revoked = mintKey(secret, 'ada')
    const good = minted[0]?.key ?? ''
    return {
      auth: createHmacAuth({ Secret: secret, PreviousSecret: 'the one before', Revoked: [revoked.claims.id] }),
      accepts: [
        ...minted.flatMap(({ userId, key }) =>
          [bearer(key), { headers: { authorization: `bearer   ${key} ` }, query: {} }, {
            headers: { api_key: key },
            query: {}
          }, { headers: {}, query: { api_key: key } }]
            .map(request => ({ request, principal: { userId, readOnly: false } }))
        ),
        {
          request: bearer(mintKey(secret, 'ada', { readOnly: true }).key),
          principal: { userId: 'ada', readOnly: true }
        },
        { request: bearer(mintKey('the one before', 'ada').key), principal: { userId: 'ada', readOnly: false } },
        {
          request: bearer(mintKey(secret, 'ada', { expiresAt: Date.now() + 60_000 }).key),
          principal: { userId: 'ada', readOnly: false }
        },
        {
          request: { headers: { authorization: 'Bearer ', api_key: ' ' }, query: { api_key: good } },
          principal: { userId: 'ada', readOnly: false }
        },
        {
          request: { headers: { authorization: 'Basic YTpi', api_key: good }, query: {} },
          principal: { userId: 'ada', readOnly: false }
        }
      ],
      refuses: [
        { headers: {}, query: {} },
        { headers: { authorization: 'Bearer ', api_key: '' }, query: { api_key: '' } },
        { headers: { authorization: good }, query: {} },
        bearer(mintKey('another secret', 'ada').key),
        bearer(mintKey('', 'ada').key),
        bearer(revoked.key),
        bearer(mintKey(secret, 'ada', { expiresAt: Date.now() - 1 }).key),
        // A wrong key is not saved by a good one behind it.
        { headers: { authorization: 'Bearer wrong', api_key: good }, query: {} },
        { headers: {}, query: { api_key: [good, good] } },
        ...spoiled(good).map(bearer)
      ]
    }
  })
})

/** Every kind of tampering with a good key. */
function spoiled (key: string): string[] {
  const [head = '', body = '', signature = ''] = key.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'bob' })).toString('base64url')
  const flipped = [...signature].map((letter, at) =>
    signature.slice(0, at) + (letter === 'A' ? 'B' : 'A') + signature.slice(at + 1)
  )
  return [
    ...flipped,
    `${head}.${forged}.${signature}`,
    `pal0.${body}.${signature}`,
    `${head}.${body}`,
    `${head}.${body}.`,
    `${key}.`,
    `${key}A`,
    `${key}=`,
    key.slice(0, -1),
    `x${key}`,
    key.toUpperCase()
  ]
}

t.test('a key holds one user of any Unicode, and what it may do', async t => {
  const options = { secrets: ['', secret], revoked: new Set<string>() }
  for (let seed = 0; seed < 500; seed++) {
    const userId = Array.from(
      { length: 1 + seed % 40 },
      (_, at) => String.fromCodePoint(1 + (seed * 7919 + at * 104_729) % 0xd7ff)
    ).join('')
    const { key, claims } = mintKey(secret, userId, {
      readOnly: seed % 2 === 0,
      expiresAt: seed % 3 === 0 ? Date.now() + 1000 : null
    })
    t.match(key, /^[A-Za-z0-9_.-]+$/)
    t.strictSame(verifyKey(key, options), claims)
  }
  t.equal(verifyKey('x'.repeat(1_000_000), options), 'malformed')
  t.equal((verifyKey(mintKey(secret, 'u'.repeat(4_000)).key, options) as KeyClaims).userId?.length, 4_000)
  t.equal(
    verifyKey(mintKey('', 'ada').key, { secrets: [''], revoked: new Set() }),
    'malformed',
    'an empty secret signs nothing'
  )
})

t.test('signatures are compared in constant time, against every secret', async t => {
  // Read from the source, because a clock on a shared machine proves nothing either way.
  const source = await readFile(
    fileURLToPath(new URL('../../../../plugins/auth/_keys/key.ts', import.meta.url)),
    'utf8'
  )
  const verify = source.slice(source.indexOf('export function verifyKey'), source.indexOf('function sign'))
  t.match(verify, /secrets\.filter\([^)]*\)\.map\(secret =>\s*timingSafeEqual\(sign\(/)
  t.equal(verify.match(/timingSafeEqual/g)?.length, 1)
  t.notMatch(verify, /some\(|find\(|\.equals\(/)
})

t.test('mint-key prints the key alone, and what it is on the other stream', async t => {
  const cli = fileURLToPath(new URL('../../../cli/cli.js', import.meta.url))
  const mint = (args: string[], environment: Record<string, string> = { SVC_Auth__Secret: secret }) =>
    spawnSync(process.execPath, [cli, 'mint-key', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...environment }
    })
  const { status, stdout, stderr } = mint(['Zoë 🧑‍🚀', '--expires', '90d', '--read-only'])
  t.equal(status, 0, stderr)
  const claims = verifyKey(stdout.trim(), { secrets: [secret], revoked: new Set() }) as KeyClaims
  t.match(claims, { userId: 'Zoë 🧑‍🚀', readOnly: true })
  t.ok(Math.abs((claims.expiresAt ?? 0) - Date.now() - 90 * 86_400_000) < 60_000)
  t.match(stderr, claims.id)
  t.notMatch(stderr, secret)
  const forOperator = mint(['--operator'])
  t.match(verifyKey(forOperator.stdout.trim(), { secrets: [secret], revoked: new Set() }), { userId: null })
  t.match(forOperator.stderr, /^Key [0-9a-f]{16} for an operator, never expires/)
  t.equal(mint(['ada', '--operator']).status, 1, 'an operator is no user')
  const refused = mint(['ada'], {})
  t.equal(refused.status, 1)
  t.equal(refused.stdout, '')
  t.match(refused.stderr, /SVC_Auth__Secret/)
  t.equal(mint([]).status, 1)
  t.equal(mint(['a', 'b']).status, 1)
  t.equal(mint([' ']).status, 1)
  for (const bad of ['90', '0d', 'soon', '2001-01-01']) {
    t.match(mint(['ada', '--expires', bad]).stderr, /no time to come/, bad)
  }
})

t.test('an expiry is a length of time or a date', async t => {
  const now = Date.UTC(2026, 0, 1)
  t.equal(parseExpiry('12h', now), now + 12 * 3_600_000)
  t.equal(parseExpiry('2w', now), now + 14 * 86_400_000)
  t.equal(parseExpiry('2030-01-31', now), Date.UTC(2030, 0, 31))
})

t.test('open auth is loud beyond loopback', async t => {
  for (const [Host, loud] of [['127.0.0.1', false], ['localhost', false], ['0.0.0.0', true]] as const) {
    const lines: string[] = []
    const app = Fastify({
      logger: {
        level: 'warn',
        stream: {
          write: (line: string) => {
            lines.push(line)
          }
        }
      }
    })
    app.decorate('settings', { Server: { Host } } as never)
    await app.register(open)
    await app.listen({ host: Host, port: 0 })
    await app.close()
    t.equal(lines.some(line => line.includes('AUTH IS OPEN')), loud, Host)
  }
})

t.test('a list of revoked keys that would revoke nobody is refused, and shows no key', async t => {
  const { key, claims } = mintKey(secret, 'ada')
  const authOf = (Revoked: string[]) => createHmacAuth({ Secret: secret, PreviousSecret: '', Revoked })
  for (const wrong of ['["0123456789abcdef"]', key, 'ada', '', claims.id.slice(1)]) {
    t.throws(() => authOf([claims.id, wrong]), { code: 'setting_invalid', message: /Auth:Revoked .*item 2 is none/ })
  }
  t.throws(() => authOf([key]), { message: /^((?!pal1).)*$/ })
  const request = bearer(key) as unknown as FastifyRequest
  await t.rejects(authOf([` ${claims.id.toUpperCase()} `]).authenticate(request), { message: /revoked/ })
})
