import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'
import { requestOptions } from '../_chat/options.ts'

export const Options = Type.Object({
  HostedBEndpoint: Type.String({ default: '', description: 'OpenAI-compatible base URL, ending in `/v1`.' }),
  HostedBModel: Type.String({ default: '', description: 'Model name.' }),
  HostedBApiKey: Type.String({ default: '', description: 'Bearer key, when the server wants one.' }),
  ...requestOptions
})

export default defineManifest({
  capability: 'llm',
  provider: 'openai-compatible',
  title: 'any server with `/v1/chat/completions`',
  knownAs: ['openai', 'ollama', 'vllm', 'lmstudio', 'litellm', 'openrouter', 'llamacpp', 'anthropic', 'gemini'],
  answers: { hosted_b: 'Llm' },
  options: Options,
  automatic: ({ read }) => read('Llm:HostedBEndpoint') !== ''
})
