/** The contract's operations under the names of `wire.md`, and ours beside them. */
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { build } from './helper.ts'

const memories = '/api/v1/memories'

/** Asks, checks the status, and answers the body. */
async function ask (
  t: Test,
  app: FastifyInstance,
  status: number,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  headers?: InjectOptions['headers']
) {
  const response = await app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    ...(headers === undefined ? {} : { headers })
  })
  t.equal(response.statusCode, status, `${method} ${url} ${response.body}`)
  return response.json()
}

function holds (t: Test, body: object, fields: string[], what: string): void {
  t.strictSame(fields.filter(field => !(field in body)), [], `${what} lacks nothing`)
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

t.test('add, read, list, search and delete speak with the names of the wire', async t => {
  const app = await build(t)
  const metadata = { source: 'test', deep: { list: [1, null, 'x'] } }
  const added = await ask(t, app, 200, 'POST', memories, {
    user_id: 'ada',
    text: 'Ada plays the cello on Sundays.',
    app: 'suite',
    infer: false,
    memory_type: 'semantic',
    metadata,
    session_id: 's1',
    project: 'p1',
    tags: ['music'],
    categories: ['hobby'],
    valid_at: '2026-01-31'
  })
  holds(
    t,
    added,
    ['id', 'content', 'state', 'event', 'app_name', 'created_at', 'metadata', 'results', 'degraded'],
    'add'
  )
  t.match(added, {
    content: 'Ada plays the cello on Sundays.',
    state: 'active',
    event: 'ADD',
    app_name: 'suite',
    created_at: iso,
    results: [{ id: added.id, event: 'ADD' }]
  })
  t.strictSame(JSON.parse(added.metadata), metadata, 'metadata comes back as a JSON string')

  const one = await ask(t, app, 200, 'GET', `${memories}/${added.id}?user_id=ada`)
  holds(t, one, [
    'id',
    'text',
    'created_at',
    'state',
    'app_id',
    'app_name',
    'categories',
    'metadata_',
    'valid_at',
    'invalid_at',
    'is_current',
    'is_global',
    'superseded_by',
    'supersedes',
    'memory_type',
    'tags',
    'session_id',
    'project',
    'source',
    'entities'
  ], 'get')
  t.notOk('content' in one, 'the text is not called content here')
  t.match(one, {
    id: added.id,
    text: 'Ada plays the cello on Sundays.',
    metadata_: metadata,
    valid_at: '2026-01-31T00:00:00.000Z',
    invalid_at: null,
    is_current: true,
    is_global: false,
    superseded_by: null,
    tags: ['music'],
    session_id: 's1',
    project: 'p1'
  })
  t.ok(
    Number.isInteger(one.created_at) && Math.abs(one.created_at - Date.now() / 1000) < 60,
    'created_at is in Unix seconds'
  )

  const list = await ask(t, app, 200, 'GET', `${memories}?user_id=ada`)
  t.match(list, { total: 1, page: 1, size: 20, pages: 1 })
  holds(t, list.items[0], [
    'id',
    'content',
    'created_at',
    'state',
    'app_id',
    'app_name',
    'categories',
    'memory_type',
    'metadata_',
    'valid_at',
    'invalid_at',
    'is_current',
    'is_global',
    'extraction_status'
  ], 'list item')
  t.match(list.items[0], {
    id: added.id,
    app_id: 'suite',
    app_name: 'suite',
    categories: ['hobby'],
    memory_type: 'semantic',
    metadata_: metadata,
    extraction_status: 'done'
  })
  t.ok(Number.isInteger(list.items[0].created_at))

  const search = await ask(t, app, 200, 'POST', `${memories}/search`, {
    user_id: 'ada',
    query: 'cello',
    mode: 'text',
    app_name: 'suite'
  })
  t.match(search, { query: 'cello', total: 1, degraded: [] })
  t.type(search.took_ms, 'number')
  const [hit] = search.results
  holds(t, hit, [
    'id',
    'content',
    'rrf_score',
    'text_rank',
    'vector_rank',
    'gist',
    'tags',
    'categories',
    'app_name',
    'project_id',
    'memory_type',
    'member_ids',
    'similar_ids',
    'attributes',
    'global',
    'source',
    'created_at',
    'rerank_score',
    'graph_rank',
    'session_rank',
    'valid_at',
    'invalid_at',
    'session_id',
    'quote',
    'confidence'
  ], 'hit')
  t.match(hit, {
    id: added.id,
    content: 'Ada plays the cello on Sundays.',
    text_rank: 1,
    vector_rank: null,
    tags: ['music'],
    project_id: 'p1',
    global: false,
    created_at: iso
  })
  t.ok(hit.rrf_score > 0)
  t.notOk('scores' in hit)
  const explained = await ask(t, app, 200, 'POST', `${memories}/search`, {
    user_id: 'ada',
    query: 'cello',
    mode: 'text',
    explain: true
  })
  t.type(explained.timings, 'object')
  t.type(explained.results[0].scores, 'object')

  const removed = await ask(t, app, 200, 'DELETE', memories, {
    user_id: 'ada',
    memory_ids: [added.id, added.id, 'nobody']
  })
  t.strictSame(removed, { message: 'Deleted 1 memory.', deleted: [added.id], not_found: ['nobody'] })
  t.match(await ask(t, app, 404, 'GET', `${memories}/${added.id}?user_id=ada`), {
    status: 404,
    code: 'not_found',
    message: String,
    detail: null
  })
  t.strictSame(await ask(t, app, 200, 'GET', `${memories}?user_id=ada`), {
    items: [],
    total: 0,
    page: 1,
    size: 20,
    pages: 0
  })
})

t.test('a conversation answers facts or that there were none, never both', async t => {
  const app = await build(t)
  const told = await ask(t, app, 200, 'POST', `${memories}/from-conversation`, {
    user_id: 'bob',
    messages: [{
      role: 'user',
      content: 'My name is Bob and I live in Lisbon.',
      uuid: 't1',
      created_at: '2026-02-01T10:00:00+02:00',
      name: 'Bob'
    }, { role: 'assistant', content: ' ' }],
    app: 'suite',
    session_id: 's1',
    tags: ['x'],
    transcript_path: '/tmp/a.jsonl'
  })
  t.notOk('no_facts_extracted' in told)
  for (const result of told.results) t.match(result, { id: String, memory: String, event: 'ADD' })
  t.strictSame(
    await ask(t, app, 200, 'POST', `${memories}/from-conversation`, {
      user_id: 'bob',
      messages: [{ role: 'user', content: 'Thanks!' }]
    }),
    { no_facts_extracted: true }
  )
})

t.test('null, blank and unknown values mean what the wire says', async t => {
  const app = await build(t)
  const nothing = {
    app: null,
    infer: false,
    memory_type: 'imaginary',
    metadata: null,
    session_id: '',
    project: ' ',
    tags: null,
    categories: null,
    valid_at: '',
    some_new_field: 1
  }
  const added = await ask(t, app, 200, 'POST', memories, {
    user_id: 'eve',
    text: 'Eve owns a red bicycle.',
    ...nothing
  })
  t.equal(added.metadata, null)
  t.match(await ask(t, app, 200, 'GET', `${memories}/${added.id}?user_id=eve`), {
    session_id: null,
    project: null,
    app_id: null,
    metadata_: {}
  })
  await ask(t, app, 200, 'POST', memories, { user_id: 'eve', text: 'Eve owns a blue bicycle too.', infer: null })
  for (const rerank of [null, '', ' ', 'cross_encoder']) {
    await ask(t, app, 200, 'POST', `${memories}/search`, {
      user_id: 'eve',
      query: 'bicycle',
      mode: 'text',
      rerank,
      memory_type: '',
      session_id: null,
      top_k: null,
      token_budget: null,
      include_faded: true,
      expand_query: false,
      something: 'else'
    })
  }
  await ask(t, app, 200, 'POST', `${memories}/from-conversation`, {
    user_id: 'eve',
    messages: [{ role: 'user', content: 'I like tea with milk.', uuid: null, name: null, created_at: null }],
    app: null,
    project: null,
    session_id: null,
    tags: null,
    is_agent_memory: null,
    transcript_path: null
  })
  for (
    const query of [
      'page=&size=&limit=',
      'limit=1',
      'include_superseded=True',
      'include_superseded=false&memory_type=',
      'app_id=&categories=,&search_query=%20&as_of=&session_id=',
      'as_of=2026-01-01T00:00:00+02:00',
      'memory_type=nonsense&unknown=1&api_key=whatever'
    ]
  ) {
    await ask(t, app, 200, 'GET', `${memories}?user_id=eve&${query}`)
  }
  t.match(await ask(t, app, 200, 'GET', `${memories}?user_id=eve&limit=1&page=2`), {
    size: 1,
    page: 2,
    items: { length: 1 }
  })
})

t.test('what breaks the schema is a problem document that names the field', async t => {
  const app = await build(t)
  const user = { user_id: 'ada' }
  const required = (field: string) => `The ${field} field is required.`
  const message = { role: 'user', content: 'hello' }
  const cases: Array<
    [
      method: 'GET' | 'POST' | 'DELETE',
      url: string,
      payload: object | undefined,
      errors: Record<string, RegExp | string>
    ]
  > = [
    ['POST', memories, undefined, { UserId: required('UserId'), Text: required('Text') }],
    ['POST', memories, { text: 'x' }, { UserId: required('UserId') }],
    ['POST', memories, { user_id: null, text: 'x' }, { UserId: required('UserId') }],
    ['POST', memories, { user_id: '', text: 'x' }, { UserId: required('UserId') }],
    ['POST', memories, { user_id: ' \t', text: 'x' }, { UserId: required('UserId') }],
    ['POST', memories, { user_id: 7, text: 'x' }, { UserId: /must be a string/ }],
    ['POST', memories, { user_id: ['ada'], text: 'x' }, { UserId: /must be a string/ }],
    ['POST', memories, { user_id: 'a\u0000b', text: 'x' }, { UserId: /well-formed/ }],
    ['POST', memories, { user_id: 'a\ud800', text: 'x' }, { UserId: /well-formed/ }],
    ['POST', memories, { ...user, text: '  ' }, { Text: required('Text') }],
    ['POST', memories, { ...user, text: 'x'.repeat(50_001) }, { Text: /at most 50000 characters long; it has 50001/ }],
    ['POST', memories, { ...user, text: 'x', metadata: 'no' }, { Metadata: /must be an object or null/ }],
    ['POST', memories, { ...user, text: 'x', valid_at: '2026-02-30' }, { ValidAt: /ISO 8601/ }],
    ['POST', memories, { ...user, text: 'x', infer: 'yes', tags: [1] }, {
      Infer: /boolean/,
      'Tags[0]': /must be a string/
    }],
    ['POST', `${memories}/search`, { ...user }, { Query: required('Query') }],
    ['POST', `${memories}/search`, { ...user, query: 'x'.repeat(5001) }, { Query: /at most 5000/ }],
    ['POST', `${memories}/search`, { ...user, query: 'x', top_k: 51 }, { TopK: /between 1 and 50/ }],
    ['POST', `${memories}/search`, { ...user, query: 'x', top_k: 0 }, { TopK: /between 1 and 50/ }],
    ['POST', `${memories}/search`, { ...user, query: 'x', top_k: '5' }, { TopK: /must be an integer/ }],
    ['POST', `${memories}/search`, { ...user, query: 'x', rerank: 'llm' }, { Rerank: /cross_encoder, null or blank/ }],
    ['POST', `${memories}/search`, { ...user, query: 'x', mode: 'magic' }, { Mode: /one of hybrid, text, vector/ }],
    ['POST', `${memories}/search`, { ...user, query: 'x', token_budget: 200_001 }, {
      TokenBudget: /between 0 and 200000/
    }],
    ['POST', `${memories}/from-conversation`, { ...user }, { Messages: required('Messages') }],
    ['POST', `${memories}/from-conversation`, { ...user, messages: [] }, { Messages: /at least 1 item/ }],
    ['POST', `${memories}/from-conversation`, { ...user, messages: [{ role: 'user', content: ' ' }] }, {
      Messages: /not blank/
    }],
    ['POST', `${memories}/from-conversation`, { ...user, messages: [{ role: 'user' }] }, {
      'Messages[0].Content': required('Messages[0].Content')
    }],
    ['POST', `${memories}/from-conversation`, { ...user, messages: [{ ...message, role: 'x'.repeat(21) }] }, {
      'Messages[0].Role': /at most 20/
    }],
    ['POST', `${memories}/from-conversation`, { ...user, messages: [{ ...message, created_at: 'yesterday' }] }, {
      'Messages[0].CreatedAt': /ISO 8601/
    }],
    ['POST', `${memories}/from-conversation`, { ...user, messages: Array(501).fill(message) }, {
      Messages: /at most 500 items; it holds 501/
    }],
    ['DELETE', memories, undefined, { UserId: required('UserId'), MemoryIds: required('MemoryIds') }],
    ['DELETE', memories, { ...user, memory_ids: [] }, { MemoryIds: /at least 1 item/ }],
    ['DELETE', memories, { ...user, memory_ids: 'one' }, { MemoryIds: /must be an array/ }],
    ['GET', memories, undefined, { UserId: required('UserId') }],
    ['GET', `${memories}?user_id=%20`, undefined, { UserId: required('UserId') }],
    ['GET', `${memories}?user_id=a&user_id=b`, undefined, { UserId: /must be a string/ }],
    ['GET', `${memories}?user_id=a&page=0&size=101`, undefined, { Page: /between/, Size: /between 1 and 100/ }],
    ['GET', `${memories}?user_id=a&limit=101&page=1.5`, undefined, { Limit: /between 1 and 100/, Page: /integer/ }],
    ['GET', `${memories}?user_id=a&include_superseded=maybe&as_of=soon`, undefined, {
      IncludeSuperseded: /boolean/,
      AsOf: /ISO 8601/
    }],
    ['GET', `${memories}/x`, undefined, { UserId: required('UserId') }],
    ['GET', `${memories}/x/history`, undefined, { UserId: required('UserId') }],
    ['GET', `${memories}/x/accesses`, undefined, { UserId: required('UserId') }],
    ['POST', `${memories}/x/restore`, { ...user, replce: true }, { Replce: /not known/ }],
    ['GET', '/api/v1/entities', undefined, { UserId: required('UserId') }],
    ['GET', '/api/v1/entities/x', undefined, { UserId: required('UserId') }],
    ['GET', '/api/v1/communities', undefined, { UserId: required('UserId') }],
    ['GET', '/api/v1/graph?user_id=a&size=501', undefined, { Size: /between 1 and 500/ }],
    ['GET', '/api/v1/stats', undefined, { UserId: required('UserId') }],
    ['DELETE', '/api/v1/users/%20', undefined, { UserId: required('UserId') }]
  ]
  for (const [method, url, payload, errors] of cases) {
    const response = await app.inject({ method, url, ...(payload === undefined ? {} : { payload }) })
    const what = `${method} ${url} ${JSON.stringify(payload)?.slice(0, 80) ?? ''}`
    t.equal(response.statusCode, 400, what)
    t.match(response.headers['content-type'], /^application\/problem\+json/, what)
    const body = response.json()
    t.match(body, {
      type: String,
      title: String,
      status: 400,
      detail: String,
      instance: url.split('?')[0],
      errors: Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]]))
    }, what)
    t.strictSame(Object.keys(body.errors).sort(), Object.keys(errors).sort(), what)
  }
})

