/** `Filter` as a condition on the memory `m`; see its docstring in `kernel/capabilities/store.ts`. */
import type { Filter } from '../../../kernel/capabilities/store.ts'
import type { Parameters } from './graph.ts'

export interface Condition {
  where: string
  parameters: Parameters
  /** It asks for nothing but what is believed now. */
  plain: boolean
  /** It reaches into the past, so that all of the user's memories are counted. */
  past: boolean
}

const equals: Array<[keyof Filter, string]> = [['memoryType', 'memory_type'], ['sessionId', 'session_id'], ['project', 'project'], ['app', 'app']]
const anyOf: Array<[keyof Filter, string]> = [['tags', 'tags'], ['categories', 'categories']]

export function conditionOf (filter: Filter, variable = 'm'): Condition {
  const parameters: Parameters = {}
  const parts = [timeCondition(filter, variable, parameters)]
  for (const [field, property] of equals) {
    if (filter[field] === undefined) continue
    parameters[`only_${property}`] = filter[field]
    parts.push(`${variable}.${property} = $only_${property}`)
  }
  for (const [field, property] of anyOf) {
    if (filter[field] === undefined) continue
    parameters[`any_${property}`] = filter[field]
    const labels = filter[field] as string[]
    // Spelled out: one of the databases loses sight of its rows in a comprehension that follows a projection.
    parts.push(labels.length === 0 ? 'false' : `(${labels.map((_, place) => `$any_${property}[${place}] IN ${variable}.${property}`).join(' OR ')})`)
  }
  return {
    where: parts.join(' AND '),
    parameters,
    plain: parts.length === 1,
    past: filter.includeSuperseded === true || filter.asOf !== undefined || filter.knownAt !== undefined
  }
}

/** The part of the filter that is about time. */
export function timeCondition (filter: Filter, m: string, parameters: Parameters): string {
  const now = Date.now()
  if (filter.asOf === undefined && filter.knownAt === undefined) {
    if (filter.includeSuperseded) return 'true'
    parameters.now = now
    return `(${m}.expired_at IS NULL OR ${m}.expired_at > $now) AND (${m}.invalid_at IS NULL OR ${m}.invalid_at > $now)`
  }
  parameters.known_at = filter.knownAt ?? now
  parameters.as_of = filter.asOf ?? now
  return `${m}.created_at <= $known_at AND ${m}.valid_at <= $as_of AND (${m}.expired_at > $known_at OR ${m}.invalid_at > $as_of OR (${m}.expired_at IS NULL AND ${m}.invalid_at IS NULL))`
}
