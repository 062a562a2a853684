/**
 * `npm run bench -- rerank [folder]`: the reranker by itself, with documents that it has not read before and with
 * ones that it has, and what both models keep resident.
 */
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { packageRoot } from '../domain/package-root.ts'
import { table } from '../cli/table.ts'
import { loadStaticModel } from '../plugins/embedder/static/embed.ts'
import { createOnnxReranker } from '../plugins/reranker/onnx/index.ts'
import { readModelFolder } from '../plugins/reranker/onnx/model.ts'
import { createRows } from '../plugins/_shared/onnx/rows.ts'
import { madeUpMemories, madeUpQuestions } from './corpus.ts'
import { machine, percentile } from './machine.ts'
import { resident } from './start.ts'

const rounds = 30
/** Documents at once, and word pieces of each. */
const sizes = [[50, 40], [30, 40], [30, 20]] as const

export async function run ([folder = join(packageRoot, 'models', 'reranker')]: string[]): Promise<void> {
  console.log(machine())
  const { tokens } = createRows(readModelFolder(folder))
  const before = await resident(process.pid)
  const embedder = await loadStaticModel(join(packageRoot, 'models', 'embedder'))
  for (const text of madeUpMemories(1_000)) embedder.embed(text)
  const embedding = await resident(process.pid)

  const { reranker, close } = await createOnnxReranker({ ModelPath: folder, Threads: 0 })
  const questions = madeUpQuestions(rounds)
  await reranker.rerank('Who?', documents(50, 40, 0, tokens), { budgetMs: 60_000 })
  const rows: string[][] = []
  for (const [count, pieces] of sizes) {
    for (const known of [false, true]) {
      // Every round that must not be cached has a seed of its own.
      const asked = questions.map((_, round) =>
        documents(count, pieces, 1 + 1_000 * rows.length + (known ? 0 : round), tokens)
      )
      if (known) await reranker.rerank('Who?', asked[0] as string[], { budgetMs: 60_000 })
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const times: number[] = []
      for (const [round, question] of questions.entries()) {
        const begun = performance.now()
        await reranker.rerank(question, asked[round] as string[], { budgetMs: 60_000 })
        times.push(performance.now() - begun)
      }
      delay.disable()
      rows.push([
        `${count} of ${pieces} word pieces`,
        known ? 'read before' : 'new',
        ...[0.5, 0.95].map(share => percentile(times, share).toFixed(1)),
        (delay.max / 1e6).toFixed(1)
      ])
    }
  }
  console.log(
    table(
      `${reranker.model}, ${rounds} questions each`,
      ['documents', '', 'p50 ms', 'p95 ms', 'loop delay max ms'],
      rows
    )
  )
  console.log(
    `\nResident: ${before.toFixed(0)} MiB before, ${(embedding - before).toFixed(0)} MiB more with the embedder, ${
      (await resident(process.pid) - embedding).toFixed(0)
    } MiB more with the reranker and what it remembers.`
  )
  await close()
}

/** Made-up memories joined and cut to so many word pieces. */
function documents (count: number, pieces: number, seed: number, tokens: (text: string) => number[]): string[] {
  const memories = madeUpMemories(count * 4, seed)
  return Array.from({ length: count }, (_, place) => {
    const words = memories.slice(place * 4, place * 4 + 4).join(' ').split(' ')
    let length = words.length
    while (tokens(words.slice(0, length).join(' ')).length > pieces) length--
    return words.slice(0, length).join(' ')
  })
}
