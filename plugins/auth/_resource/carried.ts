/** What a request carries, checked: a key or a token. Each refusal says where to sign in. */
import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../../domain/capabilities/auth.ts'
import { Unauthorized, withChallenge } from '../../../domain/errors.ts'
import { carriedKey } from '../_keys/carriers.ts'
import { isKey } from '../_keys/key.ts'
import { keyNeeded, principalOf, type Keys } from '../_keys/keys.ts'
import { challengeFor } from './resource.ts'

interface Accepted {
  publicUrl: string
  /** Null: keys are taken for tokens. */
  keys: Keys | null
  ofToken: (token: string, request: FastifyRequest) => Promise<Principal>
}

export async function authenticateCarried (
  request: FastifyRequest,
  { publicUrl, keys, ofToken }: Accepted
): Promise<Principal> {
  const carried = carriedKey(request)
  if (carried === null) throw withChallenge(keyNeeded(), challengeFor(request, publicUrl))
  try {
    if (keys === null || !isKey(carried)) return await ofToken(carried, request)
    return principalOf(keys.check(carried))
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error
    const description = error.message
    throw withChallenge(error, challengeFor(request, publicUrl, { error: 'invalid_token', description }))
  }
}
