/**
 * Faults of the machine and of the models, each done to a running service: what the caller sees, that nothing that
 * was acknowledged is lost, and that it recovers by itself. docs/reliability.md has a row for each.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { random } from '../conformance/store/suite.ts'
import { call, runCommand, startService, until, type Running } from '../services/running.ts'
import { modelsFrom, startScriptedServer, type Play } from '../services/scripted-openai.ts'
import { embeddedSettings } from '../services/embedded.ts'
import type { Plan, Torture } from './run.ts'

type Undo = Plan['t']
/** Says what is not as promised. */
type Fault = (t: Undo, folder: string, expect: Expect, next: () => number) => Promise<void>
type Expect = (what: string, held: boolean, found?: unknown) => void

const memories = '/api/v1/memories'
const livezMs = 5_000

const add = async ({ url }: Running, text: string, user = 'ada', infer = false) =>
  await call<{ id: string, code?: string }>(url + memories, 'POST', { user_id: user, text, infer })

async function listed ({ url }: Running, user = 'ada'): Promise<string[]> {
  const texts: string[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const path = `${memories}?user_id=${user}&size=100&page=${page}`
    const { status, body } = await call<{ items: Array<{ content: string }>, pages: number }>(url + path, 'GET')
    if (status !== 200) throw new Error(`the list is answered ${status}`)
    pages = body.pages
    texts.push(...body.items.map(({ content }) => content))
  }
  return texts
}

/** Which of these are missing. */
async function missingOf (service: Running, texts: string[]): Promise<string[]> {
  const stored = new Set(await listed(service))
  return texts.filter(text => !stored.has(text))
}

const healthOf = async ({ url }: Running): Promise<number> => (await fetch(`${url}/api/health`)).status

async function alive ({ url }: Running): Promise<boolean> {
  return await fetch(`${url}/livez`, { signal: AbortSignal.timeout(livezMs) }).then(({ ok }) => ok, () => false)
}

const run = (command: string, ...words: string[]): boolean => spawnSync(command, words).status === 0

/** A small file system of its own, or null where this user may mount none. */
function smallDisk (t: Undo, folder: string, megabytes: number): string | null {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', disk)) return null
  t.teardown(async () => {
    run('umount', '-l', disk)
  })
  return disk
}

const fullDisk: Fault = async (t, folder, expect) => {
  const disk = smallDisk(t, folder, 4)
  if (disk === null) return console.log('full-disk is left out: nothing may be mounted here')
  const service = await startService(t, folder, { SVC_Sqlite__Path: join(disk, 'palimpsest.db') })
  const stored: string[] = []
  let refused
  for (let number = 0; number < 2_000 && refused === undefined; number++) {
    const text = `Note ${number} ${'of the harbour '.repeat(200)}`.trim()
    const answer = await fetch(service.url + memories, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: 'ada', text, infer: false })
    })
    if (answer.status === 200) stored.push(text)
    else refused = { status: answer.status, after: answer.headers.get('retry-after'), body: await answer.text() }
  }
  expect('a write is refused with 507 and Retry-After', refused?.status === 507 && refused.after !== null, refused)
  expect(
    'health says so',
    await until(() => healthOf(service), status => status === 503, 15_000).then(() => true, () => false)
  )
  expect('the process lives', await alive(service))
  expect('what was acknowledged is read', (await missingOf(service, stored)).length === 0)
  run('mount', '-o', 'remount,size=64m', disk)
  const written = await until(async () => (await add(service, 'After the disk had room.')).status, is => is === 200)
    .then(() => true, () => false)
  expect('with room again it writes without a restart', written)
  expect(
    'health is well again',
    await until(() => healthOf(service), status => status === 200).then(() => true, () => false)
  )
  await service.stop('SIGKILL')
  const again = await startService(t, folder, { SVC_Sqlite__Path: join(disk, 'palimpsest.db') })
  expect('nothing is lost', (await missingOf(again, stored)).length === 0)
  await again.stop()
}