t.test('a body that cannot be read is refused and says why', async t => {
  const app = await build(t, { Server: { BodyLimitMb: 0.01 } })
  const send = (payload: string | Buffer, type = 'application/json') =>
    app.inject({ method: 'POST', url: memories, payload, headers: { 'content-type': type } })
  for (const broken of ['{"user_id":', 'nonsense', '[1', '{"__proto__":{"a":1},"user_id":"a","text":"x"}']) {
    t.match((await send(broken)).json(), { status: 400, errors: { Body: [String] } }, broken)
  }
  t.match((await send('[]')).json(), { status: 400, errors: { Body: ['The Body field must be an object.'] } })
  t.match((await send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).json(), { errors: { Body: [/UTF-8/] } })
  t.match((await send(JSON.stringify({ user_id: 'a', text: 'x'.repeat(20_000) }))).json(), {
    status: 413,
    code: 'payload_too_large',
    message: String,
    detail: /BodyLimitMb/
  })
  t.match((await send('hello', 'text/plain')).json(), {
    status: 415,
    code: 'unsupported_media_type',
    detail: /application\/json/
  })
  const deep = `{"user_id":"a","text":"x","metadata":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`
  t.match((await send(deep)).json(), { status: 400, errors: { Metadata: [/nested deeper/] } })
  const empty = await app.inject({
    method: 'DELETE',
    url: '/api/v1/users/nobody',
    headers: { 'content-type': 'application/json' }
  })
  t.equal(empty.statusCode, 200, 'an announced body that is not there is no body')
})

