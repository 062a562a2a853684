/**
 * Spans for OpenTelemetry, when an `OTEL_…` variable asks for them: one a request, one a call of a capability inside
 * it. This is the API alone; the exporter is started in cli/tracing.ts.
 */
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export type InSpan = <T>(name: string, work: () => Promise<T> | T) => Promise<T>

export const tracingWanted = (environment: NodeJS.ProcessEnv): boolean =>
  environment['OTEL_SDK_DISABLED'] !== 'true' &&
  Object.entries(environment).some(([name, value]) => name.startsWith('OTEL_') && value !== '')

export function createSpans (): InSpan {
  const tracer = trace.getTracer('palimpsest')
  return async (name, work) =>
    await tracer.startActiveSpan(name, async span => {
      try {
        return await work()
      } catch (error) {
        // The code alone: a message may hold a user's text.
        span.setStatus({ code: SpanStatusCode.ERROR, message: (error as { code?: string }).code ?? 'error' })
        throw error
      } finally {
        span.end()
      }
    })
}

export function traceRequests (app: FastifyInstance): void {
  const tracer = trace.getTracer('palimpsest')
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions: { url: route = 'none' } } = request
    const caller = propagation.extract(ROOT_CONTEXT, request.headers)
    const span = tracer.startSpan(`${method} ${route}`, {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'http.route': route }
    }, caller)
    spans.set(request, span)
    // The rest of this request runs inside the span.
    context.with(trace.setSpan(caller, span), done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
  app.addHook('onRequestAbort', async request => {
    spans.get(request)?.end()
  })
}
