import { defineManifest } from '../../../domain/manifest.ts'

export default defineManifest({
  capability: 'llm',
  provider: 'none',
  title: 'no LLM',
  answers: { none: 'Llm' },
  fallback: true
})
