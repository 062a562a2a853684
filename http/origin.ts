/**
 * A web page of another site must not reach the memories through the browser of a person who runs this service:
 * neither by cross-site requests, nor by a DNS name of its own that resolves to this machine (DNS rebinding). The
 * browser reveals such a page by the `Origin` and `Host` it sends; programs send no `Origin` and are accepted.
 */
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Forbidden, withDetail } from '../domain/errors.ts'
import { isListed } from './cors.ts'

/** Names that cannot be registered in the public DNS. */
const privateNames = /^(?:[^.]+|.*\.(?:localhost|local|internal|home\.arpa|test))$/i
/** Addresses of this machine and of private networks: pages of others are not served from them. */
const privateAddresses = new BlockList()
for (
  const [network, bits] of [['127.0.0.0', 8], ['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], [
    '169.254.0.0',
    16
  ]] as const
) privateAddresses.addSubnet(network, bits)
for (const [network, bits] of [['::1', 128], ['fc00::', 7], ['fe80::', 10]] as const) {
  privateAddresses.addSubnet(network, bits, 'ipv6')
}

const remedy =
  'Add the name to the setting Server:AllowedHosts (SVC_Server__AllowedHosts) if this service is meant to be ' +
  'reached under it, or the origin of a page that may call it to Server:AllowedOrigins.'

export interface AllowedPages {
  AllowedHosts: string[]
  AllowedOrigins: string[]
}

/**
 * Throws `Forbidden` for a page that is neither of this machine or network, nor of the service's own host, nor
 * listed.
 */
export function refuseForeignPage (
  { headers: { host, origin } }: FastifyRequest,
  { AllowedHosts: allowedHosts, AllowedOrigins }: AllowedPages
): void {
  if (origin === undefined || origin === '' || isListed(origin, AllowedOrigins)) return
  const name = hostName(origin)
  if (name !== null && (name === hostName(`http://${host ?? ''}`) || isOwnPage(name, allowedHosts))) return
  throw withDetail(new Forbidden(`Pages from ${origin.slice(0, 200)} may not call this service.`), remedy)
}

/** Throws `Forbidden` for a request under a public name that is not listed. */
export function refuseForeignHost ({ headers: { host } }: FastifyRequest, allowedHosts: string[]): void {
  const name = hostName(`http://${host ?? ''}`)
  if (name !== null && isOwn(name, allowedHosts)) return
  throw withDetail(new Forbidden(`The host ${name ?? 'of this request'} is not one of this service.`), remedy)
}

/** A public address serves anybody's pages; one that is listed, or asked itself, was meant. */
function isOwnPage (name: string, allowedHosts: string[]): boolean {
  if (isIP(name) === 0 || allowedHosts.includes(name)) return isOwn(name, allowedHosts)
  return privateAddresses.check(name, isIPv6(name) ? 'ipv6' : 'ipv4')
}

function isOwn (name: string, allowedHosts: string[]): boolean {
  return isIP(name) !== 0 || privateNames.test(name) || allowedHosts.some(allowed => allowed.toLowerCase() === name)
}

function hostName (url: string): string | null {
  try {
    const { hostname } = new URL(url)
    return hostname === '' ? null : hostname.replace(/^\[|\]$/g, '').toLowerCase()
  } catch {
    return null
  }
}
