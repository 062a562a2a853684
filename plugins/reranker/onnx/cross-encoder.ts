/** The usual cross-encoder: question and document go through the model in one row, and one score a pair comes out. */
import { LRUCache } from 'lru-cache'
import { join, type Rows } from '../../_shared/onnx/rows.ts'
import type { Scoring, ScoringRequest } from './scoring.ts'
import type { Session } from '../../_shared/onnx/session.ts'

/** Tokens kept over all documents: about eight megabytes. */
const cachedTokens = 2_000_000

export function scoreCrossEncoder ({ outputs, run }: Session, rows: Rows): Scoring {
  const output = outputs.includes('logits') ? 'logits' : outputs[0] ?? ''
  const tokenised = new LRUCache<string, number[]>({
    maxSize: cachedTokens,
    sizeCalculation: tokens => tokens.length + 1
  })

  function tokensOf (text: string): number[] {
    let tokens = tokenised.get(text)
    if (tokens === undefined) tokenised.set(text, tokens = rows.tokens(text))
    return tokens
  }

  async function begin (query: string, documents: string[]): Promise<ScoringRequest> {
    const question = rows.question(rows.tokens(query))
    const pairs = documents.map(text => join(question, rows.document(tokensOf(text), question.ids.length)))
    return {
      lengths: pairs.map(({ ids }) => ids.length),
      async score (places) {
        const { dims, numbers } =
          (await run(places.map(place => pairs[place] as typeof question), [output]))[output] as {
            dims: readonly number[]
            numbers: Float32Array
          }
        if (numbers.length !== places.length) {
          throw new Error(
            `its output "${output}" is float32[${
              dims.join(', ')
            }] for ${places.length} pairs, where a reranker gives one float32 score a pair`
          )
        }
        return Array.from(numbers)
      }
    }
  }
  return { begin }
}
