/** Keys checked against `Auth:Secret`, `Auth:PreviousSecret` and `Auth:Revoked`. */
import type { FastifyBaseLogger } from 'fastify'
import type { Static } from 'typebox'
import type { Principal } from '../../../domain/capabilities/auth.ts'
import { SettingInvalid, Unauthorized, withDetail } from '../../../domain/errors.ts'
import { isKeyId, verifyKey, type KeyClaims, type Refusal } from './key.ts'
import type { Options } from './options.ts'

/** A secret shorter than this can be guessed from one key, offline. */
const shortSecret = 16

const refusals: Record<Refusal, string> = {
  malformed: 'The key is not one of this service.',
  expired: 'The key has expired.',
  revoked: 'The key was revoked.'
}
const mint = 'palimpsest mint-key <user_id> prints a new one.'
const carriers = 'Send it as Authorization: Bearer <key>, as the header API_KEY, or as the query parameter api_key.'

export interface Keys {
  /** Throws `Unauthorized`. */
  check(key: string): KeyClaims
  /** Whether the key of this id is listed in `Auth:Revoked`. */
  isRevoked(id: string): boolean
}

export function createKeys ({ Secret, PreviousSecret, Revoked }: Static<typeof Options>): Keys {
  const secrets = [Secret, PreviousSecret]
  const revoked = new Set(Revoked.map(requireKeyId))
  return {
    check (key) {
      const claims = verifyKey(key, { secrets, revoked })
      if (typeof claims === 'string') throw withDetail(new Unauthorized(refusals[claims]), mint)
      return claims
    },
    isRevoked: id => revoked.has(id)
  }
}

export function principalOf ({ userId, readOnly }: KeyClaims): Principal {
  return userId === null ? { userId, readOnly, operator: true } : { userId, readOnly }
}

export function keyNeeded (): Error {
  return withDetail(new Unauthorized('A key is needed.'), carriers)
}

export function warnOfShortSecret (secret: string, log: FastifyBaseLogger): void {
  if (secret.length >= shortSecret) return
  log.warn(
    `Auth:Secret is shorter than ${shortSecret} characters: ` +
      'it can be guessed from a single key. Use at least 32 random ones.'
  )
}

/** A list that revokes no key must not pass for one that does. What is refused may be a key, so it is not shown. */
function requireKeyId (text: string, place: number): string {
  const id = text.trim().toLowerCase()
  if (isKeyId(id)) return id
  throw new SettingInvalid(
    `The setting Auth:Revoked (SVC_Auth__Revoked) must list key ids of 16 hex digits, separated by commas; item ${
      place + 1
    } is none. palimpsest mint-key prints a key's id beside it.`
  )
}
