/**
 * Every error that crosses a module boundary. Clients switch on the code; the message names what was wrong and where;
 * `detail` says what to do. Providers wrap a driver's fault as `cause`. No message holds a secret or another user's
 * text.
 */
import createShouted from '@fastify/error'

interface Coded {
  code: string
  statusCode?: number
}

/** Adds what to do about it. */
export function withDetail<E extends Error> (error: E, detail: string): E & { detail: string } {
  return Object.assign(error, { detail })
}

/** Adds what `WWW-Authenticate` says beside a 401 or 403 (RFC 6750). */
export function withChallenge<E extends Error> (error: E, challenge: string): E & { challenge: string } {
  return Object.assign(error, { challenge })
}

/** Null where there is none. */
export function challengeOf (error: unknown): string | null {
  const { challenge } = (error ?? {}) as { challenge?: unknown }
  return typeof challenge === 'string' ? challenge : null
}

export function hasCode (error: unknown): error is Error & Coded & { detail?: string } {
  return error instanceof Error && typeof (error as { code?: unknown }).code === 'string'
}

/** The first line of what an error says; the rest is often a list of places where something was looked for. */
export function oneLine (error: Error): string {
  return error.message.split('\n', 1)[0] as string
}

/** `@fastify/error` writes every code in capitals; on the wire ours are lower snake_case. */
function createError (code: string, message: string, statusCode: number) {
  return new Proxy(createShouted(code, message, statusCode), {
    construct: (target, given, called) =>
      Object.assign(Reflect.construct(target, given, called) as InstanceType<typeof target>, { code })
  })
}

// Start
export const SettingUnknown = createError('setting_unknown', 'Unknown setting %s.%s', 500)
export const SettingInvalid = createError('setting_invalid', '%s', 500)
export const ProviderMissing = createError('provider_missing', '%s', 500)

// Requests
export const Unauthorized = createError('unauthorized', '%s', 401)
export const Forbidden = createError('forbidden', '%s', 403)
export const IdentityProviderUnavailable = createError(
  'identity_provider_unavailable',
  'The identity provider %s did not answer: %s',
  503
)
export const MemoryNotFound = createError('not_found', 'No memory %s for this user.', 404)
export const UserUnknown = createError('not_found', 'Nothing is stored for the user %s.', 404)
export const EntityNotFound = createError('not_found', 'No entity %s for this user.', 404)
export const NotSuperseded = createError('not_superseded', 'Memory %s is active; there is nothing to restore.', 409)
export const NotBelieved = createError(
  'not_believed',
  'Memory %s is not believed any more; restore it first.',
  409
)
export const ChangeNotFound = createError('not_found', 'No change %s for this user.', 404)
export const NotMerged = createError(
  'not_merged',
  'Entity %s was not merged into another; there is nothing to undo.',
  409
)
export const IdempotencyMismatch = createError(
  'idempotency_mismatch',
  'The Idempotency-Key %s was used for another request.',
  409
)
export const IdempotencyGone = createError(
  'idempotency_gone',
  'What the Idempotency-Key %s stored was deleted; send a new key to store it again.',
  409
)
export const SuggestionNotFound = createError('not_found', 'No merge suggestion has the id %s.', 404)
export const Busy = createError('busy', '%s', 409)
export const RateLimited = createError('too_many_requests', 'More than %s requests in %s seconds.', 429)
export const AnswerTooLarge = createError('answer_too_large', 'The answer would be %s MiB; %s MiB is the limit.', 413)
export const Overloaded = createError('overloaded', '%s', 503)
export const ShuttingDown = createError('shutting_down', 'The service is stopping.', 503)
export const ReindexFailed = createError('reindex_failed', 'The re-embedding ended before its end: %s', 500)
export const MigrationIncomplete = createError('migration_incomplete', '%s', 500)
export const BackupDamaged = createError('backup_damaged', '%s', 400)
export const IdentifierInvalid = createError('invalid_identifier', 'The %s cannot be used: %s.', 400)

/**
 * A request that breaks its schema: one list of sentences a field, the field in PascalCase (`UserId`,
 * `Messages[0].Content`) as the wire names it.
 */
export class ValidationFailed extends Error {
  readonly code = 'validation_failed'
  readonly statusCode = 400
  readonly errors: Record<string, string[]>

  constructor (errors: Record<string, string[]>) {
    super(Object.values(errors).flat().join(' '))
    this.name = 'ValidationFailed'
    this.errors = errors
  }
}

// Providers
export const EmbeddingNotConfigured = createError(
  'embedding_not_configured',
  'No embedding provider is configured: set Embedding:Provider (SVC_Embedding__Provider) to hosted_a, ' +
    'hosted_b, cloud or builtin.',
  503
)
export const EmbeddingUnavailable = createError(
  'embedding_unavailable',
  'The embedding provider %s did not answer: %s',
  503
)
export const DimensionMismatch = createError('dimension_mismatch', '%s', 503)
export const LlmNotConfigured = createError(
  'llm_not_configured',
  'No LLM is configured: set Llm:Provider and its endpoint, or Distill:Provider to rules.',
  500
)
export const LlmUnavailable = createError('llm_unavailable', 'The LLM %s did not answer: %s', 503)
export const LlmInvalidOutput = createError(
  'llm_invalid_output',
  'The LLM %s did not answer in the form asked for: %s',
  503
)
export const LlmBudgetExceeded = createError(
  'llm_budget_exceeded',
  'The daily LLM token limit (Llm:DailyTokenLimit) of %s tokens is used up.',
  429
)
export const RerankUnavailable = createError('rerank_unavailable', 'The reranker %s did not answer: %s', 503)
export const DatabaseUnavailable = createError('database_unavailable', 'The database at %s cannot be reached: %s', 503)
export const StorageFull = createError(
  'storage_full',
  'The disk of the database is full: nothing can be stored until there is room. What is stored can be read.',
  507
)
export const DatabaseFault = createError('database_fault', 'The database failed at %s: %s', 500)

/** The user's memories changed under a write; the pipeline decides again, and a client sees it when retries run out. */
export class StoreConflict extends Error {
  readonly code = 'conflict'
  readonly statusCode = 409
  /** Active memories that hold a fingerprint the changeset wanted to add. */
  readonly duplicates: Array<{ fingerprint: string, existingId: string }>
  /** Memories to be superseded that are no longer active. */
  readonly stale: string[]
  /** The replay key was stored by another request meanwhile. */
  readonly replayTaken: boolean
  /** Something of the user was removed since the changeset's basis was read. */
  readonly outdated: boolean

  constructor (
    { duplicates = [], stale = [], replayTaken = false, outdated = false }: {
      duplicates?: Array<{ fingerprint: string, existingId: string }>
      stale?: string[]
      replayTaken?: boolean
      outdated?: boolean
    }
  ) {
    super('The memories changed while this request was being decided; try again.')
    this.name = 'StoreConflict'
    this.duplicates = duplicates
    this.stale = stale
    this.replayTaken = replayTaken
    this.outdated = outdated
  }
}
