/** A crowd is refused in words and soon, never another caller; what was given a place gives it back. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { bytesInFlight } from '../../http/bytes-in-flight.ts'
import { requestsInFlight } from '../../http/in-flight.ts'
import { random } from '../conformance/store/suite.ts'
import { build } from '../routes/helper.ts'

t.test('for any order of coming and going: never too many, a newcomer is let in, no place is lost', async t => {
  for (let seed = 1; seed <= 200; seed++) {
    const next = random(seed)
    const most = 2 + Math.floor(next() * 60)
    const inFlight = requestsInFlight(most)
    const inside: Array<{ caller: string, leave: () => void }> = []
    const holds = (caller: string): number => inside.filter(one => one.caller === caller).length
    for (let step = 0; step < 400; step++) {
      if (next() < 0.4 && inside.length > 0) inside.splice(Math.floor(next() * inside.length), 1)[0]!.leave()
      const caller = next() < 0.7 ? 'flood' : `user-${Math.floor(next() * 8)}`
      const [before, own] = [inside.length, holds(caller)]
      const leave = inFlight.enter(caller)
      if (leave !== null) inside.push({ caller, leave })
      if (own === 0 && before < most && leave === null) t.fail(`seed ${seed}: a newcomer was refused`)
      if (inside.length > most) t.fail(`seed ${seed}: too many`)
      if (holds('flood') > most / 2 + 1) t.fail(`seed ${seed}: one has more than half`)
    }
    for (const { leave } of inside) leave()
    if (inFlight.callers() !== 0) t.fail(`seed ${seed}: a place was lost`)
  }
})

/** Lists of memories wait until it is opened. */
function gate (app: FastifyInstance): () => void {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const { list } = app.memory
  app.memory.list = async (...asked) => {
    await opened
    return await list(...asked)
  }
  return open
}

const listOf = (user: string) => ({ method: 'GET' as const, url: `/api/v1/memories?user_id=${user}` })

t.test('one caller with a crowd is refused with Retry-After; probes and other users are not', async t => {
  const app = await build(t, { Server: { RequestsInFlight: 8 } })
  const open = gate(app)
  const crowd = Array.from({ length: 40 }, async () => await app.inject(listOf('ada')))
  const refused = await Promise.any(crowd)
  t.match(refused.json(), { status: 503, code: 'overloaded', detail: /RequestsInFlight/ })
  t.ok(Number(refused.headers['retry-after']) > 0)
  const other = app.inject(listOf('bob'))
  for (const url of ['/livez', '/readyz', '/api/health']) t.equal((await app.inject(url)).statusCode, 200, url)
  t.equal((await app.inject('/api/v1/stats?user_id=carol')).statusCode, 200, 'whoever has no place finds one')
  open()
  const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode)
  t.equal(statuses.filter(status => status === 200).length, 4, 'half of the places')
  t.equal(statuses.filter(status => status === 503).length, 36)
  t.equal((await other).statusCode, 200)
  t.equal((await app.inject(listOf('ada'))).statusCode, 200, 'afterwards as before')
})

t.test('clients that go away before they are answered give their places back', async t => {
  const app = await build(t, { Server: { RequestsInFlight: 4 } })
  const open = gate(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  for (let round = 0; round < 20; round++) {
    const socket = connect(port, '127.0.0.1')
    const closed = once(app.server, 'request').then(async ([, response]) => {
      await once(response as NodeJS.EventEmitter, 'close')
    })
    socket.write(`GET ${listOf('ada').url} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await once(app.server, 'request')
    socket.destroy()
    await closed
  }
  open()
  t.equal((await app.inject(listOf('ada'))).statusCode, 200)
})

t.test('bytes that are reserved for a client that is gone already are given back at once', async t => {
  const inFlight = bytesInFlight(() => 100)
  const reply = { raw: { closed: true, once: () => {} } } as never
  for (let round = 0; round < 5; round++) t.ok(inFlight.reserve(80, reply))
})

t.test('what happens before a route happens once, however deep its folder lies', async t => {
  const app = await build(t, { RateLimit: { Enabled: true, Max: 100 } })
  let left = 100
  for (
    const url of [
      '/api/v1/stats?user_id=ada',
      '/api/v1/memories?user_id=ada',
      '/api/v1/debug/reindex-vectors',
      '/mcp/test'
    ]
  ) {
    const { headers } = await app.inject(url)
    t.equal(Number(headers['x-ratelimit-remaining']), --left, url)
  }
})
