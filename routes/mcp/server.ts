/**
 * One SDK server a request, made of the tools, the prompt and the resources. It is small and holds nothing, so making
 * it costs next to nothing.
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext
} from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import type { MemoryService } from '../../domain/capabilities/memory.ts'
import { hasCode } from '../../domain/errors.ts'
import { namespaceOf, type Caller } from './caller.ts'
import { reportProgress } from './progress.ts'
import { getPrompt, prompts } from './prompts.ts'
import { completeEntity, listResources, readResource, refuseCursor, resourceTemplates } from './resources.ts'
import type { Consent } from './tool.ts'
import { callTool, confirmation, describeTools, knowsTool } from './tools.ts'
import { release } from '../../domain/package-root.ts'
import { wellFormed } from './words.ts'

/** A page written over twice. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#f4ecd8" d="M4 2h16v20H4z"/>${
  [[6, '#cbb994'], [10, '#8a6d3b'], [14, '#cbb994'], [18, '#3b2f1e']].map(([y, colour]) =>
    `<path stroke="${colour}" stroke-width="1.5" d="M7 ${y}h10"/>`
  ).join('')
}</svg>`
const identity = {
  name: 'palimpsest',
  title: 'Palimpsest memory',
  version: release,
  icons: [{
    src: `data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}`,
    mimeType: 'image/svg+xml',
    sizes: ['any']
  }]
}
const instructions =
  'Long-term memory of the user. Search it before answering what may depend on earlier conversations; add what ' +
  'is worth knowing later. New facts supersede old ones by themselves.'

const day = 86_400_000
const options = {
  capabilities: { tools: {}, prompts: {}, completions: {} },
  cacheHints: {
    'tools/list': { ttlMs: day },
    'prompts/list': { ttlMs: day },
    'resources/templates/list': { ttlMs: day }
  }
}

/** Described once: with `user_id` as an argument where nothing else says who it is about. */
const described = { open: describeTools(true), settled: describeTools(false), readers: describeTools(false, true) }

export interface ServerNeeds {
  memory: MemoryService
  log: FastifyBaseLogger
  /** The operator's, beside our own. */
  instructions: string
}

/** Subscriptions of the handshake era belong to a session, and none is kept. */
const resources = { legacy: {}, modern: { subscribe: true, listChanged: true } }

export function createServer (
  caller: Caller,
  { memory, log, instructions: more }: ServerNeeds,
  era: keyof typeof resources
): Server {
  const server = new Server({ ...identity, websiteUrl: caller.origin }, {
    ...options,
    capabilities: { ...options.capabilities, resources: resources[era] },
    instructions: more === '' ? instructions : `${instructions}\n${more}`
  })
  const report = (error: unknown) => log.error({ err: error }, 'an MCP call failed')
  const reader = () => ({ memory, caller, userId: namespaceOf(caller, undefined) })

  const listed = caller.userId === null ? described.open : caller.readOnly ? described.readers : described.settled

  server.setRequestHandler('tools/list', ({ params }) => {
    refuseCursor(params?.cursor)
    return { tools: listed }
  })
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given } }, context: ServerContext) => {
    if (!knowsTool(name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`)
    const done = reportProgress(context)
    try {
      return await callTool(
        name,
        given,
        { memory, caller, signal: context.mcpReq.signal, consent: consentOf(context) },
        report
      )
    } finally {
      done()
    }
  })
  server.setRequestHandler('prompts/list', ({ params }) => {
    refuseCursor(params?.cursor)
    return { prompts }
  })
  server.setRequestHandler(
    'prompts/get',
    ({ params }, { mcpReq: { signal } }) =>
      answer(() => getPrompt(params.name, params.arguments ?? {}, { ...reader(), signal }))
  )
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    refuseCursor(params?.cursor)
    return { resourceTemplates }
  })
  server.setRequestHandler('resources/list', ({ params }) => answer(() => listResources(reader(), params?.cursor)))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => answer(() => readResource(reader(), uri), uri))
  server.setRequestHandler('completion/complete', ({ params }) => answer(() => completeEntity(reader(), params)))
  return server

  /** What the client says of itself comes with each request, but for the handshake era, which is not asked. */
  function consentOf ({ mcpReq: { inputResponses } }: ServerContext): Consent {
    if (server.getClientCapabilities()?.elicitation === undefined) return undefined
    const answer = inputResponses?.[confirmation]
    if (answer === undefined) return 'unasked'
    return (answer as { action?: unknown }).action === 'accept' ? 'given' : 'refused'
  }

  /** Prompts and resources have no tool error to answer with; ours become the protocol's, the code kept. */
  async function answer<T> (work: () => Promise<T>, uri?: string): Promise<T> {
    try {
      return wellFormed(await work())
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      const { statusCode = 500, code = 'internal_error', message } = hasCode(error)
        ? error
        : {} as { statusCode?: number, code?: string, message?: string }
      if (uri !== undefined && statusCode === 404) throw new ResourceNotFoundError(uri)
      if (statusCode >= 500) report(error)
      throw new ProtocolError(
        statusCode >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
        statusCode >= 500 ? 'The service could not answer this request.' : wellFormed(message ?? code),
        { code }
      )
    }
  }
}
