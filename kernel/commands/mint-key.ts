/** Prints a key bound to one user: the key alone on standard output, so that a script can take it, and what it is on standard error. */
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { SettingInvalid } from '../errors.ts'
import { parseInstant } from '../http/instants.ts'
import { isUserId } from '../http/validation.ts'
import { registerSettings } from '../settings/index.ts'
import { loadSettings } from '../settings/load.ts'

interface Minting {
  mintKey (secret: string, userId: string, options: { readOnly: boolean, expiresAt: number | null }): { key: string, claims: { id: string } }
}

const usage = 'mint-key <user_id> [--expires 90d] [--read-only] [--settings FILE]'
const hour = 3_600_000
const units: Record<string, number> = { h: hour, d: 24 * hour, w: 7 * 24 * hour, y: 365 * 24 * hour }

export async function run (args: string[]): Promise<void> {
  const { values, positionals: [userId = '', ...others] } = parseArgs({
    args,
    allowPositionals: true,
    options: { expires: { type: 'string' }, 'read-only': { type: 'boolean' }, settings: { type: 'string' } }
  })
  if (userId.trim() === '' || others.length > 0) throw new SettingInvalid(`one user id is needed (in quotes when it holds spaces): ${usage}`)
  if (!isUserId(userId)) throw new SettingInvalid('the user id is not well-formed Unicode.')
  const secret = await readSecret(values.settings)
  const readOnly = values['read-only'] ?? false
  const expiresAt = values.expires === undefined ? null : parseExpiry(values.expires, Date.now())
  // By path, because the kernel knows no provider; a build without this one has no keys to mint.
  const { mintKey } = await import(new URL('../../plugins/auth/hmac/key.js', import.meta.url).href) as Minting
  const { key, claims } = mintKey(secret, userId, { readOnly, expiresAt })
  console.error(`Key ${claims.id} for user ${userId}${readOnly ? ', read-only' : ''}, ${expiresAt === null ? 'never expires' : `expires ${new Date(expiresAt).toISOString()}`}. To revoke it, add its id to Auth:Revoked.`)
  console.log(key)
}

async function readSecret (file: string | undefined): Promise<string> {
  const app = Fastify()
  await registerSettings(app, (await loadSettings(file, process.env)).values)
  const { Secret } = app.settings.Auth
  if (Secret === '') throw new SettingInvalid('Auth:Secret (SVC_Auth__Secret) is empty, so auth is open and needs no keys. Set it to at least 32 random characters, for the service too, and mint again.')
  return Secret
}

/** `90d`, `12h`, `4w`, `1y`, or a date in ISO 8601. */
export function parseExpiry (text: string, now: number): number {
  const [, amount, unit = ''] = /^(\d{1,6})([hdwy])$/i.exec(text) ?? []
  const at = amount === undefined ? parseInstant(text) : now + Number(amount) * (units[unit.toLowerCase()] ?? 0)
  if (at === null || at <= now) throw new SettingInvalid(`--expires ${text} is no time to come: write 12h, 90d, 4w, 1y or a date such as 2030-01-31.`)
  return at
}
