/** MaxSim, the score of late interaction: every word of the question and its likest among the document's. */
import { createProducts, stride } from '../../../kernel/vector-products.ts'

/** Unit vectors, one after the other, one byte a number: the cosine of two moves by a thousandth at most, and they take a quarter of the memory. */
export interface Words {
  states: Int8Array
  /** What 1 stands for, a word; 0 marks what is no word. */
  scales: Float32Array
}

const pageBytes = 65_536

/** `numbers` holds vectors of `size` numbers; one that is all zero is no word. */
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
    // Rounded by cutting off behind the point; Math.round is most of the time of this loop.
    for (let at = word * size; at < end; at++) states[at] = ((numbers[at] as number) * (127 / largest) + 128.5 | 0) - 128
  }
  return { states, scales }
}

/** For vectors of `size` numbers, a multiple of `stride`: how like `document` is to each of `weights.length` words of the question, weighted and added up. */
export function createLikeness (size: number) {
  if (size % stride !== 0) throw new Error(`its states have ${size} numbers, which is no multiple of ${stride}`)
  const { memory, products } = createProducts(1)

  return function likeness (question: Words, weights: Float32Array, document: Words): number {
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
