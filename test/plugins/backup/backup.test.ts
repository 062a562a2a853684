/** Export, import, backups and migration on the whole service: what comes back is the same graph to the last field. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import * as yazl from 'yazl'
import { newMemory } from '../../conformance/store/suite.ts'
import {
  embeddedSettings,
  environmentIn,
  openEmbedded,
  temporaryFolder,
  type Embedded
} from '../../services/embedded.ts'
import { runCommand, until } from '../../services/running.ts'
import { startScriptedServer } from '../../services/scripted-openai.ts'

const cli = fileURLToPath(new URL('../../../cli/cli.js', import.meta.url))

interface Line {
  record: string
  id?: string
  text?: string
  user_id?: string
  [field: string]: unknown
}
interface Receipt {
  imported: Record<string, number>
  skipped: Record<string, number>
  overwritten: number
  left_out: number
  format: string
  vectors: Record<string, number>
}

const turn = (content: string, day: number) => ({
  role: 'user',
  content,
  name: 'Ada',
  created_at: `2026-01-0${day}T10:00:00Z`,
  uuid: `turn-${day}`
})

/**
 * A user with everything in it: facts, ends, a restored one, entities and relations, a session with its gist,
 * communities, odd text.
 */
async function live ({ app, call }: Embedded, userId = 'ada'): Promise<void> {
  await call('POST', '/api/v1/memories/from-conversation', {
    user_id: userId,
    session_id: 'first',
    app: 'desk',
    project: 'home',
    tags: ['talk'],
    messages: [turn('I live in Berlin and I work at Acme. My sister Eva lives in Paris.', 1)]
  })
  await call('POST', '/api/v1/memories/from-conversation', {
    user_id: userId,
    session_id: 'second',
    app: 'desk',
    project: 'home',
    messages: [turn('I moved from Berlin to Lisbon.', 2), turn('I no longer work at Acme.', 3)]
  })
  await call('POST', '/api/v1/memories', {
    user_id: userId,
    text: 'Verbatim “quotes”, emoji 🦊, a tab\tand\na newline',
    infer: false,
    metadata: { deep: { list: [1, null, 'ü'], camelCase: true } },
    tags: ['a', 'b'],
    categories: ['odd']
  })
  for (let place = 0; place < 230; place++) {
    await call('POST', '/api/v1/memories', {
      user_id: userId,
      text: `Numbered note ${place} in the blue folder`,
      infer: false
    })
  }
  await app.memory.settled(userId)
  const ended = (await app.store.list(userId, { page: 1, size: 100, includeSuperseded: true, search: 'Berlin' })).items
    .find(({ state }) => state === 'superseded')
  if (ended !== undefined) await app.memory.restore(userId, ended.id, { replace: false })
  await app.memory.settled(userId)
}

async function exported ({ app }: Embedded, userId = 'ada'): Promise<string> {
  const response = await app.inject({ method: 'GET', url: '/api/v1/export', query: { user_id: userId } })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.body
}

async function imported (
  { app }: Embedded,
  file: string | Buffer,
  { userId = 'ada', mode = 'skip', type = 'application/x-ndjson', headers = {} }: {
    userId?: string
    mode?: string
    type?: string
    headers?: Record<string, string>
  } = {}
) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/import',
    query: { user_id: userId, mode },
    headers: { 'content-type': type, ...headers },
    payload: file
  })
  return { status: response.statusCode, body: response.json<Receipt & { errors?: { Body: string[] } }>() }
}

const linesOf = (file: string): Line[] => file.trim().split('\n').map(line => JSON.parse(line) as Line)
/** Records without order; mentions are a set. */
const graphOf = (file: string, without: string[] = []): string[] =>
  linesOf(file).filter(({ record }) => record !== 'header' && record !== 'end').map(line => {
    const kept = Object.fromEntries(Object.entries(line).filter(([field]) => !without.includes(field)))
    if (Array.isArray(kept['entity_ids'])) kept['entity_ids'] = [...kept['entity_ids'] as string[]].sort()
    return JSON.stringify(kept)
  }).sort()

