/**
 * What is deleted, erased or forgotten is gone: from every file, from what was written of it, from work that was in
 * flight, from backups.
 */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { embeddedSettings, openEmbedded, type Embedded } from '../../services/embedded.ts'
import { filesThatHold } from '../../services/files.ts'
import { runCommand } from '../../services/running.ts'
import { startStore, storeMissing, storeNames, type StoreUnderTest } from '../../services/stores.ts'
import { startScriptedServer, type Asked, type ScriptedServer } from '../../services/scripted-openai.ts'
import { is, pointedAt } from '../../scenarios/stage.ts'

interface Added {
  id: string
  results: Array<{ id: string, event: string }>
}

const base = '/api/v1'
const secret = 'zanzibarite'
const add = async ({ call }: Embedded, text: string, rest: object = {}, headers: Record<string, string> = {}) =>
  (await call<Added>('POST', `${base}/memories`, { user_id: 'ada', text, infer: false, ...rest }, headers)).body
const remove = async ({ call }: Embedded, ...ids: string[]) =>
  await call<{ deleted: string[] }>('DELETE', `${base}/memories`, { user_id: 'ada', memory_ids: ids })

t.setTimeout(600_000)

t.test('no file holds the words when the answer comes', async t => {
  const service = await openEmbedded(t)
  const { id } = await add(service, `The colour is ${secret}.`, { session_id: 's1' }, { 'idempotency-key': 'k1' })
  await add(service, 'Another note.', { session_id: 's1' })
  await service.call('POST', `${base}/memories/search`, { user_id: 'ada', query: secret, app_name: 'x' })
  t.not((await filesThatHold(service.folder, secret)).length, 0, 'they were there')
  t.same((await remove(service, id)).body.deleted, [id])
  t.same(await filesThatHold(service.folder, secret), [], 'after a delete')

  await add(service, `The colour is ${secret} again.`)
  t.not((await filesThatHold(service.folder, secret)).length, 0)
  await service.call('DELETE', `${base}/users/ada`)
  t.same(await filesThatHold(service.folder, secret), [], 'after an erasure')
})

t.test('a stored answer that tells the words goes with them, also where it names another id', async t => {
  const service = await openEmbedded(t)
  const text = `The "colour" is ${secret}.`
  const { id } = await add(service, text)
  await add(service, text, {}, { 'idempotency-key': 'again' })
  await service.app.store.commit({
    userId: 'ada',
    replay: { key: 'told', requestHash: 'x', response: JSON.stringify([{ id: null, memory: text }]), createdAt: 1 }
  })
  await remove(service, id)
  for (const key of ['again', 'told']) {
    t.match(await service.app.store.replay('ada', key), { requestHash: '', response: '' }, 'no word of an answer stays')
  }
})

t.test('an older fact keeps an honest history when what took its place is deleted', async t => {
  const service = await openEmbedded(t)
  const old = await add(service, 'The door code is old.')
  const next = await add(service, `The door code is ${secret}.`, { supersedes: [old.id] })
  await remove(service, next.id)
  const { body } = await service.call<{ history: Array<Record<string, unknown>> }>(
    'GET',
    `${base}/memories/${old.id}/history?user_id=ada`
  )
  t.match(body.history, [{ old_id: old.id, new_id: null, reason: 'What took its place was deleted.' }])
  const listed = await service.call('GET', `${base}/memories?user_id=ada&include_superseded=true`)
  const drawn = await service.call('GET', `${base}/timeline?user_id=ada`)
  t.match(listed.body, { items: [{ id: old.id, state: 'superseded' }] })
  t.match(drawn.body, { items: [{ id: old.id, state: 'superseded', superseded_by: null }] })
  const { body: restored } = await service.call<{ state: string }>('POST', `${base}/memories/${old.id}/restore`, {
    user_id: 'ada'
  })
  t.equal(restored.state, 'active')
})

t.test('an undo leaves what ended in another change as it ended, also when its successor is deleted', async t => {
  const service = await openEmbedded(t)
  const old = await add(service, 'The door code is old.', { session_id: 's1' })
  const next = await add(service, `The door code is ${secret}.`, { supersedes: [old.id] })
  await remove(service, next.id)
  await service.call('POST', `${base}/changes/undo`, { user_id: 'ada', session_id: 's1' })
  const changes = await service.call<{ items: Array<{ id: string }> }>('GET', `${base}/changes?user_id=ada`)
  await service.call('POST', `${base}/changes/undo`, { user_id: 'ada', change_id: changes.body.items[0]?.id })
  t.match(await service.call('GET', `${base}/memories/${old.id}?user_id=ada`), { body: { state: 'superseded' } })
})

