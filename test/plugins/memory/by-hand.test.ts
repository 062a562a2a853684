/** Intervals given by hand: none ends before it begins, and what was corrected is not believed beside it. */
import t from 'tap'
import { openEmbedded, type Embedded } from '../../services/embedded.ts'

const base = '/api/v1/memories'

interface Row {
  id: string
  state: string
  invalid_at: string | null
  superseded_by: string | null
  expired_at: string | null
}

const itemsOf = async ({ call }: Embedded, query: string): Promise<Row[]> => {
  const { body } = await call('GET', `/api/v1/${query}`)
  return (body as unknown as { items: Row[] }).items
}

async function add ({ call }: Embedded, fields: Record<string, unknown>): Promise<string> {
  const { body } = await call('POST', base, { user_id: 'sarah', infer: false, ...fields })
  return (body as unknown as Row).id
}

t.test('an end before the beginning is refused in a batch, whichever of its texts has it', async t => {
  const service = await openEmbedded(t)
  const wrong = { text: 'The pool is open.', invalid_at: '2020-01-01' }
  for (const [place, items] of [[wrong, { text: 'The gym is.' }], [{ text: 'The gym is.' }, wrong]].entries()) {
    const { status, body } = await service.call('POST', `${base}/batch`, { user_id: 'sarah', items })
    t.equal(status, 400)
    t.match(body, { errors: { [`Items[${place}].InvalidAt`]: [/later than valid_at/] } })
  }
  t.same(await itemsOf(service, 'memories?user_id=sarah&include_superseded=true'), [], 'nothing is stored')
})

t.test('what ends while the write waits, or is said by another caller, is refused by the pipeline', async t => {
  const { app } = await openEmbedded(t)
  const request = { userId: 'sarah', app: null, project: null, sessionId: null, tags: [], categories: [] }
  const given = { text: 'The pool is open.', memoryType: null, metadata: null, validAt: null, invalidAt: 1 }
  for (const infer of [true, false]) {
    await t.rejects(app.memory.remember({ ...request, ...given, infer, idempotency: null }), {
      name: 'ValidationFailed'
    })
  }
})

t.test('what was corrected is over at once, also where it would begin later', async t => {
  const service = await openEmbedded(t)
  const { call } = service
  const id = await add(service, { text: 'The course begins in room 3.', valid_at: '2190-01-01' })
  await call('PATCH', `${base}/${id}`, { user_id: 'sarah', text: 'The course begins in room 4.' })
  const [newest] = await itemsOf(service, 'changes?user_id=sarah')
  const check = async (what: string): Promise<void> => {
    const listed = await itemsOf(service, 'memories?user_id=sarah&include_superseded=true')
    const drawn = await itemsOf(service, 'timeline?user_id=sarah')
    t.equal(listed.find(one => one.id === id)?.state, 'superseded', `${what}: listed`)
    t.equal(drawn.find(one => one.id === id)?.state, 'superseded', `${what}: drawn`)
  }
  await check('corrected')
  await call('POST', '/api/v1/changes/undo', { user_id: 'sarah', change_id: newest?.id })
  const [undone] = await itemsOf(service, 'changes?user_id=sarah')
  await call('POST', '/api/v1/changes/undo', { user_id: 'sarah', change_id: undone?.id })
  await check('taken back twice')
})

t.test('what is named as replaced from a later day on holds until then', async t => {
  const service = await openEmbedded(t)
  const id = await add(service, { text: 'The office is in Bonn.' })
  const by = await add(service, { text: 'The office is in Kiel.', supersedes: [id], valid_at: '2190-01-01' })
  const expected = { id, state: 'active', invalid_at: '2190-01-01T00:00:00.000Z', superseded_by: by, expired_at: null }
  t.match(await itemsOf(service, 'memories?user_id=sarah'), [expected])
  const drawn = await itemsOf(service, 'timeline?user_id=sarah')
  t.match(drawn.find(one => one.id === id), expected)
})

t.test('that it holds until then is in an export, and comes back', async t => {
  const [from, to] = [await openEmbedded(t), await openEmbedded(t)]
  const id = await add(from, { text: 'The office is in Bonn.' })
  await add(from, { text: 'The office is in Kiel.', supersedes: [id], valid_at: '2190-01-01' })
  const file = await from.app.inject({ method: 'GET', url: '/api/v1/export?user_id=sarah' })
  const headers = { 'content-type': 'application/x-ndjson' }
  const url = '/api/v1/import?user_id=sarah'
  for (const count of [1, 0]) {
    const { body } = await to.app.inject({ method: 'POST', url, headers, payload: file.rawPayload })
    t.match(JSON.parse(body), { imported: { supersessions: count } })
  }
  t.same(await itemsOf(to, 'timeline?user_id=sarah'), await itemsOf(from, 'timeline?user_id=sarah'))
})
