/** How requests are logged: ids and routes, never a key, never memory text. */
import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** The path and query of a request without the value of `api_key` and without any text that was searched for. */
export function loggedUrl (url: string): string {
  return url.replace(/([?&](?:api_key|search_query)=)[^&#]*/gi, '$1***')
}

export const loggerOptions: FastifyServerOptions['logger'] = {
  level: 'info',
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: loggedUrl(request.url), remoteAddress: request.ip })
  }
}
