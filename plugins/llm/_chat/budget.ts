/**
 * The daily budget of tokens, per user and in total, by UTC day. What is spent is counted in the store, so that
 * processes share it and a restart forgets nothing; while the store does not answer, each process counts on by itself
 * and adds what it counted later.
 */
import { createHash } from 'node:crypto'
import type { Store } from '../../../domain/capabilities/store.ts'
import { LlmBudgetExceeded, withDetail } from '../../../domain/errors.ts'

export interface Budget {
  /**
   * Throws `LlmBudgetExceeded` when the day's tokens, or for a summary the summaries' share of them, are used up. A
   * call in progress may exceed it.
   */
  check(userId: string, isSummary?: boolean): Promise<void>
  spend(userId: string, tokens: number, isSummary?: boolean): Promise<void>
}

/** Null, or a store that cannot count: this process counts alone. */
export type Counters = Pick<Store, 'count'> | null

/** What summaries may use of a limit; what they leave is for the reading of facts as well. */
export const summaryShare = 0.25

const dayMs = 86_400_000
/** An LLM takes seconds; a store that is away must not double them. */
const answerMs = 1000

interface Tally {
  /** As the store last said. */
  known: number
  /** On its way to the store. */
  sending: number
  pending: number
}

/** Limits in tokens; 0 is unlimited. */
export function createBudget (
  { perUser, total }: { perUser: number, total: number },
  counters: Counters = null,
  now: () => number = Date.now
): Budget {
  let day = ''
  let tallies = new Map<string, Tally>()

  function startDay (): void {
    const today = new Date(now()).toISOString().slice(0, 10)
    if (today === day) return
    day = today
    tallies = new Map()
  }

  function tallyOf (key: string): Tally {
    const tally = tallies.get(key) ?? { known: 0, sending: 0, pending: 0 }
    tallies.set(key, tally)
    return tally
  }

  function spent (key: string): number {
    const { known, sending, pending } = tallyOf(key)
    return known + sending + pending
  }

  /** What counts against this call: the whole, and for a summary also the summaries' share. */
  function keysOf (userId: string, isSummary: boolean): Array<{ key: string, limit: number, setting: string }> {
    return [
      { key: 'all', limit: total, setting: 'Llm:DailyTokenLimitTotal' },
      { key: `user ${hash(userId)}`, limit: perUser, setting: 'Llm:DailyTokenLimit' }
    ].filter(({ limit }) => limit > 0).flatMap(one => [
      one,
      ...isSummary ? [{ ...one, key: `${one.key}, summaries`, limit: one.limit * summaryShare }] : []
    ])
  }

  async function exchange (keys: string[]): Promise<void> {
    if (counters?.count === undefined || keys.length === 0) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, answerMs).unref()
    })
    await Promise.race([late, Promise.all(keys.map(exchangeOne))])
    clearTimeout(timer)
  }

  async function exchangeOne (key: string): Promise<void> {
    const tally = tallyOf(key)
    const by = tally.pending
    tally.pending = 0
    tally.sending += by
    try {
      // Never less than was known: a failover may have lost some.
      tally.known = Math.max(tally.known + by, await counters!.count!(`tokens ${day} ${key}`, by, dayMs))
    } catch {
      tally.pending += by
    } finally {
      tally.sending -= by
    }
  }

  return {
    async check (userId, isSummary = false) {
      startDay()
      const keys = keysOf(userId, isSummary)
      await exchange(keys.map(({ key }) => key))
      for (const { key, limit, setting } of keys) {
        if (spent(key) >= limit) throw exceeded(setting, setting === 'Llm:DailyTokenLimit' ? perUser : total)
      }
    },
    async spend (userId, tokens, isSummary = false) {
      startDay()
      const keys = keysOf(userId, isSummary).map(({ key }) => key)
      for (const key of keys) tallyOf(key).pending += tokens
      await exchange(keys)
    }
  }
}

/** Counters outlive the erasure of a user by a day, so none holds a name. */
const hash = (userId: string): string => createHash('sha256').update(userId).digest('base64url')

function exceeded (setting: string, limit: number): Error {
  return withDetail(
    new LlmBudgetExceeded(String(limit)),
    `Wait until tomorrow (UTC), or raise ${setting} (SVC_${setting.replaceAll(':', '__')}).`
  )
}
