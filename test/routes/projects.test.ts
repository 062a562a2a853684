/** Projects are apart: what is told in one is compared with nothing of another, and shown in none but its own. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { createContext } from '../../plugins/memory/pipeline/context.ts'
import { build } from './helper.ts'

interface Item {
  id: string
  content: string
  project: string | null
}

const tell = async (app: FastifyInstance, content: string, project: string | null, day: number) => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/memories/from-conversation',
    payload: {
      user_id: 'ada',
      messages: [{ role: 'user', content, created_at: `2026-03-0${day}T09:00:00Z` }],
      ...(project !== null && { project })
    }
  })
  return response.json<{ results: Array<{ id: string, event: string }> }>().results.map(({ event }) => event)
}
const list = async (app: FastifyInstance) =>
  (await app.inject('/api/v1/memories?user_id=ada&size=100')).json<{ items: Item[] }>().items

async function connect (t: Test, app: FastifyInstance, project: string) {
  if (!app.server.listening) {
    await app.listen({ host: '127.0.0.1', port: 0 })
    if (!app.server.listening) await once(app.server, 'listening')
  }
  const { port } = app.server.address() as AddressInfo
  const client = new Client({ name: 'palimpsest-test', version: '1.0.0' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp/one/ada`), {
      requestInit: { headers: { project } }
    })
  )
  t.teardown(() => client.close())
  return async (name: string, given: Record<string, unknown>) => {
    const answer = await client.callTool({ name, arguments: given })
    return answer as { isError?: boolean, content: Array<{ text: string }>, structuredContent?: Record<string, any> }
  }
}

t.test('REST: no duplicate and no successor across projects', async t => {
  const app = await build(t)
  for (const project of ['red', 'blue', null]) {
    t.same(await tell(app, 'I live in Graz.', project, 1), ['ADD'], `told in ${project ?? 'none'}`)
  }
  t.same(await tell(app, 'I live in Graz.', 'red', 2), ['SKIP_DUPLICATE'])
  t.same(await tell(app, 'I moved to Linz.', 'blue', 3), ['SUPERSEDE'])
  const left = (await list(app)).map(({ content, project }) => `${project ?? '-'}: ${content}`).sort()
  t.same(left.map(line => line.replace(/The user (?:lives in|moved to) |\./g, '')), [
    '-: Graz',
    'blue: Linz',
    'red: Graz'
  ])
  t.same(await tell(app, 'Please forget that I live in Graz.', 'red', 4), ['INVALIDATE'])
  t.same((await list(app)).map(({ project }) => project ?? '-').sort(), ['-', 'blue'])
})

t.test('MCP: no duplicate, no successor, no entity, no summary across projects', async t => {
  const app = await build(t)
  const [red, blue] = [await connect(t, app, 'red'), await connect(t, app, 'blue')]
  const say = async (call: typeof red, content: string) => {
    const { structuredContent } = await call('add_conversation', { messages: [{ role: 'user', content }] })
    return structuredContent?.['results'].map(({ event }: { event: string }) => event) as string[]
  }
  const told = 'My colleague Anna works at Acme.'
  t.ok((await say(red, told)).includes('ADD'))
  t.ok((await say(blue, told)).every(event => event === 'ADD'))
  t.ok((await say(blue, 'My colleague Anna works at Zenit now.')).length > 0)
  await app.memory.settled('ada')
  const listed = (await list(app)).filter(({ project }) => project === 'red').map(({ content }) => content)
  t.ok(listed.some(text => /Acme/.test(text)), 'what blue told ended nothing of red')

  const seen = JSON.stringify(await red('get_entity', { entity: 'Anna' }))
  t.match(seen, /Acme/)
  t.notMatch(seen, /Zenit/, 'facts, relations and summary are of the project')
  await say(blue, 'My neighbour Bela plays the oboe.')
  await app.memory.settled('ada')
  t.ok((await blue('get_entity', { entity: 'Bela' })).structuredContent)
  t.equal((await red('get_entity', { entity: 'Bela' })).isError, true, 'of whom the project says nothing')
})

t.test('a context of one project holds no summary that rests on another', async t => {
  const app = await build(t)
  for (const [project, company] of [['red', 'Acme'], ['blue', 'Zenit']] as const) {
    await tell(app, `My colleague Anna works at ${company}. My colleague Anna likes ${company}.`, project, 1)
  }
  await app.memory.settled('ada')
  const { store } = app
  const { items } = await store.entities('ada', { page: { page: 1, size: 10 } })
  t.ok(items.every(({ summary }) => summary === null || !(/Acme/.test(summary) && /Zenit/.test(summary))))
  // One from before projects were apart.
  await store.commit({
    userId: 'ada',
    entities: items.filter(({ name }) => name === 'Anna').map(entity => ({
      ...entity,
      summary: 'Works at Acme and at Zenit.',
      summaryStale: false
    }))
  })
  const context = createContext({ store, recall: app.memory.recall })
  const { text } = await context({
    userId: 'ada',
    query: null,
    maxTokens: 2_000,
    filter: { project: 'red' },
    app: null
  })
  t.match(text, /Acme/)
  t.notMatch(text, /Zenit/)
})
