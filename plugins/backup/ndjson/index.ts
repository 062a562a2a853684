/** Backups as NDJSON: one user out and in, every user each night. Routes, commands and migration all take this one path. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { backupInterfaceVersion, type Backup, type BackedUp } from '../../../kernel/capabilities/backup.ts'
import { digestUser } from './digest.ts'
import { exportLines } from './export.ts'
import { importRecords } from './import.ts'
import { backUp } from './nightly.ts'
import { fileOf, openBackup } from './restore.ts'
import { withSpooled } from './spool.ts'

const megabyte = 1024 * 1024
/** A database may stall for some seconds; a killed run waits this long for its successor. */
const leaseMs = 15_000
const renewMs = 4_000
const askAgainMs = 5_000
/** Replicas start at the same hour by clocks that differ; whoever comes later that night finds it done. */
const doneMs = 12 * 60 * 60 * 1000
const [running, doneTonight] = ['backup', 'backup:done-tonight']

export default fp(async app => {
  const { store, embedder, scheduler, settings: { Backup: { Enabled, Hour, Directory, Keep, ImportLimitMb } }, log } = app
  const holder = randomUUID()
  const limitBytes = ImportLimitMb * megabyte

  const backup: Backup = {
    interfaceVersion: backupInterfaceVersion,
    export: userId => exportLines(store, userId),
    import: async (userId, file, { mode }) => await withSpooled(userId, file, limitBytes, async checked => await importRecords(store, embedder, userId, checked, mode)),
    digest: async (userId, options) => await digestUser(store, userId, options),
    run: async () => await leased(async () => await backUp(store, Directory, Keep)),
    async restore (folder, { mode, userId: only }) {
      const found = await openBackup(folder, only)
      const restored = []
      for (const user of found.users) restored.push({ userId: user.user_id, receipt: await backup.import(user.user_id, fileOf(found.folder, user), { mode }) })
      return restored
    }
  }
  app.decorate('backup', backup)

  // Only a service that listens backs up by itself; a command that opens the same store does not.
  if (Enabled) app.addHook('onListen', async () => scheduler.daily('backup', Hour, nightly))
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  /** While another process is at it, asks again: should that one die, tonight's backup is made all the same. */
  async function nightly (): Promise<void> {
    while (!closing.signal.aborted) {
      const made = await leased(tonight)
      if (made === 'already') return log.info('another process made tonight\'s backup')
      if (made !== null) return log.info(made, 'the nightly backup is done')
      await pause(askAgainMs, null, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }

  async function tonight (): Promise<BackedUp | 'already'> {
    if (!await store.lease(doneTonight, holder, 1)) return 'already'
    const made = await backUp(store, Directory, Keep)
    await store.lease(doneTonight, holder, doneMs)
    return made
  }

  /** Null when another process holds the lease. */
  async function leased<Made> (work: () => Promise<Made>): Promise<Made | null> {
    if (!await store.lease(running, holder, leaseMs)) return null
    const renewal = setInterval(() => { store.lease(running, holder, leaseMs).catch(err => log.warn({ err }, 'the lease of the backup could not be renewed yet')) }, renewMs)
    try {
      return await work()
    } finally {
      clearInterval(renewal)
      await store.lease(running, holder, 1).catch(() => {})
    }
  }
}, { name: 'backup-ndjson', fastify: '5.x', decorators: { fastify: ['settings', 'store', 'embedder', 'scheduler'] } })
