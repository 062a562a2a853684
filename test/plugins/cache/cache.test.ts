import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import Type from 'typebox'
import { suite } from '../../conformance/cache.ts'
import { appWith } from '../../services/app-with.ts'
import { filesBelow } from '../../services/files.ts'
import { startScriptedServer } from '../../services/scripted-openai.ts'

const home = await mkdtemp(join(tmpdir(), 'palimpsest-cache-'))
const server = await startScriptedServer()
t.teardown(async () => {
  await server.close()
  await rm(home, { recursive: true, force: true })
})
t.beforeEach(() => server.reset())

async function build (
  { folder, more = {}, settings = {}, names = ['cache'] }: {
    folder?: string
    more?: object
    settings?: object
    names?: string[]
  } = {}
) {
  const at = folder ?? await mkdtemp(join(home, 'x-'))
  const { app, logged } = await appWith({
    Cache: { EmbeddingPath: join(at, 'embedding'), LlmPath: join(at, 'llm'), ...more },
    ...settings
  }, names)
  return { app, cache: app.cache, at, logged, close: () => app.close() }
}

t.test('conformance: disk', async t => suite(t, build))

t.test('it outlives the process, and what was kept of a user goes even when the cache is off', async t => {
  const first = await build()
  await first.cache.set('llm', 'k', Buffer.from('words of u1'), 'u1')
  await first.close()
  const second = await build({ folder: first.at })
  t.equal((await second.cache.get('llm', 'k', 'u1'))?.toString(), 'words of u1')
  await second.close()
  const off = await build({ folder: first.at, more: { Enabled: false } })
  t.equal(await off.cache.get('llm', 'k', 'u1'), null)
  await off.cache.set('llm', 'k2', Buffer.from('x'), 'u1')
  await off.cache.forget('u1')
  t.notOk((await filesBelow(first.at)).some(({ content }) => content.includes('words of u1')))
  await off.close()
})

t.test('no key, no text and no user id is written down', async t => {
  const { cache, at, close } = await build()
  await cache.set('llm', 'the secret question', Buffer.from('answer'), 'maria@example.org')
  const files = await filesBelow(at)
  t.ok(files.length >= 1)
  t.notOk(files.some(({ path, content }) => /secret question|maria/.test(path + content.toString())))
  await close()
})

t.test('a broken entry or a broken file is a miss, and the next one mends it', async t => {
  const { cache, at, close } = await build()
  const good = Buffer.alloc(10_000, 'good')
  const file = join(at, 'embedding', 'cache.db')
  await cache.set('embedding', 'k', good)
  await close()
  const bytes = await readFile(file)
  bytes.write('evil', bytes.lastIndexOf('goodgood'))
  await writeFile(file, bytes)
  const again = await build({ folder: at })
  t.equal(await again.cache.get('embedding', 'k'), null)
  await again.cache.set('embedding', 'k', good)
  t.same(await again.cache.get('embedding', 'k'), good)
  await again.close()
  for (const ruin of [Buffer.alloc(20_000, 'no database'), bytes.subarray(0, 5_000), bytes.fill(7, 4_096)]) {
    await writeFile(file, ruin)
    const next = await build({ folder: at })
    t.equal(await next.cache.get('embedding', 'k'), null)
    await next.cache.set('embedding', 'k', good)
    t.same(await next.cache.get('embedding', 'k'), good)
    await next.cache.forget('u1')
    t.same(next.logged.filter(({ level }) => Number(level) >= 40), [])
    await next.close()
  }
})

/** What the folder takes on the disk, folders and all. */
async function bytesOnDisk (folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true })
  // A log may go meanwhile.
  const found = await Promise.all(entries.map(async entry => await stat(join(folder, entry)).catch(() => null)))
  return found.reduce((sum, one) => sum + (one?.blocks ?? 0) * 512, 0)
}

t.test('small entries of many users stay under the size, counted as the disk counts', async t => {
  const { cache, at, close } = await build({ more: { MaxSizeMb: 1 } })
  for (let number = 0; number < 3_000; number++) {
    await cache.set('llm', `k${number}`, Buffer.alloc(300, `${number} `), `u${number % 500}`)
    if (number % 500 === 499) t.ok(await bytesOnDisk(join(at, 'llm')) <= 1024 * 1024)
  }
  t.ok(await cache.get('llm', 'k2999', 'u499') !== null)
  await cache.set('llm', 'large', Buffer.alloc(2 * 1024 * 1024), 'u1')
  t.equal(await cache.get('llm', 'large', 'u1'), null, 'what is larger than that is not kept')
  await close()
})

t.test('a smaller limit is reached while new entries come', async t => {
  const first = await build({ more: { MaxSizeMb: 8 } })
  for (let number = 0; number < 60; number++) await first.cache.set('llm', `k${number}`, Buffer.alloc(90_000), 'u1')
  await first.close()
  t.ok(await bytesOnDisk(join(first.at, 'llm')) > 4 * 1024 * 1024)
  const second = await build({ folder: first.at, more: { MaxSizeMb: 1 } })
  for (let number = 0; number < 60; number++) await second.cache.set('llm', `n${number}`, Buffer.alloc(9_000), 'u1')
  t.ok(await second.cache.get('llm', 'n59', 'u1') !== null)
  await second.close()
  t.ok(await bytesOnDisk(join(first.at, 'llm')) <= 1024 * 1024)
})

