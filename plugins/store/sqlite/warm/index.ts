/** Users whose searchable memories are kept in the reading thread, the least recently asked for let go when they grow over the bound. */
import { LRUCache } from 'lru-cache'
import { first, type Database } from '../driver.ts'
import { number } from '../rows.ts'
import { bringUpToDate, emptyDocuments, type Documents } from './documents.ts'
import { emptyVectors, type Vectors } from './vectors.ts'

export interface User { row: number, version: number, removed: number }

export interface WarmUser { user: User, documents: Documents, vectors: Vectors | null }

export interface Warm {
  /** As of now; null for a user nobody knows. */
  user (userId: string): WarmUser | null
  vectorsOf (warm: WarmUser, generation: number, dimensions: number): Vectors
  /** True when so many bytes more may be kept for one user. */
  mayKeep (warm: WarmUser): (bytes: number) => boolean
  /** To be called when a search is done and the user's size is known. */
  settle (warm: WarmUser): void
}

export function findUser (database: Database, userId: string): User | null {
  const row = first(database, 'SELECT row, version, removed FROM users WHERE id = ?', userId)
  return row === undefined ? null : { row: number(row['row']), version: number(row['version']), removed: number(row['removed']) }
}

export function createWarm (database: Database, maxBytes: number): Warm {
  // Keyed by the user's row, which is never used again: an erased user who comes back is another one.
  const kept = new LRUCache<number, WarmUser>({ maxSize: maxBytes, sizeCalculation: bytesOf })
  return {
    user (userId) {
      const user = findUser(database, userId)
      if (user === null) return null
      const warm = kept.get(user.row) ?? { user, documents: emptyDocuments(), vectors: null }
      warm.user = user
      const documents = bringUpToDate(database, warm.documents, user)
      // Vectors of the deleted are dropped with the postings, by beginning anew.
      if (documents !== warm.documents) warm.vectors = null
      warm.documents = documents
      return warm
    },
    vectorsOf (warm, generation, dimensions) {
      if (warm.vectors?.generation !== generation) warm.vectors = emptyVectors(generation, dimensions)
      return warm.vectors
    },
    mayKeep: warm => bytes => bytesOf(warm) + bytes <= maxBytes,
    settle: warm => { kept.set(warm.user.row, warm) }
  }
}

const bytesOf = ({ documents, vectors }: WarmUser): number => 1024 + documents.bytes + (vectors?.bytes ?? 0)
