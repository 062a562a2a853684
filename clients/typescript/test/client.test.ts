import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import service from '../../testing/service.cjs'
import type { RunningService } from '../../testing/service.cjs'
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  NotFoundError,
  Palimpsest,
  PalimpsestError,
  RateLimitError,
  ValidationError
} from '../src/index.ts'

const { startService } = service

async function all<T> (items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

for (const secret of ['', 'a secret of the tests that is long enough']) {
  describe(secret === '' ? 'auth off' : 'auth on', () => {
    let running: RunningService
    let client: Palimpsest
    before(async () => {
      running = await startService({ secret })
      client = new Palimpsest({
        baseUrl: `${running.url}/`,
        app: 'tests',
        ...(secret !== '' && { apiKey: running.mintKey('sarah') })
      })
    })
    after(async () => {
      await running.stop()
    })

    test('the whole surface, against a running service', async () => {
      const sarah = client.for('sarah')
      assert.equal((await client.health()).status, 'ok')

      const added = await sarah.add('Sarah has a cat called Miso.', {
        infer: false,
        metadata: { n: 1 },
        tags: ['pets']
      })
      assert.deepEqual([added.event, added.app_name], ['ADD', 'tests'])
      const { results = [] } = await sarah.ingest([{ role: 'user', content: 'I live in New York City.' }], {
        session_id: 's1'
      })
      assert.match(results[0]?.memory ?? '', /New York/)
      assert.equal((await sarah.ingest([{ role: 'user', content: 'Thanks!' }])).no_facts_extracted, true)

      const found = await sarah.search('What is the cat called?', { top_k: 1, rerank: 'cross_encoder' })
      assert.equal(found.results[0]?.id, added.id)
      assert.ok((found.results[0]?.score ?? 0) <= 1)
      const { context, memory_ids: ids, tokens } = await sarah.context('the cat', { tokens: 200 })
      assert.match(context, /- Sarah has a cat called Miso\. \(since \d{4}-\d\d-\d\d, current\)/)
      assert.ok(ids.includes(added.id) && tokens <= 200)
      assert.equal((await sarah.context()).memory_ids.length, 2)

      const memory = await sarah.get(added.id)
      assert.deepEqual([memory.text, memory.metadata_, memory.tags], ['Sarah has a cat called Miso.', { n: 1 }, [
        'pets'
      ]])
      await sarah.ingest([{ role: 'user', content: 'I moved from New York City to San Francisco last week.' }], { session_id: 's2' })
      const [ended] = (await all(sarah.list({ include_superseded: true }))).filter(({ state }) =>
        state === 'superseded'
      )
      assert.ok(ended !== undefined)
      assert.equal((await sarah.history(ended.id))[0]?.old_id, ended.id)
      assert.equal((await sarah.restore(ended.id)).state, 'active')
      await assert.rejects(sarah.restore(ended.id), ConflictError)
      assert.ok((await sarah.stats()).memories.active >= 2)
      const entities = await all(sarah.entities())
      if (entities[0] !== undefined) assert.equal((await sarah.entity(entities[0].id)).id, entities[0].id)

      const records = await all(sarah.export())
      assert.deepEqual([records[0]?.record, records.at(-1)?.record], ['header', 'end'])
      assert.deepEqual((await sarah.delete([added.id, 'none'])).not_found, ['none'])
      await assert.rejects(sarah.get(added.id), NotFoundError)
      const file = records.map(record => JSON.stringify(record)).join('\n') + '\n'
      assert.equal((await sarah.import(new Blob([file]))).imported.memories, 1)
      assert.equal((await sarah.get(added.id)).text, memory.text)
      assert.ok((await sarah.erase()).removed.memories >= 3)
      assert.deepEqual(await all(sarah.list()), [])
    })

    test('iteration fetches every page', async () => {
      const many = client.for('sarah')
      for (let index = 0; index < 101; index++) await many.add(`note number ${index}`, { infer: false })
      assert.equal(new Set((await all(many.list())).map(({ id }) => id)).size, 101)
      assert.equal((await many.page({ size: 5, page: 2 })).items.length, 5)
    })

    test('a write is idempotent by its key', async () => {
      const sarah = client.for('sarah')
      const write = async (text: string) =>
        await sarah.add(text, { infer: false }, { idempotencyKey: `once ${secret.length}` })
      assert.equal((await write('said once')).id, (await write('said once')).id)
      await assert.rejects(
        write('said otherwise'),
        (error: ConflictError) => error instanceof ConflictError && error.code === 'idempotency_mismatch'
      )
    })

    test('errors are typed, with code, detail and fields', async () => {
      await assert.rejects(client.for('sarah').search('x', { top_k: 99 }), (error: ValidationError) => {
        assert.ok(error instanceof ValidationError)
        assert.deepEqual(error.errors, { TopK: ['The TopK field must be between 1 and 50.'] })
        return true
      })
      if (secret === '') return
      await assert.rejects(client.for('mallory').stats(), ForbiddenError)
      const bare = new Palimpsest({ baseUrl: running.url })
      await assert.rejects(
        bare.for('sarah').search('x'),
        (error: AuthenticationError) => error instanceof AuthenticationError && error.code === 'unauthorized'
      )
    })

    test("an abort is the caller's own reason", async () => {
      const reason = new Error('enough')
      await assert.rejects(client.for('sarah').search('x', {}, { signal: AbortSignal.abort(reason) }), reason)
    })
  })
}

describe('a service that fails', () => {
  let server: Server
  let asked: Array<{ method: string, path: string, key: string | undefined, at: number }> = []
  let answers: Array<{ status: number, headers?: Record<string, string>, body?: object, silent?: boolean }> = []
  let client: Palimpsest

  before(async () => {
    server = createServer((request, response) => {
      request.resume()
      asked.push({
        method: request.method ?? '',
        path: request.url ?? '',
        key: request.headers['idempotency-key'] as string | undefined,
        at: performance.now()
      })
      const { status, headers = {}, body = {}, silent } = answers.shift() ?? { status: 200 }
      if (silent !== true) {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
      }
    })
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve)
    })
    client = new Palimpsest({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs: 200 })
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  async function played<T> (script: typeof answers, call: () => Promise<T>): Promise<T> {
    asked = []
    answers = script
    return await call()
  }

  test('a write is tried again with the same key, after what Retry-After says', async () => {
    await played(
      [{ status: 503, headers: { 'retry-after': '0.3' } }, { status: 200, body: { id: 'x' } }],
      async () => await client.for('u').add('a')
    )
    assert.equal(asked.length, 2)
    assert.ok(asked[0]?.key !== undefined && asked[0].key === asked[1]?.key)
    assert.ok((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0) >= 295)
  })

  test('it gives up after its retries, with the last answer', async () => {
    const refusal = {
      status: 429,
      headers: { 'retry-after': '0' },
      body: { status: 429, code: 'too_many_requests', message: 'slower', detail: 'Wait.' }
    }
    await assert.rejects(
      played([refusal, refusal, refusal], async () => await client.for('u').search('a')),
      (error: RateLimitError) => {
        assert.ok(error instanceof RateLimitError)
        assert.deepEqual([error.message, error.code, error.detail, error.retryAfterMs], [
          'slower',
          'too_many_requests',
          'Wait.',
          0
        ])
        return true
      }
    )
    assert.equal(asked.length, 3)
  })

  test('what is not repeatable, and what the service has decided, is asked once', async () => {
    await assert.rejects(played([{ status: 503 }], async () => await client.for('u').restore('x')), PalimpsestError)
    assert.equal(asked.length, 1)
    await assert.rejects(
      played([{ status: 500, body: { code: 'internal_error', message: 'm' } }], async () =>
        await client.for('u').search('x')),
      PalimpsestError
    )
    assert.equal(asked.length, 1)
  })

  test('a wait that is too long is left to the caller', async () => {
    await assert.rejects(
      played([{ status: 429, headers: { 'retry-after': '3600' } }], async () => await client.for('u').stats()),
      (error: RateLimitError) => error.retryAfterMs === 3_600_000
    )
    assert.equal(asked.length, 1)
  })

  test('silence ends with the timeout, and a closed port is a connection error', async () => {
    await assert.rejects(
      played([{ status: 200, silent: true }], async () => await client.for('u').restore('x')),
      (error: ConnectionError) => error instanceof ConnectionError && error.code === 'timeout'
    )
    const nowhere = new Palimpsest({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
    await assert.rejects(
      nowhere.for('u').search('x'),
      (error: ConnectionError) => error instanceof ConnectionError && error.code === 'connection_failed'
    )
  })

  test('an abort ends the wait between two attempts', async () => {
    const controller = new AbortController()
    const call = played(
      [{ status: 503, headers: { 'retry-after': '20' } }],
      async () => await client.for('u').search('x', {}, { signal: controller.signal })
    )
    setTimeout(() => {
      controller.abort(new Error('enough'))
    }, 100)
    await assert.rejects(call, /enough/)
    assert.equal(asked.length, 1)
  })

  test('an export without its end is no export', async () => {
    await assert.rejects(
      played([{ status: 200, body: { record: 'header' } }], async () => await all(client.for('u').export())),
      (error: PalimpsestError) => error.code === 'export_cut_off'
    )
  })
})
