/** A backup back into the store: one user or all. */
import { parseArgs } from 'node:util'
import type { ImportMode, ImportReceipt } from '../domain/capabilities/backup.ts'
import { SettingInvalid } from '../domain/errors.ts'
import { intoStore, withParts } from './parts.ts'
import { readSettings } from './settings.ts'

export async function run (args: string[]): Promise<void> {
  const { values, positionals: [folder] } = parseArgs({
    args,
    options: { settings: { type: 'string' }, user: { type: 'string' }, mode: { type: 'string' } },
    allowPositionals: true
  })
  const mode = modeOf(values.mode)
  await withParts(await readSettings(values.settings), intoStore, async ({ backup }) => {
    const restored = await backup.restore(folder, {
      mode,
      onRestored: (userId, receipt) => console.log(`${userId}: ${inWords(receipt)}`),
      ...(values.user !== undefined && { userId: values.user })
    })
    console.log(`${restored.length} ${restored.length === 1 ? 'user' : 'users'} restored`)
  })
}

export function modeOf (given: string | undefined): ImportMode {
  if (given === undefined || given === 'skip') return 'skip'
  if (given === 'overwrite') return 'overwrite'
  throw new SettingInvalid(`--mode must be skip or overwrite, not ${given}.`)
}

export function inWords ({ imported, skipped, overwritten, left, vectors }: ImportReceipt): string {
  const parts = [`${imported.memory} memories imported`, `${skipped.memory} were there`]
  if (overwritten > 0) parts.push(`${overwritten} replaced`)
  if (left > 0) parts.push(`${left} left out`)
  if (vectors.embedded > 0) parts.push(`${vectors.embedded} embedded anew`)
  if (vectors.missing > 0) parts.push(`${vectors.missing} without a vector (run reindex-vectors)`)
  return parts.join(', ')
}
