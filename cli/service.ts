/** The whole service: the kernel's boot, with routes that speak HTTP as `http/` does. */
import type { FastifyInstance } from 'fastify'
import { checkAccess } from '../http/access.ts'
import { loggerOptions } from '../http/log.ts'
import { httpOptions } from '../http/options.ts'
import { speakHttp } from '../http/server.ts'
import { boot } from '../kernel/app.ts'
import type { LoadedSettings } from '../kernel/settings/load.ts'

/**
 * Ready to `listen`; close it to release what it opened. Throws what `loadSettings` and the providers throw. `log`
 * takes the lines of the log in place of standard output.
 */
export async function buildService (
  settings: LoadedSettings,
  { log }: { log?: { write(line: string): void } } = {}
): Promise<FastifyInstance> {
  const options = log === undefined ? httpOptions : { ...httpOptions, logger: { ...loggerOptions, stream: log } }
  return await boot(settings, { options, prepare: speakHttp, guard: checkAccess })
}
