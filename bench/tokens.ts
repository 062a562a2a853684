/**
 * What an agent's memory costs the model that reads it, in tokens (`domain/text/tokens.ts`): the tools, and answers
 * about the same ten facts. `npm run bench -- tokens [--peer <@modelcontextprotocol/server-memory/dist/index.js>]
 * [--tools <a program>]…`; of a program that cannot answer here (it asks a service of its maker) the tools alone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { estimateTokens } from '../domain/text/tokens.ts'
import { startService } from './service.ts'

const facts = [
  'Ada plays the cello.',
  'Ada keeps bees on the roof.',
  'Ada lives in Graz.',
  'Ada works as a baker.',
  'Ada has a sister called Ines.',
  'Ada is allergic to peanuts.',
  'Ada prefers tea to coffee.',
  'Ada ran the Vienna marathon in 2024.',
  'Ada is learning Portuguese.',
  'Ada drives an old Volvo.'
]

type Call = [what: string, tool: string, given: Record<string, unknown>]

export async function run (args: string[]): Promise<void> {
  const { values: { peer, tools = [] } } = parseArgs({
    args,
    options: { peer: { type: 'string' }, tools: { type: 'string', multiple: true } }
  })
  console.log('tokens of text (of structured content)')
  const service = await startService(undefined, { SVC_Rerank__Provider: 'none', SVC_Server__LogLevel: 'silent' })
  try {
    const url = new URL(`${service.address}/mcp/bench/ada`)
    for (const text of facts) {
      await fetch(`${service.address}/api/v1/memories`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: 'ada', text })
      })
    }
    await service.app.memory.settled('ada')
    await measure('Palimpsest', new StreamableHTTPClientTransport(url), [
      ['a search', 'search_memory', { query: 'Ada' }],
      ['a question', 'search_memory', { query: 'Which instrument does Ada play?', top_k: 3 }],
      ['everything', 'list_memories', {}],
      ['one person', 'get_entity', { entity: 'Ada' }]
    ])
  } finally {
    await service.stop()
  }
  if (peer !== undefined) await measurePeer(peer)
  for (const command of tools) {
    // None is asked anything; without a key some do not start.
    const env = { ...process.env as Record<string, string>, MEM0_API_KEY: 'none' }
    await measure(command, new StdioClientTransport({ command, env, stderr: 'ignore' }), [])
  }
}

/** The official memory server keeps observations of an entity, and finds whole entities by a part of their text. */
async function measurePeer (program: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-tokens-'))
  const env = { MEMORY_FILE_PATH: join(folder, 'memory.json') }
  try {
    const entity = { name: 'Ada', entityType: 'person', observations: facts }
    await measure(
      '@modelcontextprotocol/server-memory',
      new StdioClientTransport({
        command: process.execPath,
        args: [program],
        env,
        stderr: 'ignore'
      }),
      [
        ['', 'create_entities', { entities: [entity] }],
        ['a search', 'search_nodes', { query: 'Ada' }],
        ['a question', 'search_nodes', { query: 'cello' }],
        ['everything', 'read_graph', {}],
        ['one person', 'open_nodes', { names: ['Ada'] }]
      ]
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure (name: string, transport: unknown, calls: Call[]): Promise<void> {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport as never)
  const { tools } = await client.listTools()
  // What a host gives its model: the rest of a tool is for the host.
  const given = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  const [read, all] = [given, tools].map(what => estimateTokens(JSON.stringify(what)))
  console.log(`${name}\n  ${'tools/list'.padEnd(12)} ${read}, with what is for the host ${all}; ${tools.length} tools`)
  for (const [what, tool, given] of calls) {
    const { content, structuredContent } = await client.callTool({ name: tool, arguments: given }) as {
      content: Array<{ text?: string }>
      structuredContent?: object
    }
    if (what === '') continue
    const text = estimateTokens(content.map(({ text = '' }) => text).join('\n'))
    const structured = structuredContent === undefined ? '-' : estimateTokens(JSON.stringify(structuredContent))
    console.log(`  ${what.padEnd(12)} ${text} (${structured})`)
  }
  await client.close()
}
