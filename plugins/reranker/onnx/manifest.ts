import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'

export const Options = Type.Object({
  ModelPath: Type.String({
    default: '',
    description: 'Folder of a cross-encoder in the usual layout; empty takes the one in the box.'
  }),
  Threads: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 64,
    description: 'CPU threads of the built-in reranker; 0 takes one a core, up to four.'
  })
})

export default defineManifest({
  capability: 'reranker',
  provider: 'onnx',
  title: 'on the CPU, built in',
  knownAs: ['cross_encoder', 'builtin', 'local', 'cpu'],
  answers: { onnx: 'Rerank' },
  options: Options
})