t.test('unknown paths and faults leave nothing behind but a code', async t => {
  const app = await build(t)
  t.match(await ask(t, app, 404, 'GET', '/api/v1/nothing?api_key=secret-key'), {
    status: 404,
    code: 'not_found',
    message: 'There is no GET /api/v1/nothing.',
    detail: String
  })
  const odd = await app.inject({ method: 'GET', url: '/%zz?api_key=secret-key' })
  t.match(odd.json(), { status: 400, code: 'bad_request' })
  t.notMatch(odd.body, /secret-key/)
  app.memory.stats = async () => {
    throw Object.assign(new Error('password=hunter2 at db.internal'), { code: 'ECONNREFUSED' })
  }
  const fault = await app.inject({ method: 'GET', url: '/api/v1/stats?user_id=a' })
  t.match(fault.json(), { status: 500, code: 'internal_error', message: String, detail: /request id/ })
  t.notMatch(fault.body, /hunter2|stack|\.js/)
})

t.test('a search stops when the client goes away, and nobody is alarmed', async t => {
  const app = await build(t)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const errors: unknown[] = []
  app.log.error = ((...given: unknown[]) => {
    errors.push(given)
  }) as typeof app.log.error
  const controller = new AbortController()
  const stopped = new Promise<void>(resolve => {
    app.memory.recall = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new Error('stopped'))
          setImmediate(resolve)
        })
        controller.abort()
      })
  })
  const { port } = app.server.address() as AddressInfo
  await t.rejects(
    fetch(`http://127.0.0.1:${port}${memories}/search`, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: 'a', query: 'x' })
    })
  )
  await stopped
  t.strictSame(errors, [])
})

