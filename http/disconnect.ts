import type { FastifyReply } from 'fastify'

/** Runs when the answer is through or its client is gone; at once when the client went before this was called. */
export function whenClosed (reply: FastifyReply, work: () => void): void {
  if (reply.raw.closed) work()
  else reply.raw.once('close', work)
}

/**
 * Aborts when the client goes away before it was answered. Not Fastify's `request.signal`: that one also fires when a
 * request's body was read.
 */
export function disconnectSignal (reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  whenClosed(reply, () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
