/** Messages of bolt: the chunks they travel in, and PackStream without structures. */

export type Packed = null | boolean | number | bigint | string | Buffer | Packed[] | { [key: string]: Packed }

/** Whole messages of a stream of chunks. */
export function messagesOf (heard: (message: Buffer) => void): (bytes: Buffer) => void {
  let received = Buffer.alloc(0)
  let chunks: Buffer[] = []
  return bytes => {
    received = Buffer.concat([received, bytes])
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const size = received.readUInt16BE(0)
      if (size > 0) chunks.push(received.subarray(2, 2 + size))
      received = received.subarray(2 + size)
      // Nothing alone keeps a connection awake.
      if (size > 0 || chunks.length === 0) continue
      const message = Buffer.concat(chunks)
      chunks = []
      heard(message)
    }
  }
}

export function chunked (message: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < message.length; at += 0xffff) {
    const chunk = message.subarray(at, at + 0xffff)
    parts.push(sized(2, chunk.length), chunk)
  }
  return Buffer.concat([...parts, Buffer.alloc(2)])
}

export const messageOf = (kind: number, ...fields: Packed[]): Buffer =>
  Buffer.concat([Buffer.from([0xb0 + fields.length, kind]), ...fields.map(packed)])

export function packed (value: Packed): Buffer {
  if (value === null) return Buffer.from([0xc0])
  if (typeof value === 'boolean') return Buffer.from([value ? 0xc3 : 0xc2])
  if (typeof value === 'number' || typeof value === 'bigint') {
    const bytes = Buffer.alloc(9)
    bytes[0] = 0xcb
    bytes.writeBigInt64BE(BigInt(value), 1)
    return bytes
  }
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([Buffer.from([0xd2]), sized(4, bytes.length), bytes])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.from([0xce]), sized(4, value.length), value])
  if (Array.isArray(value)) {
    return Buffer.concat([Buffer.from([0xd6]), sized(4, value.length), ...value.map(packed)])
  }
  const entries = Object.entries(value)
  return Buffer.concat([
    Buffer.from([0xda]),
    sized(4, entries.length),
    ...entries.flatMap(([key, field]) => [packed(key), packed(field)])
  ])
}

/** The value that begins there, and where the next one does. */
export function unpacked (bytes: Buffer, at: number): { value: Packed, end: number } {
  const marker = bytes.readUInt8(at)
  if (marker < 0x80 || marker >= 0xf0) return { value: bytes.readInt8(at), end: at + 1 }
  const small = kinds[marker >> 4]
  if (small !== undefined) return small(bytes, at + 1, marker & 0x0f)
  const fixed = fixedValues[marker]
  if (fixed !== undefined) return fixed(bytes, at + 1)
  const sizedKind = sizedKinds[marker]
  if (sizedKind === undefined) throw new Error(`PackStream marker ${marker.toString(16)} is not read here`)
  const [width, kind] = sizedKind
  return kind(bytes, at + 1 + width, bytes.readUIntBE(at + 1, width))
}

type Unpack = (bytes: Buffer, at: number, size: number) => { value: Packed, end: number }

const text: Unpack = (bytes, at, size) => ({ value: bytes.toString('utf8', at, at + size), end: at + size })
const raw: Unpack = (bytes, at, size) => ({ value: bytes.subarray(at, at + size), end: at + size })
const list: Unpack = (bytes, at, size) => {
  const value: Packed[] = []
  for (let n = 0; n < size; n++) {
    const next = unpacked(bytes, at)
    value.push(next.value)
    at = next.end
  }
  return { value, end: at }
}
const map: Unpack = (bytes, at, size) => {
  const { value, end } = list(bytes, at, 2 * size)
  const flat = value as Packed[]
  return {
    value: Object.fromEntries(Array.from({ length: size }, (_, n) => [String(flat[2 * n]), flat[2 * n + 1] ?? null])),
    end
  }
}

const kinds: Record<number, Unpack> = { 8: text, 9: list, 10: map }
const fixedValues: Record<number, (bytes: Buffer, at: number) => { value: Packed, end: number }> = {
  0xc0: (_, end) => ({ value: null, end }),
  0xc1: (bytes, at) => ({ value: bytes.readDoubleBE(at), end: at + 8 }),
  0xc2: (_, end) => ({ value: false, end }),
  0xc3: (_, end) => ({ value: true, end }),
  0xc8: (bytes, at) => ({ value: bytes.readInt8(at), end: at + 1 }),
  0xc9: (bytes, at) => ({ value: bytes.readInt16BE(at), end: at + 2 }),
  0xca: (bytes, at) => ({ value: bytes.readInt32BE(at), end: at + 4 }),
  0xcb: (bytes, at) => ({ value: bytes.readBigInt64BE(at), end: at + 8 })
}
const sizedKinds: Record<number, [width: number, kind: Unpack]> = {
  0xcc: [1, raw],
  0xcd: [2, raw],
  0xce: [4, raw],
  0xd0: [1, text],
  0xd1: [2, text],
  0xd2: [4, text],
  0xd4: [1, list],
  0xd5: [2, list],
  0xd6: [4, list],
  0xd8: [1, map],
  0xd9: [2, map],
  0xda: [4, map]
}

function sized (width: number, size: number): Buffer {
  const bytes = Buffer.alloc(width)
  bytes.writeUIntBE(size, 0, width)
  return bytes
}
