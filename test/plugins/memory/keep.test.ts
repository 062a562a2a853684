/**
 * What keeps memories right, over HTTP on the embedded store: changes and taking them back, the timeline against
 * searches, corrections by hand. Generated sequences for the properties; every generator is seeded.
 */
import t from 'tap'
import { openEmbedded, type Embedded } from '../../services/embedded.ts'

interface Reference {
  id: string
  memory: string
}
interface Change {
  id: string
  at: string
  session_id: string | null
  source: string
  added: Reference[]
  ended: Array<Reference & { kind: string, reason: string, by: string | null }>
  restored: Reference[]
  undone_at: string | null
}
interface Undone {
  retired: Reference[]
  restored: Reference[]
  kept: Array<Reference & { reason: string }>
  conflicts: Array<Reference & { reason: string }>
  dry_run: boolean
}
interface Interval extends Reference {
  valid_at: string
  invalid_at: string | null
  created_at: string
  expired_at: string | null
  revisions: Array<{ from: string, to: string, invalid_at: string | null }>
  kind: string | null
  reason: string | null
  state: string
  superseded_by: string | null
}
interface Memory {
  id: string
  text: string
  state: string
  valid_at: string
  invalid_at: string | null
  expired_at: string | null
  superseded_by: string | null
  pinned: boolean
  supersedes: string[]
  tags: string[]
  metadata_: Record<string, unknown>
}
interface Listed {
  items: Array<{ id: string, content: string, state: string, valid_at: string, invalid_at: string | null }>
  total: number
}

const base = '/api/v1'

interface Client extends Embedded {
  user: string
}
type Test = Parameters<typeof openEmbedded>[0]

const open = async (t: Test): Promise<Client> => ({ ...await openEmbedded(t), user: 'sarah' })

const tell = async ({ call, user }: Client, session: string, ...turns: Array<string | [string, string]>) =>
  (await call<{ results?: Array<{ id: string, event: string }> }>('POST', `${base}/memories/from-conversation`, {
    user_id: user,
    session_id: session,
    messages: turns.map(turn =>
      typeof turn === 'string'
        ? { role: 'user', content: turn }
        : { role: 'user', content: turn[0], created_at: turn[1] }
    )
  })).body.results ?? []
const add = async ({ call, user }: Client, body: object) =>
  await call<{ id: string, event: string }>('POST', `${base}/memories`, { user_id: user, infer: false, ...body })
const list = async ({ call, user }: Client, query = '') =>
  (await call<Listed>('GET', `${base}/memories?user_id=${user}&size=100${query}`)).body.items
const texts = async (service: Client, query = '') => (await list(service, query)).map(({ content }) => content).sort()
const changes = async ({ call, user }: Client, query = '') =>
  (await call<{ items: Change[], total: number }>('GET', `${base}/changes?user_id=${user}&size=100${query}`)).body
const undo = async ({ call, user }: Client, body: object) =>
  await call<Undone>('POST', `${base}/changes/undo`, { user_id: user, ...body })
const timeline = async ({ call, user }: Client, query = '') =>
  (await call<{ items: Interval[], total: number }>('GET', `${base}/timeline?user_id=${user}&size=1000${query}`)).body
const get = async ({ call, user }: Client, id: string) =>
  (await call<Memory>('GET', `${base}/memories/${id}?user_id=${user}`)).body
const post = async <Body = Memory>({ call, user }: Client, path: string, body: object = {}) =>
  await call<Body>('POST', `${base}/memories/${path}`, { user_id: user, ...body })
const send = async <Body>({ app }: Client, method: 'PATCH' | 'DELETE', url: string, payload?: object) => {
  const answer = await app.inject({ method, url, ...(payload !== undefined && { payload }) })
  return { status: answer.statusCode, body: answer.json<Body>() }
}
const patch = async (service: Client, id: string, body: object) =>
  await send<Memory & { errors?: object }>(service, 'PATCH', `${base}/memories/${id}`, {
    user_id: service.user,
    ...body
  })

/** Transaction times are milliseconds: the next one. */
async function tick (): Promise<void> {
  const now = Date.now()
  while (Date.now() === now) await new Promise(setImmediate)
}

/** What holds now, from when and until when: what "the state" means to who reads it. */
const state = async (service: Client) =>
  (await list(service)).map(({ content, valid_at: from, invalid_at: end }) => `${content} ${from} until ${end}`).sort()

