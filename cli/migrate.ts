/**
 * One user or all from one store to another, by the same path as export and import. Both stores are compared at the
 * end; a run that was stopped is completed by running it again, and what agrees already is passed over.
 */
import { parseArgs } from 'node:util'
import { recordKinds, type Backup, type Digest } from '../domain/capabilities/backup.ts'
import type { Store } from '../domain/capabilities/store.ts'
import { MigrationIncomplete, SettingInvalid } from '../domain/errors.ts'
import { loadSettings } from '../kernel/settings/load.ts'
import { forBackups, intoStore, withParts } from './parts.ts'
import { counted, showProgress } from './progress.ts'
import { inWords } from './restore.ts'
import { everyUser } from '../domain/every-user.ts'

export async function run (args: string[]): Promise<void> {
  const { values: { from, to, user } } = parseArgs({
    args,
    options: { from: { type: 'string' }, to: { type: 'string' }, user: { type: 'string' } }
  })
  if (from === undefined || to === undefined) {
    throw new SettingInvalid('name both settings files: palimpsest migrate --from FILE --to FILE [--user ID]')
  }
  const [source, target] = await Promise.all([
    loadSettings(from, variablesOf('FROM_')),
    loadSettings(to, variablesOf('TO_'))
  ])
  await withParts(source, forBackups, async here => {
    await withParts(target, intoStore, async there => {
      const differing: string[] = []
      let moved = 0
      for await (const userId of user === undefined ? everyUser(here.store) : [user]) {
        const difference = await move(userId, here, there)
        moved++
        if (difference !== null) differing.push(`${userId}: ${difference}`)
      }
      if (differing.length > 0) {
        throw new MigrationIncomplete(
          `${differing.length} of ${moved} users differ between the two stores.\n${
            differing.join('\n')
          }\nRun it again while no client writes to them.`
        )
      }
      console.log(`${moved} users moved; counts and checksums agree`)
    })
  })
}

/**
 * `SVC_` variables would choose the same store for both sides; `FROM_SVC_…` and `TO_SVC_…` mean one of them, for
 * secrets above all.
 */
function variablesOf (side: string): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith(`${side}SVC_`)).map((
      [name, value]
    ) => [name.slice(side.length), value])
  )
}

interface Side {
  store: Store
  backup: Backup
}

/** Null when both sides agree at the end, else in what they differ. */
async function move (userId: string, here: Side, there: Side): Promise<string | null> {
  if (await sameVectors(here, there) && await difference(userId, here, there, true) === null) {
    console.log(`${userId}: is there already`)
    return null
  }
  const receipt = await there.backup.import(
    userId,
    counted(here.backup.export(userId), showProgress(userId, 'records'), () => 1),
    { mode: 'overwrite' }
  )
  console.log(`${userId}: ${inWords(receipt)}`)
  return await difference(userId, here, there, await sameVectors(here, there) && receipt.vectors.missing === 0)
}

async function sameVectors (here: Side, there: Side): Promise<boolean> {
  const [from, to] = await Promise.all([here.store.meta(), there.store.meta()])
  return from.model === to.model && from.dimensions === to.dimensions
}

async function difference (userId: string, here: Side, there: Side, vectors: boolean): Promise<string | null> {
  return compare(await here.backup.digest(userId, { vectors }), await there.backup.digest(userId, { vectors }))
}

function compare (here: Digest, there: Digest): string | null {
  const differing = recordKinds.filter(kind =>
    here.counts[kind] !== there.counts[kind] || here.sums[kind] !== there.sums[kind]
  )
  return differing.length === 0
    ? null
    : differing.map(kind =>
      `${kind} ${here.counts[kind]} here, ${there.counts[kind]} there${
        here.counts[kind] === there.counts[kind] ? ' but not the same' : ''
      }`
    ).join('; ')
}
