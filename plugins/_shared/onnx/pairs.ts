/** Runs a model over pairs of texts, `[CLS] first [SEP] second [SEP]`, with one number a pair. */
import { readFolder } from './model.ts'
import { createRows, join as row } from './rows.ts'
import { openSession } from './session.ts'

export type Pair = [first: string, second: string]

/** Rows of one run: the texts are short, and others get their turn in between. */
const batch = 16

/** Of the model in `folder`, given pairs of at most `longest` tokens: what its output of that name says of each. */
export async function openPairs<Output extends string> (
  folder: string,
  longest: number
): Promise<(output: Output, pairs: Pair[]) => Promise<number[]>> {
  const { model } = readFolder(folder, longest)
  const { tokens, question, document } = createRows(model)
  const session = await openSession(model, 1)

  return async (output, pairs) => {
    const rows = pairs.map(([first, second]) => {
      const before = question(tokens(first))
      return row(before, document(tokens(second), before.ids.length))
    })
    // Of like length together, so that little is padding.
    const order = rows.map((_, at) => at).sort((a, b) => rows[a]!.ids.length - rows[b]!.ids.length)
    const found = new Array<number>(rows.length)
    for (let from = 0; from < order.length; from += batch) {
      const places = order.slice(from, from + batch)
      const { [output]: { numbers } } = await session.run(places.map(place => rows[place]!), [output])
      for (const [at, place] of places.entries()) found[place] = numbers[at] as number
    }
    return found
  }
}
