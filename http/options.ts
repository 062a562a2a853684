/** How this service speaks HTTP, whatever the routes are: what `Fastify()` is made with. */
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyServerOptions } from 'fastify'
import { onClientError, onError } from './errors.ts'
import { logController, loggerOptions } from './log.ts'
import { traceOf } from './trace.ts'
import { validatorCompiler } from './validation.ts'

/**
 * Spread into `Fastify()`. Bodies are read strictly and answers written as they are: response schemas document an
 * answer, they never drop an additive field from it. Named here and not set later, so that Fastify does not load
 * compilers of its own.
 */
export const httpOptions = {
  logger: loggerOptions,
  logController,
  // A request in flight may finish; a new one is answered 503 by drainOnClose, in the shape of our other errors.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  // Node would refuse it without a word; readTargets does it in the shape of our other errors.
  http: { requireHostHeader: false },
  schemaController: {
    compilersFactory: {
      buildValidator: () => validatorCompiler,
      buildSerializer: () => () => (payload: unknown) => JSON.stringify(payload)
    }
  } as unknown as NonNullable<FastifyServerOptions['schemaController']>,
  routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
  clientErrorHandler: onClientError,
  genReqId: () => randomUUID(),
  childLoggerFactory: (logger, bindings, options, raw) =>
    logger.child({ ...bindings, ...traceOf(raw.headers) }, options),
  frameworkErrors: onError as NonNullable<FastifyServerOptions['frameworkErrors']>
} satisfies FastifyHttpOptions<Server>
