/** How this service speaks HTTP, whatever the routes are: options for `Fastify()` and what must be set before the first route. */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { ValidationFailed } from '../errors.ts'
import { describeInterface } from './description.ts'
import { answerErrors, onError } from './errors.ts'
import { validatorCompiler } from './validation.ts'

/** Spread into `Fastify()`. */
export const httpOptions = {
  routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
  genReqId: () => randomUUID(),
  frameworkErrors: onError as NonNullable<FastifyServerOptions['frameworkErrors']>
} satisfies FastifyServerOptions

/**
 * Errors in the wire's shape, bodies read strictly, answers written as they are: response schemas document an
 * answer, they never drop an additive field from it.
 */
export async function speakHttp (app: FastifyInstance): Promise<void> {
  answerErrors(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => payload => JSON.stringify(payload))
  readJson(app)
  await describeInterface(app)
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
