/** An app with the settings and just the named capabilities, each through the real seam. Checks registered with health are collected, not assembled. */
import Fastify, { type FastifyInstance } from 'fastify'
import { healthInterfaceVersion, type CheckResult } from '../../kernel/capabilities/health.ts'
import { provide } from '../../kernel/provide.ts'
import { capabilities } from '../../kernel/providers.ts'
import { registerSettings } from '../../kernel/settings/index.ts'

export interface PartialApp {
  app: FastifyInstance
  checks: Map<string, () => Promise<CheckResult>>
  /** Log lines, parsed. */
  logged: Array<Record<string, unknown>>
}

export async function appWith (settings: Record<string, unknown>, names: string[]): Promise<PartialApp> {
  const logged: PartialApp['logged'] = []
  const app = Fastify({ logger: { level: 'trace', stream: { write: (line: string) => { logged.push(JSON.parse(line) as Record<string, unknown>) } } } })
  const checks: PartialApp['checks'] = new Map()
  try {
    await registerSettings(app, settings)
    app.decorate('health', { interfaceVersion: healthInterfaceVersion, register: (name, check) => { checks.set(name, check) }, report: async () => ({ status: 'ok', checkedAt: 0, checks: {} }) })
    for (const capability of capabilities) if (names.includes(capability.name)) await provide(app, capability, process.cwd())
    await app.ready()
  } catch (error) {
    await app.close()
    throw error
  }
  return { app, checks, logged }
}
