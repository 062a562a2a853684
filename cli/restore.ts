/** A backup back into the store: one user or all. */
import { parseArgs } from 'node:util'
import type { ImportMode, ImportReceipt } from '../domain/capabilities/backup.ts'
import { SettingInvalid } from '../domain/errors.ts'
import { loadSettings } from '../kernel/settings/load.ts'
import { forBackups, withParts } from './parts.ts'

export async function run (args: string[]): Promise<void> {
  const { values, positionals: [folder] } = parseArgs({
    args,
    options: { settings: { type: 'string' }, user: { type: 'string' }, mode: { type: 'string' } },
    allowPositionals: true
  })
  const mode = modeOf(values.mode)
  await withParts(await loadSettings(values.settings, process.env), forBackups, async ({ backup }) => {
    const restored = await backup.restore(folder, {
      mode,
      ...(values.user !== undefined && { userId: values.user })
    })
    for (const { userId, receipt } of restored) console.log(`${userId}: ${inWords(receipt)}`)
    console.log(`${restored.length} users restored`)
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
