/**
 * The memory that the vectors kept for searching stand in: equal slots of one WebAssembly memory, given back when their user is let go. Every
 * vector stands in it twice, whole and as a coarse copy in int8, a quarter as long to read: what the copy shows to be too far is not read whole.
 */
import { createProducts, stride } from './products.ts'

/** Room for the longest vector that a setting allows, 65,536 numbers, and for some two hundred of the built-in embedder's. */
export const slotBytes = 384 * 1024
const pagesInSlot = slotBytes / 65_536

/** Byte offset of a slot. */
export type Slot = number

/** What one row of a slot is, beside its numbers. */
export interface Coarse {
  /** What 1 of the copy stands for. */
  scale: number
  /** How far the copy is from the vector. */
  error: number
}

export interface Arena {
  /** Null when the machine has no more to give. */
  take (): Slot | null
  give (slot: Slot): void
  /** Writes a unit vector. */
  write (slot: Slot, place: number, unit: Float32Array): Coarse
  /** The unit vector that is compared from now on. */
  ask (unit: Float32Array): Coarse
  /** The products of the copies of the first `count` rows and of the asked; valid until the next call. */
  coarse (slot: Slot, count: number): Int32Array
  /** The cosine of one row and the asked. */
  exact (slot: Slot, place: number): number
}

const padded = (dimensions: number): number => Math.ceil(dimensions / stride) * stride

export const rowsInSlot = (dimensions: number): number => Math.floor(slotBytes / 5 / padded(dimensions))

/** `dimensions` of what is asked are those of the slots it is compared with. */
export function createArena (): Arena {
  const { memory, products } = createProducts(2 * pagesInSlot)
  const free: Slot[] = []
  // The first slot holds what is asked, whole and then coarse; the second the products.
  const [askedWhole, askedCoarse, produced] = [0, slotBytes * 4 / 6, slotBytes]
  let asked = 0

  const wholeAt = (slot: Slot, place: number, length: number): number => slot + (rowsInSlot(length) + place * 4) * length

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
    write (slot, place, unit) {
      const length = padded(unit.length)
      const whole = new Float32Array(memory.buffer, wholeAt(slot, place, length), length)
      whole.set(unit)
      // What stood here before may be no number, which not even the zeros of the asked take away.
      whole.fill(0, unit.length)
      return quantise(unit, new Int8Array(memory.buffer, slot + place * length, length), 127)
    },
    ask (unit) {
      asked = padded(unit.length)
      const whole = new Float32Array(memory.buffer, askedWhole, asked)
      whole.fill(0).set(unit)
      // As fine as sums of an int32 allow.
      return quantise(unit, new Int16Array(memory.buffer, askedCoarse, asked).fill(0), Math.min(32_767, Math.floor(2 ** 31 / 128 / asked)))
    },
    coarse (slot, count) {
      if (count > 0) products.coarse(askedCoarse, slot, count, asked, produced)
      return new Int32Array(memory.buffer, produced, count)
    },
    exact: (slot, place) => products.exact(askedWhole, wholeAt(slot, place, asked), asked)
  }
}

/** Whole numbers up to `most`, in the same proportions. */
function quantise (unit: Float32Array, into: Int8Array | Int16Array, most: number): Coarse {
  let largest = 0
  for (const value of unit) largest = Math.max(largest, Math.abs(value))
  const scale = largest / most
  let squares = 0
  for (let place = 0; place < unit.length; place++) {
    const value = unit[place] as number
    const code = Math.round(value / scale)
    into[place] = code
    squares += (value - code * scale) ** 2
  }
  return { scale, error: Math.sqrt(squares) }
}
