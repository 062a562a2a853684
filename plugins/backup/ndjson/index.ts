/**
 * Backups as NDJSON: one user out and in, every user each night. Routes, commands and migration all take this one
 * path.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { backupInterfaceVersion, type Backup, type BackedUp } from '../../../domain/capabilities/backup.ts'
import type { Given } from '../../../domain/manifest.ts'
import { takeLease } from '../../_shared/lease.ts'
import { digestUser } from './digest.ts'
import { exportLines } from './export.ts'
import { filesOf, removeFrom } from './holding.ts'
import type { Options } from './manifest.ts'
import { backUp } from './nightly.ts'
import { fileOf, openBackup } from './restore.ts'
import { createBackupState } from './state.ts'

const megabyte = 1024 * 1024
const askAgainMs = 5_000
/** Replicas start at the same hour by clocks that differ; a later one finds the backup of that night done. */
const doneMs = 12 * 60 * 60 * 1000
const [running, doneTonight] = ['backup', 'backup:done-tonight']

export default fp(async (app, options) => {
  const { store, embedder, scheduler, log } = app
  const { Enabled, Hour, Directory, Keep, ImportLimitMb } = options as Given<typeof Options>
  const holder = randomUUID()
  const limitBytes = ImportLimitMb * megabyte
  const { follow, state } = createBackupState(Directory, Enabled, Hour)
  const make = () => follow(done => backUp(store, Directory, Keep, message => log.warn(message), done))

  const backup: Backup = {
    interfaceVersion: backupInterfaceVersion,
    export: userId => exportLines(store, userId),
    async import (userId, file, { mode }) {
      const { importRecords, withSpooled } = await importing()
      return await withSpooled(
        userId,
        file,
        limitBytes,
        async checked => await importRecords(store, embedder, userId, checked, mode)
      )
    },
    digest: async (userId, options) => await digestUser(store, userId, options),
    run: async () => await leased(make),
    state,
    async restore (folder, { mode, userId: only, onRestored }) {
      const found = await openBackup(folder ?? Directory, only)
      const restored = []
      for (const user of found.users) {
        const { user_id: userId } = user
        const receipt = await backup.import(userId, fileOf(found.folder, user), { mode })
        restored.push({ userId, receipt })
        onRestored?.(userId, receipt)
      }
      return restored
    },
    holding: async userId => await filesOf(Directory, userId, { keep: Keep, nightly: Enabled }),
    forget: async userId => await leased(async () => await removeFrom(Directory, userId))
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
      if (made === 'already') return log.info("another process made tonight's backup")
      if (made !== null) return log.info(made, 'the nightly backup is done')
      await pause(askAgainMs, null, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }

  async function tonight (): Promise<BackedUp | 'already'> {
    if (!await store.lease(doneTonight, holder, 1)) return 'already'
    const made = await make()
    await store.lease(doneTonight, holder, doneMs)
    return made
  }

  /** Null when another process holds the lease. */
  async function leased<Made> (work: () => Promise<Made>): Promise<Made | null> {
    const onFault = (err: unknown) => log.warn({ err }, 'the lease of the backup could not be renewed yet')
    const lease = await takeLease(store, running, holder, { onFault })
    if (lease === null) return null
    try {
      return await work()
    } finally {
      await lease.release()
    }
  }
}, { name: 'backup-ndjson', fastify: '5.x', decorators: { fastify: ['store', 'embedder', 'scheduler'] } })

/** Loaded with the first import: a start need not read it. */
async function importing () {
  const { importRecords } = await import('./import.ts')
  const { withSpooled } = await import('./spool.ts')
  return { importRecords, withSpooled }
}
