/**
 * One client that others wrote, driven through what it can do: `node drive.mjs <client>`, in a folder where it is
 * installed. Standard input holds `{ url, headers, calls, promptQuery }`; the last line of the output is
 * `{ tools, calls: { name: 'ok' or what was said }, resources, read, prompts, prompt }`, or `{ refused }`.
 */
import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const { url, headers, calls, promptQuery } = JSON.parse(await text(process.stdin))
const run = promisify(execFile)
const identity = { name: 'table', version: '1.0.0' }

const connects = {
  'sdk-1': () => sdk1(),
  'client-2-legacy': () => client2('legacy'),
  'client-2-auto': () => client2('auto'),
  'client-2-pinned': () => client2({ pin: '2026-07-28' }),
  'mcp-remote': () => mcpRemote(),
  'ai-sdk': () => aiSdk(),
  'langchain-js': () => langchain(),
  inspector: () => inspector(),
  mcporter: () => mcporter()
}

async function sdk1 (transport) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const client = new Client(identity)
  await client.connect(transport ?? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return official(client)
}

async function client2 (mode) {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const client = new Client(identity, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return official(client)
}

/** The official clients check an answer against the output schema once they listed the tools. */
function official (client) {
  return {
    tools: async () => (await client.listTools()).tools.length,
    call: async (name, given) => answerOf(await client.callTool({ name, arguments: given })),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async uri => (await client.readResource({ uri })).contents.length,
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, given) => (await client.getPrompt({ name, arguments: given })).messages.length,
    close: () => client.close()
  }
}

function answerOf ({ isError, content }) {
  return isError === true ? content[0]?.text ?? 'an error' : 'ok'
}

/** What Claude Desktop starts: a server of standard input and output. */
async function mcpRemote () {
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
  const words = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}:${value}`])
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['node_modules/mcp-remote/dist/proxy.js', url, '--allow-http', '--transport', 'http-only', ...words],
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: `${process.cwd()}/mcp-remote-${process.pid}`, BROWSER: 'true' },
    stderr: 'pipe'
  })
  const waits = /.*(?:authorize this client|authentication required|unauthorized).*/i
  let said = ''
  transport.stderr?.on('data', chunk => {
    said += chunk
    process.stderr.write(chunk)
    // Without a key it waits for a person who signs in. No bare number: a port or a process may have it too.
    if (waits.test(said)) transport.close()
  })
  return sdk1(transport).catch(error => {
    throw new Error(waits.exec(said)?.[0] ?? error.message)
  })
}

async function aiSdk () {
  const { createMCPClient } = await import('@ai-sdk/mcp')
  const client = await createMCPClient({ transport: { type: 'http', url, headers } })
  let tools
  return {
    tools: async () => Object.keys(tools = await client.tools()).length,
    call: async (name, given) => answerOf(await tools[name].execute(given, { toolCallId: name, messages: [] })),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async uri => (await client.readResource({ uri })).contents.length,
    prompts: async () => (await client.experimental_listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, given) => (await client.experimental_getPrompt({ name, arguments: given })).messages.length,
    close: () => client.close()
  }
}

async function langchain () {
  const { MultiServerMCPClient } = await import('@langchain/mcp-adapters')
  const client = new MultiServerMCPClient({
    mcpServers: { palimpsest: { transport: 'http', url, headers, automaticSSEFallback: false } }
  })
  let tools
  return {
    tools: async () => (tools = await client.getTools()).length,
    async call (name, given) {
      await tools.find(tool => tool.name === name).invoke(given)
      return 'ok'
    },
    resources: async () => (await client.listResources('palimpsest')).palimpsest.map(({ uri }) => uri),
    read: async uri => (await client.readResource('palimpsest', uri)).length,
    close: () => client.close()
  }
}

/** Without a person there is nobody to sign in: a key that is wrong is said at once, as in a script. */
async function inspector () {
  const words = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const options = ['--transport', 'http', '--stored-auth-only', '--connect-timeout', '0', ...words]
  const ask = async (method, ...more) =>
    JSON.parse(
      await bin('@modelcontextprotocol/inspector', 'mcp-inspector', [
        '--cli',
        url,
        ...options,
        '--method',
        method,
        ...more
      ])
    )
  return {
    tools: async () => (await ask('tools/list')).tools.length,
    call: async (name, given) =>
      answerOf(await ask('tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(given))),
    resources: async () => (await ask('resources/list')).resources.map(({ uri }) => uri),
    read: async uri => (await ask('resources/read', '--uri', uri)).contents.length,
    prompts: async () => (await ask('prompts/list')).prompts.map(({ name }) => name),
    prompt: async (name, { query }) =>
      (await ask('prompts/get', '--prompt-name', name, '--prompt-args', `query=${query}`)).messages.length,
    close: async () => {}
  }
}

/** It knows no prompts. */
async function mcporter () {
  const file = `${process.cwd()}/mcporter-${process.pid}.json`
  await writeFile(file, JSON.stringify({ mcpServers: { palimpsest: { baseUrl: url, headers } }, imports: [] }))
  const ask = async (command, target, ...more) =>
    JSON.parse(await bin('mcporter', 'mcporter', ['--config', file, command, target, '--no-oauth', ...more]))
  const patient = ['--timeout', '300000']
  return {
    async tools () {
      // What went wrong is printed as JSON too.
      const listed = ask('list', 'palimpsest', '--json', ...patient).catch(error => JSON.parse(error.stdout))
      const { tools, error, issue } = await listed
      if (tools === undefined) throw new Error(`${error}: ${issue?.rawMessage}`)
      return tools.length
    },
    async call (name, given) {
      // A tool's error ends it with 1.
      await ask('call', `palimpsest.${name}`, '--args', JSON.stringify(given), '--output', 'json', ...patient)
      return 'ok'
    },
    resources: async () => (await ask('resource', 'palimpsest', '--json')).resources.map(({ uri }) => uri),
    // Of a resource that is JSON it prints that JSON.
    read: async uri => Object.keys(await ask('resource', 'palimpsest', uri, '--json')).length > 0 ? 1 : 0,
    close: () => rm(file)
  }
}

/** What a program of a package prints; what it keeps of a person goes to a folder of this run. */
async function bin (name, program, words) {
  const folder = `${process.cwd()}/node_modules/${name}`
  const { bin } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
  const file = `${folder}/${typeof bin === 'string' ? bin : bin[program]}`
  const env = { ...process.env, HOME: `${process.cwd()}/home-${process.pid}`, BROWSER: 'true' }
  return (await run(process.execPath, [file, ...words], { env })).stdout
}

async function drive (client) {
  const found = { tools: await client.tools(), calls: {} }
  for (const [name, given] of calls) found.calls[name] = await client.call(name, given).catch(said)
  const uris = await client.resources().catch(said)
  found.resources = Array.isArray(uris) ? uris.length : uris
  if (Array.isArray(uris) && uris.length > 0) found.read = await client.read(uris[0]).catch(said)
  if (client.prompts !== undefined) {
    const names = await client.prompts().catch(said)
    found.prompts = Array.isArray(names) ? names.length : names
    found.prompt = await client.prompt('recall_context', { query: promptQuery }).catch(said)
  }
  await client.close()
  return found
}

/** What a person would see. */
function said (error) {
  const { stdout = '', stderr = '', message = error } = error ?? {}
  return (`${stderr} ${stdout}`.trim() || String(message)).slice(0, 600)
}

const result = await connects[process.argv[2]]().then(drive).catch(error => ({ refused: said(error) }))
console.log(JSON.stringify(result))
process.exit(0)
