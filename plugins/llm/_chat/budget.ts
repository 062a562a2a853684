/**
 * The daily budget of tokens, per user and in total, by UTC day. Counted in this process: a restart starts at zero, and
 * each replica counts its own.
 */
import { LlmBudgetExceeded, withDetail } from '../../../domain/errors.ts'

export interface Budget {
  /** Throws `LlmBudgetExceeded` when the day's tokens are used up. A call in progress may exceed it. */
  check(userId: string): void
  spend(userId: string, tokens: number): void
}

/** Limits in tokens; 0 is unlimited. */
export function createBudget (
  { perUser, total }: { perUser: number, total: number },
  now: () => number = Date.now
): Budget {
  let day = ''
  let spent = 0
  const spentBy = new Map<string, number>()

  function startDay (): void {
    const today = new Date(now()).toISOString().slice(0, 10)
    if (today === day) return
    day = today
    spent = 0
    spentBy.clear()
  }

  return {
    check (userId) {
      startDay()
      if (total > 0 && spent >= total) throw exceeded('Llm:DailyTokenLimitTotal', total)
      if (perUser > 0 && (spentBy.get(userId) ?? 0) >= perUser) throw exceeded('Llm:DailyTokenLimit', perUser)
    },
    spend (userId, tokens) {
      startDay()
      spent += tokens
      spentBy.set(userId, (spentBy.get(userId) ?? 0) + tokens)
    }
  }
}

function exceeded (setting: string, limit: number): Error {
  return withDetail(
    new LlmBudgetExceeded(String(limit)),
    `Wait until tomorrow (UTC), or raise ${setting} (SVC_${setting.replaceAll(':', '__')}).`
  )
}
