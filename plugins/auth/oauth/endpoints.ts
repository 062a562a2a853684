/** What the endpoints of the authorization server share. */
import type { FastifyRequest } from 'fastify'
import type { Keys } from '../_keys/keys.ts'
import type { Clients } from './clients.ts'
import type { Once } from './once.ts'
import type { Tokens } from './tokens.ts'

/** What a person granted: in every code, access and refresh token. */
export interface Grant {
  /** The user. */
  sub: string
  /** The id of the key that was pasted: revoking it ends what came of it. */
  kid: string
  /** When that key ends, in milliseconds; null never. */
  kexp: number | null
  /** That key may only read. */
  ro: boolean
  client: string
  scope: string
  /** Which address of the service it is for. */
  resource: string
}

/** What came of one code: all of it ends together. */
export interface Issued extends Grant {
  family: string
}

export interface Endpoints {
  keys: Keys
  tokens: Tokens
  clients: Clients
  once: Once
  originOf: (request: FastifyRequest) => string
}
