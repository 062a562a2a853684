/**
 * The configurations of docs/mcp.md, read as each host reads them, against a service: they parse, they reach it, and
 * the key gets in by the header and the variable that they name. The hosts themselves are no part of this.
 */
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import t from 'tap'
import { packageRoot } from '../../domain/package-root.ts'
import { mintKey } from '../../plugins/auth/_keys/key.ts'
import { build, secret } from './helper.ts'

interface Connection {
  url: string
  headers: Record<string, string>
}

const text = await readFile(join(packageRoot, 'docs', 'mcp.md'), 'utf8')
const blocks = [...text.matchAll(/\*\*([^*]+)\*\*((?:(?!\n\*\*|\n## )[^])*)/g)].flatMap(([, host = '', section = '']) =>
  [...section.matchAll(/^```(\w+)\n([^]*?)^```/gm)].map(([, language = '', code = '']) => ({ host, language, code }))
)

/** What a host fills in: the environment, an answer to a prompt, its own argument. */
function filled (value: string, key: string, env: Record<string, string> = {}): string {
  return value
    .replaceAll(/\$\{(?:env:)?([A-Z_]+)\}/g, (_, name: string) => env[name] ?? (name === 'PALIMPSEST_KEY' ? key : ''))
    .replaceAll(/\$\{(?:input:palimpsest-key|process\.env\.PALIMPSEST_KEY)\}|\{key\}|<key>/g, key)
}

/** `mcpServers` of most hosts, `servers` of VS Code; an address, or mcp-remote that is given one. */
function ofJson (code: string, key: string): Connection {
  const { mcpServers, servers } = JSON.parse(code)
  const { url, serverUrl, headers = {}, args = [], env = {} } = (mcpServers ?? servers).palimpsest
  const own = Object.fromEntries(
    Object.entries(env as Record<string, string>).map(([name, value]) => [name, filled(value, key)])
  )
  const named: Array<[string, string]> = args.length === 0
    ? Object.entries(headers as Record<string, string>)
    : [String(args[args.indexOf('--header') + 1]).split(/:(.*)/s).slice(0, 2) as [string, string]]
  return {
    url: url ?? serverUrl ?? args.find((word: string) => word.startsWith('http')),
    headers: Object.fromEntries(named.map(([name, value]) => [name, filled(value, key, own)]))
  }
}

/** One table of texts, which is all that Codex needs. */
function ofToml (code: string, key: string): Connection {
  const [head = '', ...lines] = code.trim().split('\n')
  if (head !== '[mcp_servers.palimpsest]') throw new Error(`not the table that Codex reads: ${head}`)
  const values = Object.fromEntries(lines.map(line => {
    const [, name = '', value = ''] = /^(\w+) = (".*")$/.exec(line) ?? []
    return [name, JSON.parse(value) as string]
  }))
  const bearer = filled(`\${${values['bearer_token_env_var']}}`, key)
  return { url: values['url'] ?? '', headers: { Authorization: `Bearer ${bearer}` } }
}

/** What a program is given in its source. */
function ofCode (code: string, key: string): Connection {
  const [url = ''] = /http:\/\/localhost:3001[^'"]*/.exec(code) ?? []
  const [, value = ''] = /Authorization"?: f?[`"]([^`"]*)[`"]/.exec(code) ?? []
  return { url, headers: { Authorization: filled(value, key) } }
}

const readers: Record<string, (code: string, key: string) => Connection> = {
  json: ofJson,
  toml: ofToml,
  ts: ofCode,
  python: ofCode
}

t.test('every host that the document names has a block', async t => {
  const hosts = ['Claude Code', 'Claude Desktop', 'Cursor', 'Windsurf', 'VS Code', 'Codex CLI', 'AI SDK', 'LangChain']
  for (const host of hosts) t.ok(blocks.some(block => block.host === host), host)
})

t.test('every block leads to the service, with the key where it belongs', async t => {
  const app = await build(t, { Auth: { Secret: secret } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const { key } = mintKey(secret, 'ada')
  const connect = async ({ url, headers }: Connection) => {
    const client = new Client({ name: 'documents', version: '1.0.0' })
    const address = new URL(url.replace('http://localhost:3001', `http://127.0.0.1:${port}`))
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }) as never)
    t.teardown(() => client.close())
    return client
  }
  for (const { host, language, code } of blocks) {
    const read = readers[language]
    if (read === undefined) {
      t.fail(`${host}: nothing here reads ${language}`)
      continue
    }
    t.notMatch(code, /api_key|Bearer pal1/, `${host}: no key stands in it`)
    t.match(read(code, key).url, /^http:\/\/localhost:3001\/mcp\/[\w-]+$/, host)
    t.equal((await (await connect(read(code, key))).listTools()).tools.length, 10, host)
    await t.rejects(connect(read(code, 'pal1.wrong')), /The key is not one of this service/, `${host}, a wrong key`)
  }
})

t.test("Claude Code's command", async t => {
  const [, url, header] = /claude mcp add --transport http palimpsest (\S+) --header "([^"]+)"/.exec(text) ?? []
  t.match([url, header], [/^http:\/\/localhost:3001\/mcp\/claude$/, 'Authorization: Bearer <key>'])
})