t.test('what is forgotten is in no later read, and can be brought back with what was believed before', async t => {
  const service = await openEmbedded(t)
  const tell = async (content: string, session: string) =>
    await service.call('POST', `${base}/memories/from-conversation`, {
      user_id: 'ada',
      session_id: session,
      messages: [{ role: 'user', content }]
    })
  await tell('I smoke.', 's1')
  const listed = async (query = '') =>
    (await service.call<{ items: Array<{ id: string, content: string }> }>(
      'GET',
      `${base}/memories?user_id=ada${query}`
    )).body.items
  const [smoking] = await listed()
  t.match(smoking, { content: /smoke/i })
  const before = new Date().toISOString()
  // The next write may begin within the same millisecond.
  while (new Date().toISOString() === before) await nextTurn()
  await tell('Please forget that I smoke.', 's2')
  for (const query of ['', `&as_of=${before}`, `&known_at=${before}`, '&include_superseded=true']) {
    t.same((await listed(query)).filter(({ content }) => /smoke/i.test(content)), [], query)
  }
  const found = await service.call<{ results: unknown[] }>('POST', `${base}/memories/search`, {
    user_id: 'ada',
    query: 'smoke',
    include_superseded: true
  })
  t.same(found.body.results, [])
  const shown = await service.call<{ items: unknown[] }>('GET', `${base}/timeline?user_id=ada`)
  t.notMatch(JSON.stringify(shown.body), /smoke/i)
  await service.call('POST', `${base}/changes/undo`, { user_id: 'ada', session_id: 's2' })
  t.match(await listed(), [{ id: smoking?.id }])
  t.match(await listed(`&known_at=${before}`), [{ id: smoking?.id }])
})

/** A model that reads one fact from every turn, writes its words into every summary, and waits at one stage. */
function gated (server: ScriptedServer, stage: string): { reached: Promise<void>, open: () => void } {
  let open = () => {}
  let arrive = () => {}
  const gate = new Promise<void>(resolve => {
    open = resolve
  })
  const reached = new Promise<void>(resolve => {
    arrive = resolve
  })
  let closed = true
  server.always('chat', asked => {
    const words = String(asked.body['messages'][1].content)
    const json = answerTo(asked, words)
    if (!is(stage)(asked) || !closed) return { json }
    closed = false
    arrive()
    return { json, after: gate }
  })
  return { reached, open }
}

function answerTo (asked: Asked, words: string): object {
  if (is('extract')(asked)) return { facts: words.includes(secret) ? [fact, other] : [other] }
  if (is('reconcile')(asked)) return { decisions: [] }
  return { summaries: [{ number: 1, text: words.includes(secret) ? `About ${secret}.` : 'About nothing.' }] }
}

const person = { name: 'Mara', type: 'person', aliases: [] }
const club = { name: 'Chess Club', type: 'organisation', aliases: [] }
const town = { name: 'Lowick', type: 'place', aliases: [] }
const fact = {
  turn: 1,
  text: `Mara of the Chess Club in Lowick collects ${secret}.`,
  quote: `Mara of the Chess Club in Lowick collects ${secret}.`,
  subject: 'Mara',
  predicate: 'collects',
  value: secret,
  entities: [person, club, town]
}
const other = {
  turn: 1,
  text: 'Mara runs the Chess Club of Lowick.',
  quote: 'Mara runs the Chess Club of Lowick.',
  subject: 'Mara',
  predicate: 'runs',
  value: 'Chess Club',
  entities: [person, club, town]
}

async function openOn (t: Test, variables: Record<string, string>): Promise<{ server: ScriptedServer } & Embedded> {
  const server = await startScriptedServer({ dimensions: 64 })
  t.teardown(() => server.close())
  return { server, ...await openEmbedded(t, { ...pointedAt(server), SVC_Cache__Enabled: 'true', ...variables }) }
}

const tell = async ({ call }: Embedded, userId: string, content = `${other.quote} ${fact.quote}`) =>
  await call<Added & { degraded?: string[] }>('POST', `${base}/memories/from-conversation`, {
    user_id: userId,
    session_id: 's1',
    messages: [{ role: 'user', content }]
  })

async function recordsOf ({ app }: Embedded, userId: string): Promise<unknown[]> {
  const records: unknown[] = []
  for await (const record of app.store.export(userId)) records.push(record)
  return records
}

const eraseUser = async ({ call }: Embedded, userId: string) =>
  await call('DELETE', `${base}/users/${encodeURIComponent(userId)}`)

for (const name of storeNames) {
  const skip = storeMissing[name]()
  t.test(name, skip === null ? {} : { skip }, async t => await onStore(t, await startStore(t, name)))
}

