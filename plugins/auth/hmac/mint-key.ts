/**
 * Prints a key bound to one user, or an operator's, which reads no memories: the key alone on standard output, so that
 * a script can take it, and what it is on standard error.
 */
import { parseArgs } from 'node:util'
import { SettingInvalid } from '../../../domain/errors.ts'
import { parseInstant } from '../../../domain/instants.ts'
import { isUserId } from '../../../domain/text/storable.ts'
import { mintKey } from '../_keys/key.ts'

const usage = 'mint-key <user_id> | --operator [--expires 90d] [--read-only] [--settings FILE]'
const hour = 3_600_000
const units: Record<string, number> = { h: hour, d: 24 * hour, w: 7 * 24 * hour, y: 365 * 24 * hour }

type OptionsFrom = (file?: string) => Promise<Record<string, unknown>>

export async function run (args: string[], optionsFrom: OptionsFrom): Promise<void> {
  const { values, positionals: [userId = '', ...others] } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      expires: { type: 'string' },
      operator: { type: 'boolean', default: false },
      'read-only': { type: 'boolean' },
      settings: { type: 'string' }
    }
  })
  if ((userId.trim() === '') !== values.operator || others.length > 0) {
    throw new SettingInvalid(`one user id (in quotes when it holds spaces) or --operator is needed: ${usage}`)
  }
  if (!values.operator && !isUserId(userId)) throw new SettingInvalid('the user id is not well-formed Unicode.')
  const secret = readSecret(await optionsFrom(values.settings))
  const readOnly = values['read-only'] ?? false
  const expiresAt = values.expires === undefined ? null : parseExpiry(values.expires, Date.now())
  const { key, claims } = mintKey(secret, values.operator ? null : userId, { readOnly, expiresAt })
  console.error(
    `Key ${claims.id} for ${values.operator ? 'an operator' : `user ${userId}`}${readOnly ? ', read-only' : ''}, ${
      expiresAt === null ? 'never expires' : `expires ${new Date(expiresAt).toISOString()}`
    }. To revoke it, add its id to Auth:Revoked.`
  )
  console.log(key)
}

function readSecret ({ Secret }: Record<string, unknown>): string {
  if (typeof Secret !== 'string' || Secret === '') {
    throw new SettingInvalid(
      'Auth:Secret (SVC_Auth__Secret) is empty, so auth is open and needs no keys. ' +
        'Set it to at least 32 random characters, for the service too, and mint again.'
    )
  }
  return Secret
}

/** `90d`, `12h`, `4w`, `1y`, or a date in ISO 8601. */
export function parseExpiry (text: string, now: number): number {
  const [, amount, unit = ''] = /^(\d{1,6})([hdwy])$/i.exec(text) ?? []
  const at = amount === undefined ? parseInstant(text) : now + Number(amount) * (units[unit.toLowerCase()] ?? 0)
  if (at === null || at <= now) {
    throw new SettingInvalid(
      `--expires ${text} is no time to come: write 12h, 90d, 4w, 1y or a date such as 2030-01-31.`
    )
  }
  return at
}
