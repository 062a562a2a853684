/**
 * Answers that a browser shows to pages of `Server:AllowedOrigins` (CORS): an MCP client that runs in a page signs in
 * and calls from there. No cookie is used, so such a page has only the key or token that its user gave it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Of an answer: the session's label, where to sign in, when to come again. */
const exposed = 'Mcp-Session-Id, WWW-Authenticate, Retry-After'
const methods = 'GET, POST, PATCH, DELETE'
/** Seconds that a browser need not ask again whether it may. */
const remembered = 600

/** `allowed` is asked with the first request: settings are read after this is set up. */
export function answerPages (app: FastifyInstance, allowed: () => string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const origins = allowed()
    if (origins.length === 0) return done()
    reply.header('vary', 'Origin')
    if (origin === undefined || !isListed(origin, origins)) return done()
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposed)
    if (asksFirst(request)) preflight(request, reply)
    else done()
  })
}

/** Whether a page of this origin may call: `https://app.example.com`, the port named unless it is the scheme's own. */
export function isListed (origin: string, allowed: string[]): boolean {
  return allowed.some(one => URL.canParse(one) && new URL(one).origin === origin)
}

function asksFirst ({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Any header will do: the origin is one that the operator trusts, and a header alone lets no one in. */
function preflight ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(204)
    .header('access-control-allow-methods', methods)
    .header('access-control-allow-headers', headers['access-control-request-headers'] ?? '')
    .header('access-control-max-age', remembered)
    .send()
}
