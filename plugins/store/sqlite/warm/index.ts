/**
 * Users whose searchable memories are kept in the reading thread, the least recently used evicted when they grow over
 * the bound.
 */
import { LRUCache } from 'lru-cache'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { number } from '../rows.ts'
import { createArena, type Arena } from './arena.ts'
import { bringUpToDate, bytesOfDocuments, emptyDocuments, type Documents } from './documents.ts'
import { bytesOfVectors, emptyVectors, release, type Vectors } from './vectors.ts'

export interface User {
  row: number
  version: number
  removed: number
  reanalysed: number
}

export interface WarmUser {
  user: User
  documents: Documents
  vectors: Vectors | null
}

export interface Warm {
  /** What is known of the user as of now, for as long as the search takes; null for an unknown user. */
  search<Found>(userId: string, find: (warm: WarmUser) => Found): Found | null
  vectorsOf(warm: WarmUser, generation: number, dimensions: number): Vectors
  /** True when so many bytes more may be kept for one user. */
  mayKeep(warm: WarmUser): (bytes: number) => boolean
}

export function findUser (database: Database, userId: string): User | null {
  const row = first(database, 'SELECT row, version, removed, reanalysed FROM users WHERE id = ?', userId)
  return row === undefined
    ? null
    : {
      row: number(row['row']),
      version: number(row['version']),
      removed: number(row['removed']),
      reanalysed: number(row['reanalysed'])
    }
}

/** Numbers in all vectors of a user that are kept whole: 40,000 vectors of the model in the box. */
export const mostWhole = 40_000 * 256

export function createWarm (database: Database, maxBytes: number, wholeUpTo = mostWhole): Warm {
  // Whole and coarse, of one length at a time, but for a re-embedding into vectors of another.
  const arenas = new LRUCache<string, Arena>({ max: 4 })
  // Keyed by the user's row, which is never used again: an erased user who comes back is another one.
  const kept = new LRUCache<number, WarmUser>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    dispose: (warm, _, reason) => {
      if (reason === 'evict') letGo(warm)
    }
  })

  function letGo (warm: WarmUser): void {
    if (warm.vectors !== null) release(warm.vectors)
    warm.vectors = null
  }

  function arenaFor (dimensions: number, whole: boolean): Arena {
    const key = `${dimensions} ${whole}`
    const arena = arenas.get(key) ?? createArena(dimensions, whole)
    arenas.set(key, arena)
    return arena
  }

  return {
    search (userId, find) {
      const user = findUser(database, userId)
      if (user === null) return null
      const warm = kept.get(user.row) ?? { user, documents: emptyDocuments(), vectors: null }
      try {
        warm.user = user
        const documents = bringUpToDate(database, warm.documents, user)
        // Vectors go by the places of documents: with documents that begin anew they do too.
        if (documents !== warm.documents) letGo(warm)
        warm.documents = documents
        return find(warm)
      } finally {
        // Only now is its size known, which is asked of new entries alone; one who alone is too large is not kept.
        kept.delete(user.row)
        kept.set(user.row, warm)
        if (kept.peek(user.row) !== warm) letGo(warm)
      }
    },
    vectorsOf (warm, generation, dimensions) {
      const whole = warm.documents.columns.count * dimensions <= wholeUpTo
      // One who was large stays so: it would be read anew whenever it shrinks and grows.
      if (warm.vectors?.generation !== generation || (warm.vectors.arena.whole && !whole)) {
        letGo(warm)
        warm.vectors = emptyVectors(generation, arenaFor(dimensions, whole))
      }
      return warm.vectors
    },
    mayKeep: warm => bytes => bytesOf(warm) + bytes <= maxBytes
  }
}

const bytesOf = ({ documents, vectors }: WarmUser): number =>
  1024 + bytesOfDocuments(documents) + (vectors === null ? 0 : bytesOfVectors(vectors))