t.test('a user comes back the same: ids, history, both time axes, vectors to the bit', async t => {
  const service = await openEmbedded(t)
  await live(service)
  const file = await exported(service)
  const lines = linesOf(file)
  const kinds = (record: string) => lines.filter(line => line.record === record)
  t.match(lines[0], {
    record: 'header',
    format: 'palimpsest-export',
    version: 1,
    user_id: 'ada',
    embedding: { model: service.app.embedder.model, dimensions: 256 }
  })
  t.match(lines.at(-1), { record: 'end', records: lines.length - 2, sha256: /^[0-9a-f]{64}$/ })
  for (const kind of ['entity', 'memory', 'supersession', 'session']) t.ok(kinds(kind).length > 0, `has ${kind}`)
  t.ok(kinds('supersession').some(({ restored_at: at }) => at !== null), 'and one that was restored')
  t.ok(kinds('memory').every(({ embedding }) => typeof embedding === 'string'))
  t.match(kinds('memory').find(({ text }) => text?.startsWith('Verbatim')), {
    metadata: { deep: { list: [1, null, 'ü'], camelCase: true } },
    tags: ['a', 'b']
  })

  const digest = await service.app.backup.digest('ada', { vectors: true })
  await service.call('DELETE', '/api/v1/users/ada')
  t.equal(graphOf(await exported(service)).length, 0)
  const { status, body } = await imported(service, file)
  t.equal(status, 200)
  t.match(body, {
    format: 'palimpsest',
    imported: {
      memories: kinds('memory').length,
      supersessions: kinds('supersession').length,
      entities: kinds('entity').length,
      sessions: kinds('session').length
    },
    skipped: { memories: 0 },
    overwritten: 0,
    vectors: { kept: kinds('memory').length, embedded: 0, missing: 0 }
  })
  t.same(graphOf(await exported(service)), graphOf(file))
  t.same(await service.app.backup.digest('ada', { vectors: true }), digest)

  const again = await imported(service, gzipSync(file), { type: 'application/gzip' })
  t.match(again.body, {
    imported: { memories: 0, supersessions: 0, entities: 0 },
    skipped: { memories: kinds('memory').length }
  }, 'a second time changes nothing, gzipped or not')
  t.same(graphOf(await exported(service)), graphOf(file))
  const over = await imported(service, file, { mode: 'overwrite' })
  t.match(over.body, { overwritten: 0 })
  t.same(graphOf(await exported(service)), graphOf(file))
})

t.test('into a service with another embedder: all but the vectors is equal, and those are computed anew', async t => {
  const service = await openEmbedded(t)
  await live(service)
  const file = await exported(service)
  const server = await startScriptedServer({ dimensions: 128 })
  t.teardown(server.close)
  const other = await openEmbedded(t, {
    SVC_Embedding__Provider: 'hosted_a',
    SVC_Embedding__HostedA__Endpoint: server.url,
    SVC_Embedding__HostedA__Model: 'm',
    SVC_Embedding__Dimensions: '128'
  })
  const { body } = await imported(other, file)
  t.ok((body.vectors['embedded'] ?? 0) > 200)
  t.same(
    graphOf(await exported(other), ['embedding', 'gist_embedding']),
    graphOf(file, ['embedding', 'gist_embedding'])
  )
  t.same(
    await other.app.backup.digest('ada', { vectors: false }),
    await service.app.backup.digest('ada', { vectors: false })
  )
  const found = await other.call<{ results: Array<{ content: string }>, degraded: string[] }>(
    'POST',
    '/api/v1/memories/search',
    { user_id: 'ada', query: 'Numbered note 17 in the blue folder', mode: 'vector', top_k: 1 }
  )
  t.equal(found.body.results[0]?.content, 'Numbered note 17 in the blue folder')

  const none = await openEmbedded(t, { SVC_Embedding__Provider: '', SVC_Embedding__Dimensions: '128' })
  t.match((await imported(none, file)).body, { vectors: { kept: 0, embedded: 0 } })
  t.equal(
    (await none.call<{ results: unknown[] }>('POST', '/api/v1/memories/search', {
      user_id: 'ada',
      query: 'blue folder',
      mode: 'text'
    })).status,
    200
  )
})

t.test('skip keeps what the user has, overwrite takes what the file says', async t => {
  const service = await openEmbedded(t)
  await live(service)
  const file = await exported(service)
  const [moved] = (await service.app.store.list('ada', { page: 1, size: 10, search: 'Lisbon' })).items
  const id = moved?.id as string
  await service.call('POST', '/api/v1/memories/from-conversation', {
    user_id: 'ada',
    session_id: 'third',
    project: 'home',
    messages: [turn('I moved from Lisbon to Rome.', 5)]
  })
  await service.app.memory.settled('ada')
  t.equal((await service.app.store.get('ada', [id]))[0]?.state, 'superseded')
  const changed = await exported(service)

  t.match((await imported(service, file, { mode: 'skip' })).body, {
    imported: { memories: 0, supersessions: 0 },
    overwritten: 0
  })
  t.same(
    graphOf(await exported(service)).filter(line => !line.includes('"record":"community"')),
    graphOf(changed).filter(line => !line.includes('"record":"community"'))
  )
  const { body } = await imported(service, file, { mode: 'overwrite' })
  t.ok(body.overwritten >= 1)
  t.match((await service.app.store.get('ada', [id]))[0], { state: 'active', supersededBy: null, expiredAt: null })
  const now = new Set(graphOf(await exported(service)))
  t.same(
    graphOf(file).filter(line =>
      !now.has(line) && !line.includes('"record":"session"') && !line.includes('"record":"entity"')
    ),
    [],
    'every memory and edge of the file is there as it says'
  )
})

