/**
 * An app with the settings and just the named capabilities, each through the real seam. Checks registered with health
 * are collected, not assembled.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { provide } from '../../kernel/provide.ts'
import { capabilities } from '../../domain/capabilities/order.ts'
import { settingsOf } from '../../kernel/settings/load.ts'
import { registerSettings } from '../../kernel/settings/index.ts'

export interface PartialApp {
  app: FastifyInstance
  /** Log lines, parsed. */
  logged: Array<Record<string, unknown>>
}

export async function appWith (settings: Record<string, unknown>, names: string[]): Promise<PartialApp> {
  const logged: PartialApp['logged'] = []
  const app = Fastify({
    logger: {
      level: 'trace',
      stream: {
        write: (line: string) => {
          logged.push(JSON.parse(line) as Record<string, unknown>)
        }
      }
    }
  })
  const loaded = await settingsOf(settings, process.cwd())
  try {
    await registerSettings(app, loaded)
    for (const capability of capabilities) {
      if (names.includes(capability.name)) await provide(app, capability, loaded)
    }
    await app.ready()
  } catch (error) {
    await app.close()
    throw error
  }
  return { app, logged }
}
