/** Fields that many requests and answers share, with what the documentation says of them. */
import type { TSchema } from 'typebox'
import { categories } from '../domain/categories.ts'
import { memoryTypes, type MemoryType } from '../domain/nouns.ts'
import { parseInstant } from '../domain/instants.ts'
import { Type } from '../domain/type.ts'

export const userId = Type.String({
  minLength: 1,
  pattern: '\\S',
  format: 'user-id',
  description:
    'Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.'
})

/** `null` is the same as absent, everywhere. */
export const text = (description: string, options: object = {}) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], description, ...options }))
export const flag = (description: string, initial: boolean) =>
  Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], default: initial, description }))
export const count = (description: string, minimum: number, maximum: number, initial?: number) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum,
      maximum,
      ...(initial === undefined ? {} : { default: initial }),
      description
    })
  )
export const choice = <T extends string>(description: string, values: readonly T[], initial: T) =>
  Type.Optional(
    Type.Unsafe<T | null>({
      type: ['string', 'null'],
      enum: [...values, null],
      // No `default`: beside an enum that may be null, generated clients do not compile.
      description: `${description} Default \`${initial}\`.`
    })
  )
export const time = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: `${description} ISO 8601; a date alone is midnight UTC.`
    })
  )
export const names = (description: string) =>
  Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', maxLength: 500 },
      maxItems: 200,
      description
    })
  )
export const anyObject = (description: string) =>
  Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true, description })
  )

export const memoryType = text('`episodic`, `semantic` or `procedural`. Blank and unknown values are ignored.', {
  'x-documented-enum': memoryTypes
})
/** The fixed set, as the document says it. */
export const knownCategories = categories.map(category => `\`${category}\``).join(', ')
/** Of what is added: said of the caller's own. */
export const ownCategories = (ofWhat: string) =>
  names(`${ofWhat} Where none are given, each fact that is distilled gets up to three of ${knownCategories}.`)

export const scopeLabel = { maxLength: 1000 }

/** Answers: like the above, always there. */
export const orNull = (type: 'string' | 'integer' | 'number' | 'object', description: string, options: object = {}) =>
  Type.Unsafe<unknown>({ type: [type, 'null'], description, ...options })
export const anyFields = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description })
export const isoText = (description: string) => Type.String({ format: 'date-time', description })
export const listOf = <T extends TSchema>(item: T, description: string) => Type.Array(item, { description })

export const page = count('Which page, from 1.', 1, 10_000_000, 1)
export const size = count('How many a page.', 1, 100, 20)

export const pageFields = {
  total: Type.Integer({ description: 'How many there are in all.' }),
  page: Type.Integer({ description: 'This page, from 1.' }),
  size: Type.Integer({ description: 'How many a page.' }),
  pages: Type.Integer({ description: 'How many pages there are; 0 when there is nothing.' })
}

export function paged<T> (items: T[], total: number, { page, size }: { page: number, size: number }) {
  return { items, total, page, size, pages: Math.ceil(total / size) }
}

/** Blank is absent. */
export function given (value: string | null | undefined): string | null {
  return value === undefined || value === null || value.trim() === '' ? null : value
}

export function givenTime (value: string | null | undefined): number | null {
  const present = given(value)
  return present === null ? null : parseInstant(present)
}

export function givenNames (values: string[] | null | undefined): string[] {
  return [...new Set((values ?? []).map(name => name.trim()).filter(name => name !== ''))]
}

/** `a, b` → `['a', 'b']` */
export function commaSeparated (value: string | null | undefined): string[] {
  return givenNames(value?.split(','))
}

export function knownMemoryType (value: string | null | undefined): MemoryType | null {
  const lower = value?.trim().toLowerCase()
  return memoryTypes.find(type => type === lower) ?? null
}

const problem = Type.Object({
  type: Type.String({ description: 'What kind of problem, as a URL.' }),
  title: Type.String({ description: 'The kind of problem in words.' }),
  status: Type.Integer({ description: 'The status again.' }),
  detail: Type.String({ description: 'All sentences of `errors` in one.' }),
  instance: Type.String({ description: 'The path that was asked.' }),
  errors: Type.Unsafe<Record<string, string[]>>({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'What is wrong, by field in PascalCase: `{"UserId": ["The UserId field is required."]}`.'
  })
}, { $id: 'ValidationProblem' })

const refused = Type.Object({
  status: Type.Integer({ description: 'The status again.' }),
  code: Type.String({ description: 'What programs switch on, in snake_case.' }),
  message: Type.String({ description: 'What was wrong.' }),
  detail: orNull('string', 'What to do about it.')
}, { $id: 'Refusal' })

const refusal = (description: string) => ({ description, content: { 'application/json': { schema: refused } } })

export const refusals = {
  400: {
    description:
      'The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then ' +
      'the answer is a Refusal.',
    content: { 'application/problem+json': { schema: problem } }
  },
  401: refusal('`unauthorized`: a key is needed, or the one sent is malformed, expired or revoked.'),
  403: refusal(
    "`forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or " +
      "an operator's."
  ),
  404: refusal('`not_found`: nothing there for this user.'),
  409: refusal(
    'In conflict with what is stored: `conflict` (send it again), `busy`, `not_superseded`, `not_believed`, ' +
      '`not_merged`, `idempotency_mismatch`, `idempotency_gone`, `reindex_running`.'
  ),
  500: refusal(
    'The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, ' +
      '`llm_not_configured`.'
  ),
  413: refusal(
    '`payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than ' +
      '32 MiB to answer; ask for a smaller page.'
  ),
  415: refusal('`unsupported_media_type`: `detail` says what to send.'),
  429: refusal('`too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait.'),
  503: refusal(
    'Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, ' +
      '`embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, ' +
      '`llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`.'
  ),
  507: refusal('`storage_full`: the disk of the database is full; what is stored can be read.')
}

/** A route's `response`: the answer, and the refusals that can come of it. */
export function answers<T extends TSchema, Status extends keyof typeof refusals> (answer: T, ...statuses: Status[]) {
  const chosen = [400, 401, 403, 413, 429, 500, 503, ...statuses] as const
  return { 200: answer, ...Object.fromEntries(chosen.map(status => [status, refusals[status]])) } as { 200: T }
}
