/** What a request is about: a path, whatever form it was sent in, on the one host that it names. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const authority = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i

/** `GET http://host/path` is `GET /path`: logs, messages and rules know paths, and a host may hold a password. */
export function pathForm (target: string): string {
  const path = target.replace(authority, '')
  return path.startsWith('/') || path === '*' ? path : `/${path}`
}

/** A request without a host, or with two, is read otherwise by each proxy on its way. */
function hasOneHost ({ httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersionMajor === 1 && httpVersionMinor === 0)
}

export function readTargets (app: FastifyInstance): void {
  // Before Fastify's own, which routes it.
  app.server.prependListener('request', request => {
    request.url = pathForm(request.url ?? '/')
  })
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    // What a test injects was never sent and has no raw headers.
    if (raw.rawHeaders === undefined || raw.rawHeaders.length === 0 || hasOneHost(raw)) return done()
    throw Object.assign(new Error('A request names one host.'), { code: 'bad_request', statusCode: 400 })
  })
}
