/**
 * Clients: registered ones (RFC 7591), whose id is their signed registration, and those whose id is the address of a
 * document that describes them. None has a secret: PKCE and the redirect address protect the code.
 */
import { createHash } from 'node:crypto'
import { isLoopback } from '../../../domain/loopback.ts'
import { isDocumentUrl, type FetchDocument } from './documents.ts'
import { OAuthError } from './error.ts'
import type { Tokens } from './tokens.ts'

export interface Client {
  id: string
  name: string
  redirectUris: string[]
}

const mostRedirects = 10
const longestRedirect = 500
const longestName = 100
/** Schemes that a browser handles itself. */
const browserSchemes = new Set(['javascript:', 'data:', 'blob:', 'file:', 'about:', 'vbscript:', 'ws:', 'wss:', 'ftp:'])

export interface Clients {
  /** The answer to a registration; throws `OAuthError`. */
  register(metadata: unknown): Promise<Record<string, unknown>>
  /** Throws `OAuthError` for an id that is none. */
  find(id: string): Promise<Client>
}

export function createClients (tokens: Tokens, fetchDocument: FetchDocument): Clients {
  return {
    async register (metadata) {
      const { name, redirectUris } = readMetadata(metadata, 'invalid_client_metadata')
      const id = await tokens.sign('client', { name, redirect_uris: redirectUris }, null)
      return {
        client_id: id,
        client_id_issued_at: Math.floor(Date.now() / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code']
      }
    },
    async find (id) {
      if (isDocumentUrl(id)) return await described(id)
      const claims = await tokens.verify<{ name: string, redirect_uris: string[] }>('client', id)
      if (claims === null) throw new OAuthError('invalid_client', 'The client_id is not one of this service.')
      return { id, name: claims.name, redirectUris: claims.redirect_uris }
    }
  }

  async function described (id: string): Promise<Client> {
    const document = await fetchDocument(id).catch(() => {
      throw new OAuthError('invalid_client', 'The document that the client_id names cannot be read.')
    })
    if ((document as { client_id?: unknown } | null)?.client_id !== id) {
      throw new OAuthError('invalid_client', 'The document that the client_id names is about another client.')
    }
    return { id, ...readMetadata(document, 'invalid_client') }
  }
}

function readMetadata (metadata: unknown, code: string): Omit<Client, 'id'> {
  const { client_name: name, redirect_uris: uris } = (metadata ?? {}) as Record<string, unknown>
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > mostRedirects) {
    throw new OAuthError('invalid_redirect_uri', `Between 1 and ${mostRedirects} redirect_uris are needed.`)
  }
  if (!uris.every(isRedirectUri)) {
    throw new OAuthError(
      'invalid_redirect_uri',
      'A redirect_uri must be https, http on this machine, or a scheme of an application, without a fragment.'
    )
  }
  if (name !== undefined && typeof name !== 'string') throw new OAuthError(code, 'The client_name must be text.')
  return {
    name: (name ?? '').trim().slice(0, longestName) || 'A client without a name',
    redirectUris: uris as string[]
  }
}

function isRedirectUri (uri: unknown): boolean {
  if (typeof uri !== 'string' || uri.length > longestRedirect || !URL.canParse(uri) || uri.includes('#')) return false
  const { protocol, hostname, username, password } = new URL(uri)
  if (username !== '' || password !== '' || browserSchemes.has(protocol)) return false
  return protocol !== 'http:' || isLoopback(hostname)
}

/** Exactly one of the client's, but for the port on this machine, which an application picks as it starts. */
export function allowsRedirect ({ redirectUris }: Client, uri: string): boolean {
  return redirectUris.includes(uri) || redirectUris.some(known => withoutPort(known) === withoutPort(uri))
}

function withoutPort (uri: string): string | symbol {
  const url = URL.canParse(uri) ? new URL(uri) : null
  if (url === null || url.protocol !== 'http:' || !isLoopback(url.hostname) || uri.includes('#')) return Symbol(uri)
  url.port = ''
  return url.href
}

/** PKCE, S256. */
export function fitsChallenge (verifier: string, challenge: string): boolean {
  return /^[\w.~-]{43,128}$/.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge
}
