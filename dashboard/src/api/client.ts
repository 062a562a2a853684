/** The service as this page calls it: same origin, under whatever path prefix the page stands. */
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

export type Schemas = components['schemas']
export type MemoryItem = Schemas['MemoryItem']
export type MemoryDetail = Schemas['Memory']
export type Hit = Schemas['SearchHit']

export const serviceUrl = new URL('.', location.href.split('#')[0]).href.replace(/\/$/, '')

export class ApiError extends Error {
  readonly status: number
  readonly detail: string | null
  constructor (status: number, message: string, detail: string | null) {
    super(message)
    this.status = status
    this.detail = detail
  }
}

/** Only in memory: a reload asks another tab, or the person. */
let key: string | null = null
const refused = new Set<() => void>()

export const setKey = (given: string | null): void => {
  key = given
}
export const currentKey = (): string | null => key
/** Called when the service refuses the key, or wants one. Returns how to stop listening. */
export function onKeyRefused (listener: () => void): () => void {
  refused.add(listener)
  return () => {
    refused.delete(listener)
  }
}

export const authorization = (): string | null => key === null ? null : `Bearer ${key}`

export const unreachable = (): ApiError =>
  new ApiError(0, 'The service cannot be reached.', 'It may be restarting; this page keeps trying.')

/** What the service refused, in its own words; whoever asks for keys is told of a 401. */
export function refusal (
  status: number,
  { message, title, detail }: { message?: string, title?: string, detail?: string | null }
): ApiError {
  if (status === 401) { for (const listener of refused) listener() }
  return new ApiError(status, message ?? title ?? `The service answered ${status}.`, detail ?? null)
}

/** `fetch` with the key; throws `ApiError` for every answer that is none of success, and when there is no answer. */
export async function send (input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const own = authorization()
  if (own !== null) request.headers.set('authorization', own)
  const response = await fetch(request).catch(cause => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw unreachable()
  })
  if (response.ok) return response
  throw refusal(response.status, await response.json().catch(() => ({})) as object)
}

export const api = createClient<paths>({ baseUrl: serviceUrl, fetch: send })

/** What openapi-fetch answers, without its error half: `send` has thrown by then. */
export async function data<T> (answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T
}

/** JSON to and from a path under /api/v1, for answers that are read as a stream or not described. */
export async function json<T> (method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'content-type': 'application/json' }
  }
  return await (await send(`${serviceUrl}/api/v1${path}`, init)).json() as T
}

export function query (values: Record<string, string | number | boolean | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
