/**
 * `/v1/reranking` as llama.cpp and Jina speak it: `{model?, query, documents, top_n?}` → `{results: [{index,
 * relevance_score}]}`.
 */
import { Value } from 'typebox/value'
import { SettingInvalid } from '../../../domain/errors.ts'
import { Type } from '../../../domain/type.ts'

const Answer = Type.Object({
  results: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), relevance_score: Type.Number() }))
})

/**
 * Completes what people write: a host, a base ending in `/v1`, or the whole path (`/rerank` is the other common
 * name).
 */
export function completeUrl (endpoint: string): URL {
  let url: URL
  try {
    url = new URL(endpoint)
  } catch {
    throw new SettingInvalid(
      'The setting Rerank:HttpEndpoint (SVC_Rerank__HttpEndpoint) must be a URL such as http://localhost:8012/v1/reranking.'
    )
  }
  if (!/^https?:$/.test(url.protocol)) {
    throw new SettingInvalid(
      'The setting Rerank:HttpEndpoint (SVC_Rerank__HttpEndpoint) must begin with http:// or https://.'
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new SettingInvalid(
      'The setting Rerank:HttpEndpoint (SVC_Rerank__HttpEndpoint) must hold no credentials; a key belongs into ' +
        'Rerank:HttpApiKey.'
    )
  }
  const path = url.pathname.replace(/\/+$/, '')
  if (!/\/rerank(ing)?$/.test(path)) url.pathname = `${path.replace(/\/v1$/, '')}/v1/reranking`
  return url
}

export interface RerankServer {
  url: URL
  model: string
  key: string
}

/** The message says what went wrong and which setting mends it, never the server's own words. */
export class ServerFault extends Error {
  /** Whether the same request may succeed a moment later. */
  readonly passing: boolean

  constructor (message: string, passing = false) {
    super(message)
    this.name = 'ServerFault'
    this.passing = passing
  }
}

/** One score a document, in order; null where the server gave none. Throws `ServerFault`. */
export async function askServer (
  { url, model, key }: RerankServer,
  query: string,
  documents: string[],
  signal: AbortSignal
): Promise<Array<number | null>> {
  const response = await reach(url, {
    method: 'POST',
    signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key !== '' && { authorization: `Bearer ${key}` })
    },
    body: JSON.stringify({ ...(model !== '' && { model }), query, documents, top_n: documents.length })
  })
  if (!response.ok) {
    const { status } = response
    throw new ServerFault(refusal(status), status === 408 || status === 429 || status >= 500)
  }
  const answer: unknown = await response.json().catch(error => {
    if (signal.aborted) throw error
    throw new ServerFault('its answer is not JSON; see Rerank:HttpEndpoint.')
  })
  if (!Value.Check(Answer, answer)) {
    throw new ServerFault('its answer has no results with index and relevance_score; see Rerank:HttpEndpoint.')
  }
  const scores: Array<number | null> = documents.map(() => null)
  for (const { index, relevance_score: score } of answer.results) {
    if (index >= documents.length) throw new ServerFault(`it scored document ${index} of ${documents.length}.`)
    scores[index] = score
  }
  return scores
}

async function reach (url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    throw new ServerFault(`it cannot be reached (${code ?? (error as Error).message}); see Rerank:HttpEndpoint.`, true)
  }
}

/** Never the body: it may repeat what was sent. */
function refusal (status: number): string {
  const cause = status === 401 || status === 403
    ? 'see Rerank:HttpApiKey'
    : status === 404 || status === 405
    ? 'see Rerank:HttpEndpoint'
    : status === 400 || status === 422
    ? 'see Rerank:HttpModel'
    : 'see its own log'
  return `it answered HTTP ${status}; ${cause}.`
}
