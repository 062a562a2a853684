import { defineManifest } from '../../../domain/manifest.ts'

export default defineManifest({
  capability: 'distiller',
  provider: 'rules',
  title: 'a grammar reads the facts',
  answers: { rules: 'Distill' },
  fallback: true
})
