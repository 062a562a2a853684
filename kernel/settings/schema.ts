/**
 * Every setting: its name, default and meaning. `docs/settings.md` is generated from this file.
 * A setting `A:B` is read from `{"A":{"B":…}}` in the settings file, then from the environment variable `SVC_A__B`.
 */
import Type, { type Static } from 'typebox'

declare module 'fastify' {
  interface FastifyInstance { settings: Settings }
}

const text = (description: string, initial = '') => Type.String({ default: initial, description })
const flag = (description: string, initial: boolean) => Type.Boolean({ default: initial, description })
const count = (description: string, initial: number, minimum: number, maximum: number) =>
  Type.Integer({ default: initial, minimum, maximum, description })
const amount = (description: string, initial: number, minimum: number, maximum: number) =>
  Type.Number({ default: initial, minimum, maximum, description })
/** Overrides a part of what a recipe says. */
const override = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 10, description: `${description} Empty takes the recipe's.` }))
const section = <T extends Record<string, Type.TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false, default: {} })
const strangerOptions = Type.Record(Type.String(), Type.Unknown(), { default: {}, description: 'Options of a third-party provider, handed to it as they are.' })

const hosted = section({
  Endpoint: text('OpenAI-compatible base URL, ending in `/v1`.'),
  Model: text('Model name sent with every request.'),
  ApiKey: text('Bearer key, when the server wants one.')
})

