import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'
import { dimensionOptions } from '../_openai/options.ts'

export const Options = Type.Object(dimensionOptions)

export default defineManifest({
  capability: 'embedder',
  provider: 'unset',
  title: 'no embedder',
  answers: { unset: 'Embedding' },
  options: Options,
  fallback: true
})
