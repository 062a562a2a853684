/** What the running service writes to its log: enough to follow a request, and no key and no text of a user. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { mintKey } from '../../plugins/auth/_keys/key.ts'
import { temporaryFolder } from '../services/embedded.ts'
import { call, startService } from '../services/running.ts'
import { modelsFrom, startScriptedServer, type Step } from '../services/scripted-openai.ts'
import { secret, settingsOf } from './helper.ts'

t.test('keys, searches and memories stay out of the log, requests are in it', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-log-'))
  const settings = join(folder, 'settings.json')
  await writeFile(
    settings,
    JSON.stringify(settingsOf(folder, { Server: { LogLevel: 'trace', Port: 0 }, Auth: { Secret: secret } }))
  )
  const service = spawn(process.execPath, [
    fileURLToPath(new URL('../../cli/cli.js', import.meta.url)),
    'serve',
    '--settings',
    settings
  ], { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(async () => {
    service.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  let written = ''
  const base = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      written += chunk.toString()
      const found = /answers at (http:\/\/localhost:\d+)/.exec(written)
      if (found !== null) resolve(found[1] as string)
    }
    service.stdout.on('data', read)
    service.stderr.on('data', read)
    service.once('exit', () => reject(new Error(written)))
  })

  const { key } = mintKey(secret, 'ada')
  const spelled = key.replace('.', '%2E')
  const json = { 'content-type': 'application/json' }
  const statuses = await Promise.all([
    fetch(`${base}/api/v1/memories?user_id=ada&api_key=${key}&search_query=violet`),
    fetch(`${base}/api/v1/memories?user_id=ada&api%5Fkey=${spelled}`),
    fetch(`${base}/api/v1/memories?user_id=ada`, { headers: { authorization: `Bearer ${key}` } }),
    fetch(`${base}/api/v1/memories?user_id=ada`, { headers: { api_key: key } }),
    fetch(`${base}/api/v1/memories?user_id=bob&api_key=${key}`),
    fetch(`${base}/api/v1/memories?api_key=${key}`),
    fetch(`${base}/api/v1/memories?user_id=ada&api_key=x${key}`),
    fetch(`${base}/nothing?api_key=${key}`),
    fetch(`${base}/%zz?api_key=${key}`),
    fetch(`${base}/mcp/one?api_key=${key}`, { method: 'POST', headers: json, body: '{}' }),
    fetch(`${base}/api/v1/memories?api_key=${key}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ user_id: 'ada', text: 'The violet ledger is in the attic.' })
    }),
    fetch(`${base}/api/v1/memories/search?api_key=${key}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ user_id: 'ada', query: 'violet', mode: 'text' })
    }),
    fetch(`${base}/api/v1/memories?api_key=${key}`, { method: 'POST', headers: json, body: '{"text":"violet' })
  ].map(async answer => (await answer).status))
  t.strictSame(statuses, [200, 200, 200, 200, 403, 400, 401, 404, 400, 400, 200, 200, 400])

  service.removeAllListeners('exit')
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  const [code] = await ended
  t.equal(code, 0, 'a clean end')
  for (const unsaid of [key, spelled, secret, 'violet', 'ledger']) t.notOk(written.includes(unsaid), 'not in the log')
  const lines = written.split('\n').filter(line => line.startsWith('{')).map(line =>
    JSON.parse(line) as { req?: { method: string, url: string } }
  )
  t.ok(lines.some(({ req }) => req?.method === 'GET' && req.url === '/api/v1/memories'), 'but the request is')
})

t.test("models that fail with the user's words in their mouth put none of them into the log either", async t => {
  const server = await startScriptedServer()
  t.teardown(server.close)
  const service = await startService(t, await temporaryFolder(t), {
    SVC_Server__LogLevel: 'trace',
    ...modelsFrom(server.url)
  })
  const words = 'My violet ledger is in the attic of Ostrava.'
  const refusal = { error: { message: `I cannot use: ${words}`, code: words } }
  const ways: Step[] = [{ text: words }, { status: 400, raw: JSON.stringify(refusal) }, {
    text: JSON.stringify({ facts: words })
  }, { status: 500, raw: words }]
  for (const place of ['cellar', 'kitchen']) {
    await call(`${service.url}/api/v1/memories`, 'POST', {
      user_id: 'ada',
      text: `Another violet ledger is in the ${place}.`,
      infer: false
    })
  }
  for (const way of ways) {
    server.always('chat', way)
    for (const embedding of [{}, ...ways.filter(({ status }) => status !== undefined)]) {
      server.always('embeddings', embedding)
      server.always('reranking', embedding)
      await call(`${service.url}/api/v1/memories`, 'POST', { user_id: 'ada', text: words, metadata: { note: words } })
      await call(`${service.url}/api/v1/memories/from-conversation`, 'POST', {
        user_id: 'ada',
        messages: [{ role: 'user', content: words }]
      })
      await call(`${service.url}/api/v1/memories/search`, 'POST', {
        user_id: 'ada',
        query: words,
        rerank: 'cross_encoder'
      })
    }
  }
  await service.stop()
  t.ok(
    server.of('chat').length >= ways.length && server.of('reranking').length > 0,
    `they were asked: ${server.of('chat').length} and ${server.of('reranking').length}`
  )
  t.match(service.printed(), /warn|"level":(40|50)/, 'and what went wrong is told')
  t.notMatch(service.printed(), /violet|ledger|Ostrava/i)
})
