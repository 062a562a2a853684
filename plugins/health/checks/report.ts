/** Runs all checks concurrently, each with a timeout; one run at a time, cached for a few seconds. */
import type { CheckResult, HealthReport } from '../../../domain/capabilities/health.ts'

export type Check = () => Promise<CheckResult>

export interface ReportOptions {
  /** Longest wait for one check, in milliseconds. */
  timeoutMs: number
  /** How long a report stands, in milliseconds; a failure half as long, so that recovery shows soon. */
  freshMs: number
}

export function createReporter (
  checks: Map<string, Check>,
  { timeoutMs, freshMs }: ReportOptions
): () => Promise<HealthReport> {
  let latest: { report: HealthReport, until: number } | undefined
  let running: Promise<HealthReport> | undefined
  /** A check that hangs stays here until it settles, and is not started again meanwhile. */
  const pending = new Map<string, Promise<CheckResult>>()

  return function report () {
    if (latest !== undefined && performance.now() < latest.until) return Promise.resolve(latest.report)
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  async function run (): Promise<HealthReport> {
    const entries = await Promise.all(
      [...checks].map(async ([name, check]) => [name, await outcome(name, check)] as const)
    )
    const ok = entries.every(([, { ok }]) => ok)
    const report: HealthReport = {
      status: ok ? 'ok' : 'degraded',
      checkedAt: Date.now(),
      checks: Object.fromEntries(entries)
    }
    latest = { report, until: performance.now() + (ok ? freshMs : freshMs / 2) }
    return report
  }

  async function outcome (name: string, check: Check): Promise<CheckResult> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<CheckResult>(resolve => {
      timer = setTimeout(resolve, timeoutMs, failed(`no answer within ${timeoutMs} ms`))
    })
    try {
      return await Promise.race([start(name, check), timeout])
    } finally {
      clearTimeout(timer)
    }
  }

  function start (name: string, check: Check): Promise<CheckResult> {
    const started = pending.get(name) ?? (async () => await check())().catch(error => failed(reason(error)))
    pending.set(name, started)
    started.then(() => {
      if (pending.get(name) === started) pending.delete(name)
    })
    return started
  }
}

function failed (error: string): CheckResult {
  return { ok: false, error }
}

/** The message of an error that is one of ours, or its first line: a driver's may go on with a stack or a statement. */
function reason (error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n', 1)[0] ?? '').slice(0, 500) || 'failed without saying why'
}
