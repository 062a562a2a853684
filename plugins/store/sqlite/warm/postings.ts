/** Who holds which term: lists that grow, and those of many documents at once as they were packed. */
import { readTerms } from '../rows.ts'
import { numbersIn, type Sections } from './sections.ts'

/** Who holds a term, and how often: place and frequency in turns, of `count` documents. */
export interface Postings {
  /** Added to every place. */
  base: number
  count: number
  entries: Uint32Array | Uint16Array
}

/** The terms of some documents in the order of their hashes. */
interface Packed {
  base: number
  hashes: Uint32Array
  terms: Buffer
  /** Where the bytes and the documents of each term end. */
  termEnds: Uint32Array
  holderEnds: Uint32Array
  entries: Uint32Array | Uint16Array
}

export interface Terms {
  lists: Map<string, Postings>
  packs: Packed[]
  bytes: number
}

export const emptyTerms = (): Terms => ({ lists: new Map(), packs: [], bytes: 0 })

/** Roughly, of a term and its list, beside the list's entries. */
const termBytes = 250

export function addTerms (terms: Terms, place: number, stored: string): void {
  for (const [term, frequency] of readTerms(stored)) {
    let postings = terms.lists.get(term)
    if (postings === undefined) {
      postings = { base: 0, count: 0, entries: new Uint32Array(2) }
      terms.lists.set(term, postings)
      terms.bytes += termBytes + 8
    } else if (postings.count * 2 === postings.entries.length) {
      const larger = new Uint32Array(Math.ceil(postings.count * 1.5) * 2)
      larger.set(postings.entries)
      terms.bytes += larger.byteLength - postings.entries.byteLength
      postings.entries = larger
    }
    postings.entries[postings.count * 2] = place
    postings.entries[postings.count * 2 + 1] = frequency
    postings.count++
  }
}

/** Every document that holds the term is in one of them. */
export function postingsOf ({ lists, packs }: Terms, term: string): Postings[] {
  const wanted = Buffer.from(term)
  const hash = hashOf(wanted)
  const found = packs.flatMap(pack => findIn(pack, hash, wanted) ?? [])
  const list = lists.get(term)
  return list === undefined ? found : [...found, list]
}

function findIn ({ base, hashes, terms, termEnds, holderEnds, entries }: Packed, hash: number, wanted: Buffer) {
  let [low, high] = [0, hashes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((hashes[middle] as number) < hash) low = middle + 1
    else high = middle
  }
  for (let at = low; hashes[at] === hash; at++) {
    if (wanted.compare(terms, termEnds[at - 1] ?? 0, termEnds[at]) !== 0) continue
    const [from, to] = [holderEnds[at - 1] ?? 0, holderEnds[at] as number]
    return { base, count: to - from, entries: entries.subarray(from * 2, to * 2) }
  }
  return undefined
}

/** FNV-1a. */
function hashOf (bytes: Buffer): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** The lists as sections; half as long where all that they hold is small. */
export function packTerms ({ lists }: Terms): ArrayBufferView[] {
  const sorted = [...lists]
    .map(([term, postings]) => ({ term: Buffer.from(term), hash: hashOf(Buffer.from(term)), postings }))
    .sort((a, b) => a.hash - b.hash)
  const count = sorted.reduce((sum, { postings }) => sum + postings.count, 0)
  const entries = new Uint32Array(count * 2)
  const [termEnds, holderEnds] = [new Uint32Array(sorted.length), new Uint32Array(sorted.length)]
  let [termEnd, holderEnd] = [0, 0]
  for (const [at, { term, postings }] of sorted.entries()) {
    entries.set(postings.entries.subarray(0, postings.count * 2), holderEnd * 2)
    termEnds[at] = termEnd += term.length
    holderEnds[at] = holderEnd += postings.count
  }
  const isSmall = entries.every(value => value < 2 ** 16)
  return [
    Uint32Array.from(sorted, ({ hash }) => hash),
    Buffer.concat(sorted.map(({ term }) => term)),
    termEnds,
    holderEnds,
    isSmall ? Uint16Array.from(entries) : entries
  ]
}

/** Of documents whose first has the place `base`. */
export function loadTerms (terms: Terms, base: number, parts: Sections['parts']): void {
  // Of their own, so that what stands beside them in the blob is let go.
  const own = parts.map(part => part.slice())
  const [hashes, names = new Uint8Array(0), termEnds, holderEnds, entries] = own
  const ends = numbersIn(Uint32Array, holderEnds)
  const isSmall = entries?.byteLength === (ends.at(-1) ?? 0) * 4
  terms.packs.push({
    base,
    hashes: numbersIn(Uint32Array, hashes),
    terms: Buffer.from(names.buffer, names.byteOffset, names.byteLength),
    termEnds: numbersIn(Uint32Array, termEnds),
    holderEnds: ends,
    entries: isSmall ? numbersIn(Uint16Array, entries) : numbersIn(Uint32Array, entries)
  })
  for (const part of own) terms.bytes += part.byteLength
}