t.test('a key replays the first answer, whatever the order of the fields, and refuses another request', async t => {
  const app = await build(t)
  const key = { 'idempotency-key': 'replayed' }
  const first = await ask(t, app, 200, 'POST', memories, {
    user_id: 'a',
    text: 'Stored once.',
    metadata: { a: 1, b: { c: 2, d: 3 } },
    infer: false
  }, key)
  t.strictSame(
    await ask(t, app, 200, 'POST', memories, {
      metadata: { b: { d: 3, c: 2 }, a: 1 },
      infer: false,
      text: 'Stored once.',
      user_id: 'a'
    }, key),
    first
  )
  t.match(await ask(t, app, 409, 'POST', memories, { user_id: 'a', text: 'Something else.', infer: false }, key), {
    status: 409,
    code: 'idempotency_mismatch'
  })
  const conversation = { user_id: 'a', messages: [{ role: 'user', content: 'I live in Lisbon.' }] }
  const told = await ask(t, app, 200, 'POST', `${memories}/from-conversation`, conversation, {
    'idempotency-key': 'told'
  })
  t.strictSame(
    await ask(t, app, 200, 'POST', `${memories}/from-conversation`, conversation, { 'idempotency-key': 'told' }),
    told
  )
  for (const text of ['A blank key.', 'Is no key.']) {
    await ask(t, app, 200, 'POST', memories, { user_id: 'a', text, infer: false }, { 'idempotency-key': ' ' })
  }
  t.match(
    await ask(t, app, 400, 'POST', memories, { user_id: 'a', text: 'x' }, { 'idempotency-key': 'k'.repeat(256) }),
    { errors: { IdempotencyKey: [/at most 255/] } }
  )
})

