import { Type } from '../../../domain/type.ts'
import { isoText, listOf, orNull } from '../../../http/fields.ts'

const checked = {
  ok: Type.Boolean({ description: 'Whether it works.' }),
  error: orNull('string', 'Why not.')
}

const latency = Type.Optional(orNull('integer', 'One round trip, in milliseconds.'))

const database = Type.Object({
  ...checked,
  provider: Type.Optional(orNull('string', 'The value of Database:Provider.')),
  url: Type.Optional(orNull('string', 'Where it is, without a password.')),
  user: Type.Optional(orNull('string', 'Who the service is there.')),
  latency_ms: latency
}, { $id: 'DatabaseCheck', description: 'The graph database.' })

const model = {
  ...checked,
  provider: Type.Optional(orNull('string', 'The provider, as its setting names it.')),
  model: Type.Optional(orNull('string', 'The model.')),
  latency_ms: latency
}

const embeddings = Type.Object({
  ...model,
  dim: Type.Optional(orNull('integer', 'Length of its vectors.'))
}, { $id: 'EmbeddingCheck', description: 'The embedding provider.' })

const indexes = Type.Object({
  ...checked,
  model: Type.Optional(orNull('string', 'The model whose vectors are stored.')),
  provider_dim: Type.Optional(orNull('integer', "Length of the configured provider's vectors.")),
  vector_indexes: Type.Optional(listOf(Type.String(), 'For example `Memory.embedding@1024`.')),
  mismatches: Type.Optional(listOf(Type.String(), 'For example `Memory.embedding: index 1024 != provider 768`.'))
}, { $id: 'IndexCheck', description: 'The vector indexes.' })

export const healthReport = Type.Object({
  status: Type.String({ description: '`ok` or `degraded`.' }),
  checked_at: isoText('When the checks ran.'),
  checks: Type.Object({
    database: Type.Optional(database),
    memgraph: Type.Optional(database),
    embeddings: Type.Optional(embeddings),
    indexes: Type.Optional(indexes),
    rerank: Type.Optional(Type.Object(model, { $id: 'RerankCheck', description: 'The reranker, where there is one.' })),
    llm: Type.Optional(Type.Object(model, { $id: 'LlmCheck', description: 'The LLM, where one is configured.' }))
  }, {
    $id: 'HealthChecks',
    description: 'One check a dependency; `memgraph` is `database` under its older name. Providers may add their own.'
  })
}, { $id: 'HealthReport', description: 'How the service and its dependencies fare.' })
