/** The routes on a memory, with auth open or on. */
import { fileURLToPath } from 'node:url'
import autoload from '@fastify/autoload'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { httpOptions, speakHttp } from '../../kernel/http/server.ts'
import { loggerOptions } from '../../kernel/log.ts'
import { registerSettings } from '../../kernel/settings/index.ts'
import hmac from '../../plugins/auth/hmac/index.ts'
import open from '../../plugins/auth/open/index.ts'
import checks from '../../plugins/health/checks/index.ts'
import { createMemoryInAMap } from './memory-in-a-map.ts'

export const secret = 'a secret of the tests, long enough'

export async function build (t: Test, values: Record<string, Record<string, unknown>> = {}, log?: string[]): Promise<FastifyInstance> {
  const app = Fastify({
    logger: log === undefined ? false : { ...loggerOptions as object, stream: { write: (line: string) => { log.push(line) } } },
    ...httpOptions
  })
  await speakHttp(app)
  await registerSettings(app, values)
  app.addHook('onRoute', route => { route.bodyLimit ??= app.settings.Server.BodyLimitMb * 1024 * 1024 })
  await app.register(checks)
  app.decorate('memory', createMemoryInAMap())
  // These routes are tested on the real ones, in operations.test.ts.
  for (const untested of ['guard', 'backup', 'metrics']) app.decorate(untested, {})
  const { Auth } = app.settings
  if (Auth.Secret === '') await app.register(open)
  else await app.register(hmac, Auth)
  await app.register(autoload, { dir: fileURLToPath(new URL('../../routes', import.meta.url)), indexPattern: /^index\.js$/, autoHooks: true, cascadeHooks: true, options: {} })
  t.teardown(() => app.close())
  await app.ready()
  return app
}
