/** Backups as NDJSON: one user out and in, every user each night. Routes, commands and migration all take this one path. */
import { randomUUID } from 'node:crypto'
import fp from 'fastify-plugin'
import { backupInterfaceVersion, type Backup, type BackedUp } from '../../../kernel/capabilities/backup.ts'
import { digestUser } from './digest.ts'
import { exportLines } from './export.ts'
import { importRecords } from './import.ts'
import { backUp } from './nightly.ts'
import { fileOf, openBackup } from './restore.ts'
import { withSpooled } from './spool.ts'

const megabyte = 1024 * 1024
const leaseMs = 60_000
const renewMs = 15_000
/** Replicas start at the same hour by clocks that differ; whoever comes later that night finds it done. */
const doneMs = 12 * 60 * 60 * 1000

export default fp(async app => {
  const { store, embedder, scheduler, settings: { Backup: { Enabled, Hour, Directory, Keep, ImportLimitMb } }, log } = app
  const holder = randomUUID()
  const limitBytes = ImportLimitMb * megabyte

  const backup: Backup = {
    interfaceVersion: backupInterfaceVersion,
    export: userId => exportLines(store, userId),
    import: async (userId, file, { mode }) => await withSpooled(userId, file, limitBytes, async checked => await importRecords(store, embedder, userId, checked, mode)),
    digest: async (userId, options) => await digestUser(store, userId, options),
    run: async () => await leased('backup', 1, async () => await backUp(store, Directory, Keep)),
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

  async function nightly (): Promise<void> {
    const done = await leased(`backup:${new Date().toISOString().slice(0, 10)}`, doneMs, backup.run)
    if (done === null) log.info('another process makes tonight\'s backup')
    else log.info(done, 'the nightly backup is done')
  }

  /** Null when another process holds the lease. After work that was done it is held for `keepMs` more. */
  async function leased (name: string, keepMs: number, work: () => Promise<BackedUp | null>): Promise<BackedUp | null> {
    if (!await store.lease(name, holder, leaseMs)) return null
    const renewal = setInterval(() => { store.lease(name, holder, leaseMs).catch(err => log.warn({ err }, 'the lease of the backup could not be renewed yet')) }, renewMs)
    let keep = 1
    try {
      const done = await work()
      if (done !== null) keep = keepMs
      return done
    } finally {
      clearInterval(renewal)
      await store.lease(name, holder, keep).catch(() => {})
    }
  }
}, { name: 'backup-ndjson', fastify: '5.x', decorators: { fastify: ['settings', 'store', 'embedder', 'scheduler'] } })
