/** Health: providers register their checks here, the health route asks for the report. */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { healthInterfaceVersion, type Health } from '../../../domain/capabilities/health.ts'
import { capabilityChecks } from './capabilities.ts'
import { createReporter, type Check, type ReportOptions } from './report.ts'

export const defaults: ReportOptions = { timeoutMs: 5_000, freshMs: 3_000 }

export function createHealth (options: ReportOptions = defaults): Health {
  const checks = new Map<string, Check>()
  return {
    interfaceVersion: healthInterfaceVersion,
    register: (name, check) => {
      checks.set(name, check)
    },
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

  /** Once every provider has registered, the standard checks that are still missing. */
  async function fillIn (this: FastifyInstance): Promise<void> {
    for (const [name, check] of capabilityChecks(fastify)) {
      if (!registered.has(name)) health.register(name, check)
    }
  }
}, { name: 'health-checks', fastify: '5.x' })
