/** How requests are logged: ids and routes, never a key, never memory text. */
import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'

/** The path alone: a query may hold a key (`api_key`, however it is encoded) or the user's words (`search_query`). */
export function pathOf (url: string): string {
  return url.split('?', 1)[0] ?? '/'
}

/** Paths that name a user: who that is stays out of the log. */
const userInPath = /^(\/+(?:api\/v1\/users|mcp\/[^/]+)\/+)[^/]+/i

export function loggedUrl (url: string): string {
  return pathOf(url).replace(userInPath, '$1*')
}

export const loggerOptions = {
  level: 'info',
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: loggedUrl(request.url),
      remoteAddress: request.ip
    })
  }
} satisfies FastifyServerOptions['logger']

/** One line a request, when it is answered: a line when it came would double what logging costs, and says no more. */
class LineARequest extends LogController {
  override incomingRequest (): void {}

  override requestCompleted (error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) reply.log.error({ ...line, err: error }, 'request errored')
    else reply.log.info(line, 'request completed')
  }
}

export const logController = new LineARequest()
