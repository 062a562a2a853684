/**
 * What every database can hold, so that all stores keep the same text: one truncates at NUL, another turns lone
 * surrogates into something of its own. Both become U+FFFD here, as CommonMark and HTML do, before a store sees them;
 * nothing is refused or shortened. `metadata` and `attributes` are kept as JSON text, which escapes both, and come
 * back as sent.
 */
import { IdentifierInvalid } from '../errors.ts'

const unstorable = /[\0\p{Surrogate}]/u
const everyUnstorable = /[\0\p{Surrogate}]/gu
const keptAsJson = new Set(['metadata', 'attributes'])

/** The text with NUL and lone surrogates replaced by U+FFFD. */
export function storableText (text: string): string {
  return unstorable.test(text) ? text.replace(everyUnstorable, '\uFFFD') : text
}

/**
 * The same for every string in a changeset, record or query; answers the very value when there is nothing to replace.
 * Typed arrays are left alone.
 */
export function storable<T> (value: T): T {
  return walk(value) as T
}

function walk (value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Array.isArray(value)) {
    const items = value.map(walk)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let changed = false
  const entries = Object.entries(value).map(([key, field]) => {
    const next = keptAsJson.has(key) ? field : walk(field)
    if (next !== field) changed = true
    return [key, next] as const
  })
  return changed ? Object.fromEntries(entries) : value
}

/** Clients take these for steps in a path, so that such a user could be written and not erased. */
const stepsInPath = new Set(['.', '..'])

/**
 * A user id selects a namespace, so it is refused and never changed: replacing a character could make two users one.
 */
export function isUserId (text: string): boolean {
  return text.trim() !== '' && !unstorable.test(text) && !stepsInPath.has(text.trim())
}

/** Returns a usable user id; throws `IdentifierInvalid`. */
export function requireUserId (userId: string): string {
  if (!isUserId(userId)) {
    throw new IdentifierInvalid(
      'user_id',
      userId.trim() === ''
        ? 'it is empty'
        : stepsInPath.has(userId.trim())
        ? 'it is a step in a path'
        : 'it holds a NUL character or half a surrogate pair'
    )
  }
  return userId
}
