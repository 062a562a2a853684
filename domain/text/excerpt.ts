/** Text written by others as a part of an answer: on one line, and bounded. */

/** Every control character, so all that some reader takes for a line break; with the blanks around it. */
const breaks = /(?<![\s\p{Cc}\u2028\u2029])[\s\p{Cc}\u2028\u2029]*[\p{Cc}\u2028\u2029]+[\s\p{Cc}\u2028\u2029]*/gu
/** They turn the direction of what stands after them, also of what is not theirs. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g

/** With `sign` for each break, so that no text can pose as a line of its own or change how the rest of one looks. */
export function oneLine (text: string, sign: string): string {
  return text.replaceAll(directions, '').replaceAll(breaks, sign)
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
