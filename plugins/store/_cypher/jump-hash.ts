/** Which partition holds what is kept under a key. */
import { createHash } from 'node:crypto'

/**
 * 0 to `partitions` - 1, by jump consistent hash (Lamping and Veach, "A Fast, Minimal Memory, Consistent Hash
 * Algorithm", 2014): from n to n + 1 partitions one key in n + 1 moves, and only to the new one.
 */
export function partitionOf (key: string, partitions: number): number {
  let state = createHash('sha256').update(key).digest().readBigUInt64BE()
  let bucket = 0
  for (let next = 0; next < partitions;) {
    bucket = next
    state = BigInt.asUintN(64, state * 2862933555777941757n + 1n)
    next = Math.floor((bucket + 1) * (2 ** 31 / (Number(state >> 33n) + 1)))
  }
  return bucket
}
