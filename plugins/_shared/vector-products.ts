/**
 * Products of vectors in WebAssembly, whose SIMD is the only one that JavaScript can reach. The functions are written
 * in vector-products.wat; `npm run wasm` builds them.
 */
import { wasm } from './vector-products.wasm.ts'

/** The length of every row, in numbers, is a multiple of this. */
export const stride = 32

/** Pages of 64 KiB. */
export interface LinearMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** All parameters but lengths are byte offsets into the memory. */
export interface Products {
  /** Of two rows of float32. */
  exact(one: number, other: number, length: number): number
  /** Of one row of int16 with `count` rows of int8, at least one; an int32 each is written from `out` on. */
  coarse(query: number, rows: number, count: number, length: number, out: number): void
  /**
   * Spreads `count` bytes, a multiple of 16 and at least one, that hold two signed numbers each as int8: of every 16
   * bytes the lower halves, then the upper ones.
   */
  spread(packed: number, count: number, out: number): void
  /**
   * Scales a row of float32 to length 1 and copies it as int8. What 1 of the copy stands for and how far the copy is
   * from the row are written to `out`, a float32 each.
   */
  prepare(whole: number, copy: number, length: number, out: number): void
  /**
   * Of products of copies what the cosines are at most, a float32 each; by what they are at least they are counted in
   * `counts`, an int32 for each of 1,024 steps from -1 to 1 behind the first, which counts those below.
   */
  bounds(
    products: number,
    notes: number,
    count: number,
    scale: number,
    perError: number,
    always: number,
    most: number,
    counts: number
  ): void
  /** Writes the places of float32 that are `from` or more and less than `below`, an int32 each; answers how many. */
  between(values: number, count: number, from: number, below: number, out: number): number
}

/** As much of the global as is used here; Node's types leave it to those of browsers. */
declare const WebAssembly: {
  Memory: new(size: { initial: number }) => LinearMemory
  Module: new(bytes: Uint8Array) => object
  Instance: new(module: object, imports: object) => { exports: unknown }
}

export function createProducts (pages: number): { memory: LinearMemory, products: Products } {
  const memory = new WebAssembly.Memory({ initial: pages })
  return {
    memory,
    products: new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(wasm, 'base64')), { service: { memory } })
      .exports as Products
  }
}