export const settingsSchema = Type.Object({
  Server: section({
    Host: text('Address to listen on.', '127.0.0.1'),
    Port: count('Port for the API, MCP, documentation and dashboard; 0 picks a free one.', 3001, 0, 65535),
    LogLevel: Type.Union(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map(level => Type.Literal(level)), { default: 'info', description: 'Least severity that is logged.' }),
    BodyLimitMb: amount('Largest request body in MiB.', 16, 0.001, 1024),
    AllowedHosts: Type.Array(Type.String(), { default: [], description: 'Public names under which browsers and MCP clients reach the service, for example behind a reverse proxy. Pages from elsewhere may not call it.' })
  }),
  Database: section({
    Provider: text('`graphdb_a` (FalkorDB), `graphdb_b` (Memgraph or Neo4j over bolt), `embedded` (SQLite), or a path or npm name of a third-party store.', 'graphdb_b'),
    Options: strangerOptions
  }),
  GraphDbA: section({
    Host: text('FalkorDB as host:port in one value.', 'localhost:6379'),
    Password: text('Only when the database requires AUTH.'),
    GraphName: text('Graph key name.', 'palimpsest')
  }),
  GraphDbB: section({
    Url: text('Full bolt URL.', 'bolt://localhost:7687'),
    Username: text('Bolt user; empty for none.'),
    Password: text('Bolt password; empty for none.'),
    MaxPoolSize: count('Connection pool size.', 50, 1, 1000)
  }),
  Sqlite: section({
    Path: text('The database file of the embedded store, relative to the working directory.', 'var/palimpsest.db'),
    CacheMb: count('Memory the embedded store may use to keep recent users searchable, in MiB.', 256, 1, 1_000_000)
  }),
  Embedding: section({
    Provider: text('`hosted_a`, `hosted_b`, `cloud`, `builtin`, or a path or npm name of a third-party embedder. Unset: requests that need embeddings answer an error.'),
    Dimensions: count('Must equal the model output dimension and the vector index dimension.', 1024, 1, 65536),
    SkipDimensionGuard: flag('Start although the stored vectors have another dimension; run reindex-vectors afterwards.', false),
    TimeoutMs: count('Longest wait for one embedding request, its retries included, in milliseconds.', 30_000, 100, 600_000),
    HostedA: hosted,
    HostedB: hosted,
    Cloud: section({
      Endpoint: text('Base URL of the managed deployment.'),
      ApiKey: text('Its key.'),
      Deployment: text('Deployment name.'),
      ApiVersion: text('API version; empty takes the built-in default.')
    }),
    Options: strangerOptions
  }),
  Llm: section({
    Provider: text('`cloud`, `hosted_b`, `none`, or a path or npm name. Empty picks whichever block is filled in, else none.'),
    HostedBEndpoint: text('OpenAI-compatible base URL, ending in `/v1`.'),
    HostedBModel: text('Model name.'),
    HostedBApiKey: text('Bearer key, when the server wants one.'),
    CloudEndpoint: text('Base URL of the managed deployment.'),
    CloudApiKey: text('Its key.'),
    CloudDeployment: text('Deployment name.'),
    CloudApiVersion: text('API version; empty takes the built-in default.'),
    TimeoutMs: count('Longest wait for one completion, its retries included, in milliseconds.', 60_000, 100, 600_000),
    DailyTokenLimit: count('Tokens a day (UTC) per user, counted by each process since its start; 0 is unlimited. Over it the rules distiller takes over.', 0, 0, 2_000_000_000),
    DailyTokenLimitTotal: count('Tokens a day (UTC) over all users, counted by each process since its start; 0 is unlimited.', 0, 0, 2_000_000_000),
    Options: strangerOptions
  }),
  Distill: section({
    Provider: text('`rules`, `llm`, or a path or npm name. Empty: `llm` when an LLM is configured, else `rules`.'),
    Options: strangerOptions
  }),
  Rerank: section({
    Provider: text('`onnx` (CPU, built in), `http` (external), `none`, or a path or npm name.', 'onnx'),
    HttpEndpoint: text('Server exposing `/v1/reranking`; setting it selects `http`.'),
    HttpModel: text('Model name sent to the HTTP reranker; empty sends none.'),
    HttpApiKey: text('Bearer key of the HTTP reranker, when it wants one.'),
    ModelPath: text('Folder of a cross-encoder in the usual layout; empty takes the one in the box.'),
    BudgetMs: count('Longest time one reranking may take, in milliseconds; candidates that do not fit keep their order.', 400, 1, 600_000),
    Candidates: count('How many of the fused candidates are reranked.', 30, 1, 500),
    Threads: count('CPU threads of the built-in reranker; 0 takes one a core, up to four.', 0, 0, 64),
    Options: strangerOptions
  }),
  Recall: section({
    Recipe: Type.Union([Type.Literal('balanced'), Type.Literal('plain')], { default: 'balanced', description: 'How memories are found: `balanced` for conversations and facts distilled from them, `plain` for notes and documents, where what stands beside a memory says nothing about it.' }),
    TextWeight: override('Weight of the text arm.'),
    VectorWeight: override('Weight of the vector arm.'),
    GraphWeight: override('Weight of the graph arm.'),
    SessionWeight: override('How much memories of one session lend each other; 0 is nothing.'),
    RerankWeight: override('Weight of what the reranker finds.'),
    Depth: Type.Optional(Type.Integer({ minimum: 10, maximum: 1000, description: 'Candidates each arm brings; empty takes the recipe\'s.' }))
  }),
  Auth: section({
    Secret: text('Empty means auth is open; otherwise the HMAC key secret.'),
    PreviousSecret: text('A rotated secret whose keys are still accepted.'),
    Revoked: Type.Array(Type.String(), { default: [], description: 'Ids of revoked keys.' })
  }),
  Cache: section({
    Enabled: flag('Keep embeddings and LLM answers on disk.', true),
    EmbeddingPath: text('Folder of cached embeddings, relative to the working directory.', 'cache/embedding'),
    LlmPath: text('Folder of cached LLM answers, relative to the working directory.', 'cache/llm'),
    MaxSizeMb: count('Largest size of each folder in MiB; the oldest entries go first.', 512, 1, 1_000_000)
  }),
  Backup: section({
    Enabled: flag('Nightly per-user backups.', false),
    Hour: count('Hour of the day, local time.', 3, 0, 23),
    Directory: text('Folder of the backups, relative to the working directory.', 'cache/backups'),
    Keep: count('Newest backups kept.', 7, 1, 10_000),
    ImportLimitMb: amount('Largest file that may be imported or restored, in MiB.', 4096, 0.001, 1_000_000)
  }),
  Mcp: section({
    DefaultUserId: text('Namespace of MCP requests that name no user while auth is open.', 'default')
  }),
  Metrics: section({
    Enabled: flag('Count, and answer `GET /metrics` for Prometheus.', true)
  }),
  RateLimit: section({
    Enabled: flag('Limit requests per key, or per address while auth is open.', false),
    Max: count('Requests a window.', 600, 1, 1_000_000),
    WindowSeconds: count('Length of the window.', 60, 1, 86_400)
  }),
  Plugins: Type.Array(
    Type.Object({ Use: Type.String({ minLength: 1 }), Options: strangerOptions }, { additionalProperties: false }),
    { default: [], description: 'Third-party plugins that provide something new: path or npm name, and options. Only in the settings file.' })
}, { additionalProperties: false })

export type Settings = Static<typeof settingsSchema>
