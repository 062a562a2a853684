/**
 * Dot products of one vector with many, in WebAssembly: its SIMD multiplies four numbers at a time and is the only one JavaScript can reach.
 * The module is small enough to be spelled out here, so that nothing needs a compiler. Opcodes: https://webassembly.github.io/spec/core/appendix/index-instructions.html
 */

/** Numbers in one step of the loop; the length of every row is a multiple of it. */
export const stride = 16
const strideBytes = stride * 4

/** Byte offsets into the memory. `rowBytes` is a multiple of `stride` numbers; one float32 a row is written from `out` on. */
export type Dots = (query: number, rows: number, count: number, rowBytes: number, out: number) => void

/** Pages of 64 KiB. */
export interface Memory { readonly buffer: ArrayBuffer, grow (pages: number): number }

/** As much of the global as is used here; Node's types leave it to those of browsers. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => Memory
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> }
}

export function createDots (pages: number): { memory: Memory, dots: Dots } {
  const memory = new WebAssembly.Memory({ initial: pages })
  const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { service: { memory } })
  return { memory, dots: instance.exports['dots'] as Dots }
}

// Locals: the five parameters, then what the loops need.
const [query, rows, count, rowBytes, out, at, end, first, second, third, fourth] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

const get = (local: number): number[] => [0x20, local]
const set = (local: number): number[] => [0x21, local]
const tee = (local: number): number[] => [0x22, local]
/** i32.const of a small number. */
const small = (value: number): number[] => [0x41, ...value < 64 ? [value] : [value | 0x80, 0]]
const simd = (...code: number[]): number[] => [0xfd, ...code]
const loadFour = (offset: number): number[] => simd(0x00, 4, offset)
const noFour = simd(0x0c, ...Array<number>(16).fill(0))
const addFours = simd(0xe4, 0x01)
const multiplyFours = simd(0xe6, 0x01)
const lane = (sum: number, place: number): number[] => [...get(sum), ...simd(0x1f, place)]
const [block, loop, again, close] = [[0x02, 0x40], [0x03, 0x40], [0x0d, 0], 0x0b] as const
const [addInts, subtractInts, isZero, isBelow, addFloats, storeFloat] = [0x6a, 0x6b, 0x45, 0x49, 0x92, [0x38, 2, 0]] as const

/** sum += at[offset..] * rows[offset..] */
const accumulate = (sum: number, offset: number): number[] =>
  [...get(sum), ...get(at), ...loadFour(offset), ...get(rows), ...loadFour(offset), ...multiplyFours, ...addFours, ...set(sum)]

/** Four sums, so that the additions do not wait for each other. */
const instructions = [
  ...block, ...get(count), isZero, ...again,
  ...loop,
  ...[first, second, third, fourth].flatMap(sum => [...noFour, ...set(sum)]),
  ...get(query), ...tee(at), ...get(rowBytes), addInts, ...set(end),
  ...loop,
  ...accumulate(first, 0), ...accumulate(second, 16), ...accumulate(third, 32), ...accumulate(fourth, 48),
  ...get(rows), ...small(strideBytes), addInts, ...set(rows),
  ...get(at), ...small(strideBytes), addInts, ...tee(at), ...get(end), isBelow, ...again,
  close,
  ...get(first), ...get(second), ...addFours, ...get(third), ...get(fourth), ...addFours, ...addFours, ...set(first),
  ...get(out), ...lane(first, 0), ...lane(first, 1), addFloats, ...lane(first, 2), addFloats, ...lane(first, 3), addFloats, ...storeFloat,
  ...get(out), ...small(4), addInts, ...set(out),
  ...get(count), ...small(1), subtractInts, ...tee(count), ...again,
  close, close, close
]

function moduleBytes (): Uint8Array {
  const [int, four] = [0x7f, 0x7b]
  const name = (text: string): number[] => [text.length, ...Buffer.from(text)]
  const sized = (bytes: number[]): number[] => [(bytes.length & 0x7f) | 0x80, bytes.length >>> 7, ...bytes]
  const section = (id: number, ...bytes: number[]): number[] => [id, ...sized(bytes)]
  const body = [2, 2, int, 4, four, ...instructions]
  return Uint8Array.from([
    0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, 1, 0x60, 5, int, int, int, int, int, 0),
    ...section(2, 1, ...name('service'), ...name('memory'), 2, 0, 1),
    ...section(3, 1, 0),
    ...section(7, 1, ...name('dots'), 0, 0),
    ...section(10, 1, ...sized(body))
  ])
}
