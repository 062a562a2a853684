import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'

export const Options = Type.Object({
  Enabled: Type.Boolean({ default: false, description: 'Nightly per-user backups.' }),
  Hour: Type.Integer({ default: 3, minimum: 0, maximum: 23, description: 'Hour of the day, local time.' }),
  Directory: Type.String({
    default: 'cache/backups',
    description: 'Folder of the backups, relative to the working directory.'
  }),
  Keep: Type.Integer({ default: 7, minimum: 1, maximum: 10_000, description: 'Newest backups kept.' }),
  ImportLimitMb: Type.Number({
    default: 4096,
    minimum: 0.001,
    maximum: 1_000_000,
    description: 'Largest file that may be imported or restored, in MiB.'
  })
})

export default defineManifest({
  capability: 'backup',
  provider: 'ndjson',
  title: 'NDJSON files',
  answers: { ndjson: 'Backup' },
  options: Options,
  needs: ['store', 'embedder', 'scheduler']
})
