import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface StaticModel {
  model: string
  dimensions: number
  /** A unit vector, also for an empty text and for scripts that the vocabulary lacks. */
  embed(text: string): Float32Array
}

interface Layout {
  model: string
  pieces: number
  buckets: number
  dimensions: number
}

const headerBytes = 16
const unspellable = 100 // characters; WordPiece gives up on longer words
const remembered = 20_000 // words whose rows are kept at hand
const plain = /^[\t\n\r -~]*$/
const ideograph =
  '\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}'
const ideographs = new RegExp(`[${ideograph}]`, 'gu')
const words = /[!-/:-@[-`{-~]|\p{P}|(?:(?![!-/:-@[-`{-~]|\p{P})\S)+/gu
const plainWords = /[!-/:-@[-`{-~]|[^\s!-/:-@[-`{-~]+/g
const farLetter = /(?![\0-\u024f])\p{L}/u

/** What the model is, and that its table is whole, without reading the table. */
export async function describeStaticModel (folder: string): Promise<Pick<StaticModel, 'model' | 'dimensions'>> {
  const { model } = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')) as { model: string }
  const table = await open(join(folder, 'vectors.bin'))
  try {
    const { buffer } = await table.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
    return { model, dimensions: header(buffer, (await table.stat()).size).dimensions }
  } finally {
    await table.close()
  }
}

/** Reads `config.json`, `vocab.txt` and `vectors.bin`; models/train/export_embedder.py writes them. */
export async function loadStaticModel (folder: string): Promise<StaticModel> {
  const [config, vocabulary, file] = await Promise.all([
    readFile(join(folder, 'config.json'), 'utf8'),
    readFile(join(folder, 'vocab.txt'), 'utf8'),
    readFile(join(folder, 'vectors.bin'))
  ])
  const { model } = JSON.parse(config) as { model: string }
  const layout = { model, ...header(file, file.length) }
  const pieces = new Map(vocabulary.split('\n').slice(0, layout.pieces).map((piece, row) => [piece, row]))
  const rows = dequantise(file, layout)
  return { model, dimensions: layout.dimensions, embed: embedder(rows, pieces, layout) }
}

/** "PSV1", then rows of pieces, rows of buckets and dimensions as little-endian uint32. */
function header (begin: Buffer, length: number): Omit<Layout, 'model'> {
  if (begin.toString('latin1', 0, 4) !== 'PSV1') throw new Error('vectors.bin does not begin with PSV1')
  const [pieces, buckets, dimensions] = [begin.readUInt32LE(4), begin.readUInt32LE(8), begin.readUInt32LE(12)]
  const size = headerBytes + (pieces + buckets) * (4 + dimensions)
  if (length !== size) throw new Error(`vectors.bin has ${length} bytes instead of ${size}`)
  return { pieces, buckets, dimensions }
}

/** One float32 scale a row, then the rows in int8; they stay int8 in memory and are scaled while they are summed. */
function dequantise (file: Buffer, { pieces, buckets }: Layout) {
  const total = pieces + buckets
  const scales = new Float32Array(total)
  for (let row = 0; row < total; row++) scales[row] = file.readFloatLE(headerBytes + 4 * row)
  return { scales, cells: new Int8Array(file.buffer, file.byteOffset + headerBytes + 4 * total) }
}

function embedder ({ scales, cells }: ReturnType<typeof dequantise>, pieces: Map<string, number>, layout: Layout) {
  const { dimensions } = layout
  const seen = new Map<string, { rows: number[], share: number }>()

  function rowsOf (word: string) {
    let found = seen.get(word)
    if (!found) {
      found = spell(word, pieces) ?? scatter(word, layout)
      if (seen.size >= remembered) seen.clear()
      seen.set(word, found)
    }
    return found
  }

  return function embed (text: string) {
    const sum = new Float32Array(dimensions)
    const found = split(text).map(rowsOf)
    for (const { rows, share } of found.length ? found : [scatter('', layout)]) {
      for (const row of rows) add(sum, row, share)
    }
    return normalised(sum)
  }

  function add (sum: Float32Array, row: number, share: number) {
    const weight = scales[row]! * share
    const start = row * dimensions
    // Four a turn takes two thirds of the time.
    for (let at = 0; at < dimensions; at += 4) {
      const from = start + at
      sum[at]! += weight * cells[from]!
      sum[at + 1]! += weight * cells[from + 1]!
      sum[at + 2]! += weight * cells[from + 2]!
      sum[at + 3]! += weight * cells[from + 3]!
    }
  }
}

/** BERT's uncased basic tokenizer: words and single punctuation marks, lower case, without accents. */
function split (text: string): string[] {
  if (plain.test(text)) return text.toLowerCase().match(plainWords) ?? []
  const clean = text.replace(/[\t\n\r]/g, ' ').replace(/[\p{C}\ufffd]/gu, '').replace(ideographs, ' $& ')
    .normalize('NFD').replace(/\p{Mn}/gu, '')
  // one by one, because lower-casing a whole word gives a final sigma that the vocabulary does not know
  return Array.from(clean, letter => letter.toLowerCase()).join('').match(words) ?? []
}

/** Greedy longest-match WordPiece; nothing for what it cannot spell, or spells only letter by letter. */
function spell (word: string, pieces: Map<string, number>) {
  if (lettersOf(word) > unspellable || (lettersOf(word) > 1 && farLetter.test(word))) return
  const rows = []
  // In UTF-16 units: no piece ends within a letter.
  for (let start = 0; start < word.length;) {
    let end = word.length
    let row: number | undefined
    for (; end > start; end--) {
      const piece = word.slice(start, end)
      row = pieces.get(start > 0 ? `##${piece}` : piece)
      if (row !== undefined) break
    }
    if (row === undefined) return
    rows.push(row)
    start = end
  }
  return { rows, share: 1 }
}

function lettersOf (word: string): number {
  return word.length === 1 ? 1 : Array.from(word).length
}

/** The mean of the rows that the word's character trigrams, and the word itself, hash to. */
function scatter (word: string, { pieces, buckets }: Layout) {
  const letters = ['<', ...word, '>']
  const grams = [letters.join('')]
  for (let at = 0; at + 3 <= letters.length; at++) grams.push(letters.slice(at, at + 3).join(''))
  return { rows: grams.map(gram => pieces + hash(gram) % buckets), share: 1 / grams.length }
}

const utf8 = new TextEncoder()

/** FNV-1a, 32 bits, over UTF-8. */
function hash (text: string) {
  let h = 0x811c9dc5
  for (const byte of utf8.encode(text)) h = Math.imul(h ^ byte, 0x01000193)
  return h >>> 0
}

function normalised (sum: Float32Array) {
  let square = 0
  for (const value of sum) square += value * value
  const inverse = square > 0 ? 1 / Math.sqrt(square) : 0
  for (let at = 0; at < sum.length; at++) sum[at]! *= inverse
  return sum
}
