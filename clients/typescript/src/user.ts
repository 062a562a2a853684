/** Everything that belongs to one user. Fields have the names of the wire; what a method says itself has its own. */
import { unwrap, type CallOptions, type Http, type Palimpsest, type Schemas } from './client.ts'
import { errorOf } from './errors.ts'
import { linesOf } from './lines.ts'
import { newKey } from './key.ts'

type Own = 'user_id'
export type Turn = Schemas['Turn']
export type AddOptions = Partial<Omit<Schemas['AddRequest'], Own | 'text'>>
export type IngestOptions = Partial<Omit<Schemas['ConversationRequest'], Own | 'messages'>>
export type SearchOptions = Partial<Omit<Schemas['SearchRequest'], Own | 'query'>>
export type ContextOptions = Partial<Omit<Schemas['ContextRequest'], Own | 'query' | 'max_tokens'>> & {
  /** How long the block may be, in tokens; default 1,000. */
  tokens?: number
}
export interface ListOptions {
  app_id?: string
  categories?: string
  search_query?: string
  include_superseded?: boolean
  as_of?: string
  known_at?: string
  memory_type?: 'episodic' | 'semantic' | 'procedural'
  session_id?: string
  project?: string
  tags?: string
}
export interface WriteOptions extends CallOptions {
  /** The same key with the same request gets the first answer. Made anew for each call where none is given. */
  idempotencyKey?: string
}
/** One record of an export; `record` says what it is. */
export type ExportRecord = Record<string, unknown> & { record: string }

/** The most that a page holds. */
const pageSize = 100

export class UserMemory {
  readonly userId: string
  readonly #client: Palimpsest
  readonly #http: Http

  constructor (client: Palimpsest, userId: string) {
    this.userId = userId
    this.#client = client
    this.#http = client.http
  }

