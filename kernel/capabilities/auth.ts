/** Who asks. */
import type { FastifyRequest } from 'fastify'

export const authInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance { auth: Auth }
  interface FastifyRequest {
    /** Who asks; null on routes that are open to all. */
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
}

export interface Auth {
  /** `authInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  readonly provider: string
  /** Throws `Unauthorized` when a key is needed and is missing, malformed, expired or revoked. */
  authenticate (request: FastifyRequest): Promise<Principal>
}
