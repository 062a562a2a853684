/**
 * An embedder behind an OpenAI-shaped endpoint. Shared by `openai-compatible` and `azure-openai`; they differ in how
 * they connect.
 */
import type { FastifyBaseLogger } from 'fastify'
import { embedderInterfaceVersion, type Embedder } from '../../../domain/capabilities/embedder.ts'
import { DimensionMismatch, EmbeddingUnavailable, withDetail } from '../../../domain/errors.ts'
import { ask } from '../../_shared/openai/ask.ts'
import type { Endpoint } from '../../_shared/openai/endpoint.ts'
import { explain, quietCause } from '../../_shared/openai/faults.ts'
import { createBreaker } from '../../_shared/resilience.ts'
import { checkEmbeddings } from '../_health/check.ts'
import { readVectors } from './vectors.ts'

export interface EmbedderOptions {
  dimensions: number
  /** For one call, retries included. */
  timeoutMs: number
  log: FastifyBaseLogger
}

/** The limit of the smallest common servers. */
const maxTextsPerCall = 32
/**
 * Characters left of an over-long text when a server refuses it: about 8,000, 2,000 and 500 tokens of the commonest
 * models.
 */
const shorter = [24_000, 6_000, 1_500]

export function createEmbedder (endpoint: Endpoint, { dimensions, timeoutMs, log }: EmbedderOptions): Embedder {
  const { client, provider, model, url } = endpoint
  const breaker = createBreaker(error => explain(error, endpoint).passing)
  // Characters, learnt from refusals; of longer texts the beginning is embedded.
  let longestText = Number.POSITIVE_INFINITY

  async function request (texts: string[], signal: AbortSignal | undefined, attempts: number): Promise<Float32Array[]> {
    const limit = longestText
    const input = texts.map(text => beginning(text, limit))
    const onRetry = (reason: string, pauseMs: number) =>
      log.warn({ provider, reason, pauseMs }, 'the embedding provider is asked again')
    const answer = await breaker.execute(async () =>
      await ask(
        endpoint,
        { timeoutMs, attempts, onRetry, ...signal && { signal } },
        signal => client.embeddings.create({ model, input, encoding_format: 'float' }, { signal })
      )
    )
    return readVectors(answer, texts.length, dimensions, endpoint)
  }

  async function embedCall (texts: string[], signal?: AbortSignal, attempts = 3): Promise<Float32Array[]> {
    try {
      return await request(texts, signal, attempts)
    } catch (error) {
      if (signal?.aborted || error instanceof DimensionMismatch) throw error
      const { reason, detail, status } = explain(error, endpoint)
      const longest = Math.max(...texts.map(text => text.length))
      const next = shorter.find(length => length < Math.min(longest, longestText))
      if (next !== undefined && (status === 400 || status === 413 || status === 422)) {
        log.warn(
          { provider, model, characters: next },
          'the embedding provider refused a long text; its beginning is embedded'
        )
        return await embedShortened(texts, next, signal, attempts)
      }
      throw withDetail(new EmbeddingUnavailable(`${provider} at ${url}`, reason, quietCause(error)), detail)
    }
  }

  async function embedShortened (
    texts: string[],
    length: number,
    signal: AbortSignal | undefined,
    attempts: number
  ): Promise<Float32Array[]> {
    const vectors = await embedCall(texts.map(text => beginning(text, length)), signal, attempts)
    longestText = Math.min(longestText, length)
    return vectors
  }

  const embedder: Embedder = {
    interfaceVersion: embedderInterfaceVersion,
    provider,
    model,
    configured: true,
    dimensions,
    maxTextsPerCall,
    endpoint: url,
    embed: async (texts, { signal } = {}) => texts.length === 0 ? [] : await embedCall(texts, signal)
  }
  // The check asks the provider itself, never the cache that may stand before it.
  return { ...embedder, check: checkEmbeddings(embedder) }
}

/** Never leaves half a surrogate pair, and no text empty: some servers refuse either. */
function beginning (text: string, length: number): string {
  const cut = text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') : text
  return Buffer.from(cut || ' ').toString()
}
