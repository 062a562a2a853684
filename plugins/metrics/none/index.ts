/** Nothing is counted. */
import fp from 'fastify-plugin'
import { metricsInterfaceVersion, type Metrics } from '../../../domain/capabilities/metrics.ts'

export default fp(async app => {
  const metrics: Metrics = {
    interfaceVersion: metricsInterfaceVersion,
    instrument: (_capability, provider) => provider,
    report: async () => null
  }
  app.decorate('metrics', metrics)
}, { name: 'metrics-none', fastify: '5.x' })
