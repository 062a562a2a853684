/**
 * Statistics of a user's memories, kept for a second: long enough for the searches of one conversation to share them,
 * short enough that writes of other processes are soon seen. A write of this user through this process drops them at
 * once.
 */
import { LRUCache } from 'lru-cache'
import type { Scope } from './graph.ts'

const users = 1000
const freshMs = 1000

export interface Holders {
  holders: number
  repeating: number
}

export interface Statistics {
  /** Memories in every state. */
  total?: number
  /** Memories, and terms in them, that the index knows under this scope. */
  sizes: Partial<Record<Scope, { documents: number, terms: number }>>
  /** By scope and token. */
  holders: Map<string, Holders>
}

export interface StatisticsOfUsers {
  /** To be read and added to. What is added after `forget` is lost. */
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
    forget: namespace => {
      known.delete(namespace)
    }
  }
}
