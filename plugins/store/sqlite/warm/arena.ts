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

/** Of each row what 1 of its copy stands for, and how far the copy is from the vector, in turns. */
export const notesOfRow = 2
/** What sums of float32 may be off by. */
const rounding = 1e-5
/** Steps of a cosine from -1 to 1, in which what cosines are at least is counted. */
const steps = 1024

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
  write(slot: Slot, place: number, bytes: Uint8Array): void
  /** The copies of the first `count` rows, as they stand there; valid until the arena grows. */
  copies(slot: Slot, count: number): Uint8Array
  /** Those of the first `count` rows, valid until the arena grows. */
  notes(slot: Slot, count: number): Float32Array
  /** Takes copies and their notes over from `place` on; the wholes are not there then. */
  load(slot: Slot, place: number, copies: Uint8Array, notes: Float32Array): void
  /** What is compared from now on, scaled to length 1. */
  ask(vector: Float32Array): void
  /** Finds by their copies between what the cosines of the first `count` rows and the asked are. */
  bound(slot: Slot, count: number): void
  /** So many of those that were bound since `ask` are at least this; -Infinity when there are fewer. */
  reached(count: number): number
  /** The places of the bound that are at most `from` or more and less than `below`; valid until the next call. */
  between(slot: Slot, count: number, from: number, below: number): Int32Array
  /** What the cosine of one that was bound is at most, and at least. */
  most(slot: Slot, place: number): number
  least(slot: Slot, place: number): number
  /** The cosine of one row and the asked, where the rows stand whole. */
  exact(slot: Slot, place: number): number
  /** The cosine of the float32 numbers in these bytes and the asked. */
  exactOf(bytes: Uint8Array): number
}

/** For vectors of so many numbers, 65,536 at most. */
export function createArena (dimensions: number, whole = true): Arena {
  const length = Math.ceil(dimensions / stride) * stride
  // Behind the copies and the wholes stand notes and bounds.
  const vectorBytes = whole ? length * 5 : length
  const rowBytes = vectorBytes + notesOfRow * 4 + 4
  const slotPages = Math.ceil(rowBytes / pageBytes)
  const rowsInSlot = Math.floor(slotPages * pageBytes / rowBytes)
  // What is asked, one row, both whole and coarse, the note of one row, counts, products and places stand before the
  // first slot.
  const [askedWhole, askedCoarse, oneWhole, oneCoarse, oneNote] = [0, 4, 6, 10, 11].map(at => at * length) as [
    number,
    number,
    number,
    number,
    number
  ]
  const counts = oneNote + notesOfRow * 4
  const produced = counts + (steps + 2) * 4
  const found = produced + rowsInSlot * 4
  const firstSlot = Math.ceil((found + rowsInSlot * 4) / pageBytes)
  const { memory, products } = createProducts(firstSlot)
  const free: Slot[] = []

  let numbers = new Float32Array(memory.buffer)
  /** What was asked: what 1 of its copy stands for, and what the cosine with a copy is off by. */
  let asked = { scale: 0, perError: 0, always: 0 }

  const wholeAt = (slot: Slot, place: number): number => whole ? slot + (rowsInSlot + place * 4) * length : oneWhole
  const notesAt = (slot: Slot): number => slot + rowsInSlot * vectorBytes
  const mostAt = (slot: Slot): number => notesAt(slot) + rowsInSlot * notesOfRow * 4
  const most = (slot: Slot, place: number): number => numbers[mostAt(slot) / 4 + place] as number

  /** The float32 numbers in these bytes, scaled to length 1, their copy and its note. */
  function put (bytes: Uint8Array, at: number, copyAt: number, noteAt: number): void {
    const all = new Uint8Array(memory.buffer)
    all.set(bytes, at)
    // What stood here before may be no number, which not even the zeros of the asked take away.
    all.fill(0, at + dimensions * 4, at + length * 4)
    products.prepare(at, copyAt, length, noteAt)
  }

  function grow (): void {
    const slots = Math.max(
      Math.ceil(growthPages / slotPages),
      Math.floor(memory.buffer.byteLength / pageBytes / slotPages / 4)
    )
    const first = memory.grow(slots * slotPages) * pageBytes
    numbers = new Float32Array(memory.buffer)
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
      put(bytes, wholeAt(slot, place), slot + place * length, notesAt(slot) + place * notesOfRow * 4)
    },
    copies: (slot, count) => new Uint8Array(memory.buffer, slot, count * length),
    notes: (slot, count) => new Float32Array(memory.buffer, notesAt(slot), count * notesOfRow),
    load (slot, place, copies, notes) {
      new Uint8Array(memory.buffer).set(copies, slot + place * length)
      numbers.set(notes, notesAt(slot) / 4 + place * notesOfRow)
    },
    ask (vector) {
      const whole = new Float32Array(memory.buffer, askedWhole, length)
      whole.set(vector)
      toUnit(whole)
      const { scale, error } = copyFinely(whole, new Int16Array(memory.buffer, askedCoarse, length))
      // By Cauchy and Schwarz a cosine is as far from the product of the copies as these are from their vectors.
      asked = { scale, perError: 1 + error, always: error + rounding }
      new Uint32Array(memory.buffer, counts, steps + 2).fill(0)
    },
    bound (slot, count) {
      if (count === 0) return
      products.coarse(askedCoarse, slot, count, length, produced)
      const { scale, perError, always } = asked
      products.bounds(produced, notesAt(slot), count, scale, perError, always, mostAt(slot), counts)
    },
    reached (count) {
      const counted = new Uint32Array(memory.buffer, counts + 4, steps + 1)
      let reached = 0
      for (let step = steps; step >= 0; step--) {
        reached += counted[step] as number
        if (reached >= count && count > 0) return step / (steps / 2) - 1
      }
      return -Infinity
    },
    between: (slot, count, from, below) =>
      new Int32Array(memory.buffer, found, count === 0 ? 0 : products.between(mostAt(slot), count, from, below, found)),
    most,
    least: (slot, place) =>
      most(slot, place) -
      2 * ((numbers[notesAt(slot) / 4 + place * notesOfRow + 1] as number) * asked.perError + asked.always),
    exact: (slot, place) => products.exact(askedWhole, wholeAt(slot, place), length),
    exactOf (bytes) {
      put(bytes, oneWhole, oneCoarse, oneNote)
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
function copyFinely (unit: Float32Array, into: Int16Array): { scale: number, error: number } {
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
