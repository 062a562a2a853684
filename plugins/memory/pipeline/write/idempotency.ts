/** Step 1: has this very request been answered before? */
import { IdempotencyGone, IdempotencyMismatch } from '../../../../domain/errors.ts'
import type { IdempotencyKey } from '../../../../domain/capabilities/memory.ts'
import type { Replay, Store } from '../../../../domain/capabilities/store.ts'

/**
 * The first answer to a repeated `Idempotency-Key`, or null. Throws `IdempotencyMismatch` when the key belongs to
 * another request, and `IdempotencyGone` when what it answered was deleted since: nothing is stored again.
 */
export async function answeredBefore<Answer> (
  store: Store,
  userId: string,
  idempotency: IdempotencyKey | null
): Promise<Answer | null> {
  if (idempotency === null) return null
  const replay = await store.replay(userId, idempotency.key)
  if (replay === null) return null
  if (replay.response === '') throw new IdempotencyGone(idempotency.key)
  if (replay.requestHash !== idempotency.requestHash) throw new IdempotencyMismatch(idempotency.key)
  return JSON.parse(replay.response) as Answer
}

/** The record that makes the answer repeatable; it is stored with the write itself, never after it. */
export function replayOf (idempotency: IdempotencyKey | null, answer: unknown, at: number): { replay?: Replay } {
  if (idempotency === null) return {}
  return {
    replay: {
      key: idempotency.key,
      requestHash: idempotency.requestHash,
      response: JSON.stringify(answer),
      createdAt: at
    }
  }
}
