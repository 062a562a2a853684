/**
 * What went wrong at an endpoint, in words that are safe to log and to answer: never the server's own prose, which
 * may repeat keys or texts.
 */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { CircuitOpen } from '../resilience.ts'
import type { Endpoint } from './endpoint.ts'

export interface Fault {
  /** Completes "did not answer: …". */
  reason: string
  /** What to do about it, naming the setting. */
  detail: string
  /** The HTTP status; null when no whole answer came. */
  status: number | null
  /** Whether the same request may succeed a moment later. */
  passing: boolean
  /** Milliseconds the server asked to be left alone. */
  retryAfterMs: number | null
}

/** The server answered 200 with something that is not what was asked for. `passing` is false: it would do so again. */
export class MalformedAnswer extends Error {
  constructor (reason: string) {
    super(reason)
    this.name = 'MalformedAnswer'
  }
}

export function explain (error: unknown, { settings, model, url }: Endpoint): Fault {
  const fault = (
    reason: string,
    detail: string,
    passing: boolean,
    status: number | null = null,
    retryAfterMs: number | null = null
  ): Fault => ({ reason, detail, passing, status, retryAfterMs })
  if (error instanceof CircuitOpen) {
    return fault(
      error.message,
      `See that the server runs and that ${setting(settings.endpoint)} is its address.`,
      false
    )
  }
  if (error instanceof MalformedAnswer) {
    return fault(
      error.message,
      `Check that ${setting(settings.endpoint)} is an OpenAI-compatible base URL that serves ${model}.`,
      false
    )
  }
  if (error instanceof APIConnectionTimeoutError) {
    return fault(
      'no answer in time',
      `Raise ${setting(settings.timeout)}, or see what keeps the server at ${url} busy.`,
      true
    )
  }
  if (error instanceof APIConnectionError) {
    return fault(
      `no connection${systemCode(error)}`,
      `See that the server runs and that ${setting(settings.endpoint)} is its address.`,
      true
    )
  }
  if (error instanceof APIError && typeof error.status === 'number') {
    return fault(
      `it answered ${error.status}${shortCode(error)}`,
      detailOf(error.status, settings, model),
      error.status === 408 || error.status === 409 || error.status === 429 || error.status >= 500,
      error.status,
      retryAfter(error.headers)
    )
  }
  if (error instanceof SyntaxError) {
    return fault(
      'its answer is not JSON',
      `Check that ${setting(settings.endpoint)} is an OpenAI-compatible base URL, ending in /v1 for most servers.`,
      true
    )
  }
  return fault(`the answer broke off${systemCode(error)}`, `See the log of the server at ${url}.`, true)
}

/** The error to keep as `cause`: a status error holds the server's prose, which a logger would print. */
export function quietCause (error: unknown): { cause?: unknown } {
  return error instanceof APIError && error.status !== undefined ? {} : { cause: error }
}

function detailOf (status: number, settings: Endpoint['settings'], model: string): string {
  if (status === 401 || status === 403) return `Set ${setting(settings.key)} to a key the server accepts.`
  if (status === 404) {
    return `Check ${setting(settings.endpoint)} (most servers want it to end in /v1) and that the server knows ${
      setting(settings.model)
    } "${model}".`
  }
  if (status === 429) return 'The server limits requests; try again later, or raise its limit.'
  if (status >= 500) return 'The server failed by itself; see its log, then try again.'
  return `The server refused the request; check that ${
    setting(settings.model)
  } "${model}" is a model of the right kind.`
}

function setting (path: string): string {
  return `${path} (SVC_${path.replaceAll(':', '__')})`
}

/** `ECONNREFUSED` and its like, from wherever fetch buried it. */
function systemCode (error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string') return ` (${code})`
  }
  return ''
}

/** The server's code or type when it is a plain word, such as `model_not_found`. */
function shortCode ({ code, type }: APIError): string {
  const word = [code, type].find(name => typeof name === 'string' && /^[a-zA-Z0-9_.-]{1,60}$/.test(name))
  return word === undefined || word === null ? '' : ` (${word})`
}

/** RFC 9110 `Retry-After` (seconds or a date), or the finer `retry-after-ms` some servers send. */
function retryAfter (headers: Headers | undefined): number | null {
  const fine = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (fine >= 0) return fine
  const value = headers?.get('retry-after') ?? ''
  const seconds = Number(value)
  const wait = value.trim() !== '' && Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