t.test('a conversation is one change, shown with what it stored and ended, and taken back in one call', async t => {
  const service = await open(t)
  await tell(service, 's1', ['I live in Berlin.', '2026-01-01T09:00:00Z'])
  const before = await state(service)
  await tell(service, 's2', ['I moved to Hamburg.', '2026-02-01T09:00:00Z'], ['I have a dog.', '2026-02-01T09:01:00Z'])
  const { items, total } = await changes(service)
  t.equal(total, 2)
  t.match(items[0], { session_id: 's2', source: 'conversation', undone_at: null })
  t.equal(items[0]?.added.length, 2)
  t.match(items[0]?.ended, [{ memory: /Berlin/, kind: 'SUPERSEDE', by_memory: /Hamburg/ }])
  t.same((await changes(service, '&session_id=s1')).total, 1)

  const shown = await undo(service, { session_id: 's2', dry_run: true })
  t.match(shown.body, { dry_run: true, restored: [{ memory: /Berlin/ }], conflicts: [], kept: [] })
  t.equal(shown.body.retired.length, 2)
  t.equal((await state(service)).length, 2, 'a dry run does nothing')

  const knownBefore = new Date().toISOString()
  await tick()
  const done = await undo(service, { session_id: 's2' })
  t.same({ ...done.body, dry_run: true }, shown.body)
  t.same(await state(service), before)
  t.ok((await texts(service, `&known_at=${knownBefore}`)).some(text => /Hamburg/.test(text)), 'the past is kept')
  const after = await changes(service)
  t.equal(after.total, 3)
  t.match(after.items[0], { source: 'undo', restored: [{ memory: /Berlin/ }] })
  t.ok(after.items[1]?.undone_at)
  t.same((await undo(service, { session_id: 's2' })).body.retired, [], 'once is enough')
})

t.test(
  'what rests on a change and was told later is kept and named, and takes its place in what is restored',
  async t => {
    const service = await open(t)
    await tell(service, 's1', ['I live in Berlin.', '2026-01-01T09:00:00Z'])
    await tell(service, 's2', ['I moved to Hamburg.', '2026-02-01T09:00:00Z'])
    await tell(service, 's3', ['I moved to Bremen.', '2026-03-01T09:00:00Z'])
    const { body } = await undo(service, { session_id: 's2' })
    t.match(body, {
      retired: [{ memory: /Hamburg/ }],
      kept: [{ memory: /Bremen/, reason: /later/ }],
      conflicts: [{ memory: /Berlin/, reason: /Bremen/ }]
    })
    t.match(await texts(service), [/Bremen/])
    t.match(await texts(service, '&as_of=2026-02-15'), [/Berlin/], 'Berlin until Bremen')
  }
)

t.test('a pinned memory is kept, and so is what it ended', async t => {
  const service = await open(t)
  await tell(service, 's1', ['I live in Berlin.', '2026-01-01T09:00:00Z'])
  const [moved] = await tell(service, 's2', ['I moved to Hamburg.', '2026-02-01T09:00:00Z'])
  t.equal((await post(service, `${moved?.id}/pin`)).body.pinned, true)
  t.match((await undo(service, { session_id: 's2' })).body, { retired: [], restored: [], kept: [{ reason: /pinned/ }] })
  t.match(await texts(service), [/Hamburg/])
  const unpinned = await send<Memory>(service, 'DELETE', `${base}/memories/${moved?.id}/pin?user_id=sarah`)
  t.equal(unpinned.body.pinned, false)
  t.match((await undo(service, { session_id: 's2' })).body.retired, [{ memory: /Hamburg/ }])
})

t.test('an undo is a change, and can be taken back itself', async t => {
  const service = await open(t)
  await tell(service, 's1', ['I live in Berlin.', '2026-01-01T09:00:00Z'])
  await tell(service, 's2', ['I moved to Hamburg.', '2026-02-01T09:00:00Z'])
  const before = await state(service)
  const timelineBefore = (await timeline(service)).items.map(({ memory, invalid_at: end }) => [memory, end])
  await undo(service, { session_id: 's2' })
  const [undoing] = (await changes(service)).items
  await tick()
  await undo(service, { change_id: undoing?.id })
  t.same(await state(service), before)
  t.same((await timeline(service)).items.map(({ memory, invalid_at: end }) => [memory, end]), timelineBefore)
})

