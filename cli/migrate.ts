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

const removedAtOnce = 500
/** Of one user, when memories are deleted in the first store meanwhile. */
const mostPasses = 5

export async function run (args: string[]): Promise<void> {
  const { values: { from, to, user, prune = false } } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      user: { type: 'string' },
      prune: { type: 'boolean' }
    }
  })
  if (from === undefined || to === undefined) {
    throw new SettingInvalid('name both settings files: palimpsest migrate --from FILE --to FILE [--user ID] [--prune]')
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
        const difference = await move(userId, here, there, prune)
        moved++
        if (difference !== null) differing.push(`${userId}: ${difference}`)
      }
      if (differing.length > 0) {
        throw new MigrationIncomplete(
          `${differing.length} of ${moved} users differ between the two stores.\n${
            differing.join('\n')
          }\nRun it again while no client writes to them. What was deleted in the first store before, ` +
            'or was in the second, is only there: with --prune it is removed there.'
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
export async function move (userId: string, here: Side, there: Side, prune: boolean): Promise<string | null> {
  if (await sameVectors(here, there) && await difference(userId, here, there, true) === null) {
    console.log(`${userId}: is there already`)
    return null
  }
  if (prune) await removeOnlyThere(userId, here, there)
  for (let passes = 1;; passes++) {
    const brought = new Set<string>()
    const receipt = await there.backup.import(
      userId,
      counted(noting(here.backup.export(userId), brought), showProgress(userId, 'records'), () => 1),
      { mode: 'overwrite' }
    )
    console.log(`${userId}: ${inWords(receipt)}`)
    const vectors = await sameVectors(here, there) && receipt.vectors.missing === 0
    const left = await difference(userId, here, there, vectors)
    if (left === null || passes === mostPasses) return left
    if (await removeDeletedMeanwhile(userId, here, there, brought) === 0) return left
  }
}

/** Ids of the memories that pass. */
async function* noting (lines: AsyncIterable<string>, ids: Set<string>): AsyncGenerator<string> {
  for await (const line of lines) {
    const { record, id } = JSON.parse(line) as { record: string, id: string }
    if (record === 'memory') ids.add(id)
    yield line
  }
}

/** This run brought them, so it may take them back; the next pass brings back what they had ended. */
async function removeDeletedMeanwhile (userId: string, here: Side, there: Side, brought: Set<string>): Promise<number> {
  for await (const id of memoryIds(here.store, userId)) brought.delete(id)
  await remove(userId, there, [...brought])
  if (brought.size > 0) console.log(`${userId}: ${brought.size} memories were deleted meanwhile, and are removed there`)
  return brought.size
}

/** Memories that the first store does not hold: before the import, which brings back what they had ended. */
async function removeOnlyThere (userId: string, here: Side, there: Side): Promise<void> {
  const held = new Set<string>()
  for await (const id of memoryIds(here.store, userId)) held.add(id)
  const extra: string[] = []
  for await (const id of memoryIds(there.store, userId)) if (!held.has(id)) extra.push(id)
  await remove(userId, there, extra)
  if (extra.length > 0) console.log(`${userId}: ${extra.length} memories that were only there are removed`)
}

async function remove (userId: string, { store }: Side, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += removedAtOnce) {
    await store.commit({ userId, delete: ids.slice(start, start + removedAtOnce) })
  }
}

async function* memoryIds (store: Store, userId: string): AsyncGenerator<string> {
  for await (const record of store.export(userId)) if (record.kind === 'memory') yield record.memory.id
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
