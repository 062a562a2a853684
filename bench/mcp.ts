/**
 * MCP under load: what `search_memory` costs over the same search through REST, and whether many sessions at once
 * leave anything behind. `node --expose-gc dist/bench/mcp.js [--sessions 200] [--seconds 30] [--memories 1000]
 * [--searches 400]`
 */
import { parseArgs } from 'node:util'
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { estimateTokens } from '../domain/text/tokens.ts'
import { machine, percentile } from './machine.ts'
import { startService } from './service.ts'

interface Caller {
  callTool(call: { name: string, arguments: object }): Promise<unknown>
  close(): Promise<void>
}

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    memories: { type: 'string', default: '1000' },
    searches: { type: 'string', default: '400' }
  }
})
const [sessions, seconds, memories, searches] = [values.sessions, values.seconds, values.memories, values.searches].map(
  Number
) as [number, number, number, number]

const service = await startService(undefined, { SVC_Rerank__Provider: 'none', SVC_Server__LogLevel: 'silent' })
const { app, address: base } = service
// Idle sockets of the clients must be closed before the remaining sockets are counted.
app.server.keepAliveTimeout = 2_000

const words = [
  'garden',
  'violin',
  'harbour',
  'ledger',
  'bicycle',
  'kitchen',
  'mountain',
  'library',
  'engine',
  'festival'
]
const wordOf = (index: number) => words[index % words.length] as string
for (let index = 0; index < memories; index++) {
  await app.inject({
    method: 'POST',
    url: '/api/v1/memories',
    payload: {
      user_id: 'ada',
      text: `Note ${index}: the ${wordOf(index)} near the ${wordOf(index * 7 + 3)} was seen on day ${index}.`,
      infer: false
    }
  })
}
await app.memory.settled('ada')

async function connect (kind: 'v1' | 'legacy' | 'modern', path = '/mcp/bench/ada'): Promise<Caller> {
  const identity = { name: 'bench', version: '1.0.0' }
  if (kind === 'v1') {
    const client = new ClientV1(identity)
    await client.connect(new TransportV1(new URL(base + path)) as never)
    return client as never
  }
  const client = new ClientV2(identity, {
    versionNegotiation: { mode: kind === 'modern' ? { pin: '2026-07-28' } : 'legacy' }
  })
  await client.connect(new TransportV2(new URL(base + path)))
  return client as never
}

/**
 * Wall and processor time, in milliseconds. The latter is of the whole process, client and service alike, and bears a
 * busy machine better.
 */
async function timed (work: () => Promise<unknown>): Promise<{ wall: number, cpu: number }> {
  const [started, used] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(used)
  return { wall: performance.now() - started, cpu: (user + system) / 1000 }
}

/** One after the other, the doors taking turns, so that a busy machine is unkind to all of them alike. */
async function compareDoors (): Promise<void> {
  const call = (client: Caller) => (index: number) =>
    client.callTool({ name: 'search_memory', arguments: { query: `${wordOf(index)} near the ${wordOf(index + 3)}` } })
  const clients = {
    'MCP, sdk 1.x': await connect('v1'),
    'MCP, client 2.x legacy': await connect('legacy'),
    'MCP, client 2.x 2026-07-28': await connect('modern')
  }
  const doors: Record<string, (index: number) => Promise<unknown>> = {
    REST: async index =>
      (await fetch(`${base}/api/v1/memories/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: 'ada', query: `${wordOf(index)} near the ${wordOf(index + 3)}` })
      })).json(),
    ...Object.fromEntries(Object.entries(clients).map(([name, client]) => [name, call(client)]))
  }
  const times: Record<string, Array<{ wall: number, cpu: number }>> = Object.fromEntries(
    Object.keys(doors).map(name => [name, []])
  )
  for (let index = -50; index < searches; index++) {
    for (const [name, ask] of Object.entries(doors)) {
      const took = await timed(() => ask(index + 50))
      if (index >= 0) times[name]?.push(took)
    }
  }
  console.log(`search over ${memories} memories, ${searches} times each, ms`)
  for (const [name, measured] of Object.entries(times)) {
    const wall = measured.map(({ wall }) => wall)
    const cpu = measured.map(({ cpu }) => cpu)
    console.log(
      `  ${name.padEnd(28)} p10 ${percentile(wall, 0.1).toFixed(2)}  p50 ${percentile(wall, 0.5).toFixed(2)}  p95 ${
        percentile(wall, 0.95).toFixed(2)
      }  processor p50 ${percentile(cpu, 0.5).toFixed(2)}`
    )
  }
  for (const client of Object.values(clients)) await client.close()
}

function state () {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  const handles: Record<string, number> = {}
  for (const name of process.getActiveResourcesInfo()) handles[name] = (handles[name] ?? 0) + 1
  return {
    heapMb: heapUsed / 1e6,
    rssMb: rss / 1e6,
    handles,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
  }
}

/** Sessions come, search, and go, `sessions` at once; every kind of client. */
async function crowd (forMs: number): Promise<{ sessions: number, calls: number, failed: number }> {
  const until = performance.now() + forMs
  const count = { sessions: 0, calls: 0, failed: 0 }
  const kinds = ['v1', 'legacy', 'modern'] as const
  await Promise.all(Array.from({ length: sessions }, async (_, index) => {
    do {
      try {
        const client = await connect(kinds[index % 3] as 'v1', `/mcp/bench/user-${index}`)
        count.sessions++
        for (let call = 0; call < 3; call++) {
          await client.callTool(
            call === 0 && count.sessions <= sessions
              ? { name: 'add_memories', arguments: { text: `User ${index} owns a ${wordOf(index)}.`, infer: false } }
              : { name: 'search_memory', arguments: { query: wordOf(index), mode: 'text' } }
          )
          count.calls++
        }
        await client.close()
      } catch {
        count.failed++
      }
    } while (performance.now() < until)
  }))
  return count
}

/** What one answer costs the model that reads it, at four bytes to a token. */
async function printTokens (): Promise<void> {
  const client = await connect('v1')
  const calls: Array<[string, object]> = [
    ['search_memory', { query: 'garden' }],
    ['list_memories', {}],
    ['list_memories', { size: 100 }]
  ]
  for (const [name, given] of calls) {
    const { content, structuredContent } = await client.callTool({ name, arguments: given }) as {
      content: Array<{ text: string }>
      structuredContent: object
    }
    const structured = estimateTokens(JSON.stringify(structuredContent))
    console.log(
      `${name} ${JSON.stringify(given)}: ${estimateTokens(content[0]?.text ?? '')} tokens, ${structured} structured`
    )
  }
  await client.close()
}

console.log(machine())
await printTokens()
await compareDoors()
await crowd(5_000)
await new Promise(resolve => setTimeout(resolve, 6_000))
print('before')
for (const round of ['first', 'second']) {
  const { sessions: came, calls, failed } = await crowd(seconds * 500)
  await new Promise(resolve => setTimeout(resolve, 6_000))
  print(`after the ${round} crowd (${came} sessions, ${calls} calls, ${failed} failed)`)
}

function print (when: string): void {
  const { heapMb, rssMb, handles, listeners } = state()
  console.log(
    `${sessions} sessions at once, ${when}: heap ${heapMb.toFixed(1)} MB, rss ${
      rssMb.toFixed(0)
    } MB, process listeners ${listeners}, handles ${JSON.stringify(handles)}`
  )
}
await service.stop()
