/** How requests are logged: ids and routes, never a key, never memory text. */
import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** The path alone: a query may hold a key (`api_key`, however it is encoded) or the user's words (`search_query`). */
export function loggedUrl (url: string): string {
  return url.split('?', 1)[0] ?? '/'
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
