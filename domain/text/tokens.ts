/**
 * How many tokens a text costs a model, without its vocabulary: it is cut where byte-pair tokenizers cut (words, three
 * digits, signs), and each piece costs what such pieces cost on average. Within a tenth of o200k_base for prose, code,
 * JSON and ids, and of what most others say; a script that a vocabulary hardly knows costs up to three tokens a
 * character.
 */

const piece = /[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|\s+|[!-/:-@[-`{-~]+|[^]/gu

/** Tokens of one character below this code point: what people write in that script, and not its rarest signs. */
const bands: ReadonlyArray<readonly [below: number, tokens: number]> = [
  [0x2_50, 0.8],
  [0x3_00, 1.5],
  // Marks that stand on the character before them.
  [0x3_70, 2],
  // Greek, Cyrillic, Hebrew, Arabic.
  [0x7_80, 0.5],
  [0x9_00, 2.5],
  // Of India, Thai, Lao, Tibetan.
  [0x10_00, 0.6],
  [0x1e_00, 2.5],
  [0x20_00, 1.5],
  // Punctuation, arrows; then pictures.
  [0x26_00, 1],
  [0x2c_00, 2],
  [0x2e_80, 2.5],
  // Chinese and Japanese.
  [0xa0_00, 1.2],
  [0xac_00, 2.5],
  // Korean.
  [0xd8_00, 1],
  [0xf9_00, 3],
  [0xfe_00, 2],
  [0xfe_10, 1],
  [0x1_00_00, 1.5],
  [0x1_f0_00, 3.5],
  // Emoji.
  [0x1_fb_00, 2.5]
]
const rarest = 4

/** An estimate. */
export function estimateTokens (text: string): number {
  let tokens = 0
  for (const [found] of text.matchAll(piece)) tokens += tokensOfPiece(found)
  return Math.ceil(tokens)
}

function tokensOfPiece (found: string): number {
  const { length } = found
  const code = found.codePointAt(0) as number
  if (code > 0x7f) return bands.find(([below]) => code < below)?.[1] ?? rarest
  // A blank is part of the word after it.
  if (code <= 0x20) return length > 1 ? 0.5 + length / 20 : code === 0x20 ? 0 : 0.5
  if (/\d/.test(found)) return 1
  if (/[a-z]/.test(found)) return length <= 8 ? 1 : length <= 16 ? 1 + (length - 8) / 5 : length / 2
  if (/[A-Z]/.test(found)) return 0.5 + length / 2
  return length <= 4 ? 1 : length * 0.6
}
