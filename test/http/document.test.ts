/** The OpenAPI document is whole: every way in, every error, and examples that run. */
import t from 'tap'
import * as errors from '../../domain/errors.ts'
import { openEmbedded } from '../services/embedded.ts'

interface Operation {
  tags?: string[]
  summary?: string
  security?: object[]
  parameters?: Array<{ name: string, in: string, required?: boolean, example?: unknown }>
  requestBody?: { content: Record<string, { example?: object }> }
  responses: Record<string, { description: string }>
}

interface Document {
  info: { title: string }
  tags: Array<{ name: string }>
  paths: Record<string, Record<string, Operation>>
}

/** Those that end a start or a command, and never answer a request. */
const beforeRequests = ['setting_unknown', 'setting_invalid', 'provider_missing', 'migration_incomplete']

function wireErrors (): Array<{ code: string, status: number }> {
  return Object.values(errors).filter(value => typeof value === 'function' && value.prototype instanceof Error)
    .map(value => new (value as new(...given: unknown[]) => Error & { code: string, statusCode: number })({}, ''))
    .map(({ code, statusCode }) => ({ code, status: statusCode }))
    .filter(({ code }) => !beforeRequests.includes(code))
}

t.test('the document', async t => {
  const { call } = await openEmbedded(t)
  const document = (await call('GET', '/openapi.json')).body as unknown as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation }))
  )

  t.test('MCP and the probes are in it, and every group has its words', async t => {
    const found = operations.map(({ method, path }) => `${method} ${path}`)
    for (const wanted of ['POST /mcp/{client}', 'POST /mcp/{client}/{user_id}', 'GET /livez', 'GET /readyz']) {
      t.ok(found.includes(wanted), wanted)
    }
    const groups = document.tags.map(({ name }) => name)
    for (const { path, operation } of operations) {
      t.ok(operation.tags?.every(tag => groups.includes(tag)), `${path} is in a group`)
    }
  })

  t.test('every error that can answer a request is named where its status stands', async t => {
    const said = new Map<string, string>()
    for (const { operation: { responses } } of operations) {
      for (const [status, { description }] of Object.entries(responses)) {
        said.set(status, `${said.get(status) ?? ''} ${description}`)
      }
    }
    t.ok(wireErrors().length > 20)
    for (const { code, status } of wireErrors()) {
      if (code === 'validation_failed') continue
      t.ok(said.get(String(status))?.includes(`\`${code}\``), `${status} ${code}`)
    }
    for (const { path, method, operation: { security, responses, requestBody } } of operations) {
      const wanted = security?.length === 0 || path.startsWith('/mcp/')
        ? []
        : ['400', '401', '403', '429', '500', '503']
      if (requestBody !== undefined) wanted.push('413', '415')
      t.same(wanted.filter(status => responses[status] === undefined), [], `${method} ${path}`)
    }
  })

  t.test('a refusal of MCP has the status and the shape that the document names', async t => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const refusals: Array<[string, object | string, Record<string, string>]> = [
      ['406', message, { ...json, accept: 'application/json' }],
      ['415', JSON.stringify(message), { ...json, 'content-type': 'text/plain' }],
      ['400', '{', json],
      ['400', [], json],
      ['403', message, { ...json, host: 'elsewhere.example' }]
    ]
    for (const path of ['/mcp/{client}', '/mcp/{client}/{user_id}']) {
      const responses = document.paths[path]!['post']!.responses as Record<string, { content?: object }>
      for (const [status, body, headers] of refusals) {
        const said = JSON.stringify(responses[status]?.content ?? {})
        t.match(said, 'McpAnswer', `${path} ${status} is documented`)
        const answer = await call('POST', path.replace('{client}', 'c').replace('{user_id}', 'u'), body, headers)
        t.equal(String(answer.status), status)
        t.equal((answer.body as { jsonrpc?: string }).jsonrpc, '2.0')
      }
    }
  })

  t.test('every example is answered, or says that its id is of nobody', async t => {
    for (const { path, method, operation } of operations) {
      const { parameters = [], requestBody } = operation
      const required = parameters.filter(({ required }) => required === true)
      t.same(required.filter(({ example }) => example === undefined), [], `${method} ${path}: parameters`)
      const json = requestBody?.content['application/json']
      if (json !== undefined && !path.endsWith('/import')) t.ok(json.example, `${method} ${path}: body`)
      // What is no JSON, or removes what the next one asks for.
      if (method === 'DELETE' || ['/mcp/', '/metrics', '/api/v1/import'].some(start => path.startsWith(start))) continue
      if (path.endsWith('/export')) continue
      const url = required.reduce((url, { name, in: where, example }) =>
        where === 'path'
          ? url.replace(`{${name}}`, String(example))
          : `${url}${url.includes('?') ? '&' : '?'}${name}=${String(example)}`, path)
      const { status, body } = await call(method as 'GET' | 'POST', url, json?.example)
      t.ok(
        status === 200 || (path.includes('{id}') && status === 404),
        `${method} ${url}: ${status} ${JSON.stringify(body)}`
      )
    }
  })
})
