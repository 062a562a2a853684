import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'
import { requestOptions } from '../_openai/options.ts'

export const Options = Type.Object({
  Endpoint: Type.String({ default: '', description: 'OpenAI-compatible base URL, ending in `/v1`.' }),
  Model: Type.String({ default: '', description: 'Model name sent with every request.' }),
  ApiKey: Type.String({ default: '', description: 'Bearer key, when the server wants one.' })
})

export const Request = Type.Object(requestOptions)

export default defineManifest({
  capability: 'embedder',
  provider: 'openai-compatible',
  title: 'any server with `/v1/embeddings`',
  knownAs: ['openai', 'ollama', 'vllm', 'lmstudio', 'litellm', 'tei', 'llamacpp'],
  answers: { hosted_a: 'Embedding:HostedA', hosted_b: 'Embedding:HostedB' },
  options: Options,
  sections: { Embedding: Request }
})
