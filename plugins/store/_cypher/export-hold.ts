/**
 * While an export of a user is read from the database, writes to this user wait: no database here answers page after
 * page as of one moment. It lasts as long as the reading, not as the client takes; a process that dies holds nothing
 * for longer than the lease.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import { Overloaded } from '../../../domain/errors.ts'
import { cypher } from './cypher.ts'
import type { Dialect, Graph } from './graph.ts'

const leaseMs = 10_000
const renewAfterMs = 2_000
const lookAgainMs = 50
/** As long as any statement may take. */
const waitAtMostMs = 60_000

/** A condition on the user's node `u`: a write has to wait. */
export const isHeld = (dialect: Dialect): string => `coalesce(u.exporting_until, 0) > ${dialect.now}`

export interface Hold {
  /** Counts the commits of the user. */
  version: number
  renew: () => Promise<void>
  release: () => Promise<void>
}

export function exportHolds (graph: Graph, dialect: Dialect) {
  /** Null for a user of whom nothing is stored. What was committed before is there, and nothing more comes. */
  async function hold (ns: string): Promise<Hold | null> {
    const holder = v7()
    const [row] = await graph.write([{
      body: cypher`
      MATCH (u:User {uid: $ns})
      SET u.claimed_by = $holder
      WITH u, CASE WHEN ${isHeld(dialect)} THEN coalesce(u.exporting, []) ELSE [] END AS others
      SET u.exporting = others + [$holder],
          u.exporting_until = ${dialect.now} + $lease`,
      parameters: { ns, holder, lease: leaseMs }
    }, {
      body: cypher`
      MATCH (u:User {uid: $ns})
      WITH u.version AS version`,
      yields: 'version'
    }])
    if (row === undefined) return null
    let renewedAt = Date.now()
    return {
      version: Number(row.version),
      async renew () {
        if (Date.now() - renewedAt < renewAfterMs) return
        renewedAt = Date.now()
        await graph.write([{
          body: cypher`
      MATCH (u:User {uid: $ns})
      SET u.exporting_until = ${dialect.now} + $lease`,
          parameters: { ns, lease: leaseMs }
        }])
      },
      async release () {
        await graph.write([{
          body: cypher`
      MATCH (u:User {uid: $ns})
      SET u.claimed_by = $holder
      WITH u, [other IN coalesce(u.exporting, []) WHERE other <> $holder] AS others
      SET u.exporting = others,
          u.exporting_until = CASE WHEN size(others) = 0 THEN 0 ELSE u.exporting_until END`,
          parameters: { ns, holder }
        }])
      }
    }
  }

  /** True once there is no export that was there; false when there was none. `since`: when the write began. */
  async function passed (ns: string, since: number): Promise<boolean> {
    for (let waited = false;; waited = true) {
      const [row] = await graph.read(
        cypher`
      MATCH (u:User {uid: $ns})
      RETURN ${isHeld(dialect)} AS held`,
        { ns }
      )
      if (row?.held !== true) return waited
      if (Date.now() - since > waitAtMostMs) throw new Overloaded('An export of this user is being read.')
      await sleep(lookAgainMs)
    }
  }

  return { hold, passed }
}