t.test('what two requests did in one millisecond is two changes', async t => {
  const service = await open(t)
  const { now } = Date
  const fixed = now()
  Date.now = () => fixed
  t.teardown(() => {
    Date.now = now
  })
  await Promise.all(['The door code is 1.', 'The bike is blue.'].map(text => add(service, { text })))
  for (const fact of ['I live in Berlin.', 'I have a dog.']) await tell(service, 's1', fact)
  const { items } = await changes(service)
  t.same(items.map(({ added }) => added.length), [1, 1, 1, 1])
  for (const { id, added: [memory] } of items) {
    const before = await texts(service)
    const { body } = await undo(service, { change_id: id })
    t.same(body.retired, [{ id: memory?.id, memory: memory?.memory }])
    t.same(await texts(service), before.filter(text => text !== memory?.memory))
  }
})

t.test('what a request lets hold again is of its change', async t => {
  const service = await open(t)
  await tell(service, 's1', ['I live in Berlin.', '2026-01-10T09:00:00Z'])
  await tell(service, 's2', ['I live in Berlin.', '2026-03-10T09:00:00Z'])
  const before = await state(service)
  await tell(service, 's3', ['I live in Hamburg.', '2026-02-10T09:00:00Z'])
  t.equal((await timeline(service)).total, 3)
  const { items: [latest], total } = await changes(service)
  t.match([total, latest], [3, { session_id: 's3' }])
  t.equal(latest?.added.length, 2)
  await undo(service, { change_id: latest?.id })
  t.same(await state(service), before)
})

t.test('what is read from a text is of one change with what that takes the place of', async t => {
  const service = await open(t)
  const { body: { id } } = await add(service, { text: 'A note.' })
  const before = await state(service)
  await add(service, { text: 'I live in Berlin and I have a dog.', infer: true, supersedes: [id] })
  const { items: [latest], total } = await changes(service)
  t.match([total, latest], [2, { source: 'conversation', ended: [{ id }] }])
  t.equal(latest?.added.length, 2)
  await undo(service, { change_id: latest?.id })
  t.same(await state(service), before)
})

t.test('a change that only moved a date can be undone, and so can its undo', async t => {
  const service = await open(t)
  const [june, may, april] = ['2026-06-01', '2026-05-01', '2026-04-01'].map(day => `${day}T09:00:00.000Z`) as [
    string,
    string,
    string
  ]
  for (const [place, day] of [june, may, april].entries()) await tell(service, `s${place}`, ['I live in Berlin.', day])
  const begins = async () => (await timeline(service)).items.map(({ valid_at: from }) => from)
  t.same(await begins(), [april])
  const change = async (session: string) => (await changes(service, `&session_id=${session}`)).items[0]
  const idOf = async (session: string) => (await change(session))?.id
  const { body } = await undo(service, { change_id: await idOf('s1') })
  t.match(body, { retired: [], restored: [{ memory: /Berlin/ }] })
  t.same(await begins(), [april], 'the later statement stands')
  await undo(service, { change_id: await idOf('s2') })
  t.same(await begins(), [june])
  t.ok((await change('s1'))?.undone_at)
  for (const from of [april, june, april]) {
    const [latest] = (await changes(service)).items
    t.match(latest, { source: 'undo', restored: [{ memory: /Berlin/ }] })
    await undo(service, { change_id: latest?.id })
    t.same(await begins(), [from])
  }
  t.same((await undo(service, { session_id: 's1' })).body.restored, [], 'once is enough')
  t.equal((await change('s2'))?.undone_at, null)
})

t.test('what begins again when it did before is no longer than what is known of it', async t => {
  const service = await open(t)
  for (const day of ['2026-06-01', '2026-01-01']) await tell(service, day, ['I live in Berlin.', `${day}T09:00:00Z`])
  const [berlin] = await list(service)
  const corrected = await patch(service, berlin?.id ?? '', { invalid_at: '2026-03-01' })
  t.equal(corrected.status, 200)
  await undo(service, { session_id: '2026-01-01' })
  t.match((await timeline(service)).items, [{
    valid_at: '2026-03-01T00:00:00.000Z',
    invalid_at: '2026-03-01T00:00:00.000Z'
  }])
})

