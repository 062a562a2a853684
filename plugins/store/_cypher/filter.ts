/** `Filter` as a condition on the memory `m`; see its docstring in `domain/capabilities/store.ts`. */
import type { Filter } from '../../../domain/capabilities/store.ts'
import { cypher } from './cypher.ts'
import type { Parameters } from './graph.ts'

export interface Condition {
  where: string
  parameters: Parameters
  /** It asks for nothing but what is believed now. */
  plain: boolean
  /** It reaches into the past, so that all of the user's memories are counted. */
  past: boolean
}

/** Properties that equal one value, and properties that share an element with a list. */
const equals = {
  memoryType: 'memory_type',
  sessionId: 'session_id',
  project: 'project',
  app: 'app',
  extraction: 'extraction'
} as const
const anyOf = ['tags', 'categories'] as const

export function conditionOf (filter: Filter, variable = 'm'): Condition {
  const parameters: Parameters = {}
  const parts = [timeCondition(filter, variable, parameters)]
  for (const [field, property] of Object.entries(equals) as Array<[keyof typeof equals, string]>) {
    const wanted = filter[field]
    if (wanted === undefined) continue
    parts.push(wanted === null ? `${variable}.${property} IS NULL` : `${variable}.${property} = $only_${property}`)
    if (wanted !== null) parameters[`only_${property}`] = wanted
  }
  for (const property of anyOf) {
    const labels = filter[property]
    if (labels === undefined) continue
    parameters[`any_${property}`] = labels
    parts.push(holdsAny(`${variable}.${property}`, `$any_${property}`, labels.length))
  }
  return {
    where: parts.join(' AND '),
    parameters,
    plain: parts.length === 1,
    past: filter.includeSuperseded === true || filter.asOf !== undefined || filter.knownAt !== undefined
  }
}

/** Spelled out: one of the databases loses sight of its rows in a comprehension that follows a projection. */
function holdsAny (list: string, labels: string, count: number): string {
  if (count === 0) return 'false'
  return `(${Array.from({ length: count }, (_, place) => `${labels}[${place}] IN ${list}`).join(' OR ')})`
}

/** Later than every time: all that is known. */
const atLast = Number.MAX_SAFE_INTEGER

/** The part of the filter that is about time. */
export function timeCondition (filter: Filter, m: string, parameters: Parameters): string {
  const now = Date.now()
  if (filter.asOf === undefined && filter.knownAt === undefined) {
    if (filter.includeSuperseded) return filter.forgotten ? 'true' : `coalesce(${m}.revised_from[0], 1) <> 0`
    parameters.now = now
    return cypher`(${m}.valid_at <= $now OR ${m}.valid_at <= ${m}.created_at)
        AND ${m}.expired_at IS NULL
        AND (${m}.invalid_at IS NULL OR ${m}.invalid_at > $now)`
  }
  parameters.known_at = filter.knownAt ?? atLast
  parameters.as_of = filter.asOf ?? now
  const revisions = `range(0, size(coalesce(${m}.revised_to, [])) - 1)`
  const revised = `${m}.revised_from[i] <= $known_at AND $known_at < ${m}.revised_to[i]`
  return cypher`${m}.created_at <= $known_at
        AND ${m}.valid_at <= $as_of
        AND (any(i IN ${revisions} WHERE ${revised} AND ${m}.revised_end[i] > $as_of)
          OR (none(i IN ${revisions} WHERE ${revised})
            AND (${m}.expired_at > $known_at
              OR ${m}.invalid_at > $as_of
              OR (${m}.expired_at IS NULL AND ${m}.invalid_at IS NULL))))`
}
