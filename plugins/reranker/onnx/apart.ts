/**
 * Late interaction (Khattab and Zaharia, ColBERT, SIGIR 2020): the model reads question and document apart, so that a document is read once and
 * remembered, and from then on a question costs no more than its own few words.
 */
import { LRUCache } from 'lru-cache'
import { createLikeness, wordsOf, type Words } from './likeness.ts'
import type { Row, Rows } from './rows.ts'
import type { Scoring } from './scoring.ts'
import type { Session } from './session.ts'

/**
 * What the graph of such a model gives beside `logits` for a row that holds one text: `states` [rows, words, size], unit vectors, all zero for what is no
 * word; `weights` [rows, words], what each word of a question counts; `asks` and `tells` [rows, n], whose product is what the two texts say as a whole.
 */
const readings = ['states', 'weights', 'asks', 'tells'] as const

interface Reading extends Words { weights: Float32Array, asks: Float32Array, tells: Float32Array }
type Document = Pick<Reading, 'states' | 'scales' | 'tells'>

/** Bytes over all documents: some three thousand memories of twenty words. */
const remembered = 32 * 1024 * 1024

export const readsApart = ({ outputs }: Session): boolean => readings.every(name => outputs.includes(name))

export function scoreApart ({ run }: Session, rows: Rows): Scoring {
  let likeness: ReturnType<typeof createLikeness> | undefined
  const known = new LRUCache<string, Document>({
    maxSize: remembered,
    sizeCalculation: ({ states, scales, tells }, text) => states.byteLength + scales.byteLength + tells.byteLength + 2 * text.length
  })

  async function read (texts: Row[]): Promise<Reading[]> {
    const found = await run(texts, readings)
    const { states: { dims: [count, width = 0, size = 0] }, weights, asks, tells } = found
    if (count !== texts.length || size === 0 || weights.numbers.length !== count * width || asks.numbers.length !== tells.numbers.length) {
      throw new Error(`its outputs ${readings.map(name => `${name}[${found[name].dims.join(', ')}]`).join(', ')} for ${texts.length} texts do not fit each other`)
    }
    likeness ??= createLikeness(size)
    const part = (numbers: Float32Array, row: number) => numbers.subarray(row * numbers.length / count, (row + 1) * numbers.length / count)
    return texts.map(({ ids }, row) => ({
      ...wordsOf(part(found.states.numbers, row).subarray(0, ids.length * size), size),
      weights: part(weights.numbers, row).subarray(0, ids.length),
      asks: part(asks.numbers, row),
      // Copied, because the document outlives the run.
      tells: part(tells.numbers, row).slice()
    }))
  }

  function score (question: Reading, document: Document): number {
    const whole = document.tells.reduce((sum, tell, at) => sum + tell * (question.asks[at] as number), 0)
    return whole + (likeness as NonNullable<typeof likeness>)(question, question.weights, document)
  }

  return async (query, documents) => {
    const [question] = await read([rows.question(rows.tokens(query))]) as [Reading]
    // Held by the request, so that a full memory cannot forget what it needs.
    const held = documents.map(text => known.get(text))
    const unread = documents.map((text, place) => held[place] === undefined ? rows.document(rows.tokens(text)) : null)
    return {
      lengths: unread.map(row => row?.ids.length ?? 0),
      async score (places) {
        const missing = places.filter(place => held[place] === undefined)
        const found = missing.length === 0 ? [] : await read(missing.map(place => unread[place] as Row))
        for (const [at, place] of missing.entries()) {
          const { states, scales, tells } = found[at] as Reading
          known.set(documents[place] as string, held[place] = { states, scales, tells })
        }
        return places.map(place => score(question, held[place] as Document))
      }
    }
  }
}
