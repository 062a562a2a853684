/**
 * MCP over Streamable HTTP. One endpoint serves clients of the stateless 2026-07-28 specification and of the
 * handshake era before it; the SDK recognises which one a client speaks. Nothing is kept between requests, so replicas
 * need no sticky sessions.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ValidationFailed } from '../../domain/errors.ts'
import { sectionOf } from '../../domain/manifest.ts'
import { challenge, describeError } from '../../http/errors.ts'
import { Server } from '../../http/manifest.ts'
import { refuseForeignHost, refuseForeignPage } from '../../http/origin.ts'
import { callerOf, type McpParams } from './caller.ts'
import { described } from './description.ts'
import { cancellationKey, createCancellation } from './cancellation.ts'
import type { createHandler as CreateHandlerOf } from './handler.ts'
import { Mcp } from './manifest.ts'
import { createStreams } from './streams.ts'

type CreateHandler = typeof CreateHandlerOf
type McpRequest = FastifyRequest<{ Params: McpParams }>
interface Message {
  method?: unknown
  id?: unknown
  params?: { requestId?: unknown }
}

export default fp(mcp, {
  name: 'routes-mcp',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory', 'auth', 'settings', 'stopping'] }
})

interface McpOptions {
  /** The SDK's half in place of ours: the conformance suite needs tools that only tests have. */
  createHandler?: CreateHandler
}

async function mcp (fastify: FastifyInstance, { createHandler }: McpOptions): Promise<void> {
  const { memory, auth, log, settings } = fastify
  const { DefaultUserId, Instructions: instructions } = sectionOf(settings, 'Mcp', Mcp)
  const server = sectionOf(settings, 'Server', Server)
  const { AllowedHosts } = server
  // Where a key is needed a foreign host does no harm, because a foreign page has no key to send.
  const checksHost = auth.open || AllowedHosts.length > 0
  const cancellation = createCancellation()
  let loading: ReturnType<typeof load> | undefined
  fastify.addHook('preClose', async () => {
    const { handler } = await loading ?? {}
    await handler?.close()
  })
  fastify.addHook('onRequest', async request => {
    if (checksHost) refuseForeignHost(request, AllowedHosts)
    refuseForeignPage(request, server)
  })

  for (const url of ['/:client', '/:client/:user_id']) {
    // A read-only key may call; the tools that write refuse it themselves.
    const shared = { url, exposeHeadRoute: false, schema: { hide: true }, errorHandler: onRpcError, handler: onMcp }
    fastify.route({ ...shared, method: 'POST', config: { reads: true, described: described(url.endsWith('user_id')) } })
    fastify.route({ ...shared, method: ['GET', 'DELETE'], config: { reads: true } })
  }

  async function onMcp (request: McpRequest, reply: FastifyReply) {
    const caller = callerOf(request, DefaultUserId)
    const session = headerOf(request, 'mcp-session-id')
    const message = (Array.isArray(request.body) ? {} : request.body ?? {}) as Message
    if (message.method === 'notifications/cancelled') {
      const key = cancellationKey(caller.userId, session, message.params?.requestId)
      if (key !== null) cancellation.cancel(key)
    }
    // A label to keep the request ids of two clients apart; nothing is stored under it.
    if (message.method === 'initialize') reply.header('mcp-session-id', randomUUID())
    const controller = new AbortController()
    const key = cancellationKey(caller.userId, session, message.id)
    const done = key === null ? () => {} : cancellation.track(key, controller)
    reply.raw.once('close', () => {
      done()
      if (!reply.raw.writableFinished) controller.abort()
    })
    loading ??= load()
    const { handler, streams } = await loading
    const asked = webRequest(request, controller.signal)
    const response = message.method === 'subscriptions/listen'
      ? await streams.listen(asked, caller, message, closed(reply))
      : await handler.fetch(asked, {
        authInfo: { token: '', clientId: caller.app, scopes: [], extra: { caller } },
        ...(request.body === undefined ? {} : { parsedBody: request.body })
      })
    if (response.status === 405) reply.header('allow', 'POST')
    return reply.send(response)
  }

  async function load () {
    const create = createHandler ?? (await import('./handler.ts')).createHandler
    const needs = { memory, log, instructions }
    return { handler: create(needs), streams: createStreams(create, needs, fastify.stopping) }
  }

  /** Errors before the protocol is reached, in the protocol's own shape; our code is in `data`. */
  function onRpcError (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const unreadable = error.code?.startsWith('FST_ERR_CTP_INVALID_JSON') === true
    const { status, code, message, detail } = unreadable || error instanceof ValidationFailed
      ? { status: 400, code: 'validation_failed', message: error.message, detail: null }
      : describeError(error, request.id)
    if (status >= 500) request.log.error({ err: error }, message)
    challenge(error, status, reply)
    const rpcCode = unreadable ? -32700 : status === 400 ? -32600 : status >= 500 ? -32603 : -32000
    return reply.code(status).send({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: rpcCode,
        message: detail === null ? message : `${message.replace(/\.$/, '')}. ${detail}`,
        data: { status, code, message, detail }
      }
    })
  }
}

/** The body was read and parsed already, so the web request carries the headers alone. */
function webRequest (request: McpRequest, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.raw.headers)) {
    if (value === undefined || name.startsWith(':')) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return new Request(`http://localhost${request.raw.url?.split('?', 1)[0] ?? '/'}`, {
    method: request.method,
    headers,
    signal
  })
}

/** Aborts when the answer has ended, by either side. */
function closed ({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  return controller.signal
}

function headerOf (request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
