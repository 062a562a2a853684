/**
 * toad-scheduler under our name: a calendar entry an hour, started late rather than twice, stopped when the app
 * closes.
 */
import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import fp from 'fastify-plugin'
import { AsyncTask, CronJob, type ToadScheduler } from 'toad-scheduler'
import { schedulerInterfaceVersion, type Scheduler } from '../../../domain/capabilities/scheduler.ts'

// Required, not imported: its types claim the name `scheduler` on every Fastify instance for toad's own class.
const schedule = createRequire(import.meta.url)('@fastify/schedule') as FastifyPluginCallback

function createScheduler (toad: ToadScheduler, log: FastifyInstance['log']): Scheduler {
  return {
    interfaceVersion: schedulerInterfaceVersion,
    daily (name, hour, job) {
      const task = new AsyncTask(
        name,
        job,
        err => log.error({ err, job: name }, 'a timed job failed; it comes again at its next hour')
      )
      toad.addCronJob(new CronJob({ cronExpression: `0 ${hour} * * *` }, task, { id: name, preventOverrun: true }))
    }
  }
}

export default fp(async app => {
  // In a room of its own, so that toad's decorator does not stand where ours does; it stops with the app all the same.
  await app.register(async room => {
    await room.register(schedule)
    app.decorate('scheduler', createScheduler((room as unknown as { scheduler: ToadScheduler }).scheduler, app.log))
  })
}, { name: 'scheduler-toad', fastify: '5.x' })
