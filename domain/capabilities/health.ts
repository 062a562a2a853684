/** Assembles what each capability's `check` says; other plugins register theirs. */

export const healthInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    health: Health
  }
}

/** At least `ok`; whatever else the wire wants of it. Never memory content, never a secret. */
export interface CheckResult {
  ok: boolean
  error: string | null
  [field: string]: unknown
}

export interface HealthReport {
  status: 'ok' | 'degraded'
  /** Milliseconds. */
  checkedAt: number
  checks: Record<string, CheckResult>
}

export interface Health {
  /** `healthInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /** A check that throws counts as failed with the error's message; one that hangs is given up after a few seconds. */
  register(name: string, check: () => Promise<CheckResult>): void
  /** Runs all checks at once, or answers from the last few seconds. Runs never pile up. */
  report(): Promise<HealthReport>
}
