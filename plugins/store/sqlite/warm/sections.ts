/** Some JSON and some typed arrays as one blob, from which the arrays are taken without being read one by one. */

/** Every array begins at a multiple of this. */
const alignment = 8

const aligned = (bytes: number): number => Math.ceil(bytes / alignment) * alignment

export interface Sections {
  head: unknown
  /** Each begins where a typed array of any kind may. */
  parts: Uint8Array[]
}

export function joinSections (head: unknown, parts: ArrayBufferView[]): Uint8Array {
  const json = Buffer.from(JSON.stringify({ head, sizes: parts.map(({ byteLength }) => byteLength) }))
  let at = aligned(4 + json.length)
  const joined = Buffer.alloc(parts.reduce((sum, { byteLength }) => sum + aligned(byteLength), at))
  joined.writeUInt32LE(json.length, 0)
  json.copy(joined, 4)
  for (const { buffer, byteOffset, byteLength } of parts) {
    joined.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += aligned(byteLength)
  }
  return joined
}

export function splitSections (bytes: Uint8Array): Sections {
  // A Buffer's slice would be no copy.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const joined = plain.byteOffset % alignment === 0 ? plain : plain.slice()
  const text = Buffer.from(joined.buffer, joined.byteOffset, joined.byteLength)
  const length = text.readUInt32LE(0)
  const { head, sizes } = JSON.parse(text.toString('utf8', 4, 4 + length)) as { head: unknown, sizes: number[] }
  let at = aligned(4 + length)
  const parts = sizes.map(size => {
    const part = joined.subarray(at, at + size)
    at += aligned(size)
    return part
  })
  return { head, parts }
}

interface ArrayKind<Kind> {
  new(buffer: ArrayBufferLike, byteOffset: number, length: number): Kind
  BYTES_PER_ELEMENT: number
}

/** The bytes of a part as numbers, not copied. */
export function numbersIn<Kind> (Numbers: ArrayKind<Kind>, part: Uint8Array | undefined): Kind {
  if (part === undefined) throw new Error('a part is missing')
  return new Numbers(part.buffer, part.byteOffset, part.byteLength / Numbers.BYTES_PER_ELEMENT)
}

/** What was in the old, in the larger. */
export function grown<Kind extends { set(values: Kind): void }> (old: Kind, larger: Kind): Kind {
  larger.set(old)
  return larger
}
