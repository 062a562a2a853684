import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'
import { requestOptions } from '../_openai/options.ts'

export const Options = Type.Object({
  Endpoint: Type.String({ default: '', description: 'Base URL of the managed deployment.' }),
  ApiKey: Type.String({ default: '', description: 'Its key.' }),
  Deployment: Type.String({ default: '', description: 'Deployment name.' }),
  ApiVersion: Type.String({ default: '', description: 'API version; empty takes the built-in default.' })
})

export const Request = Type.Object(requestOptions)

export default defineManifest({
  capability: 'embedder',
  provider: 'azure-openai',
  title: 'a managed deployment',
  knownAs: ['openai', 'azure', 'azure-openai', 'azureopenai'],
  answers: { cloud: 'Embedding:Cloud' },
  options: Options,
  sections: { Embedding: Request }
})
