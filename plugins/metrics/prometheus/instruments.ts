/** What is measured of each capability, a function each. */
import type { Counter } from 'prom-client'
import type { Llm } from '../../../domain/capabilities/llm.ts'
import type { Reranking } from '../../../domain/capabilities/reranker.ts'
import { quick, slow, type Measures } from './measures.ts'
import { only, wrapped } from './wrap.ts'

/** Takes the provider's place and measures its calls. */
export type Instrument = <Provider extends object>(provider: Provider) => Provider

export function createInstruments (measures: Measures): Record<string, Instrument> {
  return {
    store: instrumentStore(measures),
    embedder: instrumentEmbedder(measures),
    llm: instrumentLlm(measures),
    distiller: instrumentDistiller(measures),
    reranker: instrumentReranker(measures),
    cache: instrumentCache(measures)
  }
}

function instrumentStore ({ histogram, timed }: Measures): Instrument {
  const seconds = histogram('store_seconds', 'Calls of the store.', ['verb', 'outcome'], quick)
  // `export` answers a stream, `pool` a number, `close` ends it all.
  const unmeasured = ['export', 'pool', 'close']
  const instrument: Instrument = provider =>
    wrapped(provider, verb => {
      if (unmeasured.includes(verb)) return null
      if (verb === 'relaxed') return (call, args) => instrument(call(...args) as object)
      return timed('store', (took, outcome) => seconds.observe({ verb, outcome }, took))
    })
  return instrument
}

function instrumentEmbedder ({ histogram, counter, timed }: Measures): Instrument {
  const seconds = histogram('embed_seconds', 'Calls of the embedder.', ['outcome'], slow)
  const texts = counter('embed_texts_total', 'Texts that were embedded.')
  const embed = timed(
    'embedder',
    (took, outcome) => seconds.observe({ outcome }, took),
    (_, [embedded]) => texts.inc((embedded as string[]).length)
  )
  return provider => wrapped(provider, only({ embed }))
}

function instrumentLlm ({ histogram, counter, timed }: Measures): Instrument {
  const seconds = histogram('llm_seconds', 'Calls of the LLM, repairs included.', ['prompt', 'outcome'], slow)
  const tokens = counter('llm_tokens_total', 'Tokens the LLM was sent and answered.', ['kind'])
  const requests = counter('llm_requests_total', 'Requests to the LLM, repairs included.')
  const generate = timed(
    'llm',
    (took, outcome, [request]) => seconds.observe({ prompt: (request as { prompt: string }).prompt, outcome }, took)
  )
  return provider => {
    const llm = provider as unknown as Llm
    collectFrom(
      tokens,
      () => [[{ kind: 'prompt' }, llm.usage.promptTokens], [{ kind: 'completion' }, llm.usage.completionTokens]]
    )
    collectFrom(requests, () => [[{}, llm.usage.calls]])
    return wrapped(provider, only({ generate }))
  }
}

/** The provider counts by itself since its start; its counts are read when they are scraped. */
function collectFrom<Label extends string> (
  metric: Counter<Label>,
  values: () => Array<[labels: Partial<Record<Label, string>>, value: number]>
): void {
  Object.assign(metric, {
    collect () {
      metric.reset()
      for (const [labels, value] of values()) metric.inc(labels, value)
    }
  })
}

function instrumentDistiller ({ histogram, timed }: Measures): Instrument {
  const seconds = histogram('distill_seconds', 'Calls of the distiller.', ['step', 'outcome'], slow)
  const step = (name: string) => timed('distiller', (took, outcome) => seconds.observe({ step: name, outcome }, took))
  const steps = { distill: step('distill'), reconcile: step('reconcile'), summarise: step('summarise') }
  return provider => wrapped(provider, only(steps))
}

function instrumentReranker ({ histogram, counter, timed }: Measures): Instrument {
  const seconds = histogram('rerank_seconds', 'Calls of the reranker.', ['outcome'], quick)
  const help = 'Documents given to the reranker; `left` did not fit the budget.'
  const documents = counter('rerank_documents_total', help, ['fate'])
  const rerank = timed('reranker', (took, outcome) => seconds.observe({ outcome }, took), answer => {
    const { scores } = answer as Reranking
    const left = scores.filter(score => score === null).length
    documents.inc({ fate: 'scored' }, scores.length - left)
    documents.inc({ fate: 'left' }, left)
  })
  return provider => wrapped(provider, only({ rerank }))
}

function instrumentCache ({ counter, timed }: Measures): Instrument {
  const reads = counter('cache_reads_total', 'Reads of the cache.', ['space', 'outcome'])
  const get = timed(
    'cache',
    () => {},
    (answer, [space]) => reads.inc({ space: space as string, outcome: answer === null ? 'miss' : 'hit' })
  )
  return provider => wrapped(provider, only({ get }))
}
