/** The memory that the vectors kept for searching stand in: equal slots of one WebAssembly memory, given back when their user is let go. */
import { createDots, stride } from './dots.ts'

/** Room for the longest vector that a setting allows, 65,536 numbers, and for 256 of the built-in embedder's. */
export const slotBytes = 256 * 1024
const pagesInSlot = slotBytes / 65_536
/** The first slot holds what is asked for, the second the products. */
const [querySlot, productSlot] = [0, 1]

/** Byte offset of a slot. */
export type Slot = number

export interface Arena {
  /** Null when the machine has no more to give. */
  take (): Slot | null
  give (slot: Slot): void
  /** The numbers of one row of a slot; valid until the next `take`. */
  row (slot: Slot, place: number, dimensions: number): Float32Array
  /** The vector that the products of `multiply` are taken with. */
  ask (query: Float32Array): void
  /** The query's products with the first `count` rows; valid until the next call. */
  multiply (slot: Slot, count: number, dimensions: number): Float32Array
}

/** Whatever stands between two rows is multiplied with zeros of the query. */
const padded = (dimensions: number): number => Math.ceil(dimensions / stride) * stride

export const rowsInSlot = (dimensions: number): number => Math.floor(slotBytes / 4 / padded(dimensions))

export function createArena (): Arena {
  const { memory, dots } = createDots(2 * pagesInSlot)
  const free: Slot[] = []
  return {
    take () {
      const slot = free.pop()
      if (slot !== undefined) return slot
      try {
        return memory.grow(pagesInSlot) * 65_536
      } catch {
        return null
      }
    },
    give: slot => { free.push(slot) },
    row: (slot, place, dimensions) => new Float32Array(memory.buffer, slot + place * padded(dimensions) * 4, dimensions),
    ask (query) {
      const asked = new Float32Array(memory.buffer, querySlot * slotBytes, padded(query.length))
      asked.fill(0)
      asked.set(query)
    },
    multiply (slot, count, dimensions) {
      dots(querySlot * slotBytes, slot, count, padded(dimensions) * 4, productSlot * slotBytes)
      return new Float32Array(memory.buffer, productSlot * slotBytes, count)
    }
  }
}
