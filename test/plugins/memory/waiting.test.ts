/** Words that wait for the model are read in their turn, each once, and nothing of them is lost on the way. */
import t from 'tap'
import { pointedAt, is } from '../../scenarios/stage.ts'
import { openEmbedded } from '../../services/embedded.ts'
import { parcelOf } from '../../../plugins/memory/pipeline/write/inbox.ts'
import { until } from '../../services/running.ts'
import { startScriptedServer, type Asked } from '../../services/scripted-openai.ts'

const base = '/api/v1/memories'
const server = await startScriptedServer({ dimensions: 64 })
t.teardown(() => server.close())
const { app, call } = await openEmbedded(t, pointedAt(server))

/** What the model reads in the turns it is to take facts from. */
function extracted ({ body }: Asked, textOf: (said: string, fact: string) => string): object[] {
  const asked = String((body['messages'] as Array<{ content: string }>)[1]?.content)
  const turns = [...asked.matchAll(/<turn number="(\d+)"[^>]*>\n([^<]*)\n/g)]
  return turns.flatMap(([, number, quote = '']) => {
    const [, forget, verb = '', value = ''] = /^(Forget that )?I (live in|like) (\w+)\.$/.exec(quote) ?? []
    if (value === '') return []
    const predicate = verb === 'like' ? 'likes' : 'lives_in'
    const text = textOf(quote, `The user ${verb.replace(/^\w+/, word => `${word}s`)} ${value}.`)
    const change = forget === undefined ? {} : { change: 'forget', previous: value }
    return [{ text, quote, turn: Number(number), subject: 'user', predicate, value, ...change }]
  })
}

function available (textOf = (_said: string, fact: string) => fact): void {
  server.always('chat', asked => {
    if (is('extract')(asked)) return { json: { facts: extracted(asked, textOf) } }
    if (!is('reconcile')(asked)) return {}
    const facts = String((asked.body['messages'] as Array<{ content: string }>)[1]?.content).match(/^New fact/gm) ?? []
    const decisions = facts.map((_, place) => ({ fact: place + 1, event: 'SUPERSEDE', old: [1, 2, 3, 4] }))
    return { json: { decisions } }
  })
}

const away = (): void => server.always('chat', { status: 400, error: 'away' })

async function tell (userId: string, session: string, ...said: string[]): Promise<void> {
  const messages = said.map(content => ({ role: 'user', content }))
  const { status } = await call('POST', `${base}/from-conversation`, { user_id: userId, session_id: session, messages })
  t.equal(status, 200)
}

const listed = async (userId: string) =>
  (await app.store.list(userId, { includeSuperseded: true, forgotten: true, page: 1, size: 100 })).items

/** What is believed when nothing waits any more. */
async function believed (userId: string): Promise<string[]> {
  const memories = await until(
    async () => (await listed(userId)).filter(({ state }) => state === 'active'),
    found => found.every(({ extraction }) => extraction === 'done')
  )
  return memories.map(({ text }) => text).sort()
}

t.test('what begins with words that wait already is read as well', async t => {
  away()
  await tell('ada', 's1', 'Hello there.', 'I like tea.')
  await tell('ada', 's2', 'Hello there.', 'I like gin.')
  available()
  t.same(await believed('ada'), ['The user likes gin.', 'The user likes tea.'])
})

t.test('what is said again after something else is stored again', async t => {
  away()
  for (const [place, city] of ['Leeds', 'York', 'Leeds'].entries()) {
    await tell('bea', `s${place}`, `I live in ${city}.`)
  }
  available()
  t.same(await believed('bea'), ['The user lives in Leeds.'])
})

t.test('what is sent again right after itself waits once', async t => {
  away()
  const body = { user_id: 'cem', messages: [{ role: 'user', content: 'I like tea.' }] }
  for (const event of ['ADD', 'SKIP_DUPLICATE']) {
    t.match((await call('POST', `${base}/from-conversation`, body)).body, { results: [{ event }] })
  }
  t.equal((await listed('cem')).length, 1)
  // With its time it may be sent again whenever and wherever.
  const dated = (session: string, content: string) =>
    call('POST', `${base}/from-conversation`, {
      user_id: 'cem',
      session_id: session,
      messages: [{ role: 'user', content, created_at: '2025-01-03T09:00:00Z' }]
    })
  for (const [session, content] of [['a', 'I like gin.'], ['b', 'I like rum.'], ['c', 'I like gin.']] as const) {
    await dated(session, content)
  }
  t.equal((await listed('cem')).length, 3)
})

