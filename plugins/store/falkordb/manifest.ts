import Type from 'typebox'
import { defineManifest } from '../../../domain/manifest.ts'

export const Options = Type.Object({
  Host: Type.String({ default: 'localhost:6379', description: 'FalkorDB as host:port in one value.' }),
  Password: Type.String({ default: '', description: 'Only when the database requires AUTH.' }),
  GraphName: Type.String({ default: 'palimpsest', description: 'Graph key name.' })
})

export default defineManifest({
  capability: 'store',
  provider: 'falkordb',
  title: 'FalkorDB',
  knownAs: ['falkordb', 'falkor', 'redis', 'valkey'],
  answers: { graphdb_a: 'GraphDbA' },
  options: Options
})
