/**
 * A re-embedding over the graphs that a store consists of: all are marked as begun, then filled one after the other,
 * then switched together. A graph whose generation is the run's is through, whoever finished it.
 */
import type { BegunReembed, ReembedProgress, Store } from '../../../domain/capabilities/store.ts'
import type { Target } from './meta.ts'
import type { Embed, NewGeneration } from './new-generation.ts'

interface Begun {
  graph: NewGeneration
  target: Target
}

export function reembedder (graphs: NewGeneration[]): Pick<Store, 'reembed' | 'reembedding'> {
  const runs = async (): Promise<BegunReembed[]> =>
    (await Promise.all(graphs.map(graph => graph.begun()))).filter(run => run !== null)

  async function begin (wanted: { model: string, dimensions: number }): Promise<Begun[]> {
    const [begun, generations] = await Promise.all([runs(), Promise.all(graphs.map(graph => graph.current()))])
    const same = begun.find(({ model, dimensions }) => model === wanted.model && dimensions === wanted.dimensions)
    const generation = same?.generation ?? Math.max(...generations, ...begun.map(run => run.generation)) + 1
    const open = graphs.filter((_, place) => (generations[place] as number) < generation)
    return await Promise.all(open.map(async graph => ({ graph, target: await graph.begin(wanted, generation) })))
  }

  async function run (wanted: { model: string, dimensions: number }, embed: Embed, report: Report): Promise<void> {
    const begun = await begin(wanted)
    const total = async (): Promise<number> => sum(await Promise.all(begun.map(({ graph }) => graph.total())))
    const made = sum(await Promise.all(begun.map(({ graph, target }) => graph.made(target))))
    report.begin(begun.map(({ target }) => target), made, await total())
    for (const { graph, target } of begun) await graph.fill(target, embed, report.advance)
    await Promise.all(begun.map(async ({ graph, target }) => {
      while (!await graph.finish(target)) await graph.fill(target, embed, report.advance)
    }))
    report.end(await total())
  }

  return {
    async reembed (wanted, embed, onProgress) {
      const report = createReport(wanted, onProgress)
      try {
        await run(wanted, embed, report)
      } catch (error) {
        report.fail(error)
      }
      return report.last()
    },
    async reembedding () {
      const [first, ...others] = await runs()
      return first === undefined ? null : others.reduce(together, first)
    }
  }
}

type Report = ReturnType<typeof createReport>

function createReport (
  wanted: { model: string, dimensions: number },
  onProgress: (progress: ReembedProgress) => void
) {
  const progress: ReembedProgress = {
    state: 'running',
    ...wanted,
    generation: 0,
    done: 0,
    total: 0,
    startedAt: Date.now(),
    finishedAt: null,
    error: null
  }
  const say = (change: Partial<ReembedProgress>): void => {
    Object.assign(progress, change)
    onProgress({ ...progress })
  }
  return {
    begin: (targets: Target[], made: number, total: number): void =>
      say({
        generation: targets[0]?.generation ?? 0,
        startedAt: Math.min(...targets.map(target => target.startedAt)),
        done: Math.min(total, made),
        total
      }),
    advance: (count: number): void => say({ done: Math.min(progress.total, progress.done + count) }),
    end: (total: number): void => say({ state: 'done', done: total, total, finishedAt: Date.now() }),
    fail: (error: unknown): void =>
      say({ state: 'failed', finishedAt: Date.now(), error: error instanceof Error ? error.message : String(error) }),
    last: (): ReembedProgress => ({ ...progress })
  }
}

const sum = (counts: number[]): number => counts.reduce((all, count) => all + count, 0)

const together = (a: BegunReembed, b: BegunReembed): BegunReembed => ({
  ...a,
  done: a.done + b.done,
  total: a.total + b.total,
  startedAt: Math.min(a.startedAt, b.startedAt)
})