t.test('under another user the ids are new, always the same ones, and the first user is not touched', async t => {
  const service = await openEmbedded(t)
  await live(service)
  const file = await exported(service)
  await imported(service, file, { userId: 'bob ✓' })
  const once = await exported(service, 'bob ✓')
  t.match((await imported(service, file, { userId: 'bob ✓' })).body, {
    imported: { memories: 0, supersessions: 0, entities: 0, relations: 0, sessions: 0, communities: 0 }
  })
  t.same(graphOf(await exported(service, 'bob ✓')), graphOf(once))
  t.same(graphOf(await exported(service)), graphOf(file))
  t.equal(graphOf(once).length, graphOf(file).length)
  const ids = new Set(linesOf(file).map(({ id }) => id))
  t.ok(linesOf(once).every(({ record, id }) => record === 'session' || id === undefined || !ids.has(id)))
  const texts = (lines: Line[]) => lines.filter(({ record }) => record === 'memory').map(({ text }) => text).sort()
  t.same(texts(linesOf(once)), texts(linesOf(file)))
})

t.test('the same texts under other ids are not stored twice', async t => {
  const service = await openEmbedded(t)
  await service.call('POST', '/api/v1/memories', { user_id: 'ada', text: 'The kettle is red', infer: false })
  const elsewhere = await openEmbedded(t)
  await elsewhere.call('POST', '/api/v1/memories', { user_id: 'ada', text: 'the kettle is  RED.', infer: false })
  await elsewhere.call('POST', '/api/v1/memories', { user_id: 'ada', text: 'The kettle is new', infer: false })
  t.match((await imported(service, await exported(elsewhere))).body, {
    imported: { memories: 1 },
    skipped: { memories: 1 }
  })
  t.equal((await service.app.store.list('ada', { page: 1, size: 10 })).total, 2)
})

t.test('a file that is not whole is refused with the line and the reason, and nothing of it is stored', async t => {
  const service = await openEmbedded(t, { SVC_Backup__ImportLimitMb: '2' })
  for (const text of ['one', 'two', 'three']) {
    await service.call('POST', '/api/v1/memories', { user_id: 'ada', text: `fact ${text}`, infer: false })
  }
  const file = await exported(service)
  const lines = file.trim().split('\n')
  const bad: Array<[name: string, file: string | Buffer, reason: RegExp]> = [
    ['empty', '', /empty/],
    ['cut after a line', lines.slice(0, -1).join('\n'), /cut off/],
    ['cut inside a line', file.slice(0, -100), /line 5/],
    ['a word changed', file.replace('fact two', 'fact 222'), /checksum/],
    ['a line missing', [...lines.slice(0, 2), ...lines.slice(3)].join('\n'), /should hold 3 records and holds 2/],
    ['something after the end', `${file}{}\n`, /follows its end/],
    ['not JSON', 'hello', /line 1: it is no JSON object/],
    ['another header', file.replace('palimpsest-export', 'other'), /line 1: it is no export/],
    ['a later version', file.replace('"version":1', '"version":2'), /version 2/],
    ['a missing field', file.replace('"tags":[],', ''), /line 2: .*tags/],
    ['a wrong kind of value', file.replace('"confidence":1', '"confidence":7'), /line 2: .*confidence/],
    [
      'a time that is none',
      file.replace(/"valid_at":"[^"]*"/, '"valid_at":"2026-13-99T10:00:00.000Z"'),
      /line 2: .*valid_at/
    ],
    ['an unknown record', file.replace('"record":"memory"', '"record":"mammory"'), /line 2: "record" must be one of/],
    [
      'bytes that are no text',
      Buffer.concat([Buffer.from(`${lines[0]}\n`), Buffer.from([0xff, 0xfe, 10])]),
      /line 2|Line 2/
    ],
    ['a damaged gzip', gzipSync(file).subarray(0, 200), /unzipped/],
    ['a damaged zip', Buffer.from('PK\u0003\u0004 nothing'), /unzipped/],
    ['too large', Buffer.alloc(3 * 1024 * 1024, 10), /larger than 2 MiB/]
  ]
  for (const [name, content, reason] of bad) {
    const { status, body } = await imported(service, content, { userId: 'eve' })
    t.equal(status, 400, name)
    t.match(body.errors?.Body?.[0], reason, name)
  }
  t.equal((await service.app.store.stats('eve')).memories.active, 0)
  t.same((await service.app.store.users({ limit: 10 })).map(({ userId }) => userId), ['ada'])
  t.equal((await imported(service, file, { mode: 'replace' })).status, 400)
})

