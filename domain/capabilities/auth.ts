/** Which user a request acts for, and whether it may write. */
import type { FastifyRequest } from 'fastify'

export const authInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    auth: Auth
  }
  interface FastifyRequest {
    /** The caller; null on routes that need no credentials. */
    principal: Principal | null
  }
  interface FastifyContextConfig {
    /** Answers without credentials. */
    open?: boolean
    /** A POST that only reads, so that a read-only key may ask it. */
    reads?: boolean
  }
}

export interface Principal {
  /** The user the key is bound to; null when auth is open and the request's own `user_id` decides. */
  userId: string | null
  readOnly: boolean
  /** What `WWW-Authenticate` says when a read-only caller asks to write. */
  challenge?: string
}

export interface Auth {
  /** `authInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  readonly provider: string
  /** True when no key is needed and a request's own `user_id` selects the namespace. */
  readonly open: boolean
  /** Throws `Unauthorized` when a key is needed and is missing, malformed, expired or revoked. */
  authenticate(request: FastifyRequest): Promise<Principal>
}
