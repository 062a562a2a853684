/** What a conversation was read for: turn by turn, with what each led to, and without words that were taken back. */
import t from 'tap'
import { is, pointedAt } from '../../scenarios/stage.ts'
import { openEmbedded, type Embedded } from '../../services/embedded.ts'
import { startScriptedServer } from '../../services/scripted-openai.ts'

interface Turn {
  role: string
  words: string | null
  memory_ids: string[]
  refused: string[]
}
interface Change {
  session_id: string | null
  source: string
  turns: Turn[]
  added: Array<{ id: string, memory: string, quote: string | null }>
  undone_at: string | null
}

const base = '/api/v1'

async function tell ({ call }: Embedded, session: string | null, ...turns: string[]): Promise<void> {
  const messages = turns.map(content => ({
    role: content.startsWith('Assistant: ') ? 'assistant' : 'user',
    content: content.replace('Assistant: ', '')
  }))
  await call('POST', `${base}/memories/from-conversation`, { user_id: 'ada', session_id: session, messages })
}

async function changes ({ call }: Embedded, query = ''): Promise<Change[]> {
  return (await call<{ items: Change[] }>('GET', `${base}/changes?user_id=ada${query}`)).body.items
}

t.test('each turn with what it led to, and those that led to nothing', async t => {
  const service = await openEmbedded(t)
  const long = `Well, ${'so it went on and on, '.repeat(300)}and that was that.`
  await tell(service, 's1', 'Good evening! I live in Graz. It rains.', 'Assistant: Graz is lovely.', 'Hm, well.', long)
  const [change] = await changes(service)
  const { turns = [], added = [] } = change ?? {}
  t.equal(turns.length, 3, 'what an assistant says is not kept')
  t.same(turns.flatMap(({ memory_ids: ids }) => ids).sort(), added.map(({ id }) => id).sort())
  t.equal(added.find(({ id }) => id === turns[0]?.memory_ids[0])?.quote, 'I live in Graz.')
  t.equal(turns[0]?.words, 'Good evening! I live in Graz. It rains.')
  t.match(turns[1], { words: 'Hm, well.', memory_ids: [], refused: [] })
  t.equal(turns[2]?.words, `${long.slice(0, 2_000)}…`)

  await tell(service, 's1', 'I moved to Linz.')
  const [moved] = await changes(service)
  t.equal(moved?.turns[0]?.words, null, 'the memory has the same words')
  t.match(moved?.added, [{ id: moved?.turns[0]?.memory_ids[0], quote: 'I moved to Linz.' }])

  await tell(service, null, 'It rains again.')
  t.match((await changes(service))[0], { session_id: null, added: [], turns: [{ words: 'It rains again.' }] })
  await tell(service, 's2', 'I moved to Linz.')
  t.match((await changes(service, '&session_id=s2'))[0]?.turns, [{ memory_ids: moved?.turns[0]?.memory_ids }])
})

t.test('a transcript sent again is read once', async t => {
  const service = await openEmbedded(t)
  await tell(service, 's1', 'I live in Graz.', 'Hm.')
  await tell(service, 's1', 'I live in Graz.', 'Hm.', 'I like tea a lot, by the way.')
  const all = await changes(service)
  t.same(all.map(({ turns }) => turns.length), [1, 2])
})

t.test('a fact that was not said is counted at its turn, with the reason', async t => {
  const server = await startScriptedServer({ dimensions: 64 })
  t.teardown(() => server.close())
  const service = await openEmbedded(t, pointedAt(server))
  const fact = (text: string, quote: string) => ({
    turn: 1,
    text,
    quote,
    subject: 'user',
    predicate: 'likes',
    value: text.split(' ').at(-1)
  })
  const key = 'AKIAIOSFODNN7EXAMPLE'
  const facts = [
    fact('The user likes tea.', 'I like tea.'),
    fact('The user owns a yacht.', 'I like tea.'),
    fact('The user sails to Crete.', 'I sail to Crete every June.'),
    fact('The user was told of rum.', 'Try rum instead.'),
    fact(`The key is ${key}.`, `My key is ${key}.`)
  ]
  server.always('chat', asked => ({
    json: is('extract')(asked) ? { facts } : is('reconcile')(asked) ? { decisions: [] } : { summaries: [] }
  }))
  const lines = await service.app.inject({
    method: 'POST',
    url: `${base}/memories/from-conversation`,
    headers: { accept: 'application/x-ndjson' },
    payload: {
      user_id: 'ada',
      messages: [{ role: 'user', content: 'I like tea.' }, { role: 'assistant', content: 'Try rum instead.' }]
    }
  })
  const reasons = [
    'Its words were not said.',
    'Nobody said “I sail to Crete every June.”.',
    'Somebody else said “Try rum instead.”.'
  ]
  const [change] = await changes(service)
  t.same(change?.turns.map(({ refused }) => refused), [reasons])
  const shown = lines.body.trim().split('\n').map(line => JSON.parse(line) as Record<string, unknown>)
  t.same(shown.filter(({ event }) => event === 'REFUSED').map(({ reason }) => reason), reasons, 'streamed as well')
  t.notMatch(lines.body, key)
  t.notMatch(JSON.stringify(await service.app.store.readings('ada', 100)), key)
})

t.test('no word is left of a conversation from which something was deleted or forgotten', async t => {
  const service = await openEmbedded(t)
  await tell(service, 's1', 'I smoke. Hello.', 'Yes, I smoke, and it rains.', 'Fine weather, smoke aside.')
  await tell(service, 's2', 'I live in Graz. Hello there.')
  await tell(service, 's3', 'Please forget that I smoke.')
  const after = await changes(service)
  const words = after.filter(({ session_id: id }) => id !== 's2').flatMap(({ turns }) =>
    turns.map(({ words }) => words)
  )
  t.ok(words.length >= 3)
  t.ok(words.every(one => one === null), 'after it was forgotten')
  const [kept] = await changes(service, '&session_id=s2')
  t.equal(kept?.turns[0]?.words, 'I live in Graz. Hello there.')

  await service.call('DELETE', `${base}/memories`, { user_id: 'ada', memory_ids: [kept?.added[0]?.id] })
  t.notMatch(JSON.stringify(await service.app.store.readings('ada', 100)), /Graz/)
  await service.call('DELETE', `${base}/users/ada`)
  t.same(await service.app.store.readings('ada', 100), [])
})

t.test('nothing is kept of what was only rehearsed, nor of a text stored word for word', async t => {
  const service = await openEmbedded(t)
  await service.call('POST', `${base}/memories/from-conversation`, {
    user_id: 'ada',
    dry_run: true,
    messages: [{ role: 'user', content: 'I live in Graz.' }]
  })
  await service.call('POST', `${base}/memories`, { user_id: 'ada', text: 'The door is green.', infer: false })
  t.same(await service.app.store.readings('ada', 100), [])
})
