/** What is measured of the memory capability: recalls and their stages, the arms behind the hits, written facts. */
import type { Ingested, Recall, RecallRequest, Remembered } from '../../../domain/capabilities/memory.ts'
import { recallMeasured, type RecallMeasured } from '../../../domain/telemetry.ts'
import { quick, type Measures } from './measures.ts'
import { only, wrapped, type Around } from './wrap.ts'

const arms = { textRank: 'text', vectorRank: 'vector', graphRank: 'graph', sessionRank: 'session' } as const

export function instrumentMemory ({ histogram, counter, timed, spanned }: Measures) {
  const recallSeconds = histogram('recall_seconds', 'Recalls as a whole.', ['mode', 'rerank'], quick)
  const stageSeconds = histogram('recall_stage_seconds', 'Stages of a recall.', ['stage'], quick)
  const armHits = counter('recall_hits_total', 'Hits that were answered, by the arms that found them.', ['arm'])
  const degraded = counter('recall_degraded_total', 'Recalls that did without an arm or a stage.', ['arm'])
  const events = counter('facts_total', 'What became of facts that were written.', ['event'])

  // Only the recalls of this app are counted. An asynchronous context would do, and make every promise slower.
  const ours = new WeakSet<object>()
  function observeStages (message: unknown): void {
    const { request, timings } = message as RecallMeasured
    if (!ours.has(request)) return
    for (const [stage, ms] of Object.entries(timings)) {
      stageSeconds.observe({ stage }, ms / 1000)
    }
  }
  recallMeasured.subscribe(observeStages)

  const recall: Around = async (call, [request]) => {
    const { mode, rerank } = request as RecallRequest
    ours.add(request as RecallRequest)
    const answer = await spanned('memory', 'recall', () => call(request)) as Recall
    recallSeconds.observe({ mode, rerank: String(rerank) }, answer.tookMs / 1000)
    for (const arm of answer.degraded) degraded.inc({ arm })
    for (const hit of answer.hits) {
      for (const [rank, arm] of Object.entries(arms)) {
        if (hit[rank as keyof typeof arms] !== null) armHits.inc({ arm })
      }
    }
    return answer
  }
  const written = timed('memory', () => {}, answer => {
    for (const { event } of (answer as Remembered | Ingested).results) events.inc({ event })
  })

  return {
    instrument: <Provider extends object>(provider: Provider) =>
      wrapped(provider, only({ recall, remember: written, ingest: written })),
    close: () => {
      recallMeasured.unsubscribe(observeStages)
    }
  }
}