const readOnlyDisk: Fault = async (t, folder, expect) => {
  const disk = smallDisk(t, folder, 32)
  if (disk === null) return console.log('read-only-disk is left out: nothing may be mounted here')
  const variables = { SVC_Sqlite__Path: join(disk, 'palimpsest.db') }
  const service = await startService(t, folder, variables)
  await add(service, 'Before the disk was read-only.')
  await service.stop()
  run('mount', '-o', 'remount,ro', disk)
  const started = await startService(t, folder, variables).then(running => running, String)
  if (typeof started === 'string') {
    expect(
      'the start ends with words, not a stack',
      /read-?only|cannot|not be written/i.test(started) && !/\n\s+at /.test(started),
      started
    )
  } else {
    const { status } = await add(started, 'While it was read-only.')
    expect('a write is refused', status === 503 || status === 507, status)
    expect('what is there is read', (await missingOf(started, ['Before the disk was read-only.'])).length === 0)
    await started.stop()
  }
  run('mount', '-o', 'remount,rw', disk)
  const again = await startService(t, folder, variables)
  expect('nothing is lost', (await missingOf(again, ['Before the disk was read-only.'])).length === 0)
  expect('it writes again', (await add(again, 'After.')).status === 200)
  await again.stop()
}

const damagedDatabase: Fault = async (t, folder, expect) => {
  const texts = Array.from({ length: 120 }, (_, place) => `Note ${place} of the harbour, as long as a sentence is.`)
  const service = await startService(t, folder)
  for (const text of texts) await add(service, text)
  await service.stop()
  const backup = await runCommand(['backup', '--settings', embeddedSettings], folder)
  expect('a backup is made', backup.code === 0, backup.err)
  const path = join(folder, 'palimpsest.db')
  const bytes = readFileSync(path)
  for (const page of [1, 4, 9]) bytes.fill(0x5a, page * 4096 + 8, page * 4096 + 600)
  writeFileSync(path, bytes)
  const words = await startService(t, folder).then(() => '', String)
  expect('the start names the damage and the way back', /damaged[^]*restore/.test(words), words)
  const fresh = { SVC_Sqlite__Path: join(folder, 'fresh.db') }
  const restored = await runCommand(['restore', '--settings', embeddedSettings], folder, fresh)
  expect('the backup is restored', restored.code === 0, restored.err)
  const again = await startService(t, folder, fresh)
  expect('nothing is lost', (await missingOf(again, texts)).length === 0)
  await again.stop()
}

const truncatedBackup: Fault = async (t, folder, expect) => {
  const service = await startService(t, folder)
  for (const number of [1, 2, 3]) await add(service, `Note ${number} of the harbour.`)
  await service.stop()
  await runCommand(['backup', '--settings', embeddedSettings], folder)
  const backups = join(folder, 'backups')
  const files = readdirSync(backups, { recursive: true }).map(String).filter(name => name.endsWith('.ndjson.gz'))
  const file = join(backups, files[0] ?? '')
  const whole = readFileSync(file)
  const fresh = { SVC_Sqlite__Path: join(folder, 'fresh.db') }
  for (const kept of [0, 20, whole.length - 1]) {
    writeFileSync(file, whole)
    truncateSync(file, kept)
    const { code, err } = await runCommand(['restore', '--settings', embeddedSettings], folder, fresh)
    expect(
      `cut to ${kept} bytes it is refused in words`,
      code !== 0 && /checksum|not whole|cannot be read/.test(err),
      err
    )
  }
  const empty = await startService(t, folder, fresh)
  expect('nothing of it is stored', (await listed(empty)).length === 0)
  await empty.stop()
  writeFileSync(file, whole)
  const { code } = await runCommand(['restore', '--settings', embeddedSettings], folder, fresh)
  expect('the whole one is taken', code === 0)
}

const damagedCache: Fault = async (t, folder, expect) => {
  const server = await startScriptedServer()
  t.teardown(server.close)
  const variables = { ...modelsFrom(server.url), SVC_Distill__Provider: 'rules' }
  const service = await startService(t, folder, variables)
  const texts = Array.from({ length: 40 }, (_, place) => `Note ${place} of the harbour.`)
  for (const text of texts) await add(service, text)
  await service.stop()
  const file = join(folder, 'cache/embedding/cache.db')
  expect('there is a cache', existsSync(file))
  const bytes = readFileSync(file)
  for (
    const ruined of [
      bytes.map((byte, place) => place > 4_096 ? byte ^ 0xff : byte),
      bytes.subarray(0, 100),
      Buffer.alloc(9_000, 1)
    ]
  ) {
    writeFileSync(file, ruined)
    const again = await startService(t, folder, variables)
    const { body } = await call<{ results: Array<{ content: string }> }>(`${again.url}${memories}/search`, 'POST', {
      user_id: 'ada',
      query: texts[7],
      mode: 'vector'
    })
    expect('a search finds as before', body.results?.[0]?.content === texts[7], body)
    expect('a write is taken', (await add(again, `One more ${ruined.length}.`)).status === 200)
    await again.stop()
  }
}

