/** Shutdown: requests in flight are finished within a time limit, new ones are answered with 503. */
import type { FastifyInstance } from 'fastify'
import { ShuttingDown, withDetail } from '../domain/errors.ts'

/** The port is closed after the last request; until then new requests are answered with 503. */
export function drainOnClose (app: FastifyInstance, withinMs: number): void {
  let inFlight = 0
  let closing = false
  let emptied: (() => void) | undefined

  app.addHook('onRequest', async (_request, reply) => {
    if (closing) throw withDetail(new ShuttingDown(), 'Try again in a moment; another process may answer.')
    inFlight++
    // Also when the client went away.
    reply.raw.once('close', () => {
      inFlight--
      if (inFlight === 0) emptied?.()
    })
  })
  app.addHook('preClose', async () => {
    closing = true
    if (inFlight === 0) return
    app.log.info({ inFlight }, 'finishing what was begun')
    await new Promise<void>(resolve => {
      emptied = resolve
      setTimeout(resolve, withinMs).unref()
    })
    if (inFlight === 0) return
    app.log.warn({ inFlight }, 'requests took too long and were cut off')
    app.server.closeAllConnections()
  })
}