t.test('a key exports and imports its own user only', async t => {
  const folder = await temporaryFolder(t)
  const secret = { SVC_Auth__Secret: 'a secret of the tests, long enough' }
  const minted = await runCommand(['mint-key', 'ada'], folder, secret)
  const reading = await runCommand(['mint-key', 'ada', '--read-only'], folder, secret)
  const service = await openEmbedded(t, secret, folder)
  const as = (key: string) => ({ authorization: `Bearer ${key.trim()}` })
  const get = async (userId: string, headers: Record<string, string>) =>
    await service.app.inject({ method: 'GET', url: '/api/v1/export', query: { user_id: userId }, headers })
  t.equal((await get('ada', {})).statusCode, 401)
  t.equal((await get('ada', as(minted.out))).statusCode, 200)
  t.equal((await get('bob', as(minted.out))).statusCode, 403)
  const { body: file } = await get('ada', as(reading.out))
  t.equal((await imported(service, file, { userId: 'bob', headers: as(minted.out) })).status, 403)
  t.equal((await imported(service, file, { headers: as(reading.out) })).status, 403)
  t.equal((await imported(service, file, { headers: as(minted.out) })).status, 200)
})

t.test('a forged file that names ids of another user changes nothing of theirs', async t => {
  const service = await openEmbedded(t)
  await live(service)
  const before = await service.app.backup.digest('ada', { vectors: true })
  const lines = linesOf(await exported(service)).map(line =>
    line.record === 'header'
      ? { ...line, user_id: 'eve' }
      : {
        ...line,
        ...(line.text !== undefined && { text: `Forged: ${line.text}` }),
        ...(line.record === 'entity' && { name: 'Forged' })
      }
  )
  const body = lines.slice(0, -1).map(line => `${JSON.stringify(line)}\n`).join('')
  const file = `${body}${
    JSON.stringify({ ...lines.at(-1), sha256: createHash('sha256').update(body).digest('hex') })
  }\n`
  t.equal((await imported(service, file, { userId: 'eve' })).status, 200)
  t.match(
    (await imported(service, file, { userId: 'eve', mode: 'overwrite' })).body,
    { overwritten: 0 },
    'and a second time there is nothing to replace'
  )
  t.same(await service.app.backup.digest('ada', { vectors: true }), before)
  t.ok(
    (await service.app.store.list('eve', { page: 1, size: 10 })).items.every(({ text }) => text.startsWith('Forged'))
  )
})

const zipped = async (members: Record<string, Buffer>): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(members)) zip.addBuffer(content, name)
  zip.end()
  return await buffer(zip.outputStream)
}

