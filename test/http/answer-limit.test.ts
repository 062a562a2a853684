/** One answer has a bound, and so have all that are on their way at one moment; what is refused says how to go on. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { newMemory, supersession } from '../conformance/store/suite.ts'
import { build } from '../routes/helper.ts'

const userId = 'ada'
const megabyte = 1024 * 1024

/** Forty memories of one MiB each: what was imported before there were bounds, or written by another program. */
async function store (app: FastifyInstance): Promise<string[]> {
  const filler = 'ä'.repeat(megabyte / 2)
  const add = Array.from(
    { length: 40 },
    (_, number) => newMemory(userId, `Ada wrote letter ${number}.`, { metadata: { filler } })
  )
  for (const memory of add) await app.store.commit({ userId, add: [memory] })
  const ids = add.map(({ id }) => id)
  for (const [place, id] of ids.slice(0, -1).entries()) {
    await app.store.commit({ userId, supersede: [supersession(id, ids[place + 1] as string)] })
  }
  return ids
}

t.test('an answer above the limit is refused in words, and a smaller page is given', async t => {
  const app = await build(t)
  const ids = await store(app)
  const list = (size: number) => ({
    method: 'GET' as const,
    url: `/api/v1/memories?user_id=${userId}&include_superseded=true&size=${size}`
  })
  const refused = await app.inject(list(100))
  t.equal(refused.statusCode, 413)
  t.match(refused.json(), { code: 'answer_too_large', message: /4\d MiB; 32 MiB/, detail: /size/ })
  t.ok(String(refused.headers['content-type']).startsWith('application/json'))
  const seen: string[] = []
  for (const page of [1, 2]) {
    const { items, pages } = (await app.inject({ ...list(20), url: `${list(20).url}&page=${page}` })).json<
      { items: Array<{ id: string }>, pages: number }
    >()
    t.equal(pages, 2)
    seen.push(...items.map(({ id }) => id))
  }
  t.same(seen.sort(), [...ids].sort(), 'nothing is lost')

  const search = async (top: number) =>
    await app.inject({
      method: 'POST',
      url: '/api/v1/memories/search',
      payload: {
        user_id: userId,
        query: 'letter',
        as_of: '2026-01-01T00:00:00Z',
        known_at: '2026-01-01T00:00:00Z',
        top_k: top
      }
    })
  t.match((await search(50)).json(), { status: 413, code: 'answer_too_large', detail: /top_k/ })
  t.equal((await search(5)).statusCode, 200)

  const history = await app.inject({ method: 'GET', url: `/api/v1/memories/${ids[0]}/history?user_id=${userId}` })
  t.match(history.json(), { status: 413, code: 'answer_too_large' })
  const whole = await app.inject({ method: 'GET', url: `/api/v1/export?user_id=${userId}` })
  t.equal(whole.statusCode, 200)
  t.equal(
    whole.payload.split('\n').filter(line => line.startsWith('{"record":"memory"')).length,
    40,
    'the export has all'
  )
})

t.test('answers that are not read yet have a budget; others are asked to come again until there is room', async t => {
  const app = await build(t, { Server: { Port: 0, BodiesInFlightMb: 16 } })
  await store(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const path = `/api/v1/memories?user_id=${userId}&include_superseded=true&size=12`
  const slow = connect(port, '127.0.0.1')
  slow.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  // The answer has begun to arrive; the rest of it waits in the service until it is read.
  await once(slow, 'readable')
  const url = `http://127.0.0.1:${port}${path}`
  const refused = await fetch(url)
  t.equal(refused.status, 503)
  t.ok(Number(refused.headers.get('retry-after')) > 0)
  t.match(await refused.json(), { code: 'overloaded' })
  t.equal((await fetch(`http://127.0.0.1:${port}/api/v1/stats?user_id=${userId}`)).status, 200, 'small ones are given')
  slow.destroy()
  for (let status = 503; status !== 200; await pause(10)) {
    const answer = await fetch(url)
    status = answer.status
    await answer.arrayBuffer()
  }
})
