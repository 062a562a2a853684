/** Whether a model folder ranks answers before other statements, and how long it takes here. */
import { createOnnxReranker } from './index.ts'
import { groups, type Pair } from './trial.ts'

export interface Checked {
  model: string
  /** Of the fifty questions, how many had their answer first among five. */
  right: number
  of: number
  /** Milliseconds for fifty statements at once: the median of five runs. */
  msForFifty: number
}

/** Share of right answers; chance is 0.2, and a model below this does not rank. */
const enough = 0.6
const unhurried = { budgetMs: 600_000 }

/**
 * Throws `SettingInvalid` when the folder cannot be opened, and an `Error` with the figures when it ranks too badly.
 */
export async function checkReranker (folder: string): Promise<Checked> {
  const { reranker, close } = await createOnnxReranker({ ModelPath: folder, Threads: 0 })
  try {
    let right = 0
    for (const group of groups) {
      const answers = group.map(([, answer]) => answer)
      for (const [place, [question]] of group.entries()) {
        const { scores } = await reranker.rerank(question, answers, unhurried)
        if (scores.indexOf(Math.max(...scores as number[])) === place) right++
      }
    }
    const pairs = groups.flat()
    if (right < enough * pairs.length) {
      throw new Error(
        `${reranker.model} put the answer first for ${right} of ${pairs.length} questions; at least ${
          enough * pairs.length
        } are asked for. Is it a reranker for questions in English?`
      )
    }
    const times: number[] = []
    for (const [question] of pairs.slice(0, 5) as [Pair]) {
      const start = performance.now()
      await reranker.rerank(question, pairs.map(([, answer]) => answer), unhurried)
      times.push(performance.now() - start)
    }
    return { model: reranker.model, right, of: pairs.length, msForFifty: times.sort((a, b) => a - b)[2] as number }
  } finally {
    await close()
  }
}
