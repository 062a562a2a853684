/**
 * MaxSim (Khattab and Zaharia, ColBERT, SIGIR 2020), the score of late interaction: for every word of the question the
 * largest cosine among the document's words, weighted and summed.
 */
import { createProducts, stride } from '../../_shared/vector-products.ts'

/** Of a question: unit vectors, one after the other, quantised to int8. */
export interface Words {
  states: Int8Array
  /** One factor a word, by which its int8 values become floats again; 0 marks a place that holds no word. */
  scales: Float32Array
}

/**
 * Of a document: unit vectors of its words, quantised to four bits, which is an eighth of their memory: the score of a
 * document moves by a thirtieth of what scores differ by. Of every 32 numbers the first 16 are the lower halves of 16
 * bytes, the others the upper ones.
 */
export type PackedWords = Uint8Array

/**
 * The number that four bits hold as 7, in parts of the mean size of a unit vector's numbers. More would make the steps
 * coarser, less would cut more of the numbers.
 */
const largestPacked = 3

const pageBytes = 65_536

/** Quantises vectors of `size` numbers each; a vector of zeros is no word. */
export function wordsOf (numbers: Float32Array, size: number): Words {
  const states = new Int8Array(numbers.length)
  const scales = new Float32Array(numbers.length / size)
  for (let word = 0; word < scales.length; word++) {
    const end = (word + 1) * size
    let largest = 0
    for (let at = word * size; at < end; at++) largest = Math.max(largest, Math.abs(numbers[at] as number))
    if (largest === 0) continue
    scales[word] = largest / 127
    for (let at = word * size; at < end; at++) states[at] = Math.round((numbers[at] as number) * (127 / largest))
  }
  return { states, scales }
}

/** Likewise in four bits; what is no word is left out. */
export function packedWordsOf (numbers: Float32Array, size: number): PackedWords {
  const step = packedStep(size)
  const packed = new Uint8Array(numbers.length / 2)
  // Rounded by truncating a shifted value, since Math.round is slow; the shift of 8 is taken back in four bits.
  const fourBits = (at: number) => (Math.min(15, Math.max(0, (numbers[at] as number) / step + 8.5)) | 0) ^ 8
  let out = 0
  for (let word = 0; word < numbers.length; word += size) {
    if (!numbers.subarray(word, word + size).some(number => number !== 0)) continue
    for (let block = word; block < word + size; block += stride) {
      for (let at = block; at < block + stride / 2; at++) {
        packed[out++] = fourBits(at) | fourBits(at + stride / 2) << 4
      }
    }
  }
  return packed.slice(0, out)
}

const packedStep = (size: number): number => largestPacked / 7 / Math.sqrt(size)

/**
 * `size` is the length of a vector in numbers, a multiple of `stride`. The returned function scores `document` for the
 * `weights.length` words of `question`; a document without words scores -1 a word.
 */
export function createMaxSim (size: number) {
  if (size % stride !== 0) throw new Error(`its states have ${size} numbers, which is no multiple of ${stride}`)
  const { memory, products } = createProducts(1)
  const step = packedStep(size)

  return function maxSim (question: Words, weights: Float32Array, document: PackedWords): number {
    const words = document.length * 2 / size
    const packed = question.states.length * 2
    const states = packed + document.length
    const produced = states + words * size
    const lacking = produced + words * 4 - memory.buffer.byteLength
    if (lacking > 0) memory.grow(Math.ceil(lacking / pageBytes))
    new Int16Array(memory.buffer, 0, question.states.length).set(question.states)
    new Uint8Array(memory.buffer, packed, document.length).set(document)
    if (words > 0) products.spread(packed, document.length, states)
    const found = new Int32Array(memory.buffer, produced, words)

    let score = 0
    for (const [word, weight] of weights.entries()) {
      if (weight === 0) continue
      if (words > 0) products.coarse(word * size * 2, states, words, size, produced)
      const scale = step * (question.scales[word] as number)
      let best = -1
      for (const product of found) best = Math.max(best, scale * product)
      score += weight * best
    }
    return score
  }
}
