/** How the dashboard is served, without a browser: policy, caching, compression, size. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { packageRoot } from '../../domain/package-root.ts'
import { openEmbedded } from '../services/embedded.ts'
import { missing } from '../services/service.ts'

const unbuilt = existsSync(join(packageRoot, 'dashboard', 'dist', 'index.html'))
  ? null
  : missing('The dashboard is not built.')
const firstLoadBytes = 250_000

t.test('the dashboard', { skip: unbuilt ?? false }, async t => {
  const { app } = await openEmbedded(t)
  const page = await app.inject('/')
  const named = [...page.body.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path = '']) => `/${path}`)

  t.test('each answer has a nonce of its own, and a policy that says so', async t => {
    t.equal(page.statusCode, 200)
    t.match(page.headers['content-type'], /^text\/html/)
    const nonces = [page, await app.inject('/')].map(({ body, headers }) => {
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? ''
      t.equal(
        headers['content-security-policy'],
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; " +
          `worker-src 'self'; style-src 'self' 'nonce-${nonce}'; ` +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      )
      t.notMatch(body, /__NONCE__/)
      return nonce
    })
    t.not(nonces[0], nonces[1])
    t.equal(page.headers['cache-control'], 'no-store')
  })

  t.test('files are kept for good, and sent as small as the client can take them', async t => {
    const script = named.find(path => path.endsWith('.js')) as string
    const plain = await app.inject(script)
    t.match(plain.headers, {
      'cache-control': /immutable/,
      'content-type': /^text\/javascript/,
      vary: /accept-encoding/
    })
    t.equal(plain.headers['content-encoding'], undefined)
    for (
      const [accepted, encoding, decoded] of [['gzip, deflate, br', 'br', brotliDecompressSync], [
        'gzip',
        'gzip',
        gunzipSync
      ]] as const
    ) {
      const { headers, rawPayload } = await app.inject({ url: script, headers: { 'accept-encoding': accepted } })
      t.equal(headers['content-encoding'], encoding)
      t.ok(decoded(rawPayload).equals(plain.rawPayload), accepted)
    }
    t.equal(
      (await app.inject({ url: script, headers: { 'accept-encoding': 'br;q=0' } })).headers['content-encoding'],
      undefined
    )
    for (
      const path of ['/assets/none.js', '/assets/..%2findex.html', '/assets/%2e%2e%2f%2e%2e%2fpackage.json', '/assets/']
    ) {
      t.match((await app.inject(path)).json(), { status: 404 }, path)
    }
  })

  t.test('the first load stays small', async t => {
    const styles = named.filter(path => path.endsWith('.css')).map(path =>
      readFileSync(join(packageRoot, 'dashboard', 'dist', path), 'utf8')
    )
    const font =
      /assets\/newsreader-latin-wght-normal|newsreader-latin-wght-normal[^)"']*/.exec(styles.join(''))?.[0] ?? ''
    t.not(font, '', 'the style names its font')
    let bytes = page.rawPayload.length
    for (const path of [...named, `/assets/${font.replace('assets/', '')}`]) {
      const { statusCode, rawPayload } = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } })
      t.equal(statusCode, 200, path)
      bytes += rawPayload.length
    }
    t.comment(`first load: ${bytes} bytes, font included`)
    t.ok(bytes < firstLoadBytes, `${bytes} bytes`)
  })

  t.test('nothing is fetched from elsewhere', async t => {
    for (const [, address = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      t.match(address, /^\.\/assets\/|^docs$/)
    }
  })

  t.test('who am I: with auth off anybody, and who is known', async t => {
    await app.inject({
      method: 'POST',
      url: '/api/v1/memories',
      payload: { user_id: 'ines', text: 'Tea is best cold.', infer: false }
    })
    t.match((await app.inject('/api/v1/whoami')).json(), {
      auth: 'open',
      user_id: null,
      read_only: false,
      users: [{ user_id: 'ines', memories: 1 }]
    })
  })
})
