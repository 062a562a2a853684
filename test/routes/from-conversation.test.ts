/** What would become of a conversation, and what became of it line by line. */
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { build } from './helper.ts'

interface Answer {
  results: Array<{ id: string, memory: string, event: string }>
  dry_run?: boolean
}
interface Line {
  type: string
  id?: string
  memory?: string
  event?: string
  reason?: string
  quote?: string
  displaced?: Array<{ id: string, memory: string }>
}

const url = '/api/v1/memories/from-conversation'
const body = (content: string, day: number, more: object = {}) => ({
  user_id: 'ada',
  session_id: 's1',
  messages: [{ role: 'user', content, created_at: `2026-03-0${day}T09:00:00Z` }],
  ...more
})
const stored = async (app: FastifyInstance) =>
  (await app.inject('/api/v1/memories?user_id=ada')).json<{ items: Array<{ id: string, content: string }> }>().items

t.test('dry_run decides, stores nothing, and repeats nothing', async t => {
  const app = await build(t)
  const key = { 'idempotency-key': 'k1' }
  const payload = body('I live in Graz.', 1, { dry_run: true })
  const would = (await app.inject({ method: 'POST', url, payload, headers: key })).json<Answer>()
  t.match(would, { dry_run: true, results: [{ event: 'ADD', memory: /Graz/ }] })
  t.same(await stored(app), [])
  const does = (await app.inject({ method: 'POST', url, payload: body('I live in Graz.', 1), headers: key }))
    .json<Answer>()
  t.match(does, { results: [{ event: 'ADD', memory: would.results[0]?.memory }] }, 'its turn was not admitted')
  t.notOk('dry_run' in does)

  const [graz] = await stored(app)
  const moved = await app.inject({ method: 'POST', url, payload: body('I moved to Linz.', 2, { dry_run: true }) })
  t.match(moved.json(), { results: [{ event: 'SUPERSEDE' }] })
  t.same((await stored(app)).map(({ id }) => id), [graz?.id], 'nothing ended')
})

t.test('"tomorrow" is by the clock of the zone that a turn was sent with', async t => {
  const app = await build(t)
  const clocks: Array<[said: string, day: string]> = [
    ['2026-03-04T20:30:00-05:00', '2026-03-05'],
    ['2026-03-05T01:30:00Z', '2026-03-06'],
    ['2026-03-05T01:30:00', '2026-03-06'],
    ['2026-03-05T01:30:00+09:00', '2026-03-06'],
    ['2026-03-04T23:30:00+0200', '2026-03-05']
  ]
  for (const [said, day] of clocks) {
    const messages = [{ role: 'user', content: 'My sister Ida flies to Rome tomorrow.', created_at: said }]
    const payload = { user_id: `zone ${said}`, messages, dry_run: true }
    const { results } = (await app.inject({ method: 'POST', url, payload })).json<Answer>()
    t.match(results, [{ memory: new RegExp(`tomorrow \\(${day}\\)`) }], said)
  }
})

t.test('one line a decision: why, in whose words, and what it takes the place of', async t => {
  const app = await build(t)
  await app.inject({ method: 'POST', url, payload: body('I live in Graz.', 1) })
  const [graz] = await stored(app)
  const response = await app.inject({
    method: 'POST',
    url,
    payload: body('I moved to Linz. I play the oboe.', 2),
    headers: { accept: 'application/x-ndjson' }
  })
  t.equal(response.statusCode, 200)
  t.match(response.headers['content-type'], /^application\/x-ndjson/)
  const lines = response.body.trimEnd().split('\n').map(line => JSON.parse(line) as Line)
  const facts = lines.slice(0, -1)
  t.ok(facts.length >= 2)
  t.ok(facts.every(({ type, id, memory, event }) => type === 'fact' && id && memory && event))
  t.match(facts.find(({ event }) => event === 'SUPERSEDE'), {
    memory: /Linz/,
    quote: /Linz/,
    reason: /\w/,
    displaced: [{ id: graz?.id, memory: graz?.content }]
  })
  t.match(lines.at(-1), { type: 'done', results: facts.map(({ id, event }) => ({ id, event })) })

  const nothing = await app.inject({
    method: 'POST',
    url,
    payload: body('Thanks!', 3),
    headers: { accept: 'application/x-ndjson' }
  })
  t.same(JSON.parse(nothing.body), { type: 'done', no_facts_extracted: true })
  const refused = await app.inject({
    method: 'POST',
    url,
    payload: body(' ', 3),
    headers: { accept: 'application/x-ndjson' }
  })
  t.equal(refused.statusCode, 400, 'errors are errors, not lines')
})
