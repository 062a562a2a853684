/**
 * Keys that carry their own claims: `pal1.<claims>.<signature>`, both parts base64url, so that a key fits a header
 * and a query alike. The signature is HMAC-SHA256 (RFC 2104) over the first two parts with `Auth:Secret`; nothing is
 * stored, and only a revocation needs a list.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const version = 'pal1'
/** A user id of 4,000 characters of four bytes, and its claims around it. */
const longestKey = 24_000

export interface KeyClaims {
  /** What `Auth:Revoked` lists: 16 hex digits. */
  id: string
  /** The one user the key is bound to, exactly as given; null for an operator's key. */
  userId: string | null
  readOnly: boolean
  /** Milliseconds. */
  issuedAt: number
  /** Milliseconds; null never. */
  expiresAt: number | null
}

/** Whether a text has the form of `KeyClaims.id`. */
export function isKeyId (text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text)
}

/** Why a key is not accepted: `malformed` also when the signature is another secret's. */
export type Refusal = 'malformed' | 'expired' | 'revoked'

export interface MintOptions {
  readOnly?: boolean
  /** Milliseconds since the epoch; absent never expires. */
  expiresAt?: number | null
  now?: number
}

export function mintKey (
  secret: string,
  userId: string | null,
  { readOnly = false, expiresAt = null, now = Date.now() }: MintOptions = {}
): { key: string, claims: KeyClaims } {
  const claims: KeyClaims = { id: randomBytes(8).toString('hex'), userId, readOnly, issuedAt: now, expiresAt }
  const body = Buffer.from(JSON.stringify({
    id: claims.id,
    ...(userId === null ? { op: true } : { sub: userId }),
    ro: readOnly,
    iat: now,
    exp: expiresAt
  })).toString('base64url')
  const signed = `${version}.${body}`
  return { key: `${signed}.${sign(secret, signed).toString('base64url')}`, claims }
}

export interface VerifyOptions {
  /** The secret and, after a rotation, the one before it. Empty ones are passed over. */
  secrets: string[]
  revoked: ReadonlySet<string>
  now?: number
}

/** The claims, or why not. Takes the same time whichever byte of the signature is wrong and whichever secret fits. */
export function verifyKey (key: string, { secrets, revoked, now = Date.now() }: VerifyOptions): KeyClaims | Refusal {
  if (key.length > longestKey) return 'malformed'
  const [head, body, signature, ...rest] = key.split('.')
  if (head !== version || body === undefined || signature === undefined || rest.length > 0) return 'malformed'
  const given = Buffer.from(signature, 'base64url')
  // Decoding base64url is lenient; only the canonical spelling of a signature is accepted.
  if (given.length !== 32 || given.toString('base64url') !== signature) return 'malformed'
  const fits = secrets.filter(secret => secret !== '').map(secret =>
    timingSafeEqual(sign(secret, `${head}.${body}`), given)
  )
  if (!fits.includes(true)) return 'malformed'
  const claims = readClaims(body)
  if (claims === null) return 'malformed'
  if (revoked.has(claims.id)) return 'revoked'
  if (claims.expiresAt !== null && claims.expiresAt <= now) return 'expired'
  return claims
}

function sign (secret: string, signed: string): Buffer {
  return createHmac('sha256', secret).update(signed).digest()
}

function readClaims (body: string): KeyClaims | null {
  try {
    const { id, sub, op, ro, iat, exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<
      string,
      unknown
    >
    if (typeof id !== 'string' || typeof iat !== 'number') return null
    if (exp !== null && typeof exp !== 'number') return null
    const userId = op === true ? null : sub
    if (userId !== null && (typeof userId !== 'string' || userId === '')) return null
    return { id, userId, readOnly: ro === true, issuedAt: iat, expiresAt: exp }
  } catch {
    return null
  }
}

/** Whether a text is a key, good or not, and no token. */
export function isKey (text: string): boolean {
  return text.startsWith(`${version}.`)
}
