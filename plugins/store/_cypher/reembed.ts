/**
 * A re-embedding over the graphs that a store consists of: all are marked as begun, then filled one after the other,
 * then switched together, then rid of the generation before. A graph whose generation is the run's has been switched,
 * whoever did it.
 */
import type { BegunReembed, ReembedProgress, Store } from '../../../domain/capabilities/store.ts'
import type { Target } from './meta.ts'
import type { Embed, NewGeneration } from './new-generation.ts'

/** So often the switch waits for a moment in which nothing lacks; writers without a pause leave none. */
const wholeAttempts = 5
/** Then so many may be found by their vectors a few seconds late. */
const lackingAtSwitch = 64

interface Begun extends Pick<BegunReembed, 'generation' | 'startedAt'> {
  /** Those that are not switched yet. */
  open: Array<{ graph: NewGeneration, target: Target }>
}

export function reembedder (graphs: NewGeneration[]): Pick<Store, 'reembed' | 'reembedding'> {
  const runs = async (): Promise<BegunReembed[]> =>
    (await Promise.all(graphs.map(graph => graph.begun()))).filter(run => run !== null)

  async function begin (wanted: { model: string, dimensions: number }): Promise<Begun> {
    const [begun, generations] = await Promise.all([runs(), Promise.all(graphs.map(graph => graph.current()))])
    const same = begun.find(({ model, dimensions }) => model === wanted.model && dimensions === wanted.dimensions)
    const generation = same?.generation ?? Math.max(...generations, ...begun.map(run => run.generation)) + 1
    const behind = graphs.filter((_, place) => (generations[place] as number) < generation)
    const open = await Promise.all(
      behind.map(async graph => ({ graph, target: await graph.begin(wanted, generation) }))
    )
    const startedAt = Math.min(...open.map(({ target }) => target.startedAt), same?.startedAt ?? Infinity)
    return { open, generation, startedAt }
  }

  async function run (wanted: { model: string, dimensions: number }, embed: Embed, report: Report): Promise<void> {
    const { open, ...begun } = await begin(wanted)
    const total = async (): Promise<number> => sum(await Promise.all(open.map(({ graph }) => graph.total())))
    const made = sum(await Promise.all(open.map(({ graph, target }) => graph.made(target))))
    report.begin(begun, made, await total())
    for (const { graph, target } of open) await graph.fill(target, embed, report.advance)
    await Promise.all(open.map(async ({ graph, target }) => {
      for (let attempt = 1; !await graph.finish(target, attempt < wholeAttempts ? 0 : lackingAtSwitch); attempt++) {
        await graph.fill(target, embed, report.advance)
      }
    }))
    await Promise.all(graphs.map(graph => graph.settle(embed, report.advance)))
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
    begin: (begun: Pick<ReembedProgress, 'generation' | 'startedAt'>, made: number, total: number): void =>
      say({ ...begun, done: Math.min(total, made), total }),
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
