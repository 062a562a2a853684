/** How this service speaks HTTP, whatever the routes are: options for `Fastify()` and what must be set before the first route. */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { ValidationFailed } from '../errors.ts'
import { answerErrors, onError } from './errors.ts'
import { validatorCompiler } from './validation.ts'

/** Spread into `Fastify()`. The log sees the path alone: a query may hold a key (`api_key`) or the user's words (`search_query`). */
export const httpOptions = {
  routerOptions: { maxParamLength: 4096 },
  genReqId: () => randomUUID(),
  frameworkErrors: onError as NonNullable<FastifyServerOptions['frameworkErrors']>
} satisfies FastifyServerOptions

/** For the logger's `serializers`. */
export const logSerializers = {
  req: (request: FastifyRequest) => ({
    method: request.method,
    path: request.url?.split('?', 1)[0],
    remoteAddress: request.ip
  })
}

/**
 * Errors in the wire's shape, bodies read strictly, answers written as they are: response schemas document an
 * answer, they never drop an additive field from it.
 */
export function speakHttp (app: FastifyInstance): void {
  answerErrors(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => payload => JSON.stringify(payload))
  readJson(app)
}

function readJson (app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Some clients announce JSON on every request, those without a body too.
    if (body.length === 0) return done(null, undefined)
    // Decoding would put replacement characters where the user's words were.
    if (!isUtf8(body)) return done(new ValidationFailed({ Body: ['The Body field must be UTF-8.'] }))
    parse(request, body.toString('utf8'), done)
  })
}