t.test('an OpenMemory export is taken in: texts, times, states, apps and categories', async t => {
  const service = await openEmbedded(t)
  const id = (digit: string) => `11111111-2222-4333-8444-55555555555${digit}`
  const row = (digit: string, content: string, state: string, more: object = {}) => ({
    id: id(digit),
    content,
    state,
    metadata: {},
    created_at: `2025-03-0${digit}T08:00:00+00:00`,
    updated_at: '2025-04-01T08:00:00+00:00',
    archived_at: null,
    ...more
  })
  const rows = [
    row('1', 'Drinks tea in the morning', 'active', { metadata: { from: 'chat' } }),
    row('2', 'Owned a red car', 'archived', { archived_at: '2025-05-01T00:00:00+00:00' }),
    row('3', 'Secret that was deleted', 'deleted'),
    row('4', 'Learns Portuguese', 'paused'),
    row('5', '   ', 'active'),
    row('6', 'drinks tea in the morning.', 'active')
  ]
  const tables = {
    user: { user_id: 'ada' },
    apps: [{ id: 'app-1', name: 'cursor' }],
    categories: [{ id: 'cat-1', name: 'habits' }],
    memories: rows.map(one => ({ ...one, app_id: 'app-1', category_ids: ['cat-1'] }))
  }
  const lines = rows.map(({ archived_at: _, ...one }) =>
    JSON.stringify({ ...one, app: 'claude', categories: ['daily'] })
  ).join('\n')
  const both = await zipped({
    'memories.json': Buffer.from(JSON.stringify(tables)),
    'memories.jsonl.gz': gzipSync(lines)
  })
  const { status, body } = await imported(service, both, { type: 'application/zip' })
  t.equal(status, 200)
  t.match(body, {
    format: 'openmemory',
    imported: { memories: 3 },
    skipped: { memories: 1 },
    left_out: 2,
    vectors: { embedded: 3 }
  })
  const [tea] = (await service.app.store.list('ada', { page: 1, size: 10, search: 'tea' })).items
  t.match(tea, {
    id: id('1'),
    app: 'claude',
    categories: ['daily'],
    metadata: { from: 'chat' },
    source: 'import',
    createdAt: Date.parse('2025-03-01T08:00:00Z'),
    validAt: Date.parse('2025-03-01T08:00:00Z')
  })
  t.match((await service.app.store.get('ada', [id('2')]))[0], {
    state: 'invalidated',
    expiredAt: Date.parse('2025-05-01T00:00:00Z')
  })
  const { items } = await service.app.memory.timeline('ada', {
    from: null,
    to: null,
    knownAt: null,
    subject: null,
    page: 1,
    size: 10
  })
  t.match(items.find(({ memory }) => memory.id === id('2')), {
    state: 'invalidated',
    expiredAt: Date.parse('2025-05-01T00:00:00Z')
  })
  t.equal((await service.app.store.get('ada', [id('3')])).length, 0)
  t.match((await service.app.store.get('ada', [id('4')]))[0], {
    state: 'invalidated',
    attributes: { openmemory_state: 'paused' }
  })
  t.match(
    (await imported(service, both, { type: 'application/zip' })).body,
    { imported: { memories: 0 } },
    'a second time nothing is added'
  )

  const tablesAlone = await zipped({ 'export/memories.json': Buffer.from(JSON.stringify(tables)) })
  await imported(service, tablesAlone, { type: 'application/zip', userId: 'tables' })
  t.match((await service.app.store.list('tables', { page: 1, size: 10, search: 'tea' })).items[0], {
    app: 'cursor',
    categories: ['habits']
  })
  const linesAlone = await zipped({ 'memories.jsonl.gz': gzipSync(lines) })
  t.match((await imported(service, linesAlone, { type: 'application/zip', userId: 'lines' })).body, {
    imported: { memories: 3 }
  })
  t.equal(
    (await imported(service, await zipped({ 'readme.txt': Buffer.from('hello') }), { type: 'application/zip' })).status,
    400
  )
})

t.test('backup and restore as commands: one folder a run, the newest are kept, checksums first', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'backups')
  const service = await openEmbedded(t, { SVC_Backup__Keep: '2' }, folder)
  await live(service)
  await service.call('POST', '/api/v1/memories', { user_id: '../ßtrange/π', text: 'Another user', infer: false })
  const file = await exported(service)
  await mkdir(join(directory, '.partial-left-by-a-kill'), { recursive: true })
  await mkdir(join(directory, 'not-ours'))
  const command = ['backup', '--settings', embeddedSettings]
  const first = await runCommand(command, folder, { SVC_Backup__Keep: '2' })
  t.equal(first.code, 0, first.err)
  t.match(first.out, /^2 users, \d+ records/)
  for (let run = 0; run < 2; run++) await service.app.backup.run()
  const names = (await readdir(directory)).sort()
  t.equal(names.length, 3, 'two backups and what is not ours')
  t.ok(names.includes('not-ours'))
  const newest = join(directory, names.at(-2) as string)
  const manifest = JSON.parse(await readFile(join(newest, 'manifest.json'), 'utf8')) as {
    users: Array<{ user_id: string, file: string, records: number }>
  }
  t.same(manifest.users.map(({ user_id: id }) => id).sort(), ['../ßtrange/π', 'ada'])
  t.equal(manifest.users.find(({ user_id: id }) => id === 'ada')?.records, linesOf(file).length - 2)

  await service.app.close()
  const fresh = await temporaryFolder(t)
  const restored = await runCommand(['restore', directory, '--settings', embeddedSettings], fresh)
  t.equal(restored.code, 0, restored.err)
  t.match(restored.out, /2 users restored/)
  const back = await openEmbedded(t, {}, fresh)
  t.same(graphOf(await exported(back)), graphOf(file))
  t.equal((await back.app.store.stats('../ßtrange/π')).memories.active, 1)

  const victim = join(newest, manifest.users[0]?.file as string)
  const bytes = await readFile(victim)
  await writeFile(
    victim,
    Buffer.concat([bytes.subarray(0, 40), Buffer.from([bytes[40] as number ^ 1]), bytes.subarray(41)])
  )
  const empty = await temporaryFolder(t)
  const refused = await runCommand(['restore', newest, '--settings', embeddedSettings], empty)
  t.not(refused.code, 0)
  t.match(refused.err, /checksum differs/)
  const untouched = await openEmbedded(t, {}, empty)
  t.same(await untouched.app.store.users({ limit: 5 }), [], 'not even the whole one')
  t.match(
    (await runCommand(['restore', join(folder, 'nowhere'), '--settings', embeddedSettings], empty)).err,
    /no backup in/
  )
})

