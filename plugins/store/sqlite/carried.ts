/**
 * Metadata and attributes cross between the threads as JSON text: a structured clone of deeply nested JSON exhausts
 * the stack long before JSON text does.
 */
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
  if (Array.isArray(value)) {
    const items = value.map(item => walk(item, change))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let changed = false
  const entries = Object.entries(value).map(([key, field]) => {
    const next = carriedAsText.has(key) ? change(field) : walk(field, change)
    if (next !== field) changed = true
    return [key, next] as const
  })
  return changed ? Object.fromEntries(entries) : value
}