t.test('a change that only read can be undone, and that does nothing', async t => {
  const service = await open(t)
  for (const session of ['s1', 's2']) await tell(service, session, ['I live in Berlin.', '2026-01-01T09:00:00Z'])
  await tell(service, 's3', 'How are you?')
  const before = await state(service)
  for (const session of ['s2', 's3']) {
    const { items: [{ id } = { id: '' }] } = await changes(service, `&session_id=${session}`)
    t.match(await undo(service, { change_id: id }), { status: 200, body: { retired: [], restored: [], kept: [] } })
  }
  t.same(await state(service), before)
})

t.test('an undo needs one thing to take back, and a change that exists', async t => {
  const service = await open(t)
  t.match(await undo(service, {}), { status: 400, body: { errors: { ChangeId: [/exactly one/] } } })
  t.equal((await undo(service, { session_id: 'a', source: 'api' })).status, 400)
  t.equal((await undo(service, { change_id: 'nothing' })).status, 404)
  t.match(await undo(service, { session_id: 'none' }), { status: 200, body: { retired: [], restored: [] } })
})

t.test('a restored memory keeps the end that was stated, and the past keeps what was believed', async t => {
  const service = await open(t)
  const { body: { id } } = await add(service, { text: 'The lease of the flat.', invalid_at: '2199-03-01' })
  await tick()
  await post(service, `${id}/retire`, { reason: 'The tenant moved out.' })
  const whileEnded = new Date().toISOString()
  await tick()
  t.match(await post(service, `${id}/restore`), {
    status: 200,
    body: { state: 'active', invalid_at: '2199-03-01T00:00:00.000Z', expired_at: null }
  })
  t.same(await texts(service), ['The lease of the flat.'])
  t.same(await texts(service, `&known_at=${whileEnded}`), [], 'then it was not believed')
  const [interval] = (await timeline(service)).items
  t.equal(interval?.revisions.length, 2, 'believed, then not')
})

t.test('a text is corrected: the new one stands, the old one is kept as corrected', async t => {
  const service = await open(t)
  const { body: { id } } = await add(service, { text: 'The meeting is in room 3.', metadata: { a: 1 }, tags: ['x'] })
  await tick()
  const edited = await patch(service, id, { text: 'The meeting is in room 5.' })
  t.match(edited, { status: 200, body: { text: 'The meeting is in room 5.', supersedes: [id], tags: ['x'] } })
  t.same(edited.body.metadata_, { a: 1 })
  t.not(edited.body.id, id)
  t.same(await texts(service), ['The meeting is in room 5.'])
  t.match((await changes(service)).items[0], { source: 'edit', ended: [{ id, reason: 'edited' }] })
  t.match((await timeline(service)).items.find(one => one.id === id), { kind: 'corrected', reason: 'edited' })
  const query = { user_id: 'sarah', query: 'room 5', mode: 'vector' }
  t.match(await service.call('POST', `${base}/memories/search`, query), {
    body: { results: [{ id: edited.body.id }] }
  })
  t.equal((await patch(service, id, { text: 'Another.' })).status, 409, 'what is over is not corrected')
  t.equal((await patch(service, 'nothing', { text: 'Another.' })).status, 404)
})

t.test('metadata, tags and end are corrected in place', async t => {
  const service = await open(t)
  const { body: { id } } = await add(service, { text: 'The meeting is in room 3.', valid_at: '2026-01-01' })
  const answer = await patch(service, id, { metadata: { b: 2 }, tags: ['y'], invalid_at: '2199-01-01' })
  t.match(answer.body, { id, tags: ['y'], invalid_at: '2199-01-01T00:00:00.000Z' })
  t.same(answer.body.metadata_, { b: 2 })
  t.match(await get(service, id), { id, tags: ['y'], invalid_at: '2199-01-01T00:00:00.000Z' })
  t.equal((await patch(service, id, { invalid_at: null })).body.invalid_at, null)
  t.match((await patch(service, id, { invalid_at: '2020-01-01' })).body.errors, { InvalidAt: [/later than valid_at/] })
  t.equal((await patch(service, id, { nonsense: 1 })).status, 400)
})

