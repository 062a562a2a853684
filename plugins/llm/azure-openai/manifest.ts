import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'
import { requestOptions } from '../_chat/options.ts'

export const Options = Type.Object({
  CloudEndpoint: Type.String({ default: '', description: 'Base URL of the managed deployment.' }),
  CloudApiKey: Type.String({ default: '', description: 'Its key.' }),
  CloudDeployment: Type.String({ default: '', description: 'Deployment name.' }),
  CloudApiVersion: Type.String({ default: '', description: 'API version; empty takes the built-in default.' }),
  ...requestOptions
})

export default defineManifest({
  capability: 'llm',
  provider: 'azure-openai',
  title: 'a managed deployment',
  knownAs: ['openai', 'azure', 'azure-openai', 'azureopenai'],
  answers: { cloud: 'Llm' },
  options: Options,
  // The other block comes first when both are filled in.
  automatic: ({ read }) => read('Llm:CloudEndpoint') !== '' && read('Llm:HostedBEndpoint') === ''
})
