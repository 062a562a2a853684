import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'
import { folderOptions } from '../_file/options.ts'

export const Options = Type.Object({
  Enabled: Type.Boolean({ default: true, description: 'Keep embeddings and LLM answers on disk.' }),
  ...folderOptions,
  MaxSizeMb: Type.Integer({
    default: 512,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Largest size of each folder on disk in MiB; the oldest entries go first.'
  })
})

export default defineManifest({
  capability: 'cache',
  provider: 'disk',
  title: 'a file on disk',
  answers: { disk: 'Cache' },
  options: Options,
  automatic: ({ read }) => read('Cache:Enabled') === true
})
