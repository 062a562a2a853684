/** The service at one address. Everything that belongs to one user is behind `for(userId)`. */
import createClient, { type Client } from 'openapi-fetch'
import { errorOf } from './errors.ts'
import { retrying } from './retry.ts'
import type { components, paths } from './schema.ts'
import { UserMemory } from './user.ts'

export type Schemas = components['schemas']

export interface PalimpsestOptions {
  /** Default `http://localhost:3001`. */
  baseUrl?: string
  /** A key from `palimpsest mint-key`; needed when auth is on. */
  apiKey?: string
  /** The name of your application: stored with what it writes, recorded with what it reads. */
  app?: string
  /** Attempts after the first, for what may be repeated; default 2. Writes carry an idempotency key for it. */
  retries?: number
  /** Milliseconds for one attempt; default 120,000, because a write may wait for an LLM. */
  timeoutMs?: number
  fetch?: typeof fetch
}

/** Options of a single call. */
export interface CallOptions {
  signal?: AbortSignal
}

export type Http = Client<paths>

export class Palimpsest {
  /** Every operation of the document, typed by its path, for what has no method here. */
  readonly http: Http
  readonly app: string | undefined

  constructor (
    {
      baseUrl = 'http://localhost:3001',
      apiKey = '',
      app,
      retries = 2,
      timeoutMs = 120_000,
      fetch: own = globalThis.fetch
    }: PalimpsestOptions = {}
  ) {
    this.app = app
    this.http = createClient<paths>({
      baseUrl: baseUrl.trim().replace(/\/+$/, ''),
      fetch: retrying({ fetch: (...given) => own(...given), retries, timeoutMs }),
      ...(apiKey.trim() !== '' && { headers: { Authorization: `Bearer ${apiKey.trim()}` } })
    })
  }

  /** One user's memory. With auth on, the user that the key was minted for. */
  for (userId: string): UserMemory {
    return new UserMemory(this, userId)
  }

  /** How the service fares. A degraded service is an answer, not an error: see `status`. */
  async health (options: CallOptions = {}): Promise<Schemas['HealthReport']> {
    const { data, error, response } = await this.http.GET('/api/health', { ...options })
    const report = data ?? error
    if (report === undefined || !('checks' in report)) throw errorOf(response, report)
    return report
  }
}

/** The data of a successful answer; anything else is thrown. */
export async function unwrap<Data> (
  asked: Promise<{ data?: Data, error?: unknown, response: Response }>
): Promise<Data> {
  const { data, error, response } = await asked
  if (!response.ok || data === undefined) throw errorOf(response, error)
  return data
}
