/**
 * What is known of a user's memories as a whole, kept for a second: enough for the searches of one conversation to share it, and for no process
 * to rank by numbers that another process made old. This user's own writes through this process end it at once.
 */
import { LRUCache } from 'lru-cache'
import type { Scope } from './graph.ts'

const users = 1000
const freshMs = 1000

export interface Holders { holders: number, repeating: number }

export interface Statistics {
  /** Memories in every state. */
  total?: number
  /** Memories, and terms in them, that the index knows under this scope. */
  sizes: Partial<Record<Scope, { documents: number, terms: number }>>
  /** By scope and token. */
  holders: Map<string, Holders>
}

export interface StatisticsOfUsers {
  /** To be read, and to be added to: what is added to one that was forgotten meanwhile is lost, as it should be. */
  of: (namespace: string) => Statistics
  forget: (namespace: string) => void
}

export function statisticsOfUsers (): StatisticsOfUsers {
  const known = new LRUCache<string, Statistics>({ max: users, ttl: freshMs })
  return {
    of (namespace) {
      const statistics = known.get(namespace) ?? { sizes: {}, holders: new Map() }
      if (!known.has(namespace)) known.set(namespace, statistics)
      return statistics
    },
    forget: namespace => { known.delete(namespace) }
  }
}
