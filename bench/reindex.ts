/**
 * `npm run bench -- reindex`: everything is embedded anew while a client searches. No search may fail, and none may
 * find less than text alone would.
 */
import { parseArgs } from 'node:util'
import { table } from '../cli/table.ts'
import type { NewMemory } from '../domain/nouns.ts'
import { madeUpMemories } from './corpus.ts'
import { newMemory } from '../test/conformance/store/suite.ts'
import { machine, percentile } from './machine.ts'
import { startService, type Service } from './service.ts'

const userId = 'reindexed'
const batch = 500

interface Answer {
  results: Array<{ content: string }>
  degraded: string[]
}
interface Phase {
  searches: number
  failed: number
  degraded: number
  found: boolean[]
  times: number[]
}

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { settings: { type: 'string' }, size: { type: 'string', default: '20000' } }
  })
  console.log(machine())
  const texts = [...new Set(madeUpMemories(Number(values.size)))]
  const service = await startService(values.settings, { SVC_Rerank__Provider: 'none', SVC_Cache__Enabled: 'false' })
  try {
    await fill(service, texts)
    const text = await searching(service, texts, 'text', 200)
    const before = await searching(service, texts, 'hybrid', 200)
    const started = performance.now()
    const { finished } = await service.app.guard.reindex()
    let over = false
    const progress = finished?.then(ended => {
      over = true
      return ended
    })
    const during = await searching(service, texts, 'hybrid', () => !over)
    const ended = await progress
    const common = Math.min(during.searches, text.searches)
    const seconds = (performance.now() - started) / 1000
    const after = await searching(service, texts, 'hybrid', 200)
    console.log(
      table(`${texts.length} memories embedded anew in ${seconds.toFixed(1)} s (${ended?.state})`, [
        'searches',
        'number',
        'failed',
        'degraded',
        'found in the first ten',
        'p50 ms',
        'p99 ms'
      ], [
        row('by text alone', text),
        row('before', before),
        row('during', during),
        row('after', after)
      ])
    )
    if (ended?.state !== 'done' || during.failed > 0 || share(during, common) < share(text, common)) {
      throw new Error('A search failed or found less than text alone.')
    }
  } finally {
    await service.stop()
  }
}

/** Straight into the store: how memories are written is not what is measured here. */
async function fill ({ app: { store, embedder } }: Service, texts: string[]): Promise<void> {
  for (let start = 0; start < texts.length; start += batch) {
    const part = texts.slice(start, start + batch)
    const vectors = await embedder.embed(part)
    await store.commit({ userId, add: part.map((text, place) => memory(text, vectors[place] as Float32Array)) })
  }
}

function memory (text: string, embedding: Float32Array): NewMemory {
  return newMemory(userId, text, { createdAt: Date.now(), embedding })
}

/** Each search asks for a memory by the first words of its text. */
async function searching (
  { post }: Service,
  texts: string[],
  mode: string,
  goOn: number | (() => boolean)
): Promise<Phase> {
  const phase: Phase = { searches: 0, failed: 0, degraded: 0, found: [], times: [] }
  while (typeof goOn === 'number' ? phase.searches < goOn : goOn()) {
    const wanted = texts[(phase.searches * 7919) % texts.length] as string
    const begun = performance.now()
    let found = false
    phase.searches++
    try {
      const { results, degraded } = await post<Answer>('/api/v1/memories/search', {
        user_id: userId,
        query: wanted.split(' ').slice(0, 9).join(' '),
        mode
      })
      if (degraded.length > 0) phase.degraded++
      found = results.some(({ content }) => content === wanted)
    } catch {
      phase.failed++
    }
    phase.found.push(found)
    phase.times.push(performance.now() - begun)
  }
  return phase
}

/** Over the first `of` searches, which ask the same in every phase. */
const share = ({ found }: Phase, of = found.length): number =>
  of === 0 ? 1 : found.slice(0, of).filter(Boolean).length / of

function row (name: string, phase: Phase): string[] {
  return [
    name,
    String(phase.searches),
    String(phase.failed),
    String(phase.degraded),
    `${(100 * share(phase)).toFixed(1)} %`,
    percentile(phase.times, 0.5).toFixed(1),
    percentile(phase.times, 0.99).toFixed(1)
  ]
}
