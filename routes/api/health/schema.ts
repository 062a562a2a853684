import Type from 'typebox'
import { isoText, listOf, orNull } from '../../../kernel/http/fields.ts'

const checked = {
  ok: Type.Boolean({ description: 'Whether it works.' }),
  error: orNull('string', 'Why not.')
}

const database = Type.Object({
  ...checked,
  provider: Type.Optional(orNull('string', 'The value of Database:Provider.')),
  url: Type.Optional(orNull('string', 'Where it is, without a password.')),
  user: Type.Optional(orNull('string', 'Who the service is there.')),
  latency_ms: Type.Optional(orNull('number', 'One round trip.'))
}, { description: 'The graph database.' })

export const healthReport = Type.Object({
  status: Type.String({ description: '`ok` or `degraded`.' }),
  checked_at: isoText('When the checks ran.'),
  checks: Type.Object({
    database: Type.Optional(database),
    memgraph: Type.Optional(database),
    embeddings: Type.Optional(Type.Object({
      ...checked,
      provider: Type.Optional(orNull('string', 'The value of Embedding:Provider.')),
      model: Type.Optional(orNull('string', 'The model.')),
      dim: Type.Optional(orNull('integer', 'Length of its vectors.')),
      latency_ms: Type.Optional(orNull('number', 'One embedding.'))
    }, { description: 'The embedding provider.' })),
    indexes: Type.Optional(Type.Object({
      ...checked,
      model: Type.Optional(orNull('string', 'The model whose vectors are stored.')),
      provider_dim: Type.Optional(orNull('integer', 'Length of the configured provider\'s vectors.')),
      vector_indexes: Type.Optional(listOf(Type.String(), 'For example `Memory.embedding@1024`.')),
      mismatches: Type.Optional(listOf(Type.String(), 'For example `Memory.embedding: index 1024 != provider 768`.'))
    }, { description: 'The vector indexes.' }))
  }, { description: 'One check a dependency; `memgraph` is `database` under its older name. Providers may add their own.' })
}, { description: 'How the service and its dependencies fare.' })
