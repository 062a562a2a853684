/**
 * What the official conformance suite calls by name, beside our own tools, prompts and resources. It exists in tests
 * alone: the suite's scenarios say what each must answer.
 */
import { randomBytes } from 'node:crypto'
import {
  createRequestStateCodec,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type CallToolResult,
  type ClientCapabilities,
  type GetPromptResult,
  type InputRequiredResult,
  type Server,
  type ServerContext,
  type Tool
} from '@modelcontextprotocol/server'
import type { Caller } from '../../routes/mcp/caller.ts'
import { prompts } from '../../routes/mcp/prompts.ts'
import { createServer, type ServerNeeds } from '../../routes/mcp/server.ts'
import { callTool, describeTools, knowsTool } from '../../routes/mcp/tools.ts'

type Answer = CallToolResult | InputRequiredResult
type Run = (
  context: ServerContext,
  given: Record<string, unknown>,
  capabilities: ClientCapabilities
) => Answer | Promise<Answer>

const text = (text: string) => ({ type: 'text' as const, text })
const said = (words: string): CallToolResult => ({ content: [text(words)] })
/** One transparent pixel, and a sound of no samples. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='
const image = { type: 'image' as const, data: png, mimeType: 'image/png' }
const embedded = (uri: string, words: string, mimeType = 'text/plain') => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words }
})

const state = createRequestStateCodec<{ round: number }>({ key: randomBytes(32) })

function form (message: string, name: string, type: 'string' | 'boolean' = 'string') {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type } as { type: 'string' } }, required: [name] }
  })
}

const sampled = () =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: text('What is the capital of France?') }],
    maxTokens: 100
  })

/** The content of an accepted form, or null. */
function accepted ({ mcpReq: { inputResponses } }: ServerContext, key: string, field: string): unknown {
  const { action, content } = (inputResponses?.[key] ?? {}) as { action?: string, content?: Record<string, unknown> }
  return action === 'accept' && content?.[field] !== undefined ? content[field] : null
}

/** Which round this is: 0 where no state came back. Throws for a state that was changed. */
async function roundOf ({ mcpReq }: ServerContext): Promise<number> {
  const given = mcpReq.requestState<string>()
  if (given === undefined) return 0
  try {
    return (await state.verify(given, undefined as never)).round
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The request state was changed.')
  }
}

async function withState (round: number, key: string, field: string, type: 'string' | 'boolean' = 'string') {
  return inputRequired({
    inputRequests: { [key]: form(`Please answer ${key}.`, field, type) },
    requestState: await state.mint({ round })
  })
}

async function notify ({ mcpReq }: ServerContext, method: string, each: Array<Record<string, unknown>>) {
  for (const params of each) await mcpReq.notify({ method, params } as never)
}

const runs: Record<string, Run> = {
  test_simple_text: () => said('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'This is an embedded resource content.')]
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json')
    ]
  }),
  test_tool_with_logging: async context => {
    const lines = ['Tool execution started', 'Tool processing data', 'Tool execution completed']
    await notify(context, 'notifications/message', lines.map(data => ({ level: 'info', data })))
    return said('Logged.')
  },
  test_logging_tool: async context => {
    await context.mcpReq.log('info', 'Only for who asked for it.')
    return said('Logged to whom asked.')
  },
  test_tool_with_progress: async context => {
    const progressToken = context.mcpReq._meta?.progressToken
    if (progressToken !== undefined) {
      const steps = [0, 50, 100].map(progress => ({ progressToken, progress, total: 100 }))
      await notify(context, 'notifications/progress', steps)
    }
    return said('Done.')
  },
  test_error_handling: () => ({ isError: true, ...said('This tool intentionally returns an error for testing') }),
  json_schema_2020_12_tool: (_context, given) => said(JSON.stringify(given)),
  test_sampling: async ({ mcpReq }, { prompt }) => {
    const { content } = await mcpReq.requestSampling({
      messages: [{ role: 'user', content: text(String(prompt)) }],
      maxTokens: 100
    })
    return said(`LLM response: ${JSON.stringify(content)}`)
  },
  test_elicitation: elicitation({ response: { type: 'string', description: "User's response" } }, ['response']),
  test_elicitation_sep1034_defaults: elicitation({
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true }
  }),
  test_elicitation_sep1330_enums: elicitation({
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: ['First', 'Second', 'Third'].map(titled) },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: ['First', 'Second', 'Third'].map(titled) } }
  }),
  test_streaming_elicitation: context =>
    accepted(context, 'answer', 'answer') === null
      ? inputRequired({ inputRequests: { answer: form('Please answer.', 'answer') } })
      : said('Answered.'),
  test_missing_capability: context =>
    context.mcpReq.inputResponses === undefined
      ? inputRequired({ inputRequests: { capital: sampled() } })
      : said('Sampled.'),
  test_input_required_result_elicitation: context => {
    const name = accepted(context, 'user_name', 'name')
    return typeof name === 'string'
      ? said(`Hello, ${name}!`)
      : inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } })
  },
  test_input_required_result_sampling: ({ mcpReq }) =>
    mcpReq.inputResponses?.['capital_question'] === undefined
      ? inputRequired({ inputRequests: { capital_question: sampled() } })
      : said(JSON.stringify(mcpReq.inputResponses['capital_question'])),
  test_input_required_result_list_roots: ({ mcpReq }) =>
    mcpReq.inputResponses?.['client_roots'] === undefined
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : said(JSON.stringify(mcpReq.inputResponses['client_roots'])),
  test_input_required_result_request_state: async context =>
    await roundOf(context) === 0 || accepted(context, 'confirm', 'ok') === null
      ? await withState(1, 'confirm', 'ok', 'boolean')
      : said('state-ok'),
  test_input_required_result_multiple_inputs: async context => {
    const { inputResponses = {} } = context.mcpReq
    return Object.keys(inputResponses).length >= 3 && await roundOf(context) === 1
      ? said('All three were answered.')
      : inputRequired({
        inputRequests: {
          user_name: form('What is your name?', 'name'),
          greeting: sampled(),
          client_roots: inputRequired.listRoots()
        },
        requestState: await state.mint({ round: 1 })
      })
  },
  test_input_required_result_multi_round: async context => {
    const round = await roundOf(context)
    if (round === 2 && accepted(context, 'step2', 'color') !== null) return said('Both rounds were answered.')
    if (round === 1 && accepted(context, 'step1', 'name') !== null) return await withState(2, 'step2', 'color')
    return await withState(1, 'step1', 'name')
  },
  test_input_required_result_tampered_state: async context =>
    await roundOf(context) === 0 ? await withState(1, 'confirm', 'ok', 'boolean') : said('The state is ours.'),
  test_input_required_result_capabilities: (context, _given, { sampling, elicitation }) =>
    context.mcpReq.inputResponses === undefined
      ? inputRequired({
        inputRequests: {
          ...(sampling === undefined ? {} : { capital: sampled() }),
          ...(elicitation === undefined ? {} : { answer: form('Please answer.', 'answer') })
        }
      })
      : said('Answered.')
}

