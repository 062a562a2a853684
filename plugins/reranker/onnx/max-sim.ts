/**
 * MaxSim (Khattab and Zaharia, ColBERT, SIGIR 2020), the score of late interaction: for every word of the question the
 * largest cosine among the document's words, weighted and summed.
 */
import { createProducts, stride } from '../../_shared/vector-products.ts'

/**
 * Unit vectors, one after the other, quantised to int8: a quarter of the memory, and the cosine of two moves by a
 * thousandth at most.
 */
export interface Words {
  states: Int8Array
  /** One factor a word, by which its int8 values become floats again; 0 marks a place that holds no word. */
  scales: Float32Array
}

const pageBytes = 65_536

/** Quantises vectors of `size` numbers each; a vector of zeros is no word. */
export function wordsOf (numbers: Float32Array, size: number): Words {
  const states = new Int8Array(numbers.length)
  const scales = new Float32Array(numbers.length / size)
  for (let word = 0; word < scales.length; word++) {
    const end = (word + 1) * size
    let largest = 0
    for (let at = word * size; at < end; at++) {
      const number = numbers[at] as number
      if (number > largest) largest = number
      else if (-number > largest) largest = -number
    }
    if (largest === 0) continue
    scales[word] = largest / 127
    // Rounded by truncating a shifted value: Math.round took most of the time of this loop.
    for (let at = word * size; at < end; at++) {
      states[at] = ((numbers[at] as number) * (127 / largest) + 128.5 | 0) - 128
    }
  }
  return { states, scales }
}

/**
 * `size` is the length of a vector in numbers, a multiple of `stride`. The returned function scores `document` for the
 * `weights.length` words of `question`; a document without words scores -1 a word.
 */
export function createMaxSim (size: number) {
  if (size % stride !== 0) throw new Error(`its states have ${size} numbers, which is no multiple of ${stride}`)
  const { memory, products } = createProducts(1)

  return function maxSim (question: Words, weights: Float32Array, document: Words): number {
    const words = document.scales.length
    const [states, produced] = [question.states.length * 2, question.states.length * 2 + document.states.length]
    const lacking = produced + words * 4 - memory.buffer.byteLength
    if (lacking > 0) memory.grow(Math.ceil(lacking / pageBytes))
    new Int16Array(memory.buffer, 0, question.states.length).set(question.states)
    new Int8Array(memory.buffer, states, document.states.length).set(document.states)
    const found = new Int32Array(memory.buffer, produced, words)

    let score = 0
    for (const [word, weight] of weights.entries()) {
      if (weight === 0) continue
      products.coarse(word * size * 2, states, words, size, produced)
      let best = -1
      for (let other = 0; other < words; other++) {
        const scale = document.scales[other] as number
        if (scale > 0) best = Math.max(best, scale * (question.scales[word] as number) * (found[other] as number))
      }
      score += weight * best
    }
    return score
  }
}
