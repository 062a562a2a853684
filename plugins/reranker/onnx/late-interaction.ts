/**
 * Late interaction (Khattab and Zaharia, ColBERT, SIGIR 2020): the model encodes question and document separately, so
 * that a document is encoded once and cached; from then on a question costs no more than its own few words.
 */
import { LRUCache } from 'lru-cache'
import { createMaxSim, packedWordsOf, wordsOf, type PackedWords, type Words } from './max-sim.ts'
import type { Rows, TokenRow } from '../../_shared/onnx/rows.ts'
import type { Scoring, ScoringRequest } from './scoring.ts'
import type { Session } from '../../_shared/onnx/session.ts'

/**
 * What the graph of such a model gives beside `logits` for a row that holds one text: `states` [rows, words, size],
 * unit vectors, all zero for what is no word; `weights` [rows, words], the weight of each word of a question; `asks`
 * and `tells` [rows, n], whose dot product scores the two texts as a whole.
 */
const outputNames = ['states', 'weights', 'asks', 'tells'] as const

interface Encoded {
  /** A vector a word, one after the other. */
  states: Float32Array
  /** Numbers of a vector. */
  size: number
  weights: Float32Array
  asks: Float32Array
  tells: Float32Array
}
interface EncodedQuestion extends Words, Pick<Encoded, 'weights' | 'asks'> {}
interface EncodedDocument extends Pick<Encoded, 'tells'> {
  words: PackedWords
}

/** Bytes over all documents: some five thousand memories of twenty words, or 150,000 word pieces of long ones. */
const cacheBytes = 32 * 1024 * 1024
/** Padded tokens of a run between questions, half of an answer's: a question that comes meanwhile waits for it. */
const largestBehind = 320

export const isLateInteraction = ({ outputs }: Session): boolean => outputNames.every(name => outputs.includes(name))

export function scoreLateInteraction ({ run }: Session, rows: Rows): Scoring {
  let maxSim: ReturnType<typeof createMaxSim> | undefined
  const cache = new LRUCache<string, EncodedDocument>({
    maxSize: cacheBytes,
    sizeCalculation: ({ words, tells }, text) => words.byteLength + tells.byteLength + 2 * text.length
  })

  const rowOf = (text: string): TokenRow => rows.document(rows.tokens(text))

  async function encode (texts: TokenRow[]): Promise<Encoded[]> {
    const found = await run(texts, outputNames)
    const { states: { dims: [count, width = 0, size = 0] }, weights, asks, tells } = found
    if (
      count !== texts.length || size === 0 || weights.numbers.length !== count * width ||
      asks.numbers.length !== tells.numbers.length
    ) {
      throw new Error(
        `its outputs ${
          outputNames.map(name => `${name}[${found[name].dims.join(', ')}]`).join(', ')
        } for ${texts.length} texts do not fit each other`
      )
    }
    maxSim ??= createMaxSim(size)
    const part = (numbers: Float32Array, row: number) =>
      numbers.subarray(row * numbers.length / count, (row + 1) * numbers.length / count)
    return texts.map(({ ids }, row) => ({
      states: part(found.states.numbers, row).subarray(0, ids.length * size),
      size,
      weights: part(weights.numbers, row).subarray(0, ids.length),
      asks: part(asks.numbers, row),
      tells: part(tells.numbers, row)
    }))
  }

  function score (question: EncodedQuestion, { words, tells }: EncodedDocument): number {
    const whole = tells.reduce((sum, tell, at) => sum + tell * (question.asks[at] as number), 0)
    return whole + (maxSim as NonNullable<typeof maxSim>)(question, question.weights, words)
  }

  async function remember (texts: string[], read: TokenRow[]): Promise<EncodedDocument[]> {
    const encoded = await encode(read)
    return encoded.map(({ states, size, tells }, place) => {
      // Copied, because the document outlives the run.
      const document = { words: packedWordsOf(states, size), tells: tells.slice() }
      cache.set(texts[place] as string, document)
      return document
    })
  }

  async function questionOf (query: string): Promise<EncodedQuestion> {
    const [{ states, size, weights, asks }] = await encode([rows.question(rows.tokens(query))]) as [Encoded]
    return { ...wordsOf(states, size), weights, asks }
  }

  async function scoreCached (
    query: string,
    documents: string[],
    deadline: number
  ): Promise<Array<number | null>> {
    const encoded = documents.map(text => cache.get(text))
    if (encoded.every(document => document === undefined)) return documents.map(() => null)
    const question = await questionOf(query)
    return encoded.map(document => document === undefined || Date.now() > deadline ? null : score(question, document))
  }

  async function begin (query: string, documents: string[]): Promise<ScoringRequest> {
    const question = await questionOf(query)
    // The request keeps its own references: the cache may evict a document before it is scored.
    const encoded = documents.map(text => cache.get(text))
    const missingRows = documents.map((text, place) => encoded[place] === undefined ? rowOf(text) : null)
    return {
      lengths: missingRows.map(row => row?.ids.length ?? 0),
      async score (places) {
        const missing = places.filter(place => encoded[place] === undefined)
        const found = missing.length === 0 ? [] : await remember(
          missing.map(place => documents[place] as string),
          missing.map(place => missingRows[place] as TokenRow)
        )
        for (const [at, place] of missing.entries()) encoded[place] = found[at] as EncodedDocument
        return places.map(place => score(question, encoded[place] as EncodedDocument))
      }
    }
  }

  async function readSome (documents: string[]): Promise<string[]> {
    const taken: string[] = []
    const read: TokenRow[] = []
    let [longest, seen] = [0, 0]
    for (const text of documents) {
      if (!cache.has(text) && !taken.includes(text)) {
        const row = rowOf(text)
        longest = Math.max(longest, row.ids.length)
        if (read.length > 0 && longest * (read.length + 1) > largestBehind) break
        taken.push(text)
        read.push(row)
      }
      seen++
    }
    if (read.length > 0) await remember(taken, read)
    return documents.slice(seen)
  }

  return { begin, readSome, scoreCached }
}
