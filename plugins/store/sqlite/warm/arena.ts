/**
 * The memory that the vectors kept for searching stand in: equal slots of one WebAssembly memory, given back when
 * their user is let go. Every vector stands in it as a coarse copy in int8, a quarter as long to read as the whole:
 * what the copy shows to be too far is not read whole. The whole stands beside the copy, or in the database alone.
 */
import { createProducts, stride } from '../../../_shared/vector-products.ts'

const pageBytes = 65_536
/** Grown by at least so much at a time: every growth looks to the garbage collector as if all of it were new. */
const growthPages = 64

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
  /** Whether the vectors stand in it whole, too. */
  whole: boolean
  slotBytes: number
  rowsInSlot: number
  copyBytes: number
  /** Null when the machine has no more to give. */
  take(): Slot | null
  give(slot: Slot): void
  /** Writes the float32 numbers in these bytes, scaled to length 1. */
  write(slot: Slot, place: number, bytes: Uint8Array): Coarse
  /** The copies of the first `count` rows, as they stand there; valid until the arena grows. */
  copies(slot: Slot, count: number): Uint8Array
  /** Takes copies over from `place` on; the wholes are not there then. */
  load(slot: Slot, place: number, copies: Uint8Array): void
  /** What is compared from now on, scaled to length 1. */
  ask(vector: Float32Array): Coarse
  /** The products of the copies of the first `count` rows and of the asked; valid until the next call. */
  coarse(slot: Slot, count: number): Int32Array
  /** The cosine of one row and the asked, where the rows stand whole. */
  exact(slot: Slot, place: number): number
  /** The cosine of the float32 numbers in these bytes and the asked. */
  exactOf(bytes: Uint8Array): number
}

/** For vectors of so many numbers, 65,536 at most. */
export function createArena (dimensions: number, whole = true): Arena {
  const length = Math.ceil(dimensions / stride) * stride
  const rowBytes = whole ? length * 5 : length
  const slotPages = Math.ceil(rowBytes / pageBytes)
  const rowsInSlot = Math.floor(slotPages * pageBytes / rowBytes)
  // What is asked, one row, both whole and coarse, and the products stand before the first slot.
  const [askedWhole, askedCoarse, oneWhole, oneCoarse, produced] = [0, 4, 6, 10, 11].map(at => at * length) as [
    number,
    number,
    number,
    number,
    number
  ]
  const firstSlot = Math.ceil((produced + rowsInSlot * 4) / pageBytes)
  const { memory, products } = createProducts(firstSlot)
  const free: Slot[] = []

  const wholeAt = (slot: Slot, place: number): number => whole ? slot + (rowsInSlot + place * 4) * length : oneWhole

  /** The float32 numbers in these bytes, scaled to length 1, and their copy. */
  function put (bytes: Uint8Array, at: number, copyAt: number): void {
    const all = new Uint8Array(memory.buffer)
    all.set(bytes, at)
    // What stood here before may be no number, which not even the zeros of the asked take away.
    all.fill(0, at + dimensions * 4, at + length * 4)
    products.prepare(at, copyAt, length, produced)
  }

  function grow (): void {
    const slots = Math.max(
      Math.ceil(growthPages / slotPages),
      Math.floor(memory.buffer.byteLength / pageBytes / slotPages / 4)
    )
    const first = memory.grow(slots * slotPages) * pageBytes
    for (let place = slots - 1; place >= 0; place--) free.push(first + place * slotPages * pageBytes)
  }

  return {
    whole,
    slotBytes: slotPages * pageBytes,
    rowsInSlot,
    copyBytes: length,
    take () {
      try {
        if (free.length === 0) grow()
      } catch {
        return null
      }
      return free.pop() as Slot
    },
    give: slot => {
      free.push(slot)
    },
    write (slot, place, bytes) {
      put(bytes, wholeAt(slot, place), slot + place * length)
      const [scale, error] = new Float32Array(memory.buffer, produced, 2) as unknown as [number, number]
      return { scale, error }
    },
    copies: (slot, count) => new Uint8Array(memory.buffer, slot, count * length),
    load (slot, place, copies) {
      new Uint8Array(memory.buffer).set(copies, slot + place * length)
    },
    ask (vector) {
      const whole = new Float32Array(memory.buffer, askedWhole, length)
      whole.set(vector)
      toUnit(whole)
      return copyFinely(whole, new Int16Array(memory.buffer, askedCoarse, length))
    },
    coarse (slot, count) {
      if (count > 0) products.coarse(askedCoarse, slot, count, length, produced)
      return new Int32Array(memory.buffer, produced, count)
    },
    exact: (slot, place) => products.exact(askedWhole, wholeAt(slot, place), length),
    exactOf (bytes) {
      put(bytes, oneWhole, oneCoarse)
      return products.exact(askedWhole, oneWhole, length)
    }
  }
}

function toUnit (vector: Float32Array): void {
  let squares = 0
  for (let place = 0; place < vector.length; place++) squares += (vector[place] as number) ** 2
  const scale = 1 / Math.sqrt(squares)
  for (let place = 0; place < vector.length; place++) vector[place] = (vector[place] as number) * scale
}

/** Whole numbers in the same proportions, as large as sums of an int32 allow. */
function copyFinely (unit: Float32Array, into: Int16Array): Coarse {
  const most = Math.min(32_767, Math.floor(2 ** 31 / 128 / unit.length))
  let largest = 0
  for (let place = 0; place < unit.length; place++) largest = Math.max(largest, Math.abs(unit[place] as number))
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
