/**
 * Every error leaves the service here. A failed validation is a problem document (RFC 9457); everything else is
 * `{status, code, message, detail}`. An unexpected error is logged in full, and its answer says
 * only the request's id.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { challengeOf, hasCode, ValidationFailed } from '../domain/errors.ts'
import { loggedUrl } from './log.ts'

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
  429: 'too_many_requests',
  431: 'headers_too_large',
  503: 'service_unavailable'
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
}

/** Also for Fastify's `frameworkErrors`: paths that cannot be decoded and the like never reach the error handler. */
export function onError (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const invalid = asValidation(error)
  if (invalid !== undefined) return sendProblem(invalid, request, reply)
  const answer = describeError(error, request.id)
  // The client is gone; work that was stopped because of it did not fail.
  if (reply.raw.destroyed) request.log.debug({ err: error }, 'the client went away')
  // Its message says all there is; a stack for each request that is refused while something is away says no more.
  else if (answer.status === 503) request.log.warn({ code: answer.code, status: 503 }, answer.message)
  else if (answer.status >= 500) request.log.error({ err: error }, answer.message)
  else request.log.info({ code: answer.code, status: answer.status }, 'request refused')
  challenge(error, answer.status, reply)
  return send(answer, reply)
}

function onNotFound (request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request)
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
    instance: pathOf(request),
    errors
  })
}

function send (answer: ErrorAnswer, reply: FastifyReply): FastifyReply {
  if (answer.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds)
  return serialised(reply, answer.status, 'application/json; charset=utf-8', answer)
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

function pathOf (request: FastifyRequest): string {
  return loggedUrl(request.url)
}
