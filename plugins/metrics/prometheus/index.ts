/**
 * Numbers for Prometheus: requests by route and status, every capability that the kernel loads, the users who are due
 * for enrichment, and the process; spans for OpenTelemetry when an `OTEL_…` variable asks for them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { metricsInterfaceVersion, type Metrics } from '../../../domain/capabilities/metrics.ts'
import { createInstruments } from './instruments.ts'
import { createMeasures } from './measures.ts'
import { instrumentMemory } from './recall.ts'
import { createSpans, traceRequests, tracingWanted } from './spans.ts'

/** Scrapes come every few seconds; the database is asked less often. */
const dueFreshMs = 15_000
/** More than this is `at least`. */
const mostDue = 1_000

export default fp(async app => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countRequests(app, registry)
  countDue(app, registry)
  countConnections(app, registry)
  const traced = tracingWanted(process.env)
  if (traced) traceRequests(app)
  const measures = createMeasures(registry, traced ? createSpans() : null)
  const memory = instrumentMemory(measures)
  const instruments = { ...createInstruments(measures), memory: memory.instrument }
  app.addHook('onClose', async () => memory.close())

  let making: Promise<string> | null = null
  /** Who asks while a text is made gets that one: it takes some milliseconds of everybody's. */
  async function text (): Promise<string> {
    making ??= registry.metrics().finally(() => {
      making = null
    })
    return await making
  }
  const metrics: Metrics = {
    interfaceVersion: metricsInterfaceVersion,
    instrument: (capability, provider) => instruments[capability as keyof typeof instruments]?.(provider) ?? provider,
    report: async () => ({ contentType: registry.contentType, body: await text() })
  }
  app.decorate('metrics', metrics)
}, { name: 'metrics-prometheus', fastify: '5.x' })

function countRequests (app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const inFlight = new Gauge({
    name: 'palimpsest_http_requests_in_flight',
    help: 'Requests being answered.',
    registers
  })
  const seconds = new Histogram({
    name: 'palimpsest_http_request_seconds',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers
  })
  app.addHook('onRequest', (_request, reply: FastifyReply, done) => {
    inFlight.inc()
    // Also when the client went away.
    reply.raw.once('close', () => inFlight.dec())
    done()
  })
  app.addHook('onResponse', (request: FastifyRequest, reply, done) => {
    // The pattern and not the path: a path holds ids, and every id would be a series of its own.
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })
}

function countDue (app: FastifyInstance, registry: Registry): void {
  let askedAt = 0
  const due = new Gauge({
    name: 'palimpsest_enrichment_users_due',
    help: `Users whose summaries and communities are due; ${mostDue} means at least that many.`,
    registers: [registry],
    async collect () {
      if (!app.hasDecorator('store') || Date.now() - askedAt < dueFreshMs) return
      askedAt = Date.now()
      // A database that is down must not take the other numbers with it.
      await app.store.users({ enrichmentDue: true, limit: mostDue }).then(
        users => due.set(users.length),
        () => due.reset()
      )
    }
  })
}

function countConnections (app: FastifyInstance, registry: Registry): void {
  const connections = new Gauge({
    name: 'palimpsest_store_pool',
    help: 'The connections to the database: how many there may be (`size`), how many are in use (`busy`), ' +
      'and how many statements wait for one (`waiting`).',
    labelNames: ['part'],
    registers: [registry],
    collect () {
      const pool = app.hasDecorator('store') ? app.store.pool?.() : undefined
      for (const [part, count] of Object.entries(pool ?? {})) connections.set({ part }, count)
    }
  })
}