/** The clock of the whole process, threads too, by so many milliseconds. */
function clock (folder: string, ms: number): Record<string, string> {
  const file = join(folder, `clock${ms}.mjs`)
  writeFileSync(
    file,
    `const { now } = Date
    Date.now = () => now() + (${ms})
    globalThis.Date = new Proxy(Date, {
      construct: (target, given) => given.length === 0 ? new target(target.now()) : new target(...given)
    })`
  )
  return { NODE_OPTIONS: `--import=${file}` }
}

const clockJumps: Fault = async (t, folder, expect) => {
  const day = 86_400_000
  const said: Array<[number, string]> = [[0, 'Berlin'], [-day, 'Lisbon'], [3 * day, 'Madrid'], [-30 * day, 'Porto']]
  const current = async (url: string): Promise<string[]> =>
    (await call<{ items: Array<{ content: string }> }>(`${url}${memories}?user_id=ada`, 'GET')).body.items
      .map(({ content }) => content)
  for (const [ms, town] of said) {
    const service = await startService(t, folder, clock(folder, ms))
    const { status, body } = await call(`${service.url}${memories}/from-conversation`, 'POST', {
      user_id: 'ada',
      messages: [{ role: 'user', content: `I live in ${town}.` }]
    })
    expect(`a clock ${ms / day} days off: the write is taken`, status === 200, body)
    const now = await current(service.url)
    expect(`${town}, which was told last, is current and alone`, now.length === 1 && now[0]!.includes(town), now)
    await service.stop()
  }
  const service = await startService(t, folder)
  const now = await current(service.url)
  expect('with the right clock the last one still is', now.length === 1 && now[0]!.includes('Porto'), now)
  const { body } = await call<{ items: Array<{ content: string }> }>(
    `${service.url}${memories}?user_id=ada&include_superseded=true`,
    'GET'
  )
  for (const [, town] of said) {
    expect(`${town} is kept`, body.items.some(({ content }) => content.includes(town)), body.items)
  }
  await service.stop()
}

const fewDescriptors: Fault = async (t, folder, expect) => {
  const service = await startService(t, folder)
  await add(service, 'Before.')
  const limit = readdirSync(`/proc/${service.process.pid}/fd`).length + 20
  if (!run('prlimit', `--pid=${service.process.pid}`, `--nofile=${limit}:${limit}`)) {
    return console.log('few-descriptors is left out: prlimit is not here')
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const crowd = Array.from({ length: 200 }, (_, place) =>
    new Promise<number>(resolve => {
      const asked = request(
        `${service.url}${memories}?user_id=ada&page=${place + 1}`,
        { agent, timeout: 3_000 },
        answer => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
        }
      )
      asked.on('timeout', () => asked.destroy()).on('error', () => resolve(0)).end()
    }))
  const statuses = await Promise.all(crowd)
  agent.destroy()
  expect(
    'no request fails with an error of the service',
    statuses.every(status => [0, 200, 503].includes(status)),
    statuses.find(status => ![0, 200, 503].includes(status))
  )
  expect('the process lives', await until(() => alive(service), is => is).then(() => true, () => false))
  expect(
    'it writes',
    await until(async () => (await add(service, 'After.')).status, is => is === 200).then(() => true, () => false)
  )
  expect('nothing is lost', (await missingOf(service, ['Before.', 'After.'])).length === 0)
  await service.stop()
}

const smallHeap: Fault = async (t, folder, expect) => {
  const service = await startService(t, folder, { NODE_OPTIONS: '--max-old-space-size=96' })
  await add(service, 'Before.')
  const body = JSON.stringify({
    user_id: 'bob',
    messages: Array.from({ length: 500 }, () => ({ role: 'user', content: 'harbour '.repeat(3_500) }))
  })
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () =>
      await fetch(`${service.url}${memories}/from-conversation`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(120_000)
      }).then(({ status }) => status, () => 0))
  )
  expect(
    'bodies beyond the budget are 413, 429 or 503',
    answers.every(status => [0, 200, 400, 413, 429, 503].includes(status)),
    answers
  )
  expect('the process lives', await alive(service), service.printed().slice(-500))
  expect('it writes', (await add(service, 'After.').catch(() => null))?.status === 200)
  expect('nothing is lost', (await missingOf(service, ['Before.', 'After.']).catch(() => ['?'])).length === 0)
  await service.stop()
}

