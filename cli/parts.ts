/** For commands that need a store and not a service: the named capabilities, in boot order, without routes. */
import Fastify, { type FastifyInstance } from 'fastify'
import { provide } from '../kernel/provide.ts'
import { capabilities } from '../domain/capabilities/order.ts'
import { registerSettings } from '../kernel/settings/index.ts'
import type { LoadedSettings } from '../kernel/settings/load.ts'

/**
 * Enough to read and write whole users. Without the guard, vectors that do not fit are left out instead of refused at
 * start.
 */
export const forBackups = ['health', 'scheduler', 'cache', 'store', 'embedder', 'backup']

/** What writes vectors: the guard says first which model they are of. */
export const intoStore = [...forBackups, 'guard']

export async function openParts (settings: LoadedSettings, names: string[]): Promise<FastifyInstance> {
  // What a command prints is its answer; the log goes to the other stream.
  const app = Fastify({ logger: { level: 'warn', stream: process.stderr }, pluginTimeout: 120_000 })
  try {
    await registerSettings(app, settings)
    for (const capability of capabilities) if (names.includes(capability.name)) await provide(app, capability, settings)
    await app.ready()
    return app
  } catch (error) {
    await app.close()
    throw error
  }
}

/** Runs `work` on the opened parts and closes them, whatever happens. */
export async function withParts<T> (
  settings: LoadedSettings,
  names: string[],
  work: (app: FastifyInstance) => Promise<T>
): Promise<T> {
  const app = await openParts(settings, names)
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}
