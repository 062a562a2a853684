/** What rests on something that ended says so, is never ended by it, and a later statement settles it. */
import t from 'tap'
import { openEmbedded, type Embedded } from '../../services/embedded.ts'
import { startScriptedServer } from '../../services/scripted-openai.ts'
import { is, pointedAt } from '../../scenarios/stage.ts'

interface Item {
  id: string
  content: string
  is_current: boolean
  stale_because: string | null
}

const base = '/api/v1/memories'
const rules = { SVC_Distill__Provider: 'rules' }

async function tell ({ call }: Embedded, userId: string, day: string, content: string): Promise<void> {
  const { status } = await call('POST', `${base}/from-conversation`, {
    user_id: userId,
    session_id: day,
    messages: [{ role: 'user', content, created_at: `${day}T09:00:00Z` }]
  })
  if (status !== 200) throw new Error(`answered ${status}`)
}

/** Text of what is believed, to the text of what it rests on and what ended. */
async function marks ({ call }: Embedded, userId: string): Promise<Record<string, string | null>> {
  const { body: { items } } = await call<{ items: Item[] }>(
    'GET',
    `${base}?user_id=${userId}&include_superseded=true&size=100`
  )
  const textOf = (id: string) => items.find(item => item.id === id)?.content ?? id
  return Object.fromEntries(
    items.filter(item => item.is_current && /commute|rent|boss|dentist|sister/.test(item.content))
      .map(item => [item.content, item.stale_because === null ? null : textOf(item.stale_because)])
  )
}

const commute = "The user's commute is 20 minutes."
const boss = "The user's boss is Tom."
const berlin = 'The user lives in Berlin.'
const siemens = 'The user works at Siemens.'

const told: Array<[day: string, words: string]> = [
  ['2025-01-03', 'I live in Berlin.'],
  ['2025-01-04', 'I work at Siemens.'],
  ['2025-02-03', 'My commute is 20 minutes.'],
  ['2025-02-04', 'My boss is Tom.'],
  ['2025-02-05', 'My dentist is Dr. Ott.'],
  ['2025-02-06', 'My sister Anna pays rent in Rome.'],
  ['2025-03-03', 'I moved to Hamburg.']
]

t.test('an end marks what rests on it, in any order of arrival, and ends none of it', async t => {
  const service = await openEmbedded(t, rules)
  const orders = [told, told.toReversed(), [...told.slice(3), ...told.slice(0, 3)]]
  for (const [place, order] of orders.entries()) {
    const userId = `ada${place}`
    for (const [day, words] of order) await tell(service, userId, day, words)
    const found = await marks(service, userId)
    t.equal(found[commute], berlin, `order ${place}`)
    t.equal(found[boss], null, 'the employer is the same')
    t.same(Object.values(found).filter(because => because !== null), [berlin], 'nothing else rests on the home')
  }
})

t.test('what was told last decides: a later statement settles it, an earlier one does not', async t => {
  const service = await openEmbedded(t, rules)
  for (const [day, words] of told) await tell(service, 'ada', day, words)
  await tell(service, 'ada', '2025-02-20', 'My commute is 20 minutes.')
  t.equal((await marks(service, 'ada'))[commute], berlin, 'dated before the move')
  await tell(service, 'ada', '2025-04-03', 'My commute is 20 minutes.')
  t.equal((await marks(service, 'ada'))[commute], null)
  await tell(service, 'ada', '2025-05-03', 'I work at Bosch now.')
  t.match(await marks(service, 'ada'), { [commute]: siemens, [boss]: siemens })
})

t.test('restore, undo, retire and delete take the mark with them', async t => {
  const service = await openEmbedded(t, rules)
  const { call } = service
  for (const [day, words] of told) await tell(service, 'ada', day, words)
  const idOf = async (text: string) =>
    (await call<{ items: Item[] }>('GET', `${base}?user_id=ada&include_superseded=true&size=100`)).body.items
      .find(({ content }) => content === text)?.id
  const because = async () => (await marks(service, 'ada'))[commute]

  await call('POST', '/api/v1/changes/undo', { user_id: 'ada', session_id: '2025-03-03' })
  t.equal(await because(), null, 'the move was undone')
  await call('POST', `${base}/${await idOf(berlin)}/retire`, { user_id: 'ada', reason: 'moved' })
  t.equal(await because(), berlin, 'the home was retired')
  await call('POST', `${base}/${await idOf(berlin)}/restore`, { user_id: 'ada' })
  t.equal(await because(), null, 'the home was restored')
  await tell(service, 'ada', '2025-06-03', 'I moved to Hamburg.')
  t.equal(await because(), berlin)
  await call('DELETE', base, { user_id: 'ada', memory_ids: [await idOf(berlin)] })
  t.equal(await because(), null, 'nothing names what is deleted')
})

t.test('every read shows it', async t => {
  const service = await openEmbedded(t, rules)
  const { call } = service
  for (const [day, words] of told) await tell(service, 'ada', day, words)
  const { body: { results } } = await call<{ results: Item[] }>('POST', `${base}/search`, {
    user_id: 'ada',
    query: 'how long is the commute'
  })
  const hit = results.find(({ content }) => content === commute)
  t.type(hit?.stale_because, 'string')
  const { body: one } = await call<Item>('GET', `${base}/${hit?.id}?user_id=ada`)
  t.equal(one.stale_because, hit?.stale_because)
  const { body: { context } } = await call<{ context: string }>('POST', `${base}/context`, {
    user_id: 'ada',
    query: 'commute'
  })
  t.match(context, /commute is 20 minutes\. \(since 2025-02-03, may be out of date\)/)
})

t.test('a model may say what the words do not show', async t => {
  const server = await startScriptedServer({ dimensions: 64 })
  t.teardown(() => server.close())
  const service = await openEmbedded(t, pointedAt(server))
  const fact = { turn: 1, subject: 'user', change: 'none', entities: [] }
  const say = async (day: string, quote: string, rest: object) => {
    server.always(
      'chat',
      asked => is('extract')(asked) ? { json: { facts: [{ ...fact, quote, text: quote, ...rest }] } } : {}
    )
    await tell(service, 'ada', day, quote)
  }
  const home = { predicate: 'lives_in', single: true }
  await say('2025-01-03', 'I live in Berlin.', { ...home, value: 'Berlin' })
  await say('2025-02-03', 'The gym is around the corner.', { predicate: 'near', value: 'gym', rests_on: 'lives_in' })
  await say('2025-03-03', 'I live in Kiel now.', { ...home, value: 'Kiel' })
  const { items } = await service.app.store.list('ada', { includeSuperseded: true, page: 1, size: 10 })
  const berlin = items.find(({ value }) => value === 'Berlin')
  t.equal(berlin?.state, 'superseded')
  t.equal(items.find(({ value }) => value === 'gym')?.staleBecause, berlin?.id)
})
