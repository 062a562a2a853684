import { defineManifest } from '../../../domain/manifest.ts'

export default defineManifest({
  capability: 'distiller',
  provider: 'llm',
  title: 'an LLM reads the facts',
  answers: { llm: 'Distill' },
  needs: ['llm'],
  automatic: ({ app }) => app.llm.configured
})
