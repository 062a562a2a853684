import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'

export const Options = Type.Object({
  Host: Type.String({
    default: 'localhost:6379',
    description: 'FalkorDB as host:port in one value. Of a cluster any node, or several separated by commas.'
  }),
  Password: Type.String({ default: '', description: 'Only when the database requires AUTH.' }),
  GraphName: Type.String({ default: 'palimpsest', description: 'Graph key name.' }),
  Partitions: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 1024,
    description: 'Graphs that the users are spread over, each with a writer of its own: `name:{0}` and so on. ' +
      '1: all users in one graph. Fixed once data is stored; `palimpsest migrate` moves users to another number.'
  }),
  WaitReplicas: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 5,
    description: 'Replicas that must have a write before it is acknowledged (`WAIT`). 0: the primary alone, so that ' +
      'what it acknowledged in its last moments may be lost in a failover. With fewer replicas connected, writes are ' +
      'answered with 503.'
  })
})

export default defineManifest({
  capability: 'store',
  provider: 'falkordb',
  title: 'FalkorDB',
  knownAs: ['falkordb', 'falkor', 'redis', 'valkey'],
  answers: { graphdb_a: 'GraphDbA' },
  options: Options
})