t.test('a fact in the words of the turn stays', async t => {
  away()
  await tell('dan', 's1', 'I like tea.')
  await call('POST', base, { user_id: 'dan', text: 'I like tea.', infer: false, project: 'p' })
  available(said => said)
  t.same(await believed('dan'), ['I like tea.', 'I like tea.'], 'the other one is of a project')
})

t.test('what a transcript held before is not read again', async t => {
  available()
  await tell('eva', 's1', 'I live in Leeds.')
  await tell('eva', 's2', 'I live in York.')
  away()
  await tell('eva', 's1', 'I live in Leeds.', 'I like tea.')
  available()
  t.same(await believed('eva'), ['The user likes tea.', 'The user lives in York.'])
})

t.test('what is to be forgotten while it waits is never read, and the rest is', async t => {
  away()
  await tell('fay', 's1', 'I like gin.', 'I like tea.', 'I like rum.')
  available()
  await tell('fay', 's2', 'Forget that I like gin.')
  await tell('fay', 's3', 'Forget that I like rum.')
  t.same(await believed('fay'), ['The user likes tea.'])
  away()
  await tell('gil', 's1', 'I like gin.', 'I like tea.', 'Forget that I like gin.')
  available()
  t.same(await believed('gil'), ['The user likes tea.'])
})

t.test('what is retired or corrected while it waits leaves the rest to be read', async t => {
  for (
    const [userId, method, path, body] of [
      ['hal', 'POST', '/retire', { reason: 'no' }],
      ['ida', 'PATCH', '', { text: 'I like port.' }]
    ] as const
  ) {
    away()
    await tell(userId, 's1', 'I like gin.', 'I like tea.')
    const gin = (await listed(userId)).find(({ text }) => text === 'I like gin.')
    const url = `${base}/${gin?.id}${path}`
    t.equal((await call(method as 'POST', url, { user_id: userId, ...body })).status, 200)
    available()
    t.same(await believed(userId), [...(path === '' ? ['I like port.'] : []), 'The user likes tea.'])
  }
})

t.test('what rules read for want of a budget waits for the model, also where they find nothing new', async t => {
  const poor = await openEmbedded(t, { ...pointedAt(server), SVC_Llm__DailyTokenLimit: '50' })
  server.always('chat', asked => {
    if (!is('extract')(asked)) return is('reconcile')(asked) ? { json: { decisions: [] } } : {}
    const said = String((asked.body['messages'] as Array<{ content: string }>)[1]?.content)
    const facts = [...said.matchAll(/<turn number="(\d+)"[^>]*>\n([^<]*: (\w+))\n/g)].map(([, turn, quote, value]) => ({
      text: `The user drinks ${value}.`,
      quote,
      turn: Number(turn),
      subject: 'user',
      predicate: 'drinks',
      value
    }))
    return { json: { facts } }
  })
  const said = async (body: object, content: string) =>
    (await poor.call<{ results?: Array<{ event: string }>, degraded: string[] }>('POST', `${base}/from-conversation`, {
      user_id: 'kim',
      messages: [{ role: 'user', content }],
      ...body
    })).body
  const active = async () => (await poor.app.store.list('kim', { page: 1, size: 100 })).items
  const texts = async () => (await active()).map(({ text }) => text).sort()
  await said({ session_id: 's1' }, 'As ever: tea')
  t.same(await texts(), ['The user drinks tea.'], 'the budget of the day is used up with this')

  const waits = { results: [{ event: 'ADD' }], degraded: ['llm_budget'] }
  t.match(await said({ session_id: 's2' }, 'As ever: rum'), waits)
  t.match(await said({}, 'As ever: gin'), waits)
  t.match(await said({}, 'As ever: gin'), { degraded: ['llm_budget'], results: undefined }, 'it waits already')
  t.equal((await said({ dry_run: true }, 'As ever: port')).results, undefined)
  await said({ session_id: 's3' }, 'I live in Leeds.')
  // Rules read of this what is stored already.
  await said({ session_id: 's4' }, 'I live in Leeds. As ever: ale')
  const given = { user_id: 'kim', infer: true, metadata: { room: 7 } }
  t.match((await poor.call('POST', base, { ...given, text: 'As ever: mead' })).body, { degraded: ['llm_budget'] })
  t.match(await texts(), [
    /ever: gin/,
    /ever: mead/,
    /ever: rum/,
    'I live in Leeds. As ever: ale',
    'The user drinks tea.',
    'The user lives in Leeds.'
  ])
  const before = await texts()
  await said({}, 'I have a dog.')
  await said({}, 'Forget that I have a dog.')
  t.same(await texts(), before, 'a wish that was granted does not wait')

  // The first of them was tried again at once, and is to be tried next in an hour.
  const revise = (await active()).filter(memory => parcelOf(memory) !== null).map(memory => {
    const inbox = { ...parcelOf(memory), nextAt: 0 }
    return { id: memory.id, set: { attributes: { ...memory.attributes, inbox } } }
  })
  await poor.app.store.commit({ userId: 'kim', revise, enrichment: { due: 1 } })
  await poor.app.close()
  const { app: rich } = await openEmbedded(t, pointedAt(server), poor.folder)
  const read = await until(
    async () => (await rich.store.list('kim', { page: 1, size: 100 })).items,
    found => found.every(({ extraction }) => extraction === 'done')
  )
  const drinks = ['ale', 'gin', 'mead', 'rum', 'tea'].map(drink => `The user drinks ${drink}.`)
  t.same(read.map(({ text }) => text).sort(), [...drinks, 'The user lives in Leeds.'])
  t.match(read.find(({ text }) => text.includes('mead')), { metadata: given.metadata })
})

