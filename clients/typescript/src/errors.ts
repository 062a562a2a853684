/** What can go wrong, as classes to catch by. */

export interface ErrorDetails {
  status: number
  code: string
  detail: string | null
  /** Milliseconds to wait, where the service said so. */
  retryAfterMs: number | null
  cause?: unknown
}

/** Any refusal or failure of the service. `code` is what programs switch on, `detail` says what to do. */
export class PalimpsestError extends Error {
  override name = 'PalimpsestError'
  /** 0 when there was no answer. */
  readonly status: number
  readonly code: string
  readonly detail: string | null
  readonly retryAfterMs: number | null

  constructor (message: string, { status, code, detail, retryAfterMs, cause }: ErrorDetails) {
    super(message, cause === undefined ? {} : { cause })
    this.status = status
    this.code = code
    this.detail = detail
    this.retryAfterMs = retryAfterMs
  }
}

/** 400: `errors` says what is wrong, by field in PascalCase. */
export class ValidationError extends PalimpsestError {
  override name = 'ValidationError'
  readonly errors: Record<string, string[]>

  constructor (message: string, details: ErrorDetails, errors: Record<string, string[]>) {
    super(message, details)
    this.errors = errors
  }
}

/** 401: no key, or one that is malformed, expired or revoked. */
export class AuthenticationError extends PalimpsestError {
  override name = 'AuthenticationError'
}

/** 403: the key belongs to another user, or may only read. */
export class ForbiddenError extends PalimpsestError {
  override name = 'ForbiddenError'
}

/** 404. */
export class NotFoundError extends PalimpsestError {
  override name = 'NotFoundError'
}

/** 409: in conflict with what is stored, or an idempotency key of another request. */
export class ConflictError extends PalimpsestError {
  override name = 'ConflictError'
}

/** 429: `retryAfterMs` says how long to wait. */
export class RateLimitError extends PalimpsestError {
  override name = 'RateLimitError'
}

/** The service did not answer: it is down, out of reach, or slower than `timeoutMs`. */
export class ConnectionError extends PalimpsestError {
  override name = 'ConnectionError'
}

const classes: Record<number, typeof PalimpsestError> = {
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError
}

interface Refusal {
  code?: string
  message?: string
  detail?: string | null
  title?: string
  errors?: Record<string, string[]>
}

/** The error of an answer that is no success; `body` is its parsed JSON, or anything else where it had none. */
export function errorOf (response: Response, body: unknown): PalimpsestError {
  const { code, message, detail = null, title, errors }: Refusal = typeof body === 'object' && body !== null ? body : {}
  const { status } = response
  const details = {
    status,
    code: code ?? (status === 400 ? 'validation_failed' : 'unexpected_answer'),
    detail,
    retryAfterMs: retryAfterOf(response)
  }
  if (errors !== undefined) return new ValidationError(detail ?? title ?? 'The request is not valid.', details, errors)
  return new (classes[status] ?? PalimpsestError)(message ?? `The service answered ${status}.`, details)
}

/** Seconds or a date, as HTTP has it. */
export function retryAfterOf ({ headers }: Response): number | null {
  const value = headers.get('retry-after')
  if (value === null || value.trim() === '') return null
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
