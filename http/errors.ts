/**
 * Every error leaves the service here. A failed validation is a problem document (RFC 9457); everything else is
 * `{status, code, message, detail}`. An unexpected error is logged in full, and its answer says
 * only the request's id.
 */
import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { challengeOf, hasCode, ValidationFailed } from '../domain/errors.ts'
import { pathOf } from './log.ts'

/** Codes of errors that are Fastify's and Node's own, by status. */
const codes: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  417: 'expectation_failed',
  429: 'too_many_requests',
  431: 'headers_too_large',
  503: 'service_unavailable',
  507: 'storage_full'
}

/** Fastify's own messages for these repeat the path with its query, and the query may hold a key. */
const messages: Record<number, string> = {
  400: 'The path of the request cannot be read.',
  414: 'A part of the path is too long.'
}

const details: Record<number, string> = {
  413: 'Send less at once, or raise the setting Server:BodyLimitMb.',
  415: 'Send the body as application/json.',
  503: 'Try again in a moment.'
}

/** Seconds; longer than a database thread or a connection takes to come back. */
const retryAfterSeconds = 2

export interface ErrorAnswer {
  status: number
  code: string
  message: string
  detail: string | null
}

/** Our own codes are lower snake_case; drivers and Node write theirs in capitals. */
const ownCode = /^[a-z][a-z0-9_]*$/

/** What a client may know of an error, on every wire. */
export function describeError (error: unknown, requestId: string): ErrorAnswer {
  if (hasCode(error) && ownCode.test(error.code) && error.statusCode !== undefined) {
    return { status: error.statusCode, code: error.code, message: error.message, detail: error.detail ?? null }
  }
  const status = (error as { statusCode?: number } | null)?.statusCode ?? 500
  const code = codes[status]
  if (code === undefined || status === 500) {
    return {
      status: 500,
      code: 'internal_error',
      message: 'The service could not answer this request.',
      detail: `The log says why, under request id ${requestId}.`
    }
  }
  return { status, code, message: messages[status] ?? (error as Error).message, detail: details[status] ?? null }
}

export function answerErrors (app: FastifyInstance): void {
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  answerUnrouted(app.server)
}

/** Also for Fastify's `frameworkErrors`: paths that cannot be decoded and the like never reach the error handler. */
export function onError (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const invalid = asValidation(error)
  if (invalid !== undefined) return sendProblem(invalid, request, reply)
  const answer = describeError(error, request.id)
  // The client is gone; work that was stopped because of it did not fail.
  if (reply.raw.destroyed) request.log.debug({ err: error }, 'the client went away')
  // Its message says all there is; a stack for each request that is refused while something is away says no more.
  else if (isTemporary(answer)) request.log.warn({ code: answer.code, status: answer.status }, answer.message)
  else if (answer.status >= 500) request.log.error({ err: error }, answer.message)
  else request.log.info({ code: answer.code, status: answer.status }, 'request refused')
  challenge(error, answer.status, reply)
  return send(answer, reply)
}

function onNotFound (request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request.url)
  return send({
    status: 404,
    code: 'not_found',
    message: `There is no ${request.method} ${path}.`,
    detail: 'GET /docs shows what there is.'
  }, reply)
}

/** A body that is no JSON is a failed validation of the body. */
function asValidation (error: FastifyError | Error): ValidationFailed | undefined {
  if (error instanceof ValidationFailed) return error
  const { code = '', statusCode } = error as Partial<FastifyError>
  if (statusCode === 400 && code.startsWith('FST_ERR_CTP')) {
    return new ValidationFailed({
      Body: [code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? 'The Body field must be valid JSON.' : error.message]
    })
  }
  return undefined
}

function sendProblem ({ errors }: ValidationFailed, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.info({ fields: Object.keys(errors) }, 'request not valid')
  return serialised(reply, 400, 'application/problem+json; charset=utf-8', {
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
    title: 'One or more validation errors occurred.',
    status: 400,
    detail: Object.values(errors).flat().join(' '),
    instance: pathOf(request.url),
    errors
  })
}

function send (answer: ErrorAnswer, reply: FastifyReply): FastifyReply {
  if (isTemporary(answer) && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds)
  return serialised(reply, answer.status, 'application/json; charset=utf-8', answer)
}

/** What is away or full comes back; a client may try again. */
function isTemporary ({ status }: ErrorAnswer): boolean {
  return status === 503 || status === 507
}

/** `WWW-Authenticate` on every 401, and on a 403 whose error says which scope is missing. */
export function challenge (error: unknown, status: number, reply: FastifyReply): void {
  const value = challengeOf(error) ?? (status === 401 ? 'Bearer' : null)
  if (value !== null) reply.header('www-authenticate', value)
}

/** Past the route's response schemas, which describe other statuses. */
function serialised (reply: FastifyReply, status: number, type: string, body: object): FastifyReply {
  return reply.code(status).header('content-type', type).serializer(JSON.stringify).send(body)
}

const unreadable: Record<number, string> = {
  405: 'There is no tunnel through this service.',
  408: 'The request did not arrive in time.',
  417: 'The expectation of the request cannot be met.',
  431: 'The headers of the request are too large.'
}
const malformed: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** What is no HTTP never becomes a request; it is answered on the bare socket, in the same shape. */
export function onClientError (error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else answerBare(socket, malformed[error.code ?? ''] ?? 400)
}

/** What Node would refuse by itself without a word: `CONNECT`, and an expectation other than `100-continue`. */
function answerUnrouted (server: Server): void {
  server.on('checkExpectation', (_request, response) => {
    const { body, headers } = bareAnswer(417)
    response.writeHead(417, headers).end(body)
  })
  server.on('connect', (_request, socket) => {
    // Node no longer looks after a tunnel's socket: its errors are nobody's, and its other end may never close it.
    socket.on('error', () => socket.destroy())
    socket.once('finish', () => socket.destroy())
    answerBare(socket, 405, { allow: 'GET, HEAD, POST, DELETE, OPTIONS' })
  })
}

function bareAnswer (status: number): { body: string, headers: Record<string, string | number> } {
  const answer: ErrorAnswer = {
    status,
    code: codes[status] ?? 'bad_request',
    message: unreadable[status] ?? 'The request is not valid HTTP.',
    detail: null
  }
  const body = JSON.stringify(answer)
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close'
    }
  }
}

function answerBare (socket: Duplex, status: number, more: Record<string, string> = {}): void {
  const { body, headers } = bareAnswer(status)
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
