/**
 * The clients that people use, each against this service: it lists, calls every tool of an empty and a full user,
 * reads resources and prompts; without a key, with a wrong one, with a key, and signed in.
 *
 *     node dist/test/mcp/clients/table.js <folder> [client…]
 *
 * The folder has `node` (24 or later), `node_modules` with the clients, and `python-<client>` with theirs; .ci/clients
 * makes it. Prints a table, and every answer that was not what it should be.
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { buildService } from '../../../cli/service.ts'
import { packageRoot } from '../../../domain/package-root.ts'
import { settingsOf as settle } from '../../../kernel/settings/load.ts'
import { mintKey } from '../../../plugins/auth/_keys/key.ts'
import { secret, settingsOf } from '../../routes/helper.ts'

/** The last two start a process for each call. */
const javascript = [
  'sdk-1',
  'client-2-legacy',
  'client-2-auto',
  'client-2-pinned',
  'ai-sdk',
  'langchain-js',
  'mcp-remote',
  'inspector',
  'mcporter'
]
const python = ['langchain', 'fastmcp']
const tools = 10
const timeoutMs = 900_000

interface Found {
  refused?: string
  tools?: number
  calls?: Record<string, string>
  resources?: number | string
  read?: number | string
  prompts?: number | string
  prompt?: number | string
}

type Call = [name: string, given: object, refused?: RegExp]

const missing = '01900000-0000-7000-8000-000000000000'

/** Every tool once, of a user of whom nothing is known. */
const absent: Call[] = [
  ['search_memory', { query: 'Which instrument does Ada play?' }],
  ['get_context', { query: 'Ada' }],
  ['list_memories', {}],
  ['get_memory', { memory_id: missing }, /not_found/],
  ['get_entity', { entity: 'Ada' }, /not_found/],
  ['correct_memory', { memory_id: missing, text: 'x' }, /not_found/],
  ['retire_memory', { memory_id: missing, reason: 'x' }, /not_found/],
  ['delete_memories', { memory_ids: [missing] }],
  ['add_conversation', { messages: [{ role: 'user', content: 'Hello.' }] }],
  ['add_memories', { text: 'Ada plays the cello.' }]
]

const [folder = '', ...chosen] = process.argv.slice(2)
const clients = chosen.length === 0 ? [...javascript, ...python] : chosen
const wrong: string[] = []
let right = 0
const data = await mkdtemp(join(tmpdir(), 'palimpsest-clients-'))
const services: FastifyInstance[] = []
try {
  const open = await serve('open', {})
  const closed = await serve('closed', { Provider: 'oauth', Secret: secret, SignInsPerMinute: 1_000 })
  for (const file of ['drive.mjs', 'drive.py']) {
    await copyFile(join(packageRoot, 'test', 'mcp', 'clients', file), join(folder, file))
  }
  console.log('| client | empty user | full user | no key | a wrong key | a key | signed in |')
  console.log('|---|---|---|---|---|---|---|')
  for (const client of clients) console.log(`| ${[client, ...await row(client, open, closed)].join(' | ')} |`)
} finally {
  for (const app of services) await app.close()
  await rm(data, { recursive: true, force: true })
}
console.log(`${wrong.join('\n')}\n# pass ${right}\n# fail ${wrong.length}`)
process.exitCode = wrong.length === 0 ? 0 : 1

