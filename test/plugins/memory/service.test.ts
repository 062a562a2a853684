/**
 * The pipelines on the embedded store with the rules distiller, seen from outside: what is asked for is stored,
 * superseded, recalled, restored, forgotten.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import {
  embeddedSettings,
  environmentIn,
  openEmbedded,
  temporaryFolder,
  type Embedded
} from '../../services/embedded.ts'
import { filesThatHold } from '../../services/files.ts'

interface Added {
  id: string
  content: string
  event: string
  results: Array<{ id: string, event: string }>
}
interface Item {
  id: string
  content: string
  state: string
  is_current: boolean
  valid_at: string
  invalid_at: string | null
  superseded_by: string | null
}
interface Listed {
  items: Item[]
  total: number
}
interface Found {
  results: Array<{ id: string, content: string, text_rank: number | null, vector_rank: number | null }>
  degraded: string[]
}
interface Link {
  old: Item | null
  new: Item | null
  reason: string
  quote: string | null
  kind: string
}

const add = async ({ call }: Embedded, body: object, headers?: Record<string, string>) =>
  await call<Added>('POST', '/api/v1/memories', { user_id: 'sarah', ...body }, headers)
const tell = async ({ call }: Embedded, content: string, at = '2026-03-01T09:00:00Z', session = 's1') =>
  await call<{ results: Array<{ id: string, memory: string, event: string }> }>(
    'POST',
    '/api/v1/memories/from-conversation',
    {
      user_id: 'sarah',
      session_id: session,
      messages: [{ role: 'user', content, created_at: at }]
    }
  )
const list = async ({ call }: Embedded, query = '') =>
  (await call<Listed>('GET', `/api/v1/memories?user_id=sarah&size=100${query}`)).body
const search = async ({ call }: Embedded, body: object) =>
  await call<Found>('POST', '/api/v1/memories/search', { user_id: 'sarah', ...body })

t.test('a verbatim text is stored as sent, found at once, and recognised when it comes again', async t => {
  const service = await openEmbedded(t)
  const first = await add(service, {
    text: 'The wifi password hint is "blue heron".',
    infer: false,
    metadata: { a: [1, null] }
  })
  t.match(first, {
    status: 200,
    body: { event: 'ADD', content: 'The wifi password hint is "blue heron".', metadata: '{"a":[1,null]}' }
  })
  t.match((await search(service, { query: 'blue heron', mode: 'text' })).body.results, [{
    id: first.body.id,
    text_rank: 1
  }])
  t.match((await search(service, { query: 'heron hint', mode: 'vector' })).body.results, [{
    id: first.body.id,
    vector_rank: 1
  }])
  t.match((await add(service, { text: 'the wifi  password hint is "blue heron"', infer: false })).body, {
    event: 'SKIP_DUPLICATE',
    id: first.body.id
  })
  t.equal((await list(service)).total, 1)
})

t.test('a verbatim text that asks to forget something is stored as sent', async t => {
  const service = await openEmbedded(t)
  for (const text of ['Please delete the old files.', 'Forget my shoe size.']) {
    const first = await add(service, { text, infer: false, session_id: 's1' })
    t.match(first, { status: 200, body: { event: 'ADD', content: text, results: [{ event: 'ADD', memory: text }] } })
    t.match(await add(service, { text, infer: false }), {
      status: 200,
      body: { event: 'SKIP_DUPLICATE', id: first.body.id }
    })
  }
  t.equal((await list(service)).total, 2)
})

t.test('the database file can be read by its owner alone', async t => {
  const service = await openEmbedded(t)
  await add(service, { text: 'Private.', infer: false })
  for (const name of (await readdir(service.folder)).filter(name => name.startsWith('palimpsest.db'))) {
    t.equal((await stat(join(service.folder, name))).mode & 0o077, 0, name)
  }
})

t.test('twenty identical writes at the same moment store one memory', async t => {
  const service = await openEmbedded(t)
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => await add(service, { text: 'Only once.', infer: false }))
  )
  t.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  t.equal(answers.filter(({ body }) => body.event === 'ADD').length, 1)
  t.equal((await list(service)).total, 1)
})

t.test('an Idempotency-Key replays the first answer, and refuses another request', async t => {
  const service = await openEmbedded(t)
  const first = await add(service, { text: 'Paid invoice 17.', infer: false }, { 'idempotency-key': 'k1' })
  t.strictSame(
    (await add(service, { text: 'Paid invoice 17.', infer: false }, { 'idempotency-key': 'k1' })).body,
    first.body
  )
  t.match(await add(service, { text: 'Paid invoice 18.', infer: false }, { 'idempotency-key': 'k1' }), {
    status: 409,
    body: { code: 'idempotency_mismatch' }
  })
  t.equal((await list(service)).total, 1)
})

t.test('an Idempotency-Key of what was deleted stores nothing again, until its user is erased', async t => {
  const service = await openEmbedded(t)
  const texts = ['My sister Anna lives in Oslo.', 'Paid invoice 17.']
  for (const [place, text] of texts.entries()) {
    const key = { 'idempotency-key': `k${place}` }
    const { body } = await add(service, { text }, key)
    await service.call('DELETE', '/api/v1/memories', { user_id: 'sarah', memory_ids: [body.id] })
    for (const again of [text, 'Something else.']) {
      t.match(await add(service, { text: again }, key), { status: 409, body: { code: 'idempotency_gone' } })
    }
    t.match(
      (await add(service, { text: again(text) }, { 'idempotency-key': `n${place}` })).status,
      200,
      'a new key may'
    )
    t.same((await list(service)).items.filter(({ content }) => content === text), [])
  }
  await service.call('DELETE', '/api/v1/users/sarah')
  t.equal((await add(service, { text: texts[0] }, { 'idempotency-key': 'k0' })).status, 200)

  function again (text: string): string {
    return text.replace(/[.]$/, ', again.')
  }
})

t.test('a text nothing can be read from is kept as it is', async t => {
  const service = await openEmbedded(t)
  t.match((await add(service, { text: 'zxqv 42 ~~' })).body, { event: 'ADD', content: 'zxqv 42 ~~' })
})

t.test('a new value supersedes the old one, with reason, quote and both times, and can be undone', async t => {
  const service = await openEmbedded(t)
  await tell(service, 'My name is Sarah. I live in Boston.')
  const moved = await tell(service, 'I moved from Boston to Denver.', '2026-06-10T09:00:00Z', 's2')
  t.match(moved.body.results, [{ event: 'SUPERSEDE' }])

  const everything = (await list(service, '&include_superseded=true')).items
  const boston = everything.find(({ state }) => state === 'superseded') as Item
  t.match(boston, {
    content: /Boston/,
    is_current: false,
    valid_at: '2026-03-01T09:00:00.000Z',
    superseded_by: moved.body.results[0]?.id
  })
  t.equal(boston.invalid_at?.slice(0, 10), '2026-06-10')
  t.notOk((await list(service)).items.some(({ id }) => id === boston.id), 'the list leaves it out')

  const { history } =
    (await service.call<{ history: Link[] }>('GET', `/api/v1/memories/${boston.id}/history?user_id=sarah`)).body
  t.match(history, [{ old: { id: boston.id }, quote: 'I moved from Boston to Denver.', reason: /.{10}/ }])

  const past = await search(service, { query: 'Where does Sarah live?', as_of: '2026-04-01T00:00:00Z' })
  t.ok(past.body.results.some(({ id }) => id === boston.id), 'as of April it was Boston')
  t.notOk(past.body.results.some(({ content }) => /Denver/.test(content)), 'and not yet Denver')

  t.match(await service.call('POST', `/api/v1/memories/${boston.id}/restore`, { user_id: 'sarah', replace: true }), {
    status: 200,
    body: { is_current: true }
  })
  const now = (await list(service)).items.map(({ content }) => content).join(' ')
  t.match(now, /Boston/)
  t.notMatch(now, /Denver/)
  t.match(await service.call('POST', `/api/v1/memories/${boston.id}/restore`, { user_id: 'sarah' }), {
    status: 409,
    body: { code: 'not_superseded' }
  })
})

/** Counts the calls that the pipelines make of the store from here on, by verb. */
function storeCalls ({ app: { store } }: Embedded): string[] {
  const calls: string[] = []
  const verbs = ['get', 'history', 'entities', 'commit', 'list', 'sessions', 'accesses', 'neighbours'] as const
  for (const verb of verbs) {
    const original = store[verb].bind(store) as (...parameters: unknown[]) => unknown
    Object.assign(store, {
      [verb]: (...parameters: unknown[]) => {
        calls.push(verb)
        return original(...parameters)
      }
    })
  }
  return calls
}

