import { defineManifest } from '../../../domain/manifest.ts'

export default defineManifest({
  capability: 'reranker',
  provider: 'none',
  title: 'no reranking',
  knownAs: ['off', 'disabled', 'false'],
  answers: { none: 'Rerank' }
})