t.test('what an earlier build kept of a user goes with the user', async t => {
  for (const Enabled of [true, false]) {
    const { cache, at, close } = await build({ more: { Enabled } })
    const folder = join(at, 'llm', 'a'.repeat(64), 'content-v2')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'x'), 'words')
    await mkdir(join(at, 'llm', 'mine'))
    await cache.forget('u1')
    t.same(await readdir(join(at, 'llm')), ['mine'])
    await close()
  }
})

t.test('the oldest entries go first when the folder is full', async t => {
  const { cache, at, close } = await build({ more: { MaxSizeMb: 1 } })
  for (let number = 0; number < 30; number++) {
    await cache.set('llm', `k${number}`, Buffer.alloc(100_000, number), `u${number % 3}`)
  }
  const kept = await Promise.all(
    Array.from({ length: 30 }, async (_, number) => await cache.get('llm', `k${number}`, `u${number % 3}`) !== null)
  )
  const first = kept.indexOf(true)
  t.ok(first >= 20 && first < 30, `kept from ${first}`)
  t.ok(kept.slice(first).every(Boolean), 'what is left are the newest')
  t.ok(await bytesOnDisk(at) <= 1024 * 1024)
  await close()
})

t.test('a folder that cannot be written is logged once, and the service goes on', async t => {
  await writeFile(join(home, 'a-file'), '')
  const { cache, logged, close } = await build({ folder: join(home, 'a-file') })
  await cache.set('llm', 'k', Buffer.from('x'), 'u1')
  await cache.set('llm', 'k', Buffer.from('x'), 'u1')
  t.equal(await cache.get('llm', 'k', 'u1'), null)
  t.equal(logged.filter(({ msg }) => String(msg).includes('cannot be used')).length, 1)
  await close()
})

t.test('two processes may write, read and evict at once', async t => {
  const { cache, at, close } = await build({ more: { MaxSizeMb: 1 } })
  const other = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `
    const { appWith } = await import(${JSON.stringify(new URL('../../services/app-with.js', import.meta.url).href)})
    const { app } = await appWith({ Cache: { EmbeddingPath: ${JSON.stringify(join(at, 'embedding'))}, LlmPath: ${
      JSON.stringify(join(at, 'llm'))
    }, MaxSizeMb: 1 } }, ['cache'])
    for (let n = 0; n < 60; n++) {
      await app.cache.set('llm', 'k' + n % 20, Buffer.alloc(50_000, n), 'u1')
      await app.cache.get('llm', 'k' + (n + 7) % 20, 'u1')
    }
    await app.close()
  `
  ], { stdio: 'inherit' })
  const ended = once(other, 'exit')
  for (let n = 0; n < 60; n++) {
    await cache.set('llm', `k${n % 20}`, Buffer.alloc(50_000, n), 'u1')
    const found = await cache.get('llm', `k${(n + 3) % 20}`, 'u1')
    t.ok(found === null || (found.length === 50_000 && found.every(byte => byte === found[0])), 'whole or not at all')
  }
  t.same(await ended, [0, null])
  await close()
})

t.test('an LLM answer is paid for once, and forgotten with its user', async t => {
  const names = ['cache', 'llm']
  const settings = { Llm: { HostedBEndpoint: server.url, HostedBModel: 'scripted' } }
  const { app, at, close } = await build({ settings, names })
  const question = {
    prompt: 'city@1',
    system: 'Name the city as JSON.',
    user: 'I live in Lisbon.',
    schema: Type.Object({ city: Type.String() }, { additionalProperties: false }),
    userId: 'u1'
  }
  server.always('chat', { json: { city: 'Lisbon' } })
  t.same(await app.llm.generate(question), await app.llm.generate(question))
  t.equal(server.of('chat').length, 1)
  t.equal(app.llm.usage.calls, 1)
  await app.llm.generate({ ...question, userId: 'u2' })
  t.equal(server.of('chat').length, 2, 'another user’s answer is another answer')
  await app.llm.generate({ ...question, prompt: 'city@2' })
  t.equal(server.of('chat').length, 3, 'so is another version of the prompt')
  await app.cache.forget('u1')
  await app.cache.forget('u2')
  t.notOk((await filesBelow(at)).some(({ content }) => content.includes('Lisbon')))
  await app.llm.generate(question)
  t.equal(server.of('chat').length, 4)
  await close()
})

t.test('a text is embedded once for all users, and the health check asks the provider', async t => {
  const settings = {
    Embedding: { Provider: 'hosted_a', Dimensions: 32, HostedA: { Endpoint: server.url, Model: 'words' } }
  }
  const { app, at, close } = await build({ settings, names: ['cache', 'embedder'] })
  const [first, again] = await app.embedder.embed(['tea', 'tea'])
  t.same(first, again)
  t.same(server.of('embeddings').map(({ body }) => body['input']), [['tea']])
  await close()
  const next = await build({ folder: at, settings, names: ['cache', 'embedder'] })
  const [kept, fresh] = await next.app.embedder.embed(['tea', 'coffee'])
  t.same(kept, first)
  t.not(fresh![0], first![0])
  t.same(server.of('embeddings').map(({ body }) => body['input']), [['tea'], ['coffee']])
  t.same(await next.app.embedder.embed([]), [])
  t.equal(server.of('embeddings').length, 2)
  await next.close()
})
