/** Bodies of many requests at once must not fill the memory: what exceeds the budget is asked to come again. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Overloaded, withDetail } from '../domain/errors.ts'

/** Reserves room for a JSON body as long as its request lasts. One alone may exceed the budget; a route bounds it. */
export function limitBodies (app: FastifyInstance, budget: () => number): void {
  let reserved = 0
  app.addHook('onRequest', async (request, reply) => {
    const bytes = announced(request)
    if (bytes === 0) return
    if (reserved > 0 && reserved + bytes > budget()) {
      throw withDetail(new Overloaded('Too much is being received at the moment.'), 'Try again in a moment.')
    }
    reserved += bytes
    reply.raw.once('close', () => {
      reserved -= bytes
    })
  })
}

/** Bytes of the body; the route's limit when they are not announced. Other types are streamed and not held. */
function announced ({ headers, routeOptions }: FastifyRequest): number {
  if (!(headers['content-type'] ?? '').startsWith('application/json')) return 0
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit
  return Math.min(Number(headers['content-length']) || 0, routeOptions.bodyLimit)
}