/** The file with its lines changed and its checksum made anew: what an attacker can send. */
function forged (file: string, change: (line: Line) => Line): string {
  const lines = file.trim().split('\n').map(line => JSON.parse(line) as Line)
  const body = lines.slice(0, -1).map(line => `${written(change(line))}\n`).join('')
  const sha256 = createHash('sha256').update(body).digest('hex')
  return `${body}${JSON.stringify({ ...lines.at(-1), sha256 })}\n`
}

/** As JSON text; `deep` stands for arrays in arrays, which `JSON.stringify` itself could not write. */
const written = (value: unknown): string =>
  JSON.stringify(value).replace(
    /"nested (\d+)"/g,
    (_, levels) => '['.repeat(Number(levels)) + ']'.repeat(Number(levels))
  )
const deep = (levels: number): object => ({ a: `nested ${levels}` })
const floats = (...numbers: number[]): string => Buffer.from(Float32Array.from(numbers).buffer).toString('base64')

t.test('what no store could keep is refused by an import whole: depth, size, vectors that point nowhere', async t => {
  const service = await openEmbedded(t)
  await service.call('POST', '/api/v1/memories', { user_id: 'ada', text: 'one fact', infer: false })
  const file = await exported(service)
  const memory = (fields: object) => forged(file, line => line.record === 'memory' ? { ...line, ...fields } : line)
  const cases: Array<[name: string, file: string, reason: RegExp]> = [
    ['metadata', memory({ metadata: deep(2_500) }), /line 2: it is nested deeper than 100 levels/],
    ['attributes', memory({ attributes: deep(5_000) }), /line 2: it is nested deeper than 100 levels/],
    ['a field of no meaning', memory({ later: deep(5_000) }), /line 2: it is nested deeper/],
    ['large metadata', memory({ metadata: { a: 'x'.repeat(70_000) } }), /line 2: "metadata" must be at most 65536/],
    ['a vector of zeros', memory({ embedding: floats(...Array<number>(256).fill(0)) }), /line 2: "embedding"/],
    ['a vector with NaN', memory({ embedding: floats(...Array<number>(256).fill(NaN)) }), /line 2: "embedding"/]
  ]
  for (const [name, content, reason] of cases) {
    const { status, body } = await imported(service, content, { userId: 'eve' })
    t.equal(status, 400, name)
    t.match(body.errors?.Body?.[0], reason, name)
  }
  t.equal((await imported(service, memory({ metadata: deep(90) }), { userId: 'bob' })).status, 200)
  t.equal((await service.app.store.list('bob', { page: 1, size: 5 })).total, 1)
  t.equal((await service.app.store.stats('eve')).memories.active, 0)
})

t.test('an OpenMemory zip is bounded in bytes, rows and depth, and its rows are typed', async t => {
  const service = await openEmbedded(t, { SVC_Backup__ImportLimitMb: '4' })
  const lines = async (text: string | Buffer) => await zipped({ 'memories.jsonl.gz': gzipSync(text) })
  const tables = async (memories: unknown) => await zipped({ 'memories.json': Buffer.from(written({ memories })) })
  const ones = Array.from({ length: 100_001 }, () => 1)
  const many = Array.from({ length: 200_001 }, (_, index) => `{"content":"${index}"}`).join('\n')
  const cases: Array<[name: string, zip: Buffer, reason: RegExp]> = [
    ['a bomb inside', await lines(Buffer.alloc(40 * 1024 * 1024, 10)), /memories.jsonl.gz in the zip is larger than 4/],
    ['a bomb of tables', await zipped({ 'memories.json': Buffer.alloc(5 * 1024 * 1024, 32) }), /larger than 4 MiB/],
    ['too many', await lines(many), /more than 200000 memories/],
    ['deep lines', await lines(written({ content: 'x', metadata: deep(2_500) })), /line 1 .*nested deeper/],
    ['deep tables', await tables([{ content: 'x', metadata: deep(7_000) }]), /nested deeper/],
    ['a row of many values', await tables([{ content: 'x', metadata: { a: ones } }]), /row .*more than 100000 values/],
    ['a line of many values', await lines(written({ content: 'x', metadata: ones })), /line 1 .*more than 100000 val/],
    ['large metadata', await tables([{ content: 'x', metadata: { a: 'x'.repeat(70_000) } }]), /at most 65536/],
    ['a number for a text', await tables([{ content: 5 }]), /memories\[0\] .*not what OpenMemory writes/],
    ['null for a row', await tables([null]), /not what OpenMemory writes/],
    ['a text for a row', await lines('"hello"'), /line 1 .*not what OpenMemory writes/],
    ['apps that are none', await zipped({ 'memories.json': Buffer.from('{"apps":5}') }), /not what OpenMemory writes/],
    ['an app without a name', await zipped({ 'memories.json': Buffer.from('{"apps":[{"id":"a"}]}') }), /apps\[0\] /],
    ['a user of numbers', await zipped({ 'memories.json': Buffer.from('{"user":{"user_id":5}}') }), /user of memories/],
    ['a list', await zipped({ 'memories.json': Buffer.from('[]') }), /not what OpenMemory writes/],
    ['no JSON', await zipped({ 'memories.json': Buffer.from('{"memories":[{"content":"x"},') }), /is no JSON/],
    ['JSON with more behind', await zipped({ 'memories.json': Buffer.from('{"user":{"id":"a"}}]') }), /is no JSON/]
  ]
  for (const [name, zip, reason] of cases) {
    const { status, body } = await imported(service, zip, { type: 'application/zip', userId: 'eve' })
    t.equal(status, 400, name)
    t.match(body.errors?.Body?.[0], reason, name)
  }
  const { body } = await imported(service, await tables([{ content: 'one' }, { content: 'two' }]), {
    type: 'application/zip'
  })
  t.equal(body.imported['memories'], 2, 'rows without an id are told apart by their text')
})

