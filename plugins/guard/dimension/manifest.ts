import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'

export const Options = Type.Object({
  SkipDimensionGuard: Type.Boolean({
    default: false,
    description: 'Start although the stored vectors have another dimension; run reindex-vectors afterwards.'
  })
})

export default defineManifest({
  capability: 'guard',
  provider: 'dimension',
  title: 'compares dimension and model',
  answers: { dimension: 'Embedding' },
  options: Options,
  needs: ['store', 'embedder']
})