t.test('what was written over can be read, with the reason, and restored', async t => {
  const app = await build(t)
  const say = async (content: string, at: string) =>
    ask(t, app, 200, 'POST', `${memories}/from-conversation`, {
      user_id: 'bob',
      messages: [{ role: 'user', content, created_at: at }]
    })
  await say('I live in Lisbon.', '2025-01-10')
  await say('I moved from Lisbon to Porto.', '2026-03-01')
  const { items } = await ask(t, app, 200, 'GET', `${memories}?user_id=bob&include_superseded=true`)
  const old = items.find(({ state }: { state: string }) => state === 'superseded')
  t.match(old, { content: /Lisbon/, is_current: false, superseded_by: String, invalid_at: iso })
  t.match(await ask(t, app, 200, 'GET', `${memories}?user_id=bob`), { items: [{ content: /Porto/, is_current: true }] })
  t.match(await ask(t, app, 200, 'GET', `${memories}?user_id=bob&as_of=2025-06-01`), { items: [{ content: /Lisbon/ }] })
  for (const id of [old.id, old.superseded_by]) {
    const { history } = await ask(t, app, 200, 'GET', `${memories}/${id}/history?user_id=bob`)
    t.match(history, [{
      old_id: old.id,
      new_id: old.superseded_by,
      kind: 'SUPERSEDE',
      reason: /./,
      quote: /Porto/,
      restored_at: null,
      old: { content: /Lisbon/ },
      new: { content: /Porto/ }
    }])
  }
  t.match(await ask(t, app, 200, 'GET', `${memories}/${old.superseded_by}?user_id=bob`), { supersedes: [old.id] })
  t.match(await ask(t, app, 200, 'POST', `${memories}/${old.id}/restore`, { user_id: 'bob' }), {
    id: old.id,
    state: 'active',
    is_current: true,
    superseded_by: null
  })
  t.match(await ask(t, app, 409, 'POST', `${memories}/${old.id}/restore`, { user_id: 'bob' }), {
    code: 'not_superseded'
  })
  t.match(await ask(t, app, 404, 'POST', `${memories}/none/restore`, { user_id: 'bob' }), { code: 'not_found' })
  const { nodes, edges } = await ask(t, app, 200, 'GET', '/api/v1/graph?user_id=bob')
  const ids = new Set(nodes.map(({ id }: { id: string }) => id))
  t.ok(nodes.some(({ kind }: { kind: string }) => kind === 'memory'))
  t.ok(edges.every(({ from, to }: { from: string, to: string }) => ids.has(from) && ids.has(to)))
})

