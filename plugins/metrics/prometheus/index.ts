/** Numbers for Prometheus: requests by route and status, every capability as the seam hands it over, the enrichment that is owed, and the process; spans for OpenTelemetry when somebody wants them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { metricsInterfaceVersion, type Metrics } from '../../../kernel/capabilities/metrics.ts'
import { createSpans, traceRequests, tracingWished } from './spans.ts'
import { createWatchers } from './watch.ts'

/** Scrapes come every few seconds; the database is asked less often. */
const owedFreshMs = 15_000
/** More than this is `at least`. */
const mostOwed = 1_000

export default fp(async app => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countRequests(app, registry)
  countOwed(app, registry)
  countConnections(app, registry)
  const traced = tracingWished(process.env)
  if (traced) traceRequests(app)
  const watchers = createWatchers(registry, traced ? createSpans() : null)

  const metrics: Metrics = {
    interfaceVersion: metricsInterfaceVersion,
    watch: (capability, provider) => watchers[capability]?.(provider) ?? provider,
    report: async () => ({ contentType: registry.contentType, body: await registry.metrics() })
  }
  app.decorate('metrics', metrics)
}, { name: 'metrics-prometheus', fastify: '5.x' })

function countRequests (app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const inFlight = new Gauge({ name: 'palimpsest_http_requests_in_flight', help: 'Requests being answered.', registers })
  const seconds = new Histogram({
    name: 'palimpsest_http_request_seconds',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers
  })
  app.addHook('onRequest', async (_request, reply: FastifyReply) => {
    inFlight.inc()
    // Also when the client went away.
    reply.raw.once('close', () => inFlight.dec())
  })
  app.addHook('onResponse', async (request: FastifyRequest, reply) => {
    // The pattern and not the path: a path holds ids, and every id would be a series of its own.
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
}

function countOwed (app: FastifyInstance, registry: Registry): void {
  let askedAt = 0
  const owed = new Gauge({
    name: 'palimpsest_enrichment_users_due',
    help: `Users whose summaries and communities are owed; ${mostOwed} means at least that many.`,
    registers: [registry],
    async collect () {
      if (!app.hasDecorator('store') || Date.now() - askedAt < owedFreshMs) return
      askedAt = Date.now()
      // A database that is down must not take the other numbers with it.
      await app.store.users({ enrichmentDue: true, limit: mostOwed }).then(users => owed.set(users.length), () => owed.reset())
    }
  })
}

function countConnections (app: FastifyInstance, registry: Registry): void {
  const connections = new Gauge({
    name: 'palimpsest_store_pool',
    help: 'The connections to the database: how many there may be (`size`), how many are in use (`busy`), and how many statements wait for one (`waiting`).',
    labelNames: ['part'],
    registers: [registry],
    collect () {
      const pool = app.hasDecorator('store') ? app.store.pool?.() : undefined
      for (const [part, count] of Object.entries(pool ?? {})) connections.set({ part }, count)
    }
  })
}
