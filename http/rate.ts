/** An optional limit on how often one key may ask. Every process counts for itself. */
import type { FastifyInstance } from 'fastify'
import { RateLimited, withDetail } from '../domain/errors.ts'
import { sectionOf } from '../domain/manifest.ts'
import { RateLimit } from './manifest.ts'

/** Keys that are counted at the same time. */
const keysCounted = 50_000

export async function limitRate (app: FastifyInstance): Promise<void> {
  const { Enabled, Max, WindowSeconds } = sectionOf(app.settings, 'RateLimit', RateLimit)
  if (!Enabled) return
  const { default: rateLimit } = await import('@fastify/rate-limit')
  await app.register(rateLimit, {
    cache: keysCounted,
    max: Max,
    timeWindow: WindowSeconds * 1000,
    // After the credentials are known and before a body is read.
    hook: 'preParsing',
    // A key is bound to one user, and a user with two keys is still one user.
    keyGenerator: request => request.principal?.userId ?? request.ip,
    // Probes and documentation: an orchestrator that is refused would restart a busy service.
    allowList: request => request.routeOptions.config.open === true,
    errorResponseBuilder: (_request, { after }) =>
      withDetail(
        new RateLimited(Max, WindowSeconds),
        `Try again in ${after}. The settings RateLimit:Max and RateLimit:WindowSeconds decide.`
      )
  })
}
