/** Words of an answer: bounded, and on one line, because what is remembered was written by others. */

/** Per answer, unless the caller asks for another. In tokens. */
export const defaultBudget = 4_000

/** About four bytes of UTF-8 to a token; other scripts than Latin cost more bytes and more tokens. */
export function tokensOf (text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

/** Line breaks and other control characters shown as one sign, so that no text can pose as a line of the answer. */
export function oneLine (text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]*[\p{Cc}\u2028\u2029]+[\s\p{Cc}\u2028\u2029]*/gu, ' ⏎ ')
}

/** At most `limit` characters, never half of a surrogate pair. */
export function clipped (text: string, limit: number): string {
  return text.length <= limit ? text : `${start(text, limit - 1)}…`
}

/** The first `limit` UTF-16 units, one fewer where that would divide a pair. */
export function start (text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit)
}

/** Two digits: more say nothing that a model could use. */
export function rounded (score: number | null): number | null {
  return score === null ? null : Math.round(score * 100) / 100
}

/** `1–20 of 120` */
export function span (first: number, count: number, total: number): string {
  return `${first}–${first + count - 1} of ${total}`
}
