/** Runs a model over pairs of texts, `[CLS] first [SEP] second [SEP]`, with one number a pair. */
import { readFolder } from './model.ts'
import { createRows, join as row } from './rows.ts'
import { openSession } from './session.ts'

export type Pair = [first: string, second: string]
/** What the model says of each pair. */
export type Ask = (pairs: Pair[]) => Promise<number[]>

/**
 * Of the model in `folder`, given pairs of at most `longest` tokens: what its output of that name says of each. Each is
 * run by itself: a quantised model scales what runs together by one scale, so that what it says of a pair would depend
 * on the pairs beside it.
 */
export async function openPairs<Output extends string> (
  folder: string,
  longest: number
): Promise<(output: Output, pairs: Pair[]) => Promise<number[]>> {
  const { model } = readFolder(folder, longest)
  const { tokens, question, document } = createRows(model)
  const session = await openSession(model, 1)

  return async (output, pairs) => {
    const judge = async ([first, second]: Pair) => {
      const before = question(tokens(first))
      const rows = [row(before, document(tokens(second), before.ids.length))]
      const { [output]: { numbers } } = await session.run(rows, [output])
      return numbers[0] as number
    }
    const found: number[] = []
    // What says one thing a thousand times is judged once.
    const judged = new Map<string, number>()
    for (const pair of pairs) {
      const key = JSON.stringify(pair)
      const number = judged.get(key) ?? await judge(pair)
      judged.set(key, number)
      found.push(number)
    }
    return found
  }
}
