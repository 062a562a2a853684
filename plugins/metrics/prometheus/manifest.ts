import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'

export const Options = Type.Object({
  Enabled: Type.Boolean({ default: true, description: 'Count, and answer `GET /metrics` for Prometheus.' })
})

export default defineManifest({
  capability: 'metrics',
  provider: 'prometheus',
  title: 'Prometheus, and OpenTelemetry spans when an exporter is configured',
  answers: { prometheus: 'Metrics' },
  options: Options,
  automatic: ({ read }) => read('Metrics:Enabled') === true
})