  /** Remembers a text: distilled into facts, or with `infer: false` as it is. It can be found at once. */
  async add (
    text: string,
    options: AddOptions = {},
    { idempotencyKey = newKey(), ...call }: WriteOptions = {}
  ): Promise<Schemas['Added']> {
    const body = { ...this.#writer(), ...options, text } as Schemas['AddRequest']
    const params = { header: { 'idempotency-key': idempotencyKey } }
    return await unwrap(this.#http.POST('/api/v1/memories', { body, params, ...call }))
  }

  /** Remembers a conversation: turns in the order in which they were said. */
  async ingest (
    messages: Turn[],
    options: IngestOptions = {},
    { idempotencyKey = newKey(), ...call }: WriteOptions = {}
  ): Promise<Schemas['Ingested']> {
    const body = { ...this.#writer(), ...options, messages } as Schemas['ConversationRequest']
    const params = { header: { 'idempotency-key': idempotencyKey } }
    // One object: lines are answered only to a client that accepts them.
    const answer = await unwrap(this.#http.POST('/api/v1/memories/from-conversation', { body, params, ...call }))
    return answer as Schemas['Ingested']
  }

  /** The memories that bear on a question, best first. */
  async search (query: string, options: SearchOptions = {}, call: CallOptions = {}): Promise<Schemas['SearchAnswer']> {
    const body = { ...this.#reader(), ...options, query } as Schemas['SearchRequest']
    return await unwrap(this.#http.POST('/api/v1/memories/search', { body, ...call }))
  }

  /** A ready block for a prompt, within `tokens`. Without a question, the newest memories. */
  async context (
    query: string | null = null,
    { tokens = 1_000, ...options }: ContextOptions = {},
    call: CallOptions = {}
  ): Promise<Schemas['ContextAnswer']> {
    const body = { ...this.#reader(), ...options, query, max_tokens: tokens } as Schemas['ContextRequest']
    return await unwrap(this.#http.POST('/api/v1/memories/context', { body, ...call }))
  }

  /** Every memory, newest first; pages are fetched as you go. */
  async *list (
    options: ListOptions = {},
    call: CallOptions = {}
  ): AsyncGenerator<Schemas['MemoryItem'], void, undefined> {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await this.page({ ...options, page, size: pageSize }, call)
      yield* found.items
      pages = found.pages
    }
  }

  /** One page of the list. */
  async page (
    options: ListOptions & { page?: number, size?: number } = {},
    call: CallOptions = {}
  ): Promise<Schemas['MemoryPage']> {
    return await unwrap(
      this.#http.GET('/api/v1/memories', { params: { query: { ...this.#user(), ...options } }, ...call })
    )
  }

  /** Throws `NotFoundError`. */
  async get (id: string, call: CallOptions = {}): Promise<Schemas['Memory']> {
    return await unwrap(
      this.#http.GET('/api/v1/memories/{id}', { params: { path: { id }, query: this.#user() }, ...call })
    )
  }

  /** What it superseded and what superseded it, oldest first. */
  async history (id: string, call: CallOptions = {}): Promise<Array<Schemas['HistoryLink']>> {
    const params = { path: { id }, query: this.#user() }
    return (await unwrap(this.#http.GET('/api/v1/memories/{id}/history', { params, ...call }))).history
  }

  /** Undoes a supersession; with `replace` the memory that took its place ends. */
  async restore (
    id: string,
    { replace = false }: { replace?: boolean } = {},
    call: CallOptions = {}
  ): Promise<Schemas['Memory']> {
    const body = { ...this.#user(), replace }
    return await unwrap(this.#http.POST('/api/v1/memories/{id}/restore', { params: { path: { id } }, body, ...call }))
  }

  /** Deletes for good. Ids that do not exist are no error. */
  async delete (ids: string | string[], call: CallOptions = {}): Promise<Schemas['Deleted']> {
    const body = { ...this.#user(), memory_ids: [ids].flat() }
    return await unwrap(this.#http.DELETE('/api/v1/memories', { body, ...call }))
  }

  /** Who and what the memories speak of. */
  async *entities (
    options: { search?: string } = {},
    call: CallOptions = {}
  ): AsyncGenerator<Schemas['Entity'], void, undefined> {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = { ...this.#user(), ...options, page, size: pageSize }
      const found = await unwrap(this.#http.GET('/api/v1/entities', { params: { query }, ...call }))
      yield* found.items
      pages = found.pages
    }
  }

  /** One entity with its facts and neighbours. */
  async entity (id: string, call: CallOptions = {}): Promise<Schemas['EntityDetail']> {
    return await unwrap(
      this.#http.GET('/api/v1/entities/{id}', { params: { path: { id }, query: this.#user() }, ...call })
    )
  }

  async stats (call: CallOptions = {}): Promise<Schemas['Stats']> {
    return await unwrap(this.#http.GET('/api/v1/stats', { params: { query: this.#user() }, ...call }))
  }

  /** Everything, record by record as it arrives. A stream that was cut off throws. */
  async *export (call: CallOptions = {}): AsyncGenerator<ExportRecord, void, undefined> {
    const { data, error, response } = await this.#http.GET('/api/v1/export', {
      params: { query: this.#user() },
      parseAs: 'stream',
      ...call
    })
    if (!response.ok || data === undefined || data === null) throw errorOf(response, error)
    yield* linesOf<ExportRecord>(data as unknown as ReadableStream<Uint8Array>)
  }

  /** Takes an export back: a file, or its text. */
  async import (
    file: Blob | string,
    { mode = 'skip' }: { mode?: 'skip' | 'overwrite' } = {},
    call: CallOptions = {}
  ): Promise<Schemas['ImportReport']> {
    return await unwrap(this.#http.POST('/api/v1/import', {
      params: { query: { ...this.#user(), mode } },
      headers: { 'content-type': 'application/x-ndjson' },
      body: file as never,
      bodySerializer: body => body as never,
      ...call
    }))
  }

  /** Erases the user; the answer is a receipt of what was removed. */
  async erase (call: CallOptions = {}): Promise<Schemas['Erasure']> {
    return await unwrap(this.#http.DELETE('/api/v1/users/{user_id}', { params: { path: this.#user() }, ...call }))
  }

  #user (): { user_id: string } {
    return { user_id: this.userId }
  }

  #writer (): { user_id: string, app?: string } {
    return { user_id: this.userId, ...(this.#client.app !== undefined && { app: this.#client.app }) }
  }

  #reader (): { user_id: string, app_name?: string } {
    return { user_id: this.userId, ...(this.#client.app !== undefined && { app_name: this.#client.app }) }
  }
}
