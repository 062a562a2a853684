/** Ids of memories: UUIDv7, one after the other in the order they are made. */
import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const idBytes = 16
/** Asking the system for the bytes of one id takes longer than all the rest of an id. */
const random = new Uint8Array(idBytes * 256)
let used = random.length
let lastMs = -Infinity
let counter = 0

function nextRandom (): Uint8Array {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  used += idBytes
  return random.subarray(used - idBytes, used)
}

/** As `v7` counts by itself: from a random start in each millisecond, on from the last one where the clock stands. */
export function newId (): string {
  const bytes = nextRandom()
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) & 0x7fffffff
  } else {
    counter = (counter + 1) | 0
    if (counter === 0) lastMs++
  }
  return v7({ random: bytes, msecs: lastMs, seq: counter })
}
