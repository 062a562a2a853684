/** Bounds of the JSON that callers shape freely: the same for every way in, so that every store can keep it. */

/** Levels of nesting: more than real JSON has, few enough for every recursive function and every thread. */
export const deepestJson = 100
/** Bytes of one memory's metadata as JSON text. */
export const largestMetadata = 64 * 1024

/** Values of one JSON text, lists and objects counted too: parsing many small ones takes seconds of everybody's. */
export const mostJsonValues = 100_000

const [quote, backslash, comma, bracket, brace] = [34, 92, 44, 91, 123]

/** Whether the text, JSON or not, holds more of them. Looks no further, and parses nothing. */
export function tooManyValues (text: string, most = mostJsonValues): boolean {
  let values = 1
  let quoted = false
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (code === quote) quoted = !quoted
    else if (quoted) {
      if (code === backslash) place++
    } else if ((code === comma || code === bracket || code === brace) && ++values > most) return true
  }
  return false
}

/** Whether more than `deepestJson` levels lie below the value. Goes no deeper itself. */
export function nestedTooDeep (value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > deepestJson) return true
  return Object.values(value).some(entry => nestedTooDeep(entry, depth + 1))
}

/** What forbids to keep this metadata, completing "The … field"; null when nothing does. */
export function metadataFault (metadata: unknown): string | null {
  if (nestedTooDeep(metadata)) return `must not be nested deeper than ${deepestJson} levels`
  const bytes = Buffer.byteLength(JSON.stringify(metadata ?? null))
  return bytes <= largestMetadata ? null : `must be at most ${largestMetadata} bytes of JSON; it has ${bytes}`
}
