/**
 * Bodies and queries of every route of the OpenAPI document, arguments of every tool of MCP, and exports with changed
 * records whose checksum is right again, so that an import reads them: no 5xx, what was read before is read after, and
 * /livez goes on.
 */
import { createHash } from 'node:crypto'
import { random } from '../conformance/store/suite.ts'
import { call, startService } from '../services/running.ts'
import { startStore } from '../services/stores.ts'
import type { Torture } from './run.ts'

interface Operation {
  method: string
  path: string
  names: string[]
}

interface Sent {
  label: string
  url: string
  method: string
  headers?: Record<string, string>
  body?: string
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const importer = 'imported'

const nasty: unknown[] = [
  null,
  '',
  ' ',
  '\0',
  '\ud800',
  '.',
  '..',
  "'; MATCH (n) DETACH DELETE n //",
  'a'.repeat(60_000),
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[]],
  ['ada', null],
  { a: { b: { c: 1 } } },
  '2024-02-30T99:99:99Z',
  '9999-12-31T23:59:59Z',
  'ada'
]

export const input: Torture = async ({ t, folder, seed, rounds, store }) => {
  const next = random(seed)
  const pick = <T>(from: T[]): T => from[Math.floor(next() * from.length)] as T
  const { variables } = await startStore(t, store)
  const { url, stop } = await startService(t, folder, { SVC_Cache__Enabled: 'false', ...variables })
  const document = await (await fetch(`${url}/docs/json`)).json() as {
    paths: Record<string, Record<string, { parameters?: Array<{ name: string }> }>>
    components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
  }
  const fields = [
    ...new Set(Object.values(document.components.schemas).flatMap(({ properties = {} }) => Object.keys(properties)))
  ]
  const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method,
      path,
      names: parameters.map(({ name }) => name)
    }))
  ).filter(({ path }) => path.startsWith('/api/v1/') && !path.includes('reindex'))
  const tools = await toolsOf(url)
  const lines = await exported(url)
  const faults: string[] = []
  const figures = {
    requests: rounds,
    ofTools: 0,
    imports: 0,
    importsTaken: 0,
    operations: operations.length,
    tools: tools.length
  }
  let slowestMs = 0
  for (let request = 0; request < rounds; request++) {
    const kind = next()
    const sent = kind < 0.7 ? ofRoute() : kind < 0.9 ? ofTool() : ofImport()
    const answer = await ask(sent)
    if (kind >= 0.9 && answer.status === 200) {
      figures.importsTaken++
      await stillRead(sent)
    }
    if (request % 20 === 0) {
      const begun = performance.now()
      await fetch(`${url}/livez`)
      slowestMs = Math.max(slowestMs, performance.now() - begun)
    }
  }
  await stop()
  for (const fault of faults.slice(0, 20)) console.error(fault)
  return { ...figures, slowestLivezMs: Math.round(slowestMs), faults: faults.length }

  async function ask ({ label, url, method, headers, body }: Sent): Promise<{ status: number, text: string }> {
    const answer = await fetch(url, { method, ...headers && { headers }, ...body !== undefined && { body } })
      .then(
        async answer => ({ status: answer.status, text: await answer.text() }),
        error => ({ status: 0, text: String(error) })
      )
    // A tool's failure comes with 200.
    if (answer.status === 0 || answer.status >= 500 || /internal_error|"code":-32603/.test(answer.text)) {
      faults.push(`${label} ${body?.slice(0, 300) ?? ''}: ${answer.status} ${answer.text.slice(0, 300)}`)
    }
    return answer
  }

  function ofRoute (): Sent {
    const { method, path, names } = pick(operations)
    const query = new URLSearchParams(
      names.filter(() => next() < 0.5).map((name): [string, string] => [name, spelled(pick(nasty))])
    )
    if (next() < 0.7) query.set('user_id', 'ada')
    const place = path.replace(
      /\{[^}]+\}/g,
      () => encodeURIComponent(wellFormed(spelled(pick(nasty))).slice(0, 200) || 'x')
    )
    const body = { user_id: next() < 0.8 ? 'ada' : pick(nasty), ...Object.fromEntries(someFields(fields)) }
    const bodiless = method === 'get' || method === 'head'
    return {
      label: `${method} ${place.slice(0, 80)}`,
      method: method.toUpperCase(),
      url: `${url}${place}?${query}`,
      ...!bodiless && { headers: json, body: next() < 0.05 ? '{"user_id":' : JSON.stringify(body) }
    }
  }

  function ofTool (): Sent {
    figures.ofTools++
    const { name, inputSchema } = pick(tools)
    const given = Object.keys(inputSchema.properties ?? {}).filter(() => next() < 0.8).map((
      field
    ): [string, unknown] => [
      field,
      next() < 0.5 ? 'ada' : pick(nasty)
    ])
    const params = { name, arguments: { user_id: 'ada', ...Object.fromEntries([...given, ...someFields(fields)]) } }
    return {
      label: `tool ${name}`,
      method: 'POST',
      url: `${url}/mcp/torture`,
      headers: json,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    }
  }

  /** One to three fields of the records are changed; counts and checksum are right again. */
  function ofImport (): Sent {
    figures.imports++
    const records = lines.slice(0, -1).map(line => JSON.parse(line) as Record<string, unknown>)
    for (let change = 0; change <= next() * 3; change++) {
      const record = pick(records)
      const field = next() < 0.9 ? pick(Object.keys(record)) : pick(fields)
      record[field] = next() < 0.8 ? pick(nasty) : pick(records)[field]
    }
    const body = records.map(record => `${JSON.stringify(record)}\n`).join('')
    const counts: Record<string, number> = {}
    for (const { record } of records.slice(1)) counts[String(record)] = (counts[String(record)] ?? 0) + 1
    const end = JSON.parse(lines.at(-1) ?? '{}') as { counts: Record<string, number> }
    const last = {
      ...end,
      records: records.length - 1,
      counts: Object.fromEntries(Object.keys(end.counts).map(kind => [kind, counts[kind] ?? 0])),
      sha256: createHash('sha256').update(body).digest('hex')
    }
    return {
      label: 'import',
      method: 'POST',
      url: `${url}/api/v1/import?user_id=${importer}&mode=${next() < 0.5 ? 'skip' : 'overwrite'}`,
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${body}${JSON.stringify(last)}\n`
    }
  }

  /** What an import was answered 200 for is listed, found and exported afterwards. */
  async function stillRead ({ body }: Sent): Promise<void> {
    for (const path of [`memories?user_id=${importer}`, `graph?user_id=${importer}`, `export?user_id=${importer}`]) {
      const label = `${path} after the import of ${body?.slice(0, 2_000)}`
      const { status } = await ask({ label, method: 'GET', url: `${url}/api/v1/${path}` })
      if (status !== 200) faults.push(`${label}: ${status}`)
    }
  }

  function someFields (names: string[]): Array<[string, unknown]> {
    return Array.from({ length: Math.floor(next() * 5) }, () => [pick(names), pick(nasty)])
  }
}

interface ListedTool {
  name: string
  inputSchema: { properties?: Record<string, unknown> }
}

async function toolsOf (url: string): Promise<ListedTool[]> {
  const answer = await fetch(`${url}/mcp/torture`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  })
  const text = await answer.text()
  const message = JSON.parse(text.startsWith('{') ? text : /^data: (.*)$/m.exec(text)?.[1] ?? '{}') as {
    result: { tools: ListedTool[] }
  }
  return message.result.tools
}

/** The export of a user with some of everything, by line. */
async function exported (url: string): Promise<string[]> {
  await call(`${url}/api/v1/memories/from-conversation`, 'POST', {
    user_id: 'origin',
    session_id: 's',
    messages: [
      { role: 'user', content: 'I live in Berlin. My sister Eva works at Acme.' },
      { role: 'user', content: 'I moved from Berlin to Lisbon.' }
    ]
  })
  const metadata = { list: [1, { deep: true }] }
  await call(`${url}/api/v1/memories`, 'POST', {
    user_id: 'origin',
    text: 'A note.',
    infer: false,
    metadata,
    tags: ['t']
  })
  const text = await (await fetch(`${url}/api/v1/export?user_id=origin`)).text()
  return text.split('\n').filter(line => line !== '')
}

const spelled = (value: unknown): string => typeof value === 'string' ? value.slice(0, 4_000) : JSON.stringify(value)
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '?')
