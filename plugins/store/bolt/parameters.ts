/** Parameters as a bolt server takes them. */
import neo4j from 'neo4j-driver'
import type { Parameters } from '../_cypher/graph.ts'

/** The driver would send every number as a float, and no database takes a float for a LIMIT. */
export function sent (value: Parameters): Parameters {
  return converted(value) as Parameters
}

function converted (value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? neo4j.int(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Float32Array) return Array.from(value)
  if (Array.isArray(value)) return value.map(converted)
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, field === undefined ? null : converted(field)])
  )
}
