/** How this service speaks HTTP, whatever the routes are: what must be set before the first route. */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { ValidationFailed } from '../domain/errors.ts'
import { deepestJson, mostJsonValues, nestedTooDeep, tooManyValues } from '../domain/json-bounds.ts'
import { sectionOf } from '../domain/manifest.ts'
import { limitAnswers } from './answer-limit.ts'
import { bytesInFlight, limitBodies } from './bytes-in-flight.ts'
import { answerPages } from './cors.ts'
import { gatherDescription } from './description.ts'
import { drainOnClose } from './drain.ts'
import { answerErrors } from './errors.ts'
import { Server } from './manifest.ts'
import { readTargets } from './request-target.ts'
import { countTraffic } from './traffic.ts'
import { pascalCase } from './validation.ts'

const megabyte = 1024 * 1024
const manyValues = `The Body field must hold at most ${mostJsonValues} values.`
/** What is left of the ten seconds of an orchestrator is for closing what was opened. */
const drainMs = 6_000

/**
 * Errors in the wire's shape, JSON alone, bodies bounded, and every route described. Hooks that wait for nothing call
 * back: a promise for each of a dozen a request takes longer than what most of them do.
 */
export function speakHttp (app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    // Answers hold what a user said: no cache keeps them, and no browser takes them for something else.
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    done()
  })
  readTargets(app)
  answerPages(app, () => sectionOf(app.settings, 'Server', Server).AllowedOrigins)
  drainOnClose(app, drainMs)
  countTraffic(app)
  const inFlight = bytesInFlight(() => sectionOf(app.settings, 'Server', Server).BodiesInFlightMb * megabyte)
  limitBodies(app, inFlight)
  limitAnswers(app, inFlight)
  answerErrors(app)
  readJson(app)
  app.addHook('onRoute', route => {
    route.bodyLimit ??= Math.round(sectionOf(app.settings, 'Server', Server).BodyLimitMb * megabyte)
  })
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
    const text = body.toString('utf8')
    if (tooManyValues(text)) return done(new ValidationFailed({ Body: [manyValues] }))
    parse(request, text, (error, value) => {
      if (error !== null) return done(isJson(text) ? forbiddenName() : error)
      const deep = deepField(value)
      if (deep === undefined) done(null, value)
      else done(tooDeep(deep))
    })
  })
}

function isJson (text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON all the same; what such names would do to objects that are merged is why the parser refuses them. */
function forbiddenName (): ValidationFailed {
  return new ValidationFailed({
    Body: ['The Body field must not hold the name __proto__, nor a constructor with a prototype.']
  })
}

function tooDeep (field: string): ValidationFailed {
  return new ValidationFailed({ [field]: [`The ${field} field must not be nested deeper than ${deepestJson} levels.`] })
}

/** A field of the body, known to its route or not, that is nested deeper than what comes after this can walk. */
function deepField (body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const name = Object.entries(body).find(([, value]) => nestedTooDeep(value))?.[0]
  return name === undefined ? undefined : pascalCase(name)
}
