/**
 * OpenTelemetry: when the environment names an exporter, spans go there over OTLP. Endpoint, headers, sampler and
 * resource are read from the OTEL_ variables.
 */
import { setTimeout as pause } from 'node:timers/promises'

/** A collector that is away must not use up the time a stop has. */
const flushWithinMs = 1_500

/** Starts the SDK and returns how to end it; null when no exporter is configured, and then nothing of it is loaded. */
export async function startTracing (environment: NodeJS.ProcessEnv): Promise<(() => Promise<void>) | null> {
  const wished = Object.entries(environment).some(([name, value]) =>
    /^OTEL_(EXPORTER_OTLP_|TRACES_EXPORTER)/.test(name) && value !== ''
  )
  if (!wished || environment['OTEL_SDK_DISABLED'] === 'true' || environment['OTEL_TRACES_EXPORTER'] === 'none') {
    return null
  }
  const [
    { OTLPTraceExporter },
    { detectResources, envDetector, resourceFromAttributes },
    { BatchSpanProcessor, NodeTracerProvider }
  ] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node')
  ])
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'palimpsest' }).merge(
      detectResources({ detectors: [envDetector] })
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())]
  })
  provider.register()
  return async () => {
    await Promise.race([provider.shutdown().catch(() => {}), pause(flushWithinMs, null, { ref: false })])
  }
}