t.test('a memory is retired with a reason, and its history stays', async t => {
  const service = await open(t)
  const { body: { id } } = await add(service, { text: 'The bike is in the cellar.', valid_at: '2026-01-01' })
  t.equal((await post(service, `${id}/retire`)).status, 400, 'a reason is owed')
  t.match((await post(service, `${id}/retire`, { reason: 'It was sold.' })).body, { state: 'invalidated' })
  t.same(await texts(service), [])
  t.same(await texts(service, '&as_of=2026-02-01'), ['The bike is in the cellar.'])
  t.match((await timeline(service)).items, [{ id, kind: 'ended', reason: 'It was sold.', state: 'invalidated' }])
  t.equal((await post(service, `${id}/retire`, { reason: 'Again.' })).status, 409)
  t.equal((await post(service, 'nothing/retire', { reason: 'x' })).status, 404)
})

t.test('an add may name what it takes the place of, and when it ends', async t => {
  const service = await open(t)
  const { body: { id } } = await add(service, { text: 'The door code is old.' })
  const next = await add(service, { text: 'The door code is new.', supersedes: [id], invalid_at: '2199-01-01' })
  t.same(await texts(service), ['The door code is new.'])
  t.match(await get(service, next.body.id), { supersedes: [id], invalid_at: '2199-01-01T00:00:00.000Z' })
  t.equal((await add(service, { text: 'Other.', supersedes: [id] })).status, 409, 'it is over already')
  t.equal((await add(service, { text: 'Other.', supersedes: ['nothing'] })).status, 404)
  t.match(await add(service, { text: 'Other.', valid_at: '2026-01-02', invalid_at: '2026-01-01' }), { status: 400 })
  t.same(await texts(service), ['The door code is new.'], 'nothing of what was refused is stored')
})

t.test('many texts at once, each with its own outcome', async t => {
  const service = await open(t)
  interface Batch {
    results: Array<{ index: number, event: string, memory: string }>
  }
  const many = Array.from({ length: 1_000 }, (_, index) => `Note number ${index}.`)
  const { status, body } = await post<Batch>(service, 'batch', { texts: many })
  t.equal(status, 200)
  t.equal(body.results.length, 1_000)
  t.same(body.results.map(({ index }) => index), many.map((_, index) => index))
  const again = await post<Batch>(service, 'batch', { items: [{ text: many[3], tags: ['x'] }, { text: 'A new one.' }] })
  t.same(again.body.results.map(({ event }) => event), ['SKIP_DUPLICATE', 'ADD'])
  const listed = await service.app.store.list(service.user, { page: 1, size: 1_001 })
  t.same(listed.items.map(({ text }) => text).reverse(), [...many, 'A new one.'], 'in order')
  const twice = await post<Batch>(service, 'batch', { texts: ['First.', ...Array(40).fill('Said by all.')] })
  t.same(
    twice.body.results.map(({ event }) => event).sort(),
    ['ADD', 'ADD', ...Array(39).fill('SKIP_DUPLICATE')],
    'equal texts that are added together are one memory'
  )
  t.equal((await post(service, 'batch', { texts: [...many, 'One more.'] })).status, 400)
  t.equal((await post(service, 'batch', {})).status, 400)
})

t.test('adds at one moment with one Idempotency-Key are one memory and one answer', async t => {
  const service = await open(t)
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () =>
      await service.call<{ id: string, event: string }>(
        'POST',
        '/api/v1/memories',
        { user_id: service.user, text: 'The ferry leaves at nine.', infer: false },
        { 'idempotency-key': 'ferry' }
      ))
  )
  t.same(new Set(answers.map(({ status }) => status)), new Set([200]))
  t.equal(new Set(answers.map(({ body }) => `${body.id} ${body.event}`)).size, 1)
})

/** Numbers from 0 to below `bound`, the same in every run. */
function numbers (seed: number): (bound: number) => number {
  let state = seed
  return bound => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor(state / 65_536) % bound
  }
}

const cities = ['Berlin', 'Hamburg', 'Bremen', 'Ulm', 'Kiel', 'Jena']
const days = Array.from({ length: 10 }, (_, day) => `2026-0${1 + Math.floor(day / 5)}-${10 + (day % 5)}T09:00:00Z`)

