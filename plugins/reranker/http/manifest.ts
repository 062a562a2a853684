import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'

export const Options = Type.Object({
  HttpEndpoint: Type.String({
    default: '',
    description: 'Server exposing `/v1/reranking`; setting it selects `http`.'
  }),
  HttpModel: Type.String({ default: '', description: 'Model name sent to the HTTP reranker; empty sends none.' }),
  HttpApiKey: Type.String({ default: '', description: 'Bearer key of the HTTP reranker, when it wants one.' })
})

export default defineManifest({
  capability: 'reranker',
  provider: 'http',
  title: 'an external server',
  knownAs: ['cohere', 'jina', 'tei', 'vllm', 'remote'],
  answers: { http: 'Rerank' },
  options: Options,
  automatic: ({ read }) => read('Rerank:HttpEndpoint') !== ''
})
