import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'

export const Options = Type.Object({
  Url: Type.String({ default: 'bolt://localhost:7687', description: 'Full bolt URL.' }),
  Username: Type.String({ default: '', description: 'Bolt user; empty for none.' }),
  Password: Type.String({ default: '', description: 'Bolt password; empty for none.' }),
  MaxPoolSize: Type.Integer({ default: 50, minimum: 1, maximum: 1000, description: 'Connection pool size.' })
})

export default defineManifest({
  capability: 'store',
  provider: 'bolt',
  title: 'Memgraph or Neo4j over bolt',
  knownAs: ['neo4j', 'memgraph', 'bolt'],
  answers: { graphdb_b: 'GraphDbB' },
  options: Options
})