t.test('health shows what works and what does not, and what to set where nothing is configured', async t => {
  const well = await build(t)
  const ok = await ask(t, well, 200, 'GET', '/api/health')
  t.match(ok, {
    status: 'ok',
    checked_at: iso,
    checks: {
      database: { ok: true, provider: 'embedded', url: String, latency_ms: Number, error: null },
      embeddings: { ok: true, provider: 'builtin', model: String, dim: 256, latency_ms: Number, error: null },
      indexes: { ok: true, provider_dim: 256, vector_indexes: Array, mismatches: [], error: null }
    }
  })
  t.strictSame(ok.checks.memgraph, ok.checks.database, 'older clients read the database under this name')
  const ill = await build(t, { Embedding: { Dimensions: 256 } })
  t.match(await ask(t, ill, 503, 'GET', '/api/health'), {
    status: 'degraded',
    checks: { database: { ok: true }, embeddings: { ok: false, error: /Embedding:Provider/ } }
  })
  await ask(t, ill, 200, 'GET', '/livez')
  await ask(t, ill, 200, 'GET', '/readyz')
  for (const url of [memories, `${memories}/search`]) {
    t.match(await ask(t, ill, 503, 'POST', url, { user_id: 'a', text: 'x', query: 'x' }), {
      status: 503,
      code: 'embedding_not_configured',
      message: /SVC_Embedding__Provider/
    })
  }
})

