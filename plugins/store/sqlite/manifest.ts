import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'

export const Options = Type.Object({
  Path: Type.String({
    default: 'var/palimpsest.db',
    minLength: 1,
    description: 'The database file of the embedded store, relative to the working directory.'
  }),
  CacheMb: Type.Integer({
    default: 256,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Memory the embedded store may use to keep recent users searchable, in MiB.'
  })
})

export default defineManifest({
  capability: 'store',
  provider: 'sqlite',
  title: 'SQLite',
  knownAs: ['sqlite', 'sqlite3', 'libsql', 'file', 'local'],
  answers: { embedded: 'Sqlite' },
  options: Options
})
