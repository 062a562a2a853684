/** Why a search did not find a memory, at each stage that can leave one out. */
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { build } from './helper.ts'

const memories = '/api/v1/memories'

async function post (app: FastifyInstance, url: string, body: object) {
  const answer = await app.inject({ method: 'POST', url: memories + url, payload: { user_id: 'ada', ...body } })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> & { id: string } }
}

const add = async (app: FastifyInstance, text: string, more: object = {}) =>
  (await post(app, '', { text, infer: false, ...more })).body.id

t.test('each stage is named, with what was asked and what the memory is', async t => {
  const app = await build(t)
  const miss = async (id: string, body: object) =>
    (await post(app, `/${id}/explain-miss`, { query: 'harbour', ...body })).body

  const harbour = await add(app, 'Ada likes the harbour.', { memory_type: 'semantic', tags: ['places'] })
  t.match(await miss(harbour, {}), { id: harbour, stage: 'found', reason: /hit 1 of 1/, ranks: { text: 1 } })
  t.match(await miss(harbour, { memory_type: 'episodic' }), { stage: 'filter', reason: /"episodic".*"semantic"/ })
  t.match(await miss(harbour, { tags: ['food'] }), { stage: 'filter', reason: /\["food"\].*\["places"\]/ })
  t.match(await miss(harbour, { project: 'atlas' }), {
    stage: 'filter',
    reason: /project "atlas"; the memory has null/
  })
  t.match(await miss(harbour, { as_of: '2020-01-01' }), { stage: 'time', reason: /after 2020-01-01/ })

  const cello = await add(app, 'Ada plays the cello.')
  t.match(await miss(cello, { mode: 'text' }), { stage: 'arms', reason: /none of the words/, ranks: { text: null } })

  for (let n = 0; n < 12; n++) await add(app, `The harbour has a crane number ${n}, near the harbour gate.`)
  const found = (await post(app, '/search', { query: 'harbour', top_k: 3, mode: 'text' })).body['results'] as Array<
    { id: string }
  >
  const left = (await app.inject(`${memories}?user_id=ada&size=100`)).json<
    { items: Array<{ id: string, content: string }> }
  >()
    .items.find(({ id, content }) => content.includes('crane') && !found.some(hit => hit.id === id))
  t.match(await miss(left?.id ?? '', { top_k: 3, mode: 'text' }), { stage: /fusion|top_k/, ranks: { text: Number } })
  t.match(await miss(left?.id ?? '', { top_k: 3, rerank: 'cross_encoder', mode: 'text' }), {
    stage: 'top_k',
    reason: /It was number \d+ of \d+ in the end; 3 were asked for/
  })
  t.match(await miss(left?.id ?? '', { top_k: 50, token_budget: 20, mode: 'text' }), {
    stage: 'token_budget',
    reason: /fit in 20 tokens/
  })

  await post(app, `/${harbour}/retire`, { reason: 'moved away' })
  t.match(await miss(harbour, {}), { stage: 'time', reason: /It was ended on/ })
})

t.test("another user's memory is unknown, and nothing is recorded as an access", async t => {
  const app = await build(t)
  const id = await add(app, 'Ada likes the harbour.')
  t.equal((await post(app, `/${id}/explain-miss`, { user_id: 'bob', query: 'harbour' })).status, 404)
  t.equal((await post(app, '/nobody/explain-miss', { query: 'harbour' })).status, 404)
  t.equal((await post(app, `/${id}/explain-miss`, { query: ' ' })).status, 400)
  await post(app, `/${id}/explain-miss`, { query: 'harbour', app_name: 'page' })
  const { accesses } = (await app.inject(`${memories}/${id}/accesses?user_id=ada`)).json<
    { accesses?: unknown[], items?: unknown[] }
  >()
  t.same(accesses ?? [], [])
})
