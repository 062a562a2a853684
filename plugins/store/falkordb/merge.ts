/**
 * What a graph is given since its last deletion lies beside its matrices, and every write sorts all of it again: an add
 * after 80,000 without a deletion takes the server 13 ms instead of 1.5, whatever `DELTA_MAX_PENDING_CHANGES` says
 * (measured, 4.16.3). Any deletion merges it, also of a node that never had a label, in some 10 ms for 80,000 memories.
 */
import { cypher } from '../_cypher/cypher.ts'

export const mergeStatement = cypher`
      CREATE (nothing)
      WITH nothing
      DELETE nothing`

/** Nodes and edges after which merging takes less time than what each write would take longer. */
const mergedAfter = 2000

/** Takes what the server says of each write to one graph; true when it is time to merge. */
export function mergeWhen (): (statistics: string[]) => boolean {
  let pending = 0
  return statistics => {
    if (countOf(statistics, 'deleted') > 0) pending = 0
    pending += countOf(statistics, 'created')
    if (pending < mergedAfter) return false
    pending = 0
    return true
  }
}

/** `Nodes created: 2` and `Relationships created: 1` are three. */
const countOf = (statistics: string[], done: string): number =>
  statistics.reduce(
    (sum, line) => sum + Number(new RegExp(`^(?:Nodes|Relationships) ${done}: (\\d+)`).exec(line)?.[1] ?? 0),
    0
  )
