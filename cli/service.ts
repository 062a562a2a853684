/** The whole service: the kernel's boot, with routes that speak HTTP as `http/` does. */
import type { FastifyInstance } from 'fastify'
import { httpOptions } from '../http/options.ts'
import { speakHttp } from '../http/server.ts'
import { boot } from '../kernel/app.ts'
import type { LoadedSettings } from '../kernel/settings/load.ts'

/** Ready to `listen`; close it to release what it opened. Throws what `loadSettings` and the providers throw. */
export async function buildService (settings: LoadedSettings): Promise<FastifyInstance> {
  return await boot(settings, { options: httpOptions, prepare: speakHttp })
}
