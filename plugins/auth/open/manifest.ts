import { defineManifest } from '../../../domain/manifest.ts'

export default defineManifest({
  capability: 'auth',
  provider: 'open',
  title: 'no key is needed',
  answers: { open: 'Auth' },
  fallback: true
})