t.test('rows of OpenMemory without an id are one only where both members tell of it', async t => {
  const service = await openEmbedded(t)
  const [tea, car] = [{ content: 'Drinks tea' }, { content: 'Owned a red car', state: 'archived' }]
  const rows = [
    tea,
    { ...tea, content: ' Drinks tea ', state: 'archived' },
    { ...car, metadata: { color: 'red' } },
    { ...car, id: '', metadata: { doors: 4 } },
    { ...car, id: null }
  ]
  const both = await zipped({
    'memories.json': Buffer.from(written({ memories: rows })),
    'memories.jsonl.gz': gzipSync(rows.map(written).join('\n'))
  })
  const { status, body } = await imported(service, both, { type: 'application/zip' })
  t.equal(status, 200)
  t.match(body, { imported: { memories: 5 }, skipped: { memories: 0 }, left_out: 0 })
  const { items } = await service.app.store.list('ada', { page: 1, size: 10, includeSuperseded: true })
  t.equal(new Set(items.map(({ id }) => id)).size, 5)
  t.same(items.map(({ metadata }) => metadata).filter(one => one !== null).length, 2)
  t.match(
    (await imported(service, both, { type: 'application/zip' })).body,
    { imported: { memories: 0 }, skipped: { memories: 5 } },
    'and the same ones again'
  )
  const twice = await zipped({ 'memories.json': Buffer.from(written({ memories: [tea, tea] })) })
  t.match((await imported(service, twice, { type: 'application/zip', userId: 'bob' })).body, {
    imported: { memories: 1 },
    skipped: { memories: 1 }
  }, 'an equal text that holds too is counted')
})

t.test('backups of an empty store never push out the newest that holds users', async t => {
  const folder = await temporaryFolder(t)
  const service = await openEmbedded(t, { SVC_Backup__Keep: '2' }, folder)
  await service.call('POST', '/api/v1/memories', { user_id: 'ada', text: 'one fact', infer: false })
  await service.app.backup.run()
  await service.call('DELETE', '/api/v1/users/ada')
  for (let night = 0; night < 4; night++) await service.app.backup.run()
  t.equal((await readdir(join(folder, 'backups'))).length, 2, 'the one with a user and the newest empty one')
  const [restored] = await service.app.backup.restore(undefined, { mode: 'skip' })
  t.match(restored, { userId: 'ada', receipt: { imported: { memory: 1 } } })
})

t.test('one process backs up at a time', async t => {
  const folder = await temporaryFolder(t)
  const one = await openEmbedded(t, {}, folder)
  const two = await openEmbedded(t, {}, folder)
  for (let place = 0; place < 50; place++) {
    await one.call('POST', '/api/v1/memories', { user_id: `user ${place}`, text: 'hello', infer: false })
  }
  const runs = await Promise.all([one.app.backup.run(), two.app.backup.run()])
  t.equal(runs.filter(run => run === null).length, 1)
  t.equal((await readdir(join(folder, 'backups'))).length, 1)
  t.ok(await two.app.backup.run())
})

t.test('a listening service backs up at Backup:Hour; of two on one database one does; a command does not', async t => {
  const folder = await temporaryFolder(t)
  const nights: Array<() => Promise<void>> = []
  for (let replica = 0; replica < 2; replica++) {
    const { app, call } = await openEmbedded(t, { SVC_Backup__Enabled: 'true', SVC_Backup__Hour: '4' }, folder)
    await call('POST', '/api/v1/memories', { user_id: 'ada', text: 'hello', infer: false })
    app.scheduler.daily = (name, hour, job) => {
      t.same([name, hour], ['backup', 4])
      nights.push(job)
    }
    t.equal(nights.length, replica, 'not before it listens')
    await app.listen({ host: '127.0.0.1', port: 0 })
  }
  t.equal(nights.length, 2)
  // Their clocks differ: the second comes when the first is done.
  for (const night of nights) await night()
  t.equal((await readdir(join(folder, 'backups'))).length, 1)
})

