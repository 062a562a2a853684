/**
 * Feature hashing (Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", 2009): every word and every
 * piece of a word adds plus or minus its weight to one place of the vector. Texts are close when they share words or parts of
 * words. It knows no meaning: "car" and "automobile" are as far apart as any two words.
 */
import { fold, terms } from '../../../kernel/text/analyse.ts'

const shortest = 3
const longest = 5

/** Of length `dimensions`, unit length, never all zero. */
export function hashFeatures (text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  const known = terms(text)
  const words = known.length > 0 ? known : fold(text).split(/\s+/u).filter(Boolean)
  for (const [word, count] of countOf(words)) {
    const weight = 1 + Math.log(count)
    add(vector, `=${word}`, weight)
    const pieces = piecesOf(word)
    // Together the pieces weigh as much as their word, so that long words do not outweigh short ones.
    for (const piece of pieces) add(vector, piece, weight / Math.sqrt(pieces.length))
  }
  return normalised(vector)
}

function countOf (words: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function piecesOf (word: string): string[] {
  const characters = ['<', ...word, '>']
  const pieces: string[] = []
  for (let size = shortest; size <= longest; size++) {
    for (let at = 0; at + size <= characters.length && characters.length > shortest; at++) pieces.push(characters.slice(at, at + size).join(''))
  }
  return pieces
}

function add (vector: Float32Array, feature: string, weight: number): void {
  const hash = hashOf(feature)
  const place = (hash >>> 1) % vector.length
  vector[place] = (vector[place] ?? 0) + (hash & 1 ? weight : -weight)
}

/** FNV-1a over UTF-16 units, finished with the mixer of MurmurHash3 so that the low bits are as good as the high ones. */
function hashOf (feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b)
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35)
  return (hash ^ hash >>> 16) >>> 0
}

function normalised (vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  // Opposite signs in one place can cancel out, and a text may hold nothing at all.
  if (squares === 0) vector[0] = 1
  else for (const [place, value] of vector.entries()) vector[place] = value / Math.sqrt(squares)
  return vector
}
