/** How this service speaks HTTP, whatever the routes are: options for `Fastify()` and what must be set before the first route. */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { ValidationFailed } from '../errors.ts'
import { gatherDescription } from './description.ts'
import { answerErrors, onError } from './errors.ts'
import { validatorCompiler } from './validation.ts'

/**
 * Spread into `Fastify()`. Bodies are read strictly and answers written as they are: response schemas document an answer, they never drop
 * an additive field from it. Named here and not set later, so that Fastify does not load compilers of its own.
 */
export const httpOptions = {
  schemaController: {
    compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => () => (payload: unknown) => JSON.stringify(payload) }
  } as unknown as NonNullable<FastifyServerOptions['schemaController']>,
  routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
  genReqId: () => randomUUID(),
  frameworkErrors: onError as NonNullable<FastifyServerOptions['frameworkErrors']>
} satisfies FastifyServerOptions

/** Errors in the wire's shape, JSON alone, and every route described. */
export function speakHttp (app: FastifyInstance): void {
  answerErrors(app)
  readJson(app)
  gatherDescription(app)
}

function readJson (app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  // JSON only: text/plain would otherwise be taken for a body that is a string.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Some clients announce JSON on every request, those without a body too.
    if (body.length === 0) return done(null, undefined)
    // Decoding would put replacement characters where the user's words were.
    if (!isUtf8(body)) return done(new ValidationFailed({ Body: ['The Body field must be UTF-8.'] }))
    parse(request, body.toString('utf8'), done)
  })
}