t.test('history and restore read each thing once', async t => {
  const service = await openEmbedded(t)
  await tell(service, 'My name is Sarah. I live in Boston.')
  await tell(service, 'I moved from Boston to Denver.', '2026-06-10T09:00:00Z', 's2')
  await service.app.memory.settled('sarah')
  const everything = (await list(service, '&include_superseded=true')).items
  const boston = everything.find(({ state }) => state === 'superseded') as Item
  const path = `/api/v1/memories/${boston.id}`
  const calls = storeCalls(service)

  t.match(await service.call('GET', `${path}/history?user_id=sarah`), { status: 200 })
  t.same(calls.splice(0), ['history'])
  const untouched = everything.find(({ content }) => /name/.test(content)) as Item
  t.match(await service.call('GET', `/api/v1/memories/${untouched.id}/history?user_id=sarah`), {
    status: 200,
    body: { history: [] }
  })
  t.same(calls.splice(0), ['history', 'get'], 'an empty history may be that of an unknown id')
  t.match(await service.call('GET', '/api/v1/memories/none/history?user_id=sarah'), { status: 404 })
  calls.splice(0)

  const restored = await service.call<Item & { entities: object[] }>('POST', `${path}/restore`, {
    user_id: 'sarah',
    replace: true
  })
  t.same(calls.splice(0), ['history', 'entities', 'sessions', 'commit'])
  t.ok(restored.body.entities.length > 0)
  t.same(
    restored.body,
    (await service.call('GET', `${path}?user_id=sarah`)).body,
    'what restore answers is what is stored'
  )
})

