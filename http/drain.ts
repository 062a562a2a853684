/** Shutdown: requests in flight are finished within a time limit, new ones are answered with 503. */
import type { FastifyInstance } from 'fastify'
import { ShuttingDown, withDetail } from '../domain/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the service begins to stop: an answer that would go on for as long as it is read ends itself. */
    stopping: AbortSignal
  }
}

/** The port is closed after the last request; until then new requests are answered with 503. */
export function drainOnClose (app: FastifyInstance, withinMs: number): void {
  let inFlight = 0
  const stop = new AbortController()
  let emptied: (() => void) | undefined

  app.decorate('stopping', stop.signal)
  app.addHook('onRequest', (_request, reply, done) => {
    if (stop.signal.aborted) throw shuttingDown()
    inFlight++
    // Also when the client went away.
    reply.raw.once('close', () => {
      inFlight--
      if (inFlight === 0) emptied?.()
    })
    done()
  })
  app.addHook('preClose', async () => {
    stop.abort(shuttingDown())
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

function shuttingDown (): Error {
  return withDetail(new ShuttingDown(), 'Try again in a moment; another process may answer.')
}