t.test('numbers beyond all bounds and JSON without end, deep or wide, are refused by name, not by a fault', async t => {
  const app = await build(t)
  for (const page of ['-1e999', '1e999', 'Infinity', '-Infinity', 'NaN', '1e400']) {
    const { statusCode, body } = await app.inject({ method: 'GET', url: memories, query: { user_id: 'a', page } })
    t.equal(statusCode, 400, page)
    t.match(JSON.parse(body), { errors: { Page: [/Page field must be/] } }, page)
  }
  const deep = '['.repeat(3_000) + ']'.repeat(3_000)
  const send = async (fields: string) =>
    await app.inject({
      method: 'POST',
      url: memories,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
      payload: `{"user_id":"a","text":"x","infer":false,${fields}}`
    })
  for (const many of ['[],', '{},', '1,', '{"a":"b"},']) {
    const found = (await send(`"an_unknown_field":[${many.repeat(100_000)}1]`)).json()
    t.match(found, { status: 400, errors: { Body: ['The Body field must hold at most 100000 values.'] } })
  }
  const unknown = await send(`"an_unknown_field":${deep}`)
  t.equal(unknown.statusCode, 400)
  t.match(unknown.json(), { errors: { AnUnknownField: [/nested deeper than 100/] } })
  const large = await send(`"metadata":{"a":"${'x'.repeat(66_000)}"}`)
  t.equal(large.statusCode, 400)
  t.match(large.json(), { errors: { Metadata: [/at most 65536 bytes/] } })
  t.equal((await send(`"metadata":{"a":"${'x'.repeat(60_000)}"}`)).statusCode, 200)
})

t.test('no cache keeps an answer, and what is away says when to ask again', async t => {
  const app = await build(t, { Embedding: { Dimensions: 256 } })
  for (const url of [`${memories}?user_id=a`, '/livez', '/nowhere', memories]) {
    const { headers } = await app.inject({ method: 'GET', url })
    t.match(headers, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }, url)
  }
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: memories,
    payload: { user_id: 'a', text: 'x' }
  })
  t.equal(statusCode, 503)
  t.match(headers['retry-after'], /^[1-9][0-9]*$/)
})

t.test('who recalled a memory is answered at once, newest first, and to nobody else', async t => {
  const app = await build(t)
  const { id } = await ask(t, app, 200, 'POST', memories, { user_id: 'ann', text: 'Ann keeps bees.', infer: false })
  await ask(t, app, 200, 'POST', memories, {
    user_id: 'ann',
    text: 'Ann also keeps many bees and a goat.',
    infer: false
  })
  t.strictSame(await ask(t, app, 200, 'GET', `${memories}/${id}/accesses?user_id=ann`), { id, accesses: [] })
  await ask(t, app, 200, 'POST', `${memories}/search`, { user_id: 'ann', query: 'bees', app_name: 'desk' })
  await ask(t, app, 200, 'POST', `${memories}/search`, { user_id: 'ann', query: 'goat', mode: 'text' })
  await ask(t, app, 200, 'POST', `${memories}/search`, { user_id: 'ann', query: 'bees' })
  const { accesses } = await ask(t, app, 200, 'GET', `${memories}/${id}/accesses?user_id=ann`)
  t.match(accesses, [{ app_name: null, at: iso, rank: Number }, { app_name: 'desk', at: iso, rank: Number }])
  t.equal(accesses.length, 2, 'a search that did not answer with it does not count')
  t.match(await ask(t, app, 404, 'GET', `${memories}/${id}/accesses?user_id=bob`), { code: 'not_found' })
})

t.test('without its database the service lives but is not ready', async t => {
  const app = await build(t)
  await ask(t, app, 200, 'GET', '/readyz')
  const lost = await build(t)
  await lost.store.close()
  await ask(t, lost, 200, 'GET', '/livez')
  await ask(t, lost, 503, 'GET', '/readyz')
  t.match(await ask(t, lost, 503, 'GET', '/api/health'), { status: 'degraded', checks: { database: { ok: false } } })
})

t.test('stats, entities, communities, graph and erasure', async t => {
  const app = await build(t)
  const { id } = await ask(t, app, 200, 'POST', memories, { user_id: 'ann', text: 'Ann keeps bees.', infer: false })
  t.match(await ask(t, app, 200, 'GET', '/api/v1/stats?user_id=ann'), {
    memories: { active: 1, superseded: 0, invalidated: 0 },
    entities: Number,
    sessions: 0
  })
  t.match(await ask(t, app, 200, 'GET', '/api/v1/entities?user_id=ann'), {
    items: Array,
    total: Number,
    page: 1,
    size: 20
  })
  t.match(await ask(t, app, 404, 'GET', '/api/v1/entities/none?user_id=ann'), { code: 'not_found' })
  t.match(await ask(t, app, 200, 'GET', '/api/v1/communities?user_id=ann'), { items: Array, total: Number })
  t.match(await ask(t, app, 200, 'GET', '/api/v1/graph?user_id=ann'), {
    nodes: Array,
    edges: Array,
    page: 1,
    size: 100
  })
  t.strictSame(await ask(t, app, 200, 'GET', `${memories}/${id}/history?user_id=ann`), { id, history: [] })
  t.match(await ask(t, app, 200, 'DELETE', '/api/v1/users/ann'), {
    user_id: 'ann',
    erased_at: iso,
    removed: { memories: 1 }
  })
  t.match(await ask(t, app, 200, 'GET', `${memories}?user_id=ann`), { total: 0 })
})