async function onStore (t: Test, { name, variables }: StoreUnderTest): Promise<void> {
  await t.test('a summary in the making never brings back what was deleted or erased meanwhile', async t => {
    const service = await openOn(t, variables)
    for (const stage of ['entity', 'session', 'community']) {
      for (const how of ['delete', 'erase']) {
        const { reached, open } = gated(service.server, stage)
        const userId = `ada ${stage} ${how}`
        const ids = (await tell(service, userId)).body.results.map(({ id }) => id)
        t.equal(ids.length, 2)
        const finished = service.app.memory.settled(userId).then(() => 'finished')
        t.equal(await Promise.race([reached, finished]), undefined, `${stage} is summarised`)
        if (how === 'erase') await eraseUser(service, userId)
        else await service.call('DELETE', `${base}/memories`, { user_id: userId, memory_ids: [ids[0]] })
        open()
        await service.app.memory.settled(userId)
        const left = await recordsOf(service, userId)
        const label = `${how} during the summary of the ${stage}`
        t.notMatch(JSON.stringify(left), secret, label)
        if (how === 'erase') t.same(left, [], `${label} leaves no user`)
        if (name === 'embedded') t.same(await filesThatHold(service.folder, secret), [], `${label}, in files`)
      }
    }
  })

  await t.test('an erasure during an extraction comes after it, and what waits to be read goes with it', async t => {
    const service = await openOn(t, variables)
    const { reached, open } = gated(service.server, 'extract')
    const told = tell(service, 'eve')
    await reached
    const erased = eraseUser(service, 'eve')
    open()
    await Promise.all([told, erased])
    await service.app.memory.settled('eve')
    t.same(await recordsOf(service, 'eve'), [])

    // The next message is being read while the first waits in the inbox, and the erasure waits for both.
    const away = { status: 503, headers: { 'retry-after-ms': '5' } }
    service.server.next('chat', away, away, away)
    t.match((await tell(service, 'eve', fact.quote)).body, { degraded: ['llm'] })
    const second = gated(service.server, 'extract')
    const later = tell(service, 'eve', other.quote)
    await second.reached
    const gone = eraseUser(service, 'eve')
    const drained = service.app.memory.settled('eve')
    second.open()
    await Promise.all([later, gone, drained])
    await new Promise(resolve => {
      setTimeout(resolve, 1_500)
    })
    await service.app.memory.settled('eve')
    t.same(await recordsOf(service, 'eve'), [], 'nothing of the inbox comes back')
  })

  await t.test('enrichment alone never makes a user', async t => {
    const service = await openOn(t, variables)
    gated(service.server, 'none')
    const known = async (userId: string) =>
      (await service.app.store.users({ limit: 1000 })).some(user => user.userId === userId)
    await tell(service, 'zoe')
    await eraseUser(service, 'zoe')
    await service.app.memory.settled('zoe')
    t.equal(await known('zoe'), false, 'what was due for one who was erased')

    const { body } = await service.call('DELETE', `${base}/memories`, { user_id: 'nobody', memory_ids: ['no-such-id'] })
    t.match(body, { deleted: [], not_found: ['no-such-id'] })
    await service.app.memory.settled('nobody')
    t.equal(await known('nobody'), false, 'a deletion of nothing')
    await service.call('GET', `${base}/memories?user_id=nobody`)
    await service.call('POST', `${base}/memories/search`, { user_id: 'nobody', query: 'anything', app_name: 'x' })
    await service.call('POST', `${base}/changes/undo`, { user_id: 'nobody', session_id: 's1' })
    await service.app.memory.settled('nobody')
    t.equal(await known('nobody'), false, 'nor do reads and an undo')
  })
}

t.test('the receipt names the backups that hold the user, and a command takes the user out of them', async t => {
  const service = await openEmbedded(t, { SVC_Backup__Enabled: 'true' })
  await add(service, `The colour is ${secret}.`)
  await service.call('POST', `${base}/memories`, { user_id: 'bob', text: 'Another user.', infer: false })
  const made = await service.app.backup.run()
  const { body } = await service.call<{ backups: Array<{ file: string, made_at: string, until: string }> }>(
    'DELETE',
    `${base}/users/ada`
  )
  t.equal(body.backups.length, 1)
  const [held] = body.backups
  t.ok(held?.file.startsWith(made?.folder ?? '?'))
  t.ok(Date.parse(held?.until ?? '') > Date.now())
  await service.app.close()

  const { code, out } = await runCommand(['erase-backups', 'ada', '--settings', embeddedSettings], service.folder)
  t.equal(code, 0)
  t.match(out, held?.file)
  t.match(out, /removed from 1 backup\./)
  t.same(await filesThatHold(join(service.folder, 'backups'), '"ada"'), [], 'not even the name')
  const again = await openEmbedded(t, {}, service.folder)
  t.same(await again.app.backup.holding('ada'), [])
  t.match(await again.app.backup.restore(undefined, { mode: 'skip' }), [{ userId: 'bob' }], 'the backup is still whole')
  const wrong = await runCommand(['erase-backups', '--settings', embeddedSettings], service.folder)
  t.not(wrong.code, 0)
  t.match(wrong.err, 'palimpsest erase-backups <user_id>')
})
