import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'

export const Options = Type.Object({
  Url: Type.String({ default: 'bolt://localhost:7687', description: 'Full bolt URL.' }),
  Username: Type.String({ default: '', description: 'Bolt user; empty for none.' }),
  Password: Type.String({ default: '', description: 'Bolt password; empty for none.' }),
  MaxPoolSize: Type.Integer({ default: 50, minimum: 1, maximum: 1000, description: 'Connection pool size.' }),
  Database: Type.String({
    default: '',
    description:
      "Name of the database; empty for the server's default one. Of several partitions the name before the " +
      'number, empty for `palimpsest`.'
  }),
  Partitions: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 256,
    description: 'Databases that the users are spread over: `palimpsest-0` and so on. 1: all users in one. More need ' +
      'Neo4j Enterprise; those that are missing are created where the user may. Fixed once data is stored; ' +
      '`palimpsest migrate` moves users to another number.'
  })
})

export default defineManifest({
  capability: 'store',
  provider: 'bolt',
  title: 'Memgraph or Neo4j over bolt',
  knownAs: ['neo4j', 'memgraph', 'bolt'],
  answers: { graphdb_b: 'GraphDbB' },
  options: Options
})
