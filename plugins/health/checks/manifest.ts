import { defineManifest } from '../../../domain/manifest.ts'

export default defineManifest({
  capability: 'health',
  provider: 'checks',
  title: 'asks every capability',
  answers: { checks: 'Health' }
})
