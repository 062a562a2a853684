/**
 * Against DNS rebinding: a web page of a stranger whose name was pointed at this machine must not reach the memories.
 * Such a page gives itself away by the `Host` and `Origin` it sends.
 */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Forbidden, withDetail } from '../../kernel/errors.ts'

/** Names that no stranger can own in the public DNS. */
const privateNames = /^(?:[^.]+|.*\.(?:localhost|local|internal|home\.arpa|test))$/i
const remedy = 'Add the name to the setting Mcp:AllowedHosts (SVC_Mcp__AllowedHosts) if this service is meant to be reached under it.'

export interface Guard { allowedHosts: string[], authOpen: boolean }

/** Throws `Forbidden`. With a key needed a foreign `Host` is harmless, because the stranger's page has no key to send. */
export function refuseForeign ({ headers }: FastifyRequest, { allowedHosts, authOpen }: Guard): void {
  const own = (name: string) => isIP(name) !== 0 || privateNames.test(name) || allowedHosts.some(allowed => allowed.toLowerCase() === name)
  const host = hostName(`http://${headers.host ?? ''}`)
  if (host === null || ((authOpen || allowedHosts.length > 0) && !own(host))) {
    throw withDetail(new Forbidden(`The host ${host ?? String(headers.host)} is not one of this service.`), remedy)
  }
  if (headers.origin === undefined || headers.origin === '') return
  const origin = hostName(headers.origin)
  if (origin === null || (origin !== host && !own(origin))) {
    throw withDetail(new Forbidden(`Pages from ${headers.origin.slice(0, 200)} may not call this service.`), remedy)
  }
}

function hostName (url: string): string | null {
  try {
    const { hostname } = new URL(url)
    return hostname === '' ? null : hostname.replace(/^\[|\]$/g, '').toLowerCase()
  } catch {
    return null
  }
}
