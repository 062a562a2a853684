/**
 * Products of vectors in WebAssembly, whose SIMD is the only one that JavaScript can reach. The module is small enough to be spelled out here,
 * so that nothing needs a compiler. Opcodes: https://webassembly.github.io/spec/core/appendix/index-instructions.html
 */

/** The length of every row, in numbers, is a multiple of this. */
export const stride = 32

/** Pages of 64 KiB. */
export interface Memory { readonly buffer: ArrayBuffer, grow (pages: number): number }

/** All parameters but lengths are byte offsets into the memory. */
export interface Products {
  /** Of two rows of float32. */
  exact (one: number, other: number, length: number): number
  /** Of one row of int16 with `count` rows of int8, at least one; an int32 each is written from `out` on. */
  coarse (query: number, rows: number, count: number, length: number, out: number): void
}

/** As much of the global as is used here; Node's types leave it to those of browsers. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => Memory
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: unknown }
}

export function createProducts (pages: number): { memory: Memory, products: Products } {
  const memory = new WebAssembly.Memory({ initial: pages })
  return { memory, products: new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { service: { memory } }).exports as Products }
}

const [int, float, four] = [0x7f, 0x7d, 0x7b]
const get = (local: number): number[] => [0x20, local]
const set = (local: number): number[] => [0x21, local]
const tee = (local: number): number[] => [0x22, local]
/** i32.const, from 0 to 8191. */
const constant = (value: number): number[] => [0x41, (value & 0x7f) | 0x80, value >>> 7]
const advance = (local: number, bytes: number): number[] => [...get(local), ...constant(bytes), addInts, ...tee(local)]
const simd = (...code: number[]): number[] => [0xfd, ...code]
const [loop, again, end] = [[0x03, 0x40], [0x0d, 0], 0x0b]
const [addInts, subtractInts, multiplyInts, isBelow, storeInt, addFloats] = [0x6a, 0x6b, 0x6c, 0x49, [0x36, 2, 0], 0x92]
const nothing = simd(0x0c, ...Array<number>(16).fill(0))

/** sum += the products of 16 bytes of `one` and what `load` makes of `other`. */
function accumulate (sum: number, one: number, oneAt: number, load: number[], multiply: number[], add: number[]): number[] {
  return [...get(sum), ...get(one), ...simd(0x00, 4, oneAt), ...load, ...multiply, ...add, ...set(sum)]
}

/** The lanes of the first of four sums, after the others were added to it. */
function total (sums: number[], addFours: number[], extract: number, add: number): number[] {
  const [first = 0, ...others] = sums
  const lane = (place: number): number[] => [...get(first), ...simd(extract, place)]
  return [...others.flatMap(sum => [...get(first), ...get(sum), ...addFours, ...set(first)]), ...lane(0), ...[1, 2, 3].flatMap(place => [...lane(place), add])]
}

function exact (): number[] {
  const [one, other, length, stop] = [0, 1, 2, 3]
  // Four sums, so that the additions do not wait for each other.
  const sums = [4, 5, 6, 7]
  const [addFours, multiplyFours] = [simd(0xe4, 0x01), simd(0xe6, 0x01)]
  return [
    2, 1, int, 4, four,
    ...get(one), ...get(length), ...constant(4), multiplyInts, addInts, ...set(stop),
    ...loop,
    ...sums.flatMap((sum, place) => accumulate(sum, one, 16 * place, [...get(other), ...simd(0x00, 4, 16 * place)], multiplyFours, addFours)),
    ...advance(other, 64), 0x1a, ...advance(one, 64), ...get(stop), isBelow, ...again,
    end,
    ...total(sums, addFours, 0x1f, addFloats),
    end
  ]
}

function coarse (): number[] {
  const [query, rows, count, length, out, at, stop] = [0, 1, 2, 3, 4, 5, 6]
  const sums = [7, 8, 9, 10]
  const [addFours, multiplyPairs] = [simd(0xae, 0x01), simd(0xba, 0x01)]
  return [
    2, 2, int, 4, four,
    ...get(query), ...get(length), ...constant(2), multiplyInts, addInts, ...set(stop),
    ...loop,
    ...sums.flatMap(sum => [...nothing, ...set(sum)]),
    ...get(query), ...set(at),
    ...loop,
    // Eight int8 are loaded as eight int16.
    ...sums.flatMap((sum, place) => accumulate(sum, at, 16 * place, [...get(rows), ...simd(0x01, 3, 8 * place)], multiplyPairs, addFours)),
    ...advance(rows, 32), 0x1a, ...advance(at, 64), ...get(stop), isBelow, ...again,
    end,
    ...get(out), ...total(sums, addFours, 0x1b, addInts), ...storeInt,
    ...advance(out, 4), 0x1a,
    ...get(count), ...constant(1), subtractInts, ...tee(count), ...again,
    end,
    end
  ]
}

function moduleBytes (): Uint8Array {
  const name = (text: string): number[] => [text.length, ...Buffer.from(text)]
  const sized = (bytes: number[]): number[] => [(bytes.length & 0x7f) | 0x80, bytes.length >>> 7, ...bytes]
  const section = (id: number, ...bytes: number[]): number[] => [id, ...sized(bytes)]
  return Uint8Array.from([
    0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, 2, 0x60, 3, int, int, int, 1, float, 0x60, 5, int, int, int, int, int, 0),
    ...section(2, 1, ...name('service'), ...name('memory'), 2, 0, 1),
    ...section(3, 2, 0, 1),
    ...section(7, 2, ...name('exact'), 0, 0, ...name('coarse'), 0, 1),
    ...section(10, 2, ...sized(exact()), ...sized(coarse()))
  ])
}
