/**
 * How much is worked on at one moment. What is more is refused at once and may come again, so that no queue grows and
 * what was taken is answered soon.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Overloaded, withDetail } from '../domain/errors.ts'
import { whenClosed } from './disconnect.ts'
import { userNamedIn } from './user-named.ts'

export interface RequestsInFlight {
  /** Takes a place until the answer is through, and gives it back with what is returned; null when there is none. */
  enter: (caller: string) => (() => void) | null
  callers: () => number
}

/**
 * A caller may hold as many places as are free: one alone half of them, two a third each (Choudhury and Hahne, dynamic
 * queue length thresholds, 1998). Whoever holds none always finds one.
 */
export function requestsInFlight (most: number): RequestsInFlight {
  const held = new Map<string, number>()
  let all = 0
  return {
    enter (caller) {
      const own = held.get(caller) ?? 0
      if (own >= most - all) return null
      held.set(caller, own + 1)
      all++
      return () => {
        all--
        const left = (held.get(caller) ?? 0) - 1
        if (left === 0) held.delete(caller)
        else held.set(caller, left)
      }
    },
    callers: () => held.size
  }
}

/** Probes and pages (`config.open`) are no work and always answered. */
export function limitRequests (app: FastifyInstance, most: number): void {
  const inFlight = requestsInFlight(most)
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.open === true) return done()
    const leave = inFlight.enter(callerOf(request))
    if (leave === null) {
      throw withDetail(
        new Overloaded('Too many requests are under way.'),
        'Try again in a moment, with fewer at once; Server:RequestsInFlight is the limit.'
      )
    }
    whenClosed(reply, leave)
    done()
  })
}

/** The user a key is for; while auth is open the user that is named. */
function callerOf ({ principal, body, query, params, ip }: FastifyRequest): string {
  const user = principal?.userId ?? [body, query, params].map(userNamedIn).find(name => typeof name === 'string')
  return typeof user === 'string' ? `user ${user}` : `address ${ip}`
}