const ways: Record<string, Play> = {
  hangs: { afterMs: Infinity },
  'is cut off': { cutAfter: 20 },
  'answers 429': { status: 429, headers: { 'retry-after-ms': '20' } },
  'answers 500': { status: 500 },
  'answers HTML': { raw: '<html><body>Bad gateway</body></html>', contentType: 'text/html' },
  'answers HTML as JSON': { raw: '<html>' },
  'answers NaN': { raw: '{"data":[{"index":0,"embedding":[NaN,1]}]}' },
  'answers null': { json: { data: [{ index: 0, embedding: Array<null>(32).fill(null) }] } },
  'answers zeros': { json: { data: [{ index: 0, embedding: Array<number>(32).fill(0) }] } },
  'answers another size': { json: { data: [{ index: 0, embedding: [1, 2, 3] }] } },
  'answers too few': { json: { data: [] } },
  'answers nothing': { raw: '' },
  'answers 20 MB': { raw: JSON.stringify({ data: 'x'.repeat(20_000_000) }) }
}

/** So many of them, by the seed, in each round. */
const waysARound = 5

/** One that misbehaves on `route`, while another user reads and writes without it. */
const models = (route: 'embeddings' | 'chat', infer: boolean): Fault => async (t, folder, expect, next) => {
  const server = await startScriptedServer()
  t.teardown(server.close)
  const service = await startService(t, folder, {
    ...modelsFrom(server.url),
    SVC_Embedding__TimeoutMs: '1000',
    SVC_Llm__TimeoutMs: '1000',
    SVC_Cache__Enabled: 'false'
  })
  const kept: string[] = []
  const usual = 'My sister plays the cello.'
  expect('a write before', (await add(service, usual)).status === 200)
  for (let round = 0; round < waysARound; round++) {
    const [name, play] = Object.entries(ways)[Math.floor(next() * Object.keys(ways).length)] as [string, Play]
    server.always(route, play)
    const text = `Day ${round}: the harbour is quiet while the model ${name}.`
    const { status, body } = await add(service, text, 'ada', infer)
    expect(`${name}: taken, or refused as temporary`, status === 200 || [502, 503, 504, 429].includes(status), {
      status,
      body
    })
    if (status === 200) kept.push(text)
    const found = await call<{ results: unknown[] }>(`${service.url}${memories}/search`, 'POST', {
      user_id: 'ada',
      query: 'cello sister'
    })
    expect(`${name}: words are still found`, found.status === 200 && found.body.results.length > 0, found)
    expect(`${name}: lists are read`, (await missingOf(service, [usual, ...infer ? [] : kept])).length === 0)
    expect(`${name}: the process lives`, await alive(service))
  }
  server.reset()
  // An endpoint that failed is left alone for half a minute.
  let tries = 0
  const found = await until(
    async () => {
      const text = `The model is well again, ${++tries}.`
      await add(service, text)
      const { body } = await call<{ results: Array<{ content: string }> }>(`${service.url}${memories}/search`, 'POST', {
        user_id: 'ada',
        query: text,
        mode: 'vector'
      })
      return body.results?.[0]?.content === text
    },
    is => is,
    90_000
  ).catch(String)
  expect('new writes are found by their vectors again', found === true, found)
  if (!infer) expect('nothing is lost', (await missingOf(service, kept)).length === 0)
  await service.stop()
}

export const everyFault: Record<string, Fault> = {
  'full-disk': fullDisk,
  'read-only-disk': readOnlyDisk,
  'damaged-database': damagedDatabase,
  'truncated-backup': truncatedBackup,
  'damaged-cache': damagedCache,
  'clock-jumps': clockJumps,
  'few-descriptors': fewDescriptors,
  'small-heap': smallHeap,
  'bad-embedder': models('embeddings', false),
  'bad-llm': models('chat', true)
}

/** Each fault once; more rounds repeat them all. `ONLY` names one. */
export const faults: Torture = async ({ t, folder, seed, rounds }) => {
  const next = random(seed)
  const figures = { kinds: 0, promises: 0, faults: 0 }
  for (let round = 0; round < rounds; round++) {
    for (const [name, fault] of Object.entries(everyFault)) {
      if (process.env['ONLY'] !== undefined && process.env['ONLY'] !== name) continue
      const home = join(folder, `${name}-${round}`)
      mkdirSync(home)
      figures.kinds++
      await fault(t, home, (what, held, found) => {
        figures.promises++
        if (held) return
        figures.faults++
        console.error(`${name}: ${what}: ${JSON.stringify(found)?.slice(0, 1_000)}`)
      }, next)
    }
  }
  return figures
}
