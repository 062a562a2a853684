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
    /** `also`: an operator's key may ask it too. `only`: with auth on, no other key may. Absent: it may not. */
    operator?: 'also' | 'only'
  }
}

export interface Principal {
  /** The user the key is bound to; null for an operator, and when auth is open and the request's `user_id` decides. */
  userId: string | null
  readOnly: boolean
  /** Runs the service: counts, health and jobs, and no user's memories. */
  operator?: boolean
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
