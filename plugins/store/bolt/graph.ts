/**
 * One database over bolt. Every statement is a transaction of its own, a write with all its steps too: one round trip,
 * where an explicit transaction would take three. It is repeated here when the server was busy, locked or gone; a write
 * whose outcome is unknown is not, since its caller can tell by its token.
 *
 * In a cluster statements go to the leader, who alone has seen the last write, and every one carries the bookmark of
 * what this process has seen: a leader that has just taken over answers once it is as far.
 */
import neo4j, { type BookmarkManager, type Driver, type SessionMode } from 'neo4j-driver'
import { retryWhile } from '../../_shared/resilience.ts'
import { joined, type Graph, type GraphRow, type Parameters } from '../_cypher/graph.ts'
import { within } from '../_cypher/within.ts'
import { faultOf, isBehind, isContended, isPassing } from './faults.ts'
import { sent } from './parameters.ts'

/** How long a statement is repeated that met a lock, a busy server or none. */
const retryTimeoutMs = 10_000
/** A follower that takes longer is left, and the leader asked. */
const followerTimeoutMs = 5000

export interface BoltGraph extends Graph {
  /** As its own transaction, once. */
  alone: (statement: string, parameters?: Parameters) => Promise<GraphRow[]>
}

/** What the databases of one server share. */
export interface Shared {
  driver: Driver
  url: string
  answerTimeoutMs: number
  /** Each statement takes a connection of its own, or waits for one. */
  pool: { size: number, underWay: number }
}

export function boltGraph ({ driver, url, answerTimeoutMs, pool }: Shared, database: string): BoltGraph {
  const where = database === '' ? url : `${url}/${database}`
  const place = database === '' ? {} : { database }
  /** To the members of a cluster; a server alone has seen its own last write. */
  const routed = url.startsWith('neo4j')
  let bookmarkManager: BookmarkManager = neo4j.bookmarkManager()
  /** When the last statement was sent that the leader has answered, with the bookmark of all that it had. */
  let leaderSeenAt = -Infinity
  let renewal: Promise<unknown> | null = null

  async function once (statement: string, parameters: Parameters, mode: SessionMode): Promise<GraphRow[]> {
    const manager = bookmarkManager
    const session = driver.session({ ...place, defaultAccessMode: mode, ...routed && { bookmarkManager: manager } })
    const sentAt = performance.now()
    pool.underWay++
    try {
      const { records } = await session.run(statement, sent(parameters))
      if (mode === neo4j.session.WRITE && manager === bookmarkManager) leaderSeenAt = Math.max(leaderSeenAt, sentAt)
      return records.map(record => record.toObject())
    } finally {
      await session.close().catch(() => {})
      pool.underWay--
    }
  }

  async function alone (statement: string, parameters: Parameters = {}): Promise<GraphRow[]> {
    try {
      return await once(statement, parameters, neo4j.session.WRITE)
    } catch (error) {
      // Else every statement would wait for what a database restored from a backup never reaches.
      if (isBehind(error as Error)) {
        bookmarkManager = neo4j.bookmarkManager()
        leaderSeenAt = -Infinity
      }
      throw error
    }
  }

  const checked = (statement: string, parameters?: Parameters): Promise<GraphRow[]> =>
    alone(statement, parameters).catch((error: Error) => {
      throw faultOf(error, where, false)
    })

  async function withRetries (statement: string, parameters: Parameters, writing: boolean): Promise<GraphRow[]> {
    return await retryWhile(
      { deadline: Date.now() + retryTimeoutMs, pause: { step: 50, longest: 500 } },
      error => isPassing(error as Error),
      () =>
        within(answerTimeoutMs, alone(statement, parameters)).catch((error: Error) => {
          throw faultOf(error, where, writing)
        })
    )
  }

  const read: Graph['read'] = (statement, parameters = {}) => withRetries(statement, parameters, false)

  /** Until the bookmark is of this time or later; all who wait for one share one question to the leader. */
  async function seenSince (time: number): Promise<void> {
    if (leaderSeenAt >= time) return
    renewal ??= read('RETURN 1 AS one').finally(() => {
      renewal = null
    })
    await renewal
    await seenSince(time)
  }

  /**
   * By a follower that has reached a bookmark which is no older than `ms`: it has what the leader had then, and all
   * that this process wrote. One that is away or behind costs nothing but time.
   */
  const relaxed = (ms: number): Graph['read'] => async (statement, parameters = {}) => {
    await seenSince(performance.now() - ms)
    return await within(followerTimeoutMs, once(statement, parameters, neo4j.session.READ))
      .catch(() => read(statement, parameters))
  }

  return {
    read,
    // In a cluster a majority has it before anybody can read it.
    readAcknowledged: read,
    ...routed ? { relaxed } : {},
    async write (steps) {
      const { statement, parameters } = joined(steps)
      return await withRetries(statement, parameters, true)
    },
    alone: checked,
    async define (statement) {
      try {
        await retryWhile(
          { attempts: 10, pause: { step: 50, longest: 500 } },
          error => isContended(error as Error),
          () => checked(statement)
        )
      } catch (error) {
        if (!/already exists|EquivalentSchemaRule|doesn't exist|does not exist/i.test((error as Error).message)) {
          throw error
        }
      }
    },
    pool: () => ({
      size: pool.size,
      busy: Math.min(pool.underWay, pool.size),
      waiting: Math.max(0, pool.underWay - pool.size)
    }),
    close: () => driver.close()
  }
}