t.test('what was told earlier in the same conversation can be superseded later in it', async t => {
  const service = await openEmbedded(t)
  await service.call('POST', '/api/v1/memories/from-conversation', {
    user_id: 'sarah',
    messages: [
      { role: 'user', content: 'I live in Boston.', created_at: '2026-03-01T09:00:00Z' },
      { role: 'assistant', content: 'Nice city!' },
      { role: 'user', content: 'I moved from Boston to Denver.', created_at: '2026-03-02T09:00:00Z' }
    ]
  })
  const states = Object.fromEntries(
    (await list(service, '&include_superseded=true')).items.map((
      { content, state }
    ) => [content.includes('Denver') ? 'Denver' : 'Boston', state])
  )
  t.strictSame(states, { Boston: 'superseded', Denver: 'active' })
})

t.test('facts that can stand together do', async t => {
  const service = await openEmbedded(t)
  await tell(service, 'I like tea.')
  await tell(service, 'I like coffee.', '2026-03-02T09:00:00Z')
  t.equal((await list(service)).total, 2)
})

t.test('a wish to forget ends what it speaks of and keeps its history', async t => {
  const service = await openEmbedded(t)
  await tell(service, 'I like pistachio ice cream.')
  const forgotten = await tell(service, 'Please forget that I like pistachio ice cream.', '2026-03-02T09:00:00Z')
  t.match(forgotten.body.results, [{ event: 'INVALIDATE' }])
  t.equal((await list(service)).total, 0)
  t.same((await list(service, '&include_superseded=true')).items, [], 'out of every read')
  const { body } = await service.call<{ items: object[] }>('GET', '/api/v1/changes?user_id=sarah')
  t.match(body.items[0], { ended: [{ memory: /pistachio/, kind: 'INVALIDATE' }] }, 'but for what was done')
})

t.test('a text that wishes to forget what is not stored is answered, and is no memory', async t => {
  const service = await openEmbedded(t)
  await add(service, { text: 'I like tea.' })
  for (const text of ['Forget that I smoke.', 'Please forget everything about Oslo.', 'Forget it.']) {
    const answer = { status: 200, body: { id: '', content: text, event: 'NONE', metadata: null } }
    const body = { text, metadata: { a: 1 } }
    t.match(await add(service, body), answer, text)
    t.match(await add(service, body, { 'idempotency-key': text }), answer, `${text}, with a key`)
    t.match(await add(service, body, { 'idempotency-key': text }), answer, `${text}, repeated`)
  }
  t.match(
    await service.call('POST', '/api/v1/memories/batch', { user_id: 'sarah', infer: true, texts: ['Forget it.'] }),
    { status: 200, body: { results: [{ id: null, event: 'NONE' }] } }
  )
  t.match(await list(service), { total: 1, items: [{ content: 'The user likes tea.' }] })
})

t.test('deleting leaves no trace of the words, in no file', async t => {
  const service = await openEmbedded(t)
  const word = 'Quixolandia'
  const told = await tell(service, `I work at ${word}. I live in Boston.`, undefined, `about ${word}`)
  await add(service, { text: `The ${word} office is on the third floor.`, infer: false, session_id: `about ${word}` }, {
    'idempotency-key': 'k'
  })
  await search(service, { query: word })
  await service.app.memory.settled('sarah')
  const hits = (await list(service, '&include_superseded=true')).items.filter(({ content }) => content.includes(word))
    .map(({ id }) => id)
  t.ok(hits.length >= 2 && told.status === 200)
  t.match(await service.call('DELETE', '/api/v1/memories', { user_id: 'sarah', memory_ids: [...hits, 'unknown'] }), {
    body: { deleted: hits, not_found: ['unknown'] }
  })
  await service.call('DELETE', '/api/v1/memories', {
    user_id: 'sarah',
    memory_ids: (await list(service)).items.map(({ id }) => id)
  })
  await service.app.memory.settled('sarah')
  await service.app.close()
  t.same(await filesThatHold(service.folder, word), [])
})

