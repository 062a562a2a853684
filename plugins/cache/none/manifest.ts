import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'
import { folderOptions } from '../_file/options.ts'

export const Options = Type.Object({ ...folderOptions })

export default defineManifest({
  capability: 'cache',
  provider: 'none',
  title: 'keeps nothing',
  answers: { none: 'Cache' },
  options: Options,
  fallback: true
})