/** One thing that a user or an operator does; each is one change. */
async function doSomething (service: Client, next: (bound: number) => number, step: number): Promise<void> {
  await tick()
  const held = await list(service)
  const one = held[next(Math.max(1, held.length))]
  const day = days[next(days.length)] as string
  switch (next(8)) {
    case 0:
    case 1:
    case 2:
      await tell(service, `s${step}`, [`I live in ${cities[next(cities.length)]}.`, day])
      return
    case 3:
      await add(service, { text: `Note ${step}`, valid_at: day, ...(next(2) && { invalid_at: '2199-01-01' }) })
      return
    case 4:
      if (one !== undefined) await post(service, `${one.id}/retire`, { reason: 'x' })
      return
    case 5:
      if (one !== undefined) await patch(service, one.id, { text: `Edited ${step}` })
      return
    case 6:
      if (one !== undefined) await add(service, { text: `Over ${step}`, supersedes: [one.id] })
      return
    default: {
      const over = (await list(service, '&include_superseded=true')).filter(({ state }) => state !== 'active')
      const back = over[next(Math.max(1, over.length))]
      if (back !== undefined) await post(service, `${back.id}/restore`, { replace: next(2) === 1 })
    }
  }
}

t.test('undoing the latest change returns the state before, whatever it was', async t => {
  const one = await open(t)
  for (let seed = 1; seed <= 12; seed++) {
    const service = { ...one, user: `user ${seed}` }
    const next = numbers(seed)
    for (let step = 0; step < 10; step++) {
      const before = await state(service)
      const known = new Set((await changes(service)).items.map(({ id }) => id))
      await doSomething(service, next, step)
      const after = await state(service)
      const made = (await changes(service)).items.filter(({ id }) => !known.has(id))
      t.ok(made.length <= 1, 'one request is one change')
      await tick()
      for (const { id } of made) await undo(service, { change_id: id })
      if (made.length > 0) t.same(await state(service), before, `seed ${seed}, step ${step}`)
      const [undoing] = (await changes(service)).items
      await tick()
      if (made.length > 0 && undoing?.source === 'undo') await undo(service, { change_id: undoing.id })
      if (made.length > 0) t.same(await state(service), after, `seed ${seed}, step ${step}, and back`)
    }
  }
})

t.test('the timeline says what every search with as_of and known_at sees', async t => {
  const one = await open(t)
  for (let seed = 21; seed <= 28; seed++) {
    const service = { ...one, user: `user ${seed}` }
    const next = numbers(seed)
    const known: string[] = []
    for (let step = 0; step < 12; step++) {
      await doSomething(service, next, step)
      if (step % 4 === 3) {
        await tick()
        const { items } = await changes(service)
        await undo(service, { change_id: items[next(items.length)]?.id })
      }
      await tick()
      known.push(new Date().toISOString())
    }
    for (const knownAt of known) {
      const { items } = await timeline(service, `&known_at=${knownAt}`)
      for (const asOf of [...days, knownAt, '2198-01-01T00:00:00Z', '2200-01-01T00:00:00Z']) {
        const time = Date.parse(asOf)
        const seen = items.filter(({ valid_at: from, invalid_at: to }) =>
          Date.parse(from) <= time && (to === null || Date.parse(to) > time)
        ).map(({ id }) => id)
        const found = (await list(service, `&known_at=${knownAt}&as_of=${asOf}`)).map(({ id }) => id)
        t.same(seen.sort(), found.sort(), `seed ${seed}: known ${knownAt}, as of ${asOf}`)
      }
    }
  }
})

t.test('the timeline is bounded by its span and its subject', async t => {
  const service = await open(t)
  await tell(service, 's1', ['I live in Berlin.', '2026-01-01T09:00:00Z'])
  await tell(service, 's2', ['I moved to Hamburg.', '2026-02-01T09:00:00Z'])
  await add(service, { text: 'A note.', valid_at: '2026-01-15' })
  t.match((await timeline(service, '&to=2026-01-10')).items, [{ memory: /Berlin/ }])
  t.match((await timeline(service, '&from=2026-02-10')).items, [{ memory: 'A note.' }, { memory: /Hamburg/ }])
  t.equal((await timeline(service)).total, 3)
  const [first] = (await timeline(service)).items as Array<Interval & { subject: string }>
  t.equal((await timeline(service, `&subject=${first?.subject}`)).total, 2)
})
