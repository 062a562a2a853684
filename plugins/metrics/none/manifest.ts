import { defineManifest } from '../../../domain/manifest.ts'

export default defineManifest({
  capability: 'metrics',
  provider: 'none',
  title: 'nothing is counted',
  answers: { none: 'Metrics' },
  fallback: true
})
