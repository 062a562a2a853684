/**
 * The fields of a user's memories that searching asks for, a column each: a memory takes 130 bytes, and an object
 * only while one looks at it.
 */
import type { Revision } from '../../../../domain/nouns.ts'
import { Document, idLength, idWords, repeated, states, times, type Fields, type Held } from './document.ts'
import { grown, numbersIn, type Sections } from './sections.ts'

export interface Columns {
  /** How many were ever read. */
  count: number
  /** Ascending. */
  rows: Float64Array
  states: Uint8Array
  lengths: Uint32Array
  /** Of all of them. */
  bytes: number
  /** Appends one; its row is above those before it. */
  add(fields: Fields): number
  set(place: number, fields: Fields): void
  /** All of them as sections; 9,000 at most. */
  pack(): Sections
  /** Appends what was packed; all its rows are above those before it. */
  load(packed: Sections): void
  /** Makes room for so many at once. */
  reserve(count: number): void
  at(place: number): Document
  /** Undefined when it was never read or is deleted. */
  placeOf(row: number): number | undefined
}

/** What of packed columns is no array: values by their codes, ids that are no UUID, revisions by place. */
interface Head {
  count: number
  values: Array<string | null>
  otherIds: Array<[place: number, id: string]>
  revisions: Array<[place: number, revisions: Revision[]]>
}

/** So many sections are those of columns. */
export const columnSections = 6

const unrevised: Revision[] = []
const growth = 1.5

export function createColumns (): Columns {
  let capacity = 0
  let timeColumns = new Float64Array(0)
  let codes = new Uint32Array(0)
  let ids = Buffer.alloc(0)
  let words = new Int32Array(0)
  /** Ids that are no UUID. */
  const otherIds = new Map<number, string>()
  const revisions = new Map<number, Revision[]>()
  const values: Array<string | null> = []
  const places = new Map<string | null, number>()

  const held: Held = {
    row: place => columns.rows[place] as number,
    id: place => otherIds.get(place) ?? ids.toString('latin1', place * idLength, (place + 1) * idLength),
    compareIds (one, other) {
      if (otherIds.size > 0 && (otherIds.has(one) || otherIds.has(other))) return held.id(one) > held.id(other) ? 1 : -1
      for (let at = 0; at < idLength; at++) {
        const difference = (ids[one * idLength + at] as number) - (ids[other * idLength + at] as number)
        if (difference !== 0) return difference
      }
      return 0
    },
    copyId (place, into, at) {
      for (let word = 0; word < idWords; word++) into[at + word] = words[place * idWords + word] as number
      return otherIds.size === 0 || !otherIds.has(place)
    },
    state: place => columns.states[place] as number,
    length: place => columns.lengths[place] as number,
    value: (place, at) => values[codes[place * repeated.length + at] as number] as string | null,
    time (place, at) {
      const time = timeColumns[place * times.length + at] as number
      return Number.isNaN(time) ? null : time
    },
    revisions: place => revisions.get(place) ?? unrevised
  }
  const columns: Columns = {
    count: 0,
    rows: new Float64Array(0),
    states: new Uint8Array(0),
    lengths: new Uint32Array(0),
    bytes: 0,
    add (fields) {
      if (columns.count === capacity) grow(capacity + 1)
      const place = columns.count++
      columns.rows[place] = fields.row
      if (fields.id.length === idLength && Buffer.byteLength(fields.id) === idLength) {
        ids.write(fields.id, place * idLength, 'latin1')
      } else {
        keepId(place, fields.id)
      }
      columns.set(place, fields)
      return place
    },
    set (place, fields) {
      columns.states[place] = fields.active ? states.active : states.ended
      columns.lengths[place] = fields.length
      for (const [at, name] of times.entries()) timeColumns[place * times.length + at] = fields[name] ?? NaN
      for (const [at, name] of repeated.entries()) codes[place * repeated.length + at] = codeOf(fields[name])
      revisions.delete(place)
      if (fields.revisions === '[]') return
      revisions.set(place, JSON.parse(fields.revisions) as Revision[])
      columns.bytes += fields.revisions.length * 2
    },
    pack () {
      const { count } = columns
      const head: Head = { count, values, otherIds: [...otherIds], revisions: [...revisions] }
      const parts = [
        columns.rows.subarray(0, count),
        timeColumns.subarray(0, count * times.length),
        columns.lengths.subarray(0, count),
        Uint16Array.from(codes.subarray(0, count * repeated.length)),
        ids.subarray(0, count * idLength),
        columns.states.subarray(0, count)
      ].map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength))
      return { head, parts }
    },
    load ({ head, parts }) {
      const { count, values: named, otherIds: unlike, revisions: revised } = head as Head
      const base = columns.count
      columns.reserve(base + count)
      columns.count += count
      columns.rows.set(numbersIn(Float64Array, parts[0]), base)
      timeColumns.set(numbersIn(Float64Array, parts[1]), base * times.length)
      columns.lengths.set(numbersIn(Uint32Array, parts[2]), base)
      const here = Uint32Array.from(named, codeOf)
      const packed = numbersIn(Uint16Array, parts[3])
      const first = base * repeated.length
      for (let at = 0; at < packed.length; at++) codes[first + at] = here[packed[at] as number] as number
      ids.set(numbersIn(Uint8Array, parts[4]), base * idLength)
      columns.states.set(numbersIn(Uint8Array, parts[5]), base)
      for (const [place, id] of unlike) keepId(base + place, id)
      for (const [place, past] of revised) {
        revisions.set(base + place, past)
        columns.bytes += JSON.stringify(past).length * 2
      }
    },
    reserve (count) {
      if (count > capacity) grow(count)
    },
    at: place => new Document(held, place),
    placeOf (row) {
      let [low, high] = [0, columns.count - 1]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((columns.rows[middle] as number) < row) low = middle + 1
        else high = middle
      }
      return columns.rows[low] === row && (columns.states[low] as number) >= states.ended ? low : undefined
    }
  }

  function codeOf (value: string | null): number {
    let code = places.get(value)
    if (code === undefined) {
      code = values.push(value) - 1
      places.set(value, code)
      columns.bytes += 100 + (value?.length ?? 0) * 2
    }
    return code
  }

  function keepId (place: number, id: string): void {
    otherIds.set(place, id)
    columns.bytes += 100 + id.length * 2
  }

  function grow (least: number): void {
    const before = capacity
    capacity = Math.max(64, Math.ceil(capacity * growth), least)
    const fixed = [columns.rows, columns.states, columns.lengths] = [
      grown(columns.rows, new Float64Array(capacity)),
      grown(columns.states, new Uint8Array(capacity)),
      grown(columns.lengths, new Uint32Array(capacity))
    ]
    timeColumns = grown(timeColumns, new Float64Array(capacity * times.length))
    codes = grown(codes, new Uint32Array(capacity * repeated.length))
    words = grown(words, new Int32Array(capacity * idWords))
    ids = Buffer.from(words.buffer)
    const each = [...fixed, timeColumns, codes, ids].reduce((sum, { byteLength }) => sum + byteLength, 0) / capacity
    columns.bytes += (capacity - before) * each
  }

  return columns
}
