/**
 * What is deleted is gone: from the database file, its log, its search index, the summaries and the caches. What was
 * due when the process died is done by the next one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { embeddedSettings, environmentIn, openEmbedded, temporaryFolder } from '../services/embedded.ts'
import { filesThatHold } from '../services/files.ts'
import { startScriptedServer } from '../services/scripted-openai.ts'
import { is, openStage, pointedAt } from './stage.ts'
import { fact, type Step } from './scenario.ts'

const word = 'Xylokarp'
const tortoise: Step = {
  say: `I keep a tortoise called ${word}. I like tea.`,
  with: { session_id: 'garden', transcript_path: '/talks/1' },
  facts: [
    fact(`The user keeps a tortoise called ${word}.`, `I keep a tortoise called ${word}`, {
      predicate: 'has_pet',
      value: word,
      entities: [{ name: word, type: 'animal', aliases: [] }, { name: 'tea', type: 'thing', aliases: [] }],
      relations: [{ from: word, predicate: 'eats', to: 'tea' }]
    }),
    fact('The user likes tea.', 'I like tea', { predicate: 'likes', value: 'tea' })
  ],
  calls: [1, 1]
}

t.test('deleting a memory deletes its words everywhere', async t => {
  const stage = await openStage(t, { SVC_Cache__Enabled: 'true' })
  const { service } = stage
  const { userId } = await stage.play({ steps: [tortoise] })
  await service.app.memory.settled(userId)
  t.ok((await filesThatHold(service.folder, word)).length >= 2, 'the word is in the store and in the cache')
  const { memories } = await stage.stored(userId)
  const gone = memories.filter(({ text, quote }) => `${text} ${quote}`.includes(word)).map(({ id }) => id)
  const { status, body } = await service.call<{ deleted: string[] }>('DELETE', '/api/v1/memories', {
    user_id: userId,
    memory_ids: gone
  })
  t.equal(status, 200)
  t.same(body.deleted, gone)
  await service.app.memory.settled(userId)
  t.same((await stage.stored(userId)).active, ['The user likes tea.'])
  await service.app.close()
  t.same(await filesThatHold(service.folder, word), [])
})

t.test('erasing a user deletes their words everywhere, and of no other user', async t => {
  const stage = await openStage(t, { SVC_Cache__Enabled: 'true' })
  const { service } = stage
  const { userId } = await stage.play({ steps: [tortoise] }, 'erased-person')
  const other = await stage.play({
    steps: [{ say: 'I like coffee.', facts: [fact('The user likes coffee.', 'I like coffee')] }]
  })
  await service.app.memory.settled(userId)
  t.equal((await service.call('DELETE', `/api/v1/users/${userId}`)).status, 200)
  t.same((await stage.stored(other.userId)).active, ['The user likes coffee.'])
  await service.app.close()
  t.same(await filesThatHold(service.folder, word), [])
  t.same(await filesThatHold(service.folder, 'erased-person'), [])
})

t.test('summaries that were due when the process was killed are written by the next one', async t => {
  const server = await startScriptedServer({ dimensions: 64 })
  t.teardown(() => server.close())
  const folder = await temporaryFolder(t)
  const variables = pointedAt(server)

  // The model hangs on the summary; by then the facts are committed and the debt is in the store.
  const summaryAsked = new Promise<void>(resolve => {
    server.always('chat', asked => {
      if (is('extract')(asked)) return { json: { facts: tortoise.facts } }
      if (is('reconcile')(asked)) return { json: { decisions: [] } }
      resolve()
      return { afterMs: Number.POSITIVE_INFINITY }
    })
  })
  const child = spawn(process.execPath, [
    fileURLToPath(new URL('../../cli/cli.js', import.meta.url)),
    'serve',
    '--settings',
    embeddedSettings
  ], {
    env: { ...process.env, ...environmentIn(folder, variables), SVC_Server__LogLevel: 'info' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(async () => {
    child.kill('SIGKILL')
  })
  const address = await listening(child.stdout)
  const answer = await fetch(`${address}/api/v1/memories/from-conversation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: 'u1', session_id: 'garden', messages: [{ role: 'user', content: tortoise.say }] })
  })
  t.equal(answer.status, 200)
  await summaryAsked
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  t.same(await ended, [null, 'SIGKILL'])

  const asked = server.of('chat').length
  server.always(
    'chat',
    ({ body }) => ({
      json: {
        summaries: String(body['messages'][1].content).split('\n\n').map((_, place) => ({
          number: place + 1,
          text: `Summed up, number ${place + 1}.`
        }))
      }
    })
  )
  const { app } = await openEmbedded(t, variables, folder)
  await app.memory.settled('u1')
  const { items } = await app.store.entities('u1', { page: { page: 1, size: 10 } })
  t.equal(items.length, 2)
  t.ok(items.every(({ summary, summaryStale }) => /^Summed up/.test(summary ?? '') && !summaryStale))
  const [session] = await app.store.sessions('u1', { limit: 1 })
  t.match(session, { id: 'garden', gist: /^Summed up/, gistStale: false })
  t.ok(server.of('chat').slice(asked).every(asked => !is('extract')(asked)), 'nothing is read twice')
  t.same(await app.store.users({ enrichmentDue: true, limit: 10 }), [], 'no user is due any more')
})

/** The address the service writes into its log when it listens. */
async function listening (output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += String(chunk)
    const [, address] = /answers at (http:\S+)/.exec(text) ?? []
    if (address !== undefined) return address
  }
  throw new Error(`the service ended: ${text}`)
}