t.test('what is not to be forgotten after all is read then, and nothing else with it', async t => {
  for (const [user, word] of [['lea', 'gin'], ['max', 'rum']] as const) {
    away()
    await tell(user, 's1', 'I like gin.', 'I like tea.', 'I like rum.')
    available()
    await tell(user, 's2', `Forget that I like ${word}.`)
    const rest = ['gin', 'rum', 'tea'].filter(one => one !== word).map(one => `The user likes ${one}.`)
    t.same(await believed(user), rest)
    const before = server.of('chat').length
    await call('POST', '/api/v1/changes/undo', { user_id: user, session_id: 's2' })
    const all = await until(() => believed(user), texts => texts.length === 3)
    t.same(all, ['gin', 'rum', 'tea'].map(one => `The user likes ${one}.`))
    const asked = server.of('chat').slice(before).filter(is('extract')).map(({ body }) => JSON.stringify(body))
    t.equal(asked.length, 1)
    t.notMatch(asked, [/I like tea/])
  }
})

t.test('what is taken from a conversation that waits keeps no word of the rest', async t => {
  away()
  await tell('ned', 's1', 'I like gin.', 'I like tea.')
  const [tea, gin] = await listed('ned')
  await call('POST', `${base}/${gin?.id}/retire`, { user_id: 'ned', reason: 'no' })
  await call('DELETE' as 'POST', base, { user_id: 'ned', memory_ids: [tea?.id] })
  t.notMatch(JSON.stringify(await listed('ned')), /tea/)
})

t.test('a turn from which something was forgotten or deleted is not read later', async t => {
  available()
  const poor = await openEmbedded(t, { ...pointedAt(server), SVC_Llm__DailyTokenLimit: '50' })
  const messages = ['I like gin.', 'I like rum.', 'I like tea.'].map(content => ({ role: 'user', content }))
  const said = async (body: object) => await poor.call('POST', `${base}/from-conversation`, { user_id: 'ola', ...body })
  const held = async () =>
    (await poor.app.store.list('ola', { extraction: 'pending', page: 1, size: 9 })).items.map(parcelOf)
  await said({ messages: [{ role: 'user', content: 'I like ale.' }] })
  await said({ session_id: 's1', messages })
  t.equal((await held())[0]?.turns.length, 3)
  await said({ messages: [{ role: 'user', content: 'Forget that I like rum.' }] })
  const { items } = await poor.app.store.list('ola', { search: 'tea', page: 1, size: 9 })
  await poor.call('DELETE', base, { user_id: 'ola', memory_ids: items.map(({ id }) => id) })
  t.same((await held())[0]?.turns.map(({ content }) => content), ['I like gin.'])
  await said({ session_id: 's2', messages: [{ role: 'user', content: 'I like mead. I like port.' }] })
  await said({ messages: [{ role: 'user', content: 'Forget that I like port.' }] })
  t.equal((await held()).length, 1, 'where no turn is left nothing waits')
})

t.test('a text that is added is kept as it was given, and never dropped', async t => {
  away()
  const metadata = { room: 7 }
  const until = '2100-01-01T00:00:00.000Z'
  const given = { user_id: 'jon', memory_type: 'procedural', metadata, invalid_at: until }
  await call('POST', base, { ...given, text: 'I like tea.', infer: true })
  await call('POST', base, { ...given, text: 'The door code of the shed.', infer: true })
  available()
  t.same(await believed('jon'), ['The door code of the shed.', 'The user likes tea.'])
  const memories = (await listed('jon')).filter(({ state }) => state === 'active')
  const invalidAt = Date.parse(until)
  t.match(memories, memories.map(() => ({ metadata, memoryType: 'procedural', invalidAt })))
})
