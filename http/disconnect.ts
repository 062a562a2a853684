import type { FastifyReply } from 'fastify'

/**
 * Aborts when the client goes away before it was answered. Not Fastify's `request.signal`: that one also fires when a
 * request's body was read.
 */
export function disconnectSignal (reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
