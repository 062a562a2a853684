/**
 * Metadata and attributes cross between the threads as JSON text: a structured clone of deeply nested JSON exhausts
 * the stack long before JSON text does.
 */
import { changed } from '../../../domain/text/storable.ts'

const carriedAsText = new Set(['metadata', 'attributes'])

/** For `postMessage`: nested `metadata` and `attributes` as text. Answers the very value when there are none. */
export function sealed<T> (value: T): T {
  return walk(value, field => isNested(field) ? JSON.stringify(field) : field) as T
}

/** What `sealed` was given. */
export function opened<T> (value: T): T {
  return walk(value, field => typeof field === 'string' ? JSON.parse(field) as unknown : field) as T
}

/** Flat objects are cheaper to clone than to write and read. */
function isNested (field: unknown): boolean {
  return typeof field === 'object' && field !== null &&
    Object.values(field).some(entry => typeof entry === 'object' && entry !== null)
}

function walk (value: unknown, change: (field: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return changed(value, (field, key) => key !== null && carriedAsText.has(key) ? change(field) : walk(field, change))
}
