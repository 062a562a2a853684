import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'
import { dimensionOptions } from '../_openai/options.ts'

export const Options = Type.Object(dimensionOptions)

export default defineManifest({
  capability: 'embedder',
  provider: 'static',
  title: 'the table in the box',
  knownAs: ['static', 'local', 'built-in', 'minilm', 'onnx'],
  answers: { builtin: 'Embedding' },
  options: Options
})
