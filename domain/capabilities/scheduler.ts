/** Timed jobs of this process. Jobs that must run once over all processes take a lease in the store. */

export const schedulerInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    scheduler: Scheduler
  }
}

export interface Scheduler {
  /** `schedulerInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /**
   * Runs `job` every day at the full hour (0 to 23, local time). A failing job is logged and comes again; one that
   * still runs is not started twice.
   */
  daily(name: string, hour: number, job: () => Promise<void>): void
}
