/**
 * What is deleted, erased or forgotten is gone: from every file, from what was written of it, from work that was in
 * flight, from backups.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { embeddedSettings, openEmbedded, type Embedded } from '../../services/embedded.ts'
import { falkordbMissing, startFalkordb } from '../../services/falkordb.ts'
import { runCommand } from '../../services/running.ts'
import { startScriptedServer, type ScriptedServer } from '../../services/scripted-openai.ts'
import { is, pointedAt } from '../../scenarios/stage.ts'

type Test = Parameters<typeof openEmbedded>[0]
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

/** Files below a folder that hold these words, in either encoding that a process may have written. */
async function holding (folder: string, words: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    if (!(await stat(path)).isFile()) continue
    const bytes = await readFile(path)
    if (bytes.includes(words) || bytes.includes(Buffer.from(words, 'utf16le'))) found.push(name)
  }
  return found
}

t.test('no file holds the words when the answer comes', async t => {
  const service = await openEmbedded(t)
  const { id } = await add(service, `The colour is ${secret}.`, { session_id: 's1' }, { 'idempotency-key': 'k1' })
  await add(service, 'Another note.', { session_id: 's1' })
  await service.call('POST', `${base}/memories/search`, { user_id: 'ada', query: secret, app_name: 'x' })
  t.not((await holding(service.folder, secret)).length, 0, 'they were there')
  t.same((await remove(service, id)).body.deleted, [id])
  t.same(await holding(service.folder, secret), [], 'after a delete')

  await add(service, `The colour is ${secret} again.`)
  t.not((await holding(service.folder, secret)).length, 0)
  await service.call('DELETE', `${base}/users/ada`)
  t.same(await holding(service.folder, secret), [], 'after an erasure')
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
  t.equal(await service.app.store.replay('ada', 'again'), null)
  t.equal(await service.app.store.replay('ada', 'told'), null)
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
  const { body: restored } = await service.call<{ state: string }>('POST', `${base}/memories/${old.id}/restore`, {
    user_id: 'ada'
  })
  t.equal(restored.state, 'active')
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
    if (is('extract')(asked)) return { json: { facts: words.includes(secret) ? [fact, other] : [other] } }
    if (is('reconcile')(asked)) return { json: { decisions: [] } }
    const json = { summaries: [{ number: 1, text: words.includes(secret) ? `About ${secret}.` : 'About nothing.' }] }
    if (!is(stage)(asked) || !closed) return { json }
    closed = false
    arrive()
    return { json, after: gate }
  })
  return { reached, open }
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

async function storesOf (t: Test): Promise<Array<[name: string, variables: Record<string, string>]>> {
  if (falkordbMissing() !== null) return [['embedded', {}]]
  const falkordb = await startFalkordb()
  t.teardown(() => falkordb.stop())
  const host = `127.0.0.1:${falkordb.port}`
  return [['embedded', {}], ['falkordb', { SVC_Database__Provider: 'graphdb_a', SVC_GraphDbA__Host: host }]]
}

t.test('a summary that is being written never brings back what was deleted or erased meanwhile', async t => {
  for (const [name, variables] of await storesOf(t)) {
    for (const stage of ['entity', 'session', 'community']) {
      for (const how of ['delete', 'erase']) {
        const server = await startScriptedServer({ dimensions: 64 })
        t.teardown(() => server.close())
        const service = await openEmbedded(t, { ...pointedAt(server), SVC_Cache__Enabled: 'true', ...variables })
        const { reached, open } = gated(server, stage)
        const userId = `ada ${stage} ${how}`
        const told = await service.call<Added>('POST', `${base}/memories/from-conversation`, {
          user_id: userId,
          session_id: 's1',
          messages: [{ role: 'user', content: `${other.quote} ${fact.quote}` }]
        })
        const ids = told.body.results.map(({ id }) => id)
        t.equal(ids.length, 2)
        const finished = service.app.memory.settled(userId).then(() => 'finished')
        t.equal(await Promise.race([reached, finished]), undefined, `${stage} is summarised`)
        if (how === 'erase') await service.call('DELETE', `${base}/users/${encodeURIComponent(userId)}`)
        else await service.call('DELETE', `${base}/memories`, { user_id: userId, memory_ids: [ids[0]] })
        open()
        await service.app.memory.settled(userId)
        const { store } = service.app
        const label = `${name}: ${how} during the summary of the ${stage}`
        const left: unknown[] = []
        for await (const record of store.export(userId)) left.push(record)
        t.notMatch(JSON.stringify(left), secret, label)
        if (how === 'erase') t.same(left, [], `${label} leaves no user`)
        if (name === 'embedded') t.same(await holding(service.folder, secret), [], `${label}, in files`)
      }
    }
  }
})

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
  t.same(await holding(join(service.folder, 'backups'), '"ada"'), [], 'not even the name')
  const again = await openEmbedded(t, {}, service.folder)
  t.same(await again.app.backup.holding('ada'), [])
  t.match(await again.app.backup.restore(undefined, { mode: 'skip' }), [{ userId: 'bob' }], 'the backup is still whole')
  const wrong = await runCommand(['erase-backups', '--settings', embeddedSettings], service.folder)
  t.not(wrong.code, 0)
  t.match(wrong.err, 'palimpsest erase-backups <user_id>')
})
