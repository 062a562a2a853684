/**
 * Everything the authorization server hands out is signed and carries its own claims, so that nothing is stored:
 * client ids, pending requests, codes, access and refresh tokens. Each kind has a key of its own, derived from
 * `Auth:Secret`, so that none passes for another.
 */
import { hkdfSync, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'

export type Kind = 'client' | 'request' | 'code' | 'access' | 'refresh'

const algorithm = 'HS256'

export interface Tokens {
  /** `seconds` null never expires. */
  sign(kind: Kind, claims: object, seconds: number | null): Promise<string>
  /** Null for anything that is not a token of this kind, or is expired. */
  verify<Claims extends object>(kind: Kind, token: string): Promise<(Claims & Signed) | null>
}

export interface Signed {
  /** Of this token alone. */
  jti: string
  /** Seconds since the epoch. */
  iat: number
  exp?: number
}

/** `secrets`: the secret and, after a rotation, the one before it. Empty ones are passed over. */
export function createTokens (secrets: string[], now: () => Date = () => new Date()): Tokens {
  const given = secrets.filter(secret => secret !== '')
  const keyOf = (secret: string, kind: Kind) => new Uint8Array(hkdfSync('sha256', secret, 'palimpsest oauth', kind, 32))
  return {
    async sign (kind, claims, seconds) {
      const issued = Math.floor(now().getTime() / 1000)
      const token = new SignJWT({ ...claims } as JWTPayload)
        .setProtectedHeader({ alg: algorithm, typ: typeOf(kind) })
        .setJti(randomUUID())
        .setIssuedAt(issued)
      if (seconds !== null) token.setExpirationTime(issued + seconds)
      return await token.sign(keyOf(given[0] as string, kind))
    },
    async verify<Claims extends object> (kind: Kind, token: string) {
      for (const secret of given) {
        try {
          const { payload } = await jwtVerify(token, keyOf(secret, kind), {
            algorithms: [algorithm],
            typ: typeOf(kind),
            requiredClaims: ['jti', 'iat'],
            currentDate: now()
          })
          return payload as Claims & Signed
        } catch (error) {
          if (!(error instanceof errors.JOSEError)) throw error
        }
      }
      return null
    }
  }
}

function typeOf (kind: Kind): string {
  return kind === 'access' ? 'at+jwt' : `palimpsest-${kind}+jwt`
}
