/** Bodies and answers of many requests at once must not fill the memory: what exceeds the budget has to come again. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Overloaded, withDetail } from '../domain/errors.ts'
import { whenClosed } from './disconnect.ts'

export interface BytesInFlight {
  /** Takes room until the reply is through; false when there is none. One alone may exceed the budget. */
  reserve: (bytes: number, reply: FastifyReply) => boolean
}

export function bytesInFlight (budget: () => number): BytesInFlight {
  let reserved = 0
  return {
    reserve (bytes, reply) {
      if (reserved > 0 && reserved + bytes > budget()) return false
      reserved += bytes
      whenClosed(reply, () => {
        reserved -= bytes
      })
      return true
    }
  }
}

/** Reserves room for a JSON body as long as its request lasts; a route bounds the one. */
export function limitBodies (app: FastifyInstance, inFlight: BytesInFlight): void {
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = announced(request)
    if (bytes === 0 || inFlight.reserve(bytes, reply)) return done()
    throw withDetail(new Overloaded('Too much is being received at the moment.'), 'Try again in a moment.')
  })
}

/** Bytes of the body; the route's limit when they are not announced. Other types are streamed and not held. */
function announced ({ headers, routeOptions }: FastifyRequest): number {
  if (!(headers['content-type'] ?? '').startsWith('application/json')) return 0
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit
  return Math.min(Number(headers['content-length']) || 0, routeOptions.bodyLimit)
}