t.test('a process killed during a backup leaves nothing that looks complete; another makes it', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'backups')
  const service = await openEmbedded(t, { SVC_Backup__Enabled: 'true' }, folder)
  await Promise.all(
    Array.from(
      { length: 1_000 },
      async (_, place) =>
        await service.app.store.commit({ userId: `user ${place}`, add: [newMemory(`user ${place}`, 'hello')] })
    )
  )
  let night = async (): Promise<void> => {}
  service.app.scheduler.daily = (_name, _hour, job) => {
    night = job
  }
  await service.app.listen({ host: '127.0.0.1', port: 0 })

  const begun = async () =>
    (await readdir(directory, { recursive: true }).catch(() => [])).filter(name => name.endsWith('.ndjson.gz')).length
  const doomed = spawn(process.execPath, [cli, 'backup', '--settings', embeddedSettings], {
    cwd: folder,
    env: { ...environmentIn(folder), PATH: process.env['PATH'] },
    stdio: 'ignore'
  })
  const ended = once(doomed, 'exit')
  await until(begun, count => count > 0)
  t.equal(await service.app.backup.run(), null, 'the other one is at it')
  const made = night()
  doomed.kill('SIGKILL')
  t.same(await ended, [null, 'SIGKILL'])
  t.ok((await readdir(directory)).every(name => name.startsWith('.partial-')), 'nothing of it has a date for a name')
  await made
  const [name = '', ...others] = await readdir(directory)
  t.same([/^\d{4}-/.test(name), others], [true, []], 'one whole backup, and what was left lying is gone')
  const manifest = JSON.parse(await readFile(join(directory, name, 'manifest.json'), 'utf8')) as { users: unknown[] }
  t.equal(manifest.users.length, 1_000)
})

t.test('migrate moves everything between two stores, and agrees at the end; again is nothing to do', async t => {
  const folder = await temporaryFolder(t)
  const service = await openEmbedded(t, {}, folder)
  await live(service)
  await service.call('POST', '/api/v1/memories', { user_id: 'bob', text: 'Bob has a boat', infer: false })
  const file = await exported(service)
  await service.app.close()
  const server = await startScriptedServer({ dimensions: 64 })
  t.teardown(server.close)
  const settings = async (name: string, path: string, embedding: object) => {
    await writeFile(
      join(folder, name),
      JSON.stringify({
        Database: { Provider: 'embedded' },
        Sqlite: { Path: path },
        Embedding: embedding,
        Distill: { Provider: 'rules' },
        Rerank: { Provider: 'none' },
        Cache: { Enabled: false }
      })
    )
    return join(folder, name)
  }
  const builtin = { Provider: 'builtin', Dimensions: 256 }
  const from = await settings('from.json', join(folder, 'palimpsest.db'), builtin)
  const to = await settings('to.json', join(folder, 'other.db'), builtin)
  const one = await runCommand(['migrate', '--from', from, '--to', to, '--user', 'bob'], folder)
  t.equal(one.code, 0, one.err)
  t.match(one.out, /1 users moved; counts and checksums agree/)
  const all = await runCommand(['migrate', '--from', from, '--to', to], folder)
  t.equal(all.code, 0, all.err)
  t.match(all.out, /bob: is there already/)
  t.match(all.out, /2 users moved/)
  const target = await openEmbedded(t, { SVC_Sqlite__Path: join(folder, 'other.db') }, folder)
  t.same(graphOf(await exported(target)), graphOf(file))

  const smaller = await settings('smaller.json', join(folder, 'smaller.db'), {
    Provider: 'hosted_a',
    Dimensions: 64,
    HostedA: { Endpoint: server.url, Model: 'm' }
  })
  const converted = await runCommand(['migrate', '--from', from, '--to', smaller], folder)
  t.equal(converted.code, 0, converted.err)
  t.match(converted.out, /embedded anew/)

  await target.call('POST', '/api/v1/memories', { user_id: 'bob', text: 'Only here', infer: false })
  await target.app.close()
  const differs = await runCommand(['migrate', '--from', from, '--to', to], folder)
  t.not(differs.code, 0)
  t.match(differs.err, /bob: memory 1 here, 2 there/)
  t.match((await runCommand(['migrate', '--from', from], folder)).err, /--to/)
})