t.test('erasing a user answers with a receipt and leaves the others alone', async t => {
  const service = await openEmbedded(t)
  await tell(service, 'I live in Boston and I work at Acme.')
  await add(service, { user_id: 'other', text: 'Stays.', infer: false })
  t.match(await service.call('DELETE', '/api/v1/users/sarah?user_id=sarah'), { status: 200 })
  t.equal((await list(service)).total, 0)
  t.equal((await service.call<Listed>('GET', '/api/v1/memories?user_id=other')).body.total, 1)
})

t.test('an entity that was merged into another can be taken out again, with its names', async t => {
  const service = await openEmbedded(t)
  await tell(service, 'I live in Boston and I work at Acme.')
  const { items } = await service.app.store.entities('sarah', {})
  const [city, firm] = [items.find(({ key }) => key === 'boston'), items.find(({ key }) => key === 'acme')]
  if (city === undefined || firm === undefined) throw new Error('Boston and Acme were not read')
  const separate = async (id: string) =>
    await service.call<{ merged_into: string | null, code?: string }>('POST', `/api/v1/entities/${id}/separate`, {
      user_id: 'sarah'
    })
  t.match(await separate(firm.id), { status: 409, body: { code: 'not_merged' } })
  await service.app.memory.settled('sarah')
  await service.app.store.commit({
    userId: 'sarah',
    entities: [{ ...city, aliases: ['acme'] }, { ...firm, mergedInto: city.id }]
  })
  t.match(await separate(firm.id), { status: 200, body: { merged_into: null } })
  t.strictSame((await service.app.store.entities('sarah', { keys: ['acme'] })).items.map(({ id }) => id), [firm.id])
})

t.test('summaries, gists and communities are written behind the answer', async t => {
  const service = await openEmbedded(t)
  await tell(service, 'I work at Acme in Boston with Anna Keller. Anna Keller lives in Boston.')
  await service.app.memory.settled('sarah')
  const { items } =
    (await service.call<{ items: Array<{ name: string, summary: string | null, summary_stale: boolean }> }>(
      'GET',
      '/api/v1/entities?user_id=sarah'
    )).body
  t.ok(items.length > 0)
  for (const { name, summary, summary_stale: stale } of items) {
    t.ok(summary !== null && !stale, `${name} has a fresh summary`)
  }
  const [session] = await service.app.store.sessions('sarah', { limit: 1 })
  t.match(session, { gist: String, gistStale: false, gistEmbedding: Float32Array })
})

t.test('a process killed after its answer has stored it all; the next does the enrichment due', async t => {
  const folder = await temporaryFolder(t)
  const cli = fileURLToPath(new URL('../../../cli/cli.js', import.meta.url))
  const child = spawn(process.execPath, [cli, 'serve', '--settings', embeddedSettings], {
    env: { ...process.env, ...environmentIn(folder, { SVC_Server__LogLevel: 'info' }) }
  })
  t.teardown(() => {
    child.kill('SIGKILL')
  })
  const address = await new Promise<string>((resolve, reject) => {
    let log = ''
    child.stdout.on('data', chunk => {
      log += String(chunk)
      const found = /answers at (http:\/\/[^ "]+)/.exec(log)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(log)))
  })
  const response = await fetch(`${address}/api/v1/memories/from-conversation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user_id: 'sarah',
      messages: [{ role: 'user', content: 'I work at Acme in Boston.', created_at: '2026-03-01T09:00:00Z' }]
    })
  })
  t.equal(response.status, 200)
  child.kill('SIGKILL')
  await once(child, 'exit')

  const service = await openEmbedded(t, {}, folder)
  t.ok((await list(service)).total > 0, 'what was acknowledged is there')
  await service.app.memory.settled('sarah')
  const { items } = await service.app.store.entities('sarah', {})
  t.ok(
    items.length > 0 && items.every(({ summary, summaryStale }) => summary !== null && !summaryStale),
    'what was owed is done'
  )
})

t.test("without an embedder, adding and searching answer the contract's error, and words still find", async t => {
  const service = await openEmbedded(t, { SVC_Embedding__Provider: '' })
  t.match(await add(service, { text: 'Needs a vector.', infer: false }), {
    status: 503,
    body: { code: 'embedding_not_configured', message: /SVC_Embedding__Provider/ }
  })
  t.match(await search(service, { query: 'vector' }), { status: 503, body: { code: 'embedding_not_configured' } })
  t.equal((await search(service, { query: 'vector', mode: 'text' })).status, 200)
})
