/**
 * What is written and compared while the stored vectors are of another dimension or model than the embedder's,
 * between a skipped guard and the end of reindex-vectors: words are kept and found by their text, and the
 * re-embedding makes up for the vectors.
 */
import type { Guard } from '../../../../domain/capabilities/guard.ts'
import type { Changeset, Filter, Match, Store } from '../../../../domain/capabilities/store.ts'
import { DimensionMismatch } from '../../../../domain/errors.ts'

/** Commits; without its vectors when the store has no place for them. */
export async function commitOrDropVectors (store: Store, changeset: Changeset): Promise<void> {
  try {
    await store.commit(changeset)
  } catch (error) {
    if (!(error instanceof DimensionMismatch)) throw error
    await store.commit({
      ...changeset,
      ...(changeset.add !== undefined && { add: changeset.add.map(memory => ({ ...memory, embedding: null })) }),
      ...(changeset.sessions !== undefined &&
        { sessions: changeset.sessions.map(session => ({ ...session, gistEmbedding: null })) })
    })
  }
}

/** Nothing is near a vector that cannot be compared. */
export async function nearestOrNone (
  store: Store,
  guard: Guard | undefined,
  userId: string,
  vector: Float32Array,
  filter: Filter,
  limit: number
): Promise<Match[]> {
  try {
    guard?.requireMatch()
    return await store.nearest(userId, vector, filter, limit)
  } catch (error) {
    if (!(error instanceof DimensionMismatch)) throw error
    return []
  }
}
