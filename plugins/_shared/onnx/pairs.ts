/** Runs a model over pairs of texts, `[CLS] first [SEP] second [SEP]`, with one number a pair. */
import { readFolder } from './model.ts'
import { createRows, join as row } from './rows.ts'
import { openSession } from './session.ts'

export type Pair = [first: string, second: string]

/**
 * Of the model in `folder`, given pairs of at most `longest` tokens: what its output of that name says of each. Each is
 * run by itself, in no more time: a quantised model scales what runs together by one scale, so that what it says of a
 * pair would depend on the pairs beside it.
 */
export async function openPairs<Output extends string> (
  folder: string,
  longest: number
): Promise<(output: Output, pairs: Pair[]) => Promise<number[]>> {
  const { model } = readFolder(folder, longest)
  const { tokens, question, document } = createRows(model)
  const session = await openSession(model, 1)

  return async (output, pairs) => {
    // What says one thing a thousand times is judged once.
    const judged = new Map<string, number>()
    for (const [first, second] of pairs) {
      const key = JSON.stringify([first, second])
      if (judged.has(key)) continue
      const before = question(tokens(first))
      const rows = [row(before, document(tokens(second), before.ids.length))]
      const { [output]: { numbers } } = await session.run(rows, [output])
      judged.set(key, numbers[0] as number)
    }
    return pairs.map(pair => judged.get(JSON.stringify(pair)) as number)
  }
}