async function serve (name: string, Auth: Record<string, unknown>): Promise<string> {
  const app = await buildService(await settle(settingsOf(join(data, name), { Auth }), data))
  services.push(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

async function row (client: string, open: string, closed: string): Promise<string[]> {
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  // A user of their own for each, so that what one deletes another does not miss.
  const user = (state: string) => `${client}-${state}`
  const full = async (base: string, state: string, headers: Record<string, string>) =>
    await fill(base, user(state), headers)
  const key = bearer(mintKey(secret, user('key')).key)
  const token = bearer(await signIn(closed, mintKey(secret, user('token')).key))
  const [ofFull, ofKey, ofToken] = await Promise.all([
    full(open, 'full', {}),
    full(closed, 'key', key),
    full(closed, 'token', token)
  ])
  return await Promise.all([
    whole('empty user', `${open}/mcp/table/${user('empty')}`, {}, absent),
    whole('full user', `${open}/mcp/table/${user('full')}`, {}, ofFull),
    drive(client, `${closed}/mcp/table`, {}, []).then(found => refusal('no key', found)),
    drive(client, `${closed}/mcp/table`, bearer('pal1.wrong'), []).then(found => refusal('a wrong key', found)),
    whole('a key', `${closed}/mcp/table`, key, ofKey),
    whole('signed in', `${closed}/mcp/table`, token, ofToken)
  ])

  async function whole (state: string, url: string, headers: Record<string, string>, calls: Call[]) {
    return judge(client, state, await drive(client, url, headers, calls), calls)
  }

  function refusal (state: string, found: Found): string {
    const shown = found.refused?.replaceAll(/\s+/g, ' ')
    const understood = shown !== undefined && /401|unauthori[sz]ed|auth|sign in|key/i.test(shown)
    count(understood, `${client}, ${state}: ${JSON.stringify(found)}`)
    return understood ? `“${shown.slice(0, 70).replaceAll('|', '/')}”` : 'WRONG'
  }
}

async function fill (base: string, userId: string, headers: Record<string, string>): Promise<Call[]> {
  const ids: string[] = []
  for (const words of ['Ada plays the cello.', 'Ada keeps bees.', 'Ada lives in Graz.', 'Ada works as a baker.']) {
    const answer = await fetch(`${base}/api/v1/memories`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ user_id: userId, text: words })
    })
    ids.push((await answer.json() as { id: string }).id)
  }
  const [first, second, third] = ids
  return [
    ['search_memory', { query: 'Which instrument does Ada play?', top_k: 3 }],
    ['get_context', { query: 'Ada', max_tokens: 200 }],
    ['list_memories', { size: 2, page: 2 }],
    ['get_memory', { memory_id: first }],
    ['get_entity', { entity: 'Ada' }],
    ['correct_memory', { memory_id: first, text: 'Ada plays the viola.' }],
    ['retire_memory', { memory_id: second, reason: 'They flew away.' }],
    ['delete_memories', { memory_ids: [third] }],
    ['add_conversation', { messages: [{ role: 'user', content: 'I moved to Linz in May 2024.' }] }],
    ['add_memories', { text: 'Ada sings.', tags: ['music'], valid_at: '2026-01-31T00:00:00Z' }]
  ]
}

async function drive (client: string, url: string, headers: object, calls: Call[]): Promise<Found> {
  const program = python.includes(client)
    ? [join(folder, `python-${client}`, 'bin', 'python'), 'drive.py']
    : [join(folder, 'node'), 'drive.mjs']
  const child = spawn(program[0] ?? '', [program[1] ?? '', client], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs
  })
  const plan = { url, headers, calls: calls.map(([name, given]) => [name, given]), promptQuery: 'Ada' }
  child.stdin.end(JSON.stringify(plan))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  try {
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Found
  } catch {
    return { refused: `no answer: ${errors.slice(-500)}` }
  }
}

/** Whether all went as it should: a tool's own refusal must reach the client as the tool's words. */
function judge (client: string, state: string, found: Found, calls: Call[]): string {
  const say = `${client}, ${state}:`
  count(found.tools === tools, `${say} ${JSON.stringify(found)}`)
  let good = 0
  for (const [name, , refused] of calls) {
    const answer = found.calls?.[name] ?? 'not called'
    const as = refused === undefined ? answer === 'ok' : refused.test(answer)
    if (as) good++
    count(as, `${say} ${name}: ${answer}`)
  }
  for (const what of ['resources', 'read', 'prompts', 'prompt'] as const) {
    if (found[what] !== undefined) count(typeof found[what] === 'number', `${say} ${what}: ${found[what]}`)
  }
  const { resources, read = '-', prompts = '-' } = found
  return `${
    found.tools ?? 0
  } tools, ${good}/${calls.length} calls, ${resources} resources, read ${read}, prompts ${prompts}`
}

function count (as: boolean, otherwise: string): void {
  if (as) right++
  else wrong.push(otherwise.replaceAll('\n', ' '))
}

/** An access token, as a client gets it that signs in with a key. */
async function signIn (base: string, key: string): Promise<string> {
  const redirect = 'http://127.0.0.1/callback'
  const verifier = randomBytes(32).toString('base64url')
  const registered = await fetch(`${base}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirect] })
  })
  const { client_id: client } = await registered.json() as { client_id: string }
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256'
  })
  const page = await (await fetch(`${base}/authorize?${query.toString()}`)).text()
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    redirect: 'manual' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString()
  })
  const request = /name="request" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const allowed = await fetch(`${base}/authorize`, form({ request, key, answer: 'allow' }))
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: client }
  const answer = await fetch(`${base}/token`, form(grant))
  return (await answer.json() as { access_token: string }).access_token
}