interface Body {
  content?: Record<string, { schema: { $ref?: string, type?: string } }>
}

t.test('the document describes every operation and field, and the page is served from here', async t => {
  const app = await build(t)
  const document = await ask(t, app, 200, 'GET', '/openapi.json')
  t.match(document, {
    openapi: '3.1.0',
    servers: [{ url: '/' }],
    components: { securitySchemes: { bearer: Object, header: Object, query: Object } }
  })
  const operations = [
    '/api/health',
    memories,
    `${memories}/from-conversation`,
    `${memories}/search`,
    `${memories}/context`,
    `${memories}/{id}`,
    `${memories}/{id}/history`,
    `${memories}/{id}/accesses`,
    `${memories}/{id}/restore`,
    '/api/v1/entities',
    '/api/v1/entities/{id}',
    '/api/v1/communities',
    '/api/v1/graph',
    '/api/v1/stats',
    '/api/v1/users/{user_id}'
  ]
  const documented = Object.keys(document.paths)
  t.strictSame(operations.filter(path => !documented.includes(path)), [])
  const ids = Object.values(document.paths as Record<string, Record<string, { operationId?: string }>>).flatMap(
    methods => Object.values(methods).map(({ operationId }) => operationId)
  )
  t.ok(ids.every(Boolean))
  t.equal(new Set(ids).size, ids.length, 'every operation has a name of its own')
  const bodies = Object.values(
    document.paths as Record<string, Record<string, { requestBody?: Body, responses: Record<string, Body> }>>
  ).flatMap(methods =>
    Object.values(methods).flatMap(({ requestBody, responses }) => [requestBody ?? {}, ...Object.values(responses)])
  ).flatMap(({ content = {} }) => Object.entries(content))
  const inline = bodies.filter(([, { schema }]) => schema.$ref === undefined && schema.type !== 'string')
  t.strictSame(inline, [], 'every JSON body is a named component')
  t.notMatch(JSON.stringify(document), /"const":|\$id|x-component|x-documented|"enum":\[[^\]]*null\],"default"/)
  const bare: string[] = []
  const look = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { properties } = node as { properties?: Record<string, { description?: string }> }
    for (const [name, field] of Object.entries(properties ?? {})) if (!field.description) bare.push(`${path}/${name}`)
    for (const [name, child] of Object.entries(node)) look(child, `${path}/${name}`)
  }
  look(document.paths, '')
  t.strictSame(bare, [], 'every field is described')
  for (
    const [path, methods] of Object.entries(
      document.paths as Record<
        string,
        Record<string, { summary?: string, parameters?: Array<{ description?: string }> }>
      >
    )
  ) {
    for (const [method, { summary, parameters = [] }] of Object.entries(methods)) {
      t.ok(summary, `${method} ${path} says what it does`)
      t.ok(parameters.every(({ description }) => description), `${method} ${path} describes its parameters`)
    }
  }
  t.equal((await app.inject('/docs')).headers['location'], 'docs/')
  const page = await app.inject('/docs/')
  t.equal(page.statusCode, 200)
  for (const [, asset = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    t.match(asset, /^\.\/static\//, 'nothing is fetched from elsewhere, and any path may stand before it')
    t.equal((await app.inject(`/docs/${asset}`)).statusCode, 200, asset)
  }
  t.match((await app.inject('/docs/static/none')).json(), { status: 404, code: 'not_found' })
  const front = await app.inject('/')
  // The dashboard, where it was built.
  if (front.statusCode !== 200) t.equal(front.headers['location'], '/docs')
  else t.match(front.headers['content-type'], /^text\/html/)
})
