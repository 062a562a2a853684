/**
 * Web pages of strangers must not reach the memories through the browser of somebody who runs this service: neither by
 * sending requests across sites, nor by pointing their own name at this machine (DNS rebinding). They give themselves away
 * by the `Origin` and the `Host` they send; programs send no `Origin` and are let through.
 */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Forbidden, withDetail } from '../errors.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/** Whether only this machine reaches what listens there. */
export function isLoopback (host: string): boolean {
  return loopback.test(host)
}

/** Names that no stranger can own in the public DNS. */
const privateNames = /^(?:[^.]+|.*\.(?:localhost|local|internal|home\.arpa|test))$/i
const remedy = 'Add the name to the setting Server:AllowedHosts (SVC_Server__AllowedHosts) if this service is meant to be reached under it.'

/** Throws `Forbidden` for a page that is neither of this machine or network, nor of the service's own host, nor listed. */
export function refuseForeignPage ({ headers: { host, origin } }: FastifyRequest, allowedHosts: string[]): void {
  if (origin === undefined || origin === '') return
  const name = hostName(origin)
  if (name !== null && (name === hostName(`http://${host ?? ''}`) || isOwn(name, allowedHosts))) return
  throw withDetail(new Forbidden(`Pages from ${origin.slice(0, 200)} may not call this service.`), remedy)
}

/** Throws `Forbidden` for a request under a public name that is not listed. */
export function refuseForeignHost ({ headers: { host } }: FastifyRequest, allowedHosts: string[]): void {
  const name = hostName(`http://${host ?? ''}`)
  if (name !== null && isOwn(name, allowedHosts)) return
  throw withDetail(new Forbidden(`The host ${name ?? 'of this request'} is not one of this service.`), remedy)
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