function titled (title: string, index: number) {
  return { const: `value${index + 1}`, title: `${title} Option` }
}

function elicitation (properties: object, required: string[] = []): Run {
  return async ({ mcpReq }, { message = 'Please look at these fields.' }) => {
    const requestedSchema = { type: 'object', properties, required }
    const { action, content } = await mcpReq.elicitInput({ message: String(message), requestedSchema } as never)
    return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)
  }
}

const schemas: Record<string, Tool['inputSchema']> = {
  test_sampling: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  test_elicitation: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } }
      }
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' }
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false
  } as Tool['inputSchema']
}

const fixtureTools: Tool[] = Object.keys(runs).map(name => ({
  name,
  description: 'For the conformance suite.',
  inputSchema: schemas[name] ?? { type: 'object', properties: {} }
}))

const user = (...content: object[]) =>
  ({ messages: content.map(content => ({ role: 'user', content })) }) as GetPromptResult

const fixturePrompts: Record<
  string,
  { arguments?: string[], get: (given: Record<string, string>, context: ServerContext) => unknown }
> = {
  test_simple_prompt: { get: () => user(text('This is a simple prompt for testing.')) },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    get: ({ resourceUri = '' }) =>
      user(embedded(resourceUri, 'Embedded resource content for testing.'), text('Please process it.'))
  },
  test_prompt_with_image: { get: () => user(image, text('Please analyze the image above.')) },
  test_input_required_result_prompt: {
    get: (_given, context) => {
      const words = accepted(context, 'user_context', 'context')
      return typeof words === 'string'
        ? user(text(words))
        : inputRequired({ inputRequests: { user_context: form('What context should the prompt use?', 'context') } })
    }
  }
}

const fixtureResources: Record<string, { mimeType: string, text?: string, blob?: string }> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: png },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' }
}

/** Our server of one request, with the fixtures beside what it has. */
export function withFixtures (caller: Caller, needs: ServerNeeds, era: 'legacy' | 'modern'): Server {
  const server = createServer(caller, needs, era)
  server.registerCapabilities({ logging: {}, resources: { subscribe: true } })
  server.setRequestHandler('tools/list', () => ({ tools: [...describeTools(true), ...fixtureTools] }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given } }, context) => {
    if (knowsTool(name)) {
      return await callTool(name, given, { ...needs, caller, signal: context.mcpReq.signal }, () => {})
    }
    const run = runs[name]
    if (run === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`)
    return await run(context, given ?? {}, server.getClientCapabilities() ?? {})
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      ...prompts,
      ...Object.entries(fixturePrompts).map(([name, { arguments: names = [] }]) => ({
        name,
        description: 'For the conformance suite.',
        arguments: names.map(name => ({ name, description: 'Any text.', required: true }))
      }))
    ]
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }, context) => {
    const prompt = fixturePrompts[name]
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`)
    return prompt.get(given, context) as GetPromptResult
  })
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(fixtureResources).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType }))
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
    const found = id === undefined
      ? fixtureResources[uri]
      : { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }
    if (found === undefined) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, ...found } as never] }
  })
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) {
    server.setRequestHandler(method, () => ({}))
  }
  return server
}
