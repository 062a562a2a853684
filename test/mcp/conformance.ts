/**
 * The official conformance suite against this service: what each specification requires of a server, with the suite's
 * fixtures, and its scenarios for authorization servers against `Auth:Provider` `oauth`. What is known to fail stands
 * in expected-failures.yaml: anything else that fails does so here too, and so does an entry that passes.
 *
 *     node dist/test/mcp/conformance.js <node 22 or later> <@modelcontextprotocol/conformance/dist/index.js>
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMcpHandler } from '@modelcontextprotocol/server'
import Fastify, { type FastifyInstance } from 'fastify'
import { buildService } from '../../cli/service.ts'
import { packageRoot } from '../../domain/package-root.ts'
import { httpOptions } from '../../http/options.ts'
import { speakHttp } from '../../http/server.ts'
import { settingsOf as settle } from '../../kernel/settings/load.ts'
import { mintKey } from '../../plugins/auth/_keys/key.ts'
import type { Caller } from '../../routes/mcp/caller.ts'
import mcp from '../../routes/mcp/index.ts'
import { secret, settingsOf } from '../routes/helper.ts'
import { freePort } from '../services/service.ts'
import { withFixtures } from './fixtures.ts'

const expected = join(packageRoot, 'test', 'mcp', 'expected-failures.yaml')
const revisions = ['2025-11-25', '2026-07-28']
const [node = '', suite = ''] = process.argv.slice(2)
if (suite === '') throw new Error('Usage: conformance.js <node> <the suite>')

const folder = await mkdtemp(join(tmpdir(), 'palimpsest-conformance-'))
const count = { pass: 0, fail: 0 }
const opened: FastifyInstance[] = []
try {
  const open = await listen(withSuite(await service('open', {})))
  for (const revision of revisions) {
    const words = ['--url', `${open}/mcp/conformance`, '--requirements', revision, '--expected-failures', expected]
    await run(revision, ['server', ...words])
  }
  const issuer = await listen(await service('oauth', { Auth: { Provider: 'oauth', Secret: secret } }))
  const port = await freePort()
  const client = await register(issuer, `http://127.0.0.1:${port}/callback`)
  const words = ['--url', issuer, '--client-id', client, '--port', String(port)]
  await run('authorization server', ['authorization', ...words, '--resource', `${issuer}/mcp/conformance`])
} finally {
  for (const app of opened.reverse()) await app.close()
  await rm(folder, { recursive: true, force: true })
}
console.log(`# pass ${count.pass}\n# fail ${count.fail}`)
process.exitCode = count.fail === 0 ? 0 : 1

async function service (name: string, values: Record<string, Record<string, unknown>>): Promise<FastifyInstance> {
  const app = await buildService(await settle(settingsOf(join(folder, name), values), folder))
  opened.push(app)
  await app.ready()
  return app
}

/** The product's route and everything around it; only the SDK's server has more in it. */
function withSuite ({ settings, auth, memory }: FastifyInstance): FastifyInstance {
  const app = Fastify({ ...httpOptions, logger: false })
  opened.push(app)
  app.decorate('settings', settings)
  app.decorate('auth', auth)
  app.decorate('memory', memory)
  speakHttp(app)
  app.decorateRequest('principal', null)
  app.register(mcp, {
    prefix: '/mcp',
    createHandler: needs =>
      createMcpHandler(({ authInfo, era }) => withFixtures(authInfo?.extra?.['caller'] as Caller, needs, era), needs)
  })
  return app
}

async function listen (app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

async function register (issuer: string, redirect: string): Promise<string> {
  const answer = await fetch(`${issuer}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'conformance', redirect_uris: [redirect] })
  })
  return (await answer.json() as { client_id: string }).client_id
}

/** One run of the suite. An address to sign in at that it prints is opened, as its user would. */
async function run (name: string, words: string[]): Promise<void> {
  const child = spawn(node, [suite, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let signedIn = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [address] = /https?:\/\/\S+\/authorize\?\S+/.exec(output) ?? []
      if (address === undefined || signedIn || !/\s$/.test(output)) return
      signedIn = true
      signIn(address).catch(error => {
        console.error(error)
        child.kill()
      })
    })
  }
  const status = await new Promise(resolve => child.once('close', resolve))
  // A count of each scenario for a server, of each check for an authorization server.
  const passed = [...output.matchAll(/^\S*[✓✗] [^:]+: (\d+) passed/gm), ...output.matchAll(/^Passed: (\d+)/gm)]
  const pass = passed.reduce((sum, [, number]) => sum + Number(number), 0)
  count.pass += pass
  if (status !== 0 || pass === 0) {
    count.fail++
    console.log(output)
  }
  console.log(`${status === 0 ? 'ok' : 'not ok'} ${name}: ${pass} checks passed`)
}

/** What a person does: reads the page, pastes a key, lets the client in; then the browser goes where it is sent. */
async function signIn (address: string): Promise<void> {
  const page = await (await fetch(address)).text()
  const [, request = ''] = /name="request" value="([^"]+)"/.exec(page) ?? []
  const answer = await fetch(new URL('/authorize', address), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ request, key: mintKey(secret, 'ada').key, answer: 'allow' }).toString()
  })
  await fetch(answer.headers.get('location') ?? '')
}
