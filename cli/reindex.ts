/**
 * The terms of stored texts made again, as the texts that are stored from now on get them. The service may run
 * meanwhile. What is as it should be is only read, so a run that was stopped is gone on with by running it again;
 * `--after` passes over the users before.
 */
import { parseArgs } from 'node:util'
import type { Store } from '../domain/capabilities/store.ts'
import { SettingInvalid } from '../domain/errors.ts'
import { everyUser } from '../domain/every-user.ts'
import { withParts } from './parts.ts'
import { showProgress } from './progress.ts'
import { readSettings } from './settings.ts'

const analysedAtOnce = 200

export async function run (args: string[]): Promise<void> {
  const { values: { text, user, after, settings } } = parseArgs({
    args,
    options: {
      text: { type: 'boolean', default: false },
      user: { type: 'string' },
      after: { type: 'string' },
      settings: { type: 'string' }
    }
  })
  if (!text) {
    throw new SettingInvalid(
      'say what: palimpsest reindex --text [--user ID] [--after ID]; vectors are made again by ' +
        'POST /api/v1/debug/reindex-vectors of a running service'
    )
  }
  await withParts(await readSettings(settings), ['health', 'scheduler', 'cache', 'store'], async ({ store }) => {
    let [users, memories] = [0, 0]
    for await (const userId of user === undefined ? everyUser(store, after) : [user]) {
      const analysed = await reanalyse(store, userId)
      users++
      memories += analysed
      console.log(`${userId}: ${analysed} memories`)
    }
    console.log(`${memories} memories of ${users} users are found by what their texts say now`)
  })
}

async function reanalyse (store: Store, userId: string): Promise<number> {
  const progress = showProgress(userId, 'memories')
  let [waiting, done]: [string[], number] = [[], 0]
  const analyse = async () => {
    await store.commit({ userId, reanalyse: waiting })
    done += waiting.length
    progress.add(waiting.length)
    waiting = []
  }
  try {
    // Ids first: some stores let no write through while they export.
    const ids: string[] = []
    for await (const record of store.export(userId)) if (record.kind === 'memory') ids.push(record.memory.id)
    for (const id of ids) {
      waiting.push(id)
      if (waiting.length === analysedAtOnce) await analyse()
    }
    if (waiting.length > 0) await analyse()
  } finally {
    progress.end()
  }
  return done
}
