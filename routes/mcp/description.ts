/** What the OpenAPI document says of the endpoint; the protocol checks its messages itself. */
import { Type } from '../../domain/type.ts'
import { refusals } from '../../http/fields.ts'

const message = Type.Object({
  jsonrpc: Type.String({ description: '`2.0`.' }),
  id: Type.Optional(
    Type.Union([Type.String(), Type.Integer()], { description: 'Names the answer; a notification has none.' })
  ),
  method: Type.String({ description: 'For example `tools/list` or `tools/call`.' }),
  params: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'Of the method.' }))
}, { $id: 'McpRequest' })

const answer = Type.Object({
  jsonrpc: Type.String({ description: '`2.0`.' }),
  id: Type.Union([Type.String(), Type.Integer(), Type.Null()], { description: 'Of the request.' }),
  result: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'What was asked for.' })),
  error: Type.Optional(
    Type.Unsafe<object>({ type: 'object', description: '`code`, `message` and our own error in `data`.' })
  )
}, { $id: 'McpAnswer' })

const refusal = (description: string) => ({ description, content: { 'application/json': { schema: answer } } })

/** As elsewhere, in the shape of the protocol. */
const refused = Object.fromEntries(
  ([400, 401, 403, 413, 415, 429, 500, 503, 507] as const).map(
    status => [status, refusal(refusals[status].description)]
  )
)

/** `named`: the path names the user too. */
export function described (named: boolean) {
  return {
    tags: ['mcp'],
    summary: named ? 'MCP for one user' : 'MCP',
    description:
      'The Model Context Protocol over Streamable HTTP: tools that remember, search, read, end and forget. ' +
      'A client sends `Accept: application/json, text/event-stream`. ' +
      (named
        ? 'The path names the user, where auth is open or the key is of that user.'
        : 'The key names the user; where auth is open a tool takes `user_id`.'),
    params: Type.Object({
      client: Type.String({ description: 'A label of yours; what is written carries it as `app`.' }),
      ...(named && { user_id: Type.String({ description: 'Whose memories.' }) })
    }),
    body: message,
    response: {
      200: {
        description: 'The answer, as JSON or as a stream of events.',
        content: { 'application/json': { schema: answer }, 'text/event-stream': { schema: { type: 'string' } } }
      },
      202: { description: 'A notification was taken.', type: 'null' },
      406: refusal('The request does not accept both `application/json` and `text/event-stream`.'),
      ...refused
    }
  }
}
