/** Health: providers register their checks here, the health route asks for the report. */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { healthInterfaceVersion, type Health } from '../../../kernel/capabilities/health.ts'
import { createReporter, type Check, type ReportOptions } from './report.ts'
import { standardChecks } from './standard.ts'

export const defaults: ReportOptions = { patienceMs: 5_000, freshMs: 3_000 }

export function createHealth (options: ReportOptions = defaults): Health {
  const checks = new Map<string, Check>()
  return {
    interfaceVersion: healthInterfaceVersion,
    register: (name, check) => { checks.set(name, check) },
    report: createReporter(checks, options)
  }
}

export default fp(async fastify => {
  const health = createHealth()
  const registered = new Set<string>()
  fastify.decorate('health', { ...health, register })
  fastify.addHook('onReady', fillIn)

  function register (name: string, check: Check): void {
    registered.add(name)
    health.register(name, check)
  }

  /** When everybody has registered, what nobody registered. */
  async function fillIn (this: FastifyInstance): Promise<void> {
    for (const [name, { needs, check }] of Object.entries(standardChecks)) {
      if (!registered.has(name) && needs.every(decorator => fastify.hasDecorator(decorator))) health.register(name, check(fastify))
    }
  }
}, { name: 'health-checks', fastify: '5.x', decorators: { fastify: ['settings'] } })
