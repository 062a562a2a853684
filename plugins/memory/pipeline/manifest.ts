import { defineManifest } from '../../../domain/manifest.ts'
import { ReadOptions, RecallOptions, RerankOptions } from './read/options.ts'

export default defineManifest({
  capability: 'memory',
  provider: 'pipeline',
  title: 'the write and read paths',
  answers: { pipeline: 'Recall' },
  options: RecallOptions,
  sections: { Rerank: RerankOptions, Read: ReadOptions },
  needs: ['store', 'embedder', 'distiller', 'reranker']
})
