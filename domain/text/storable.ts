/**
 * What every database can hold, so that all stores keep the same text: one truncates at NUL, another turns lone
 * surrogates into something of its own. Both become U+FFFD here, as CommonMark and HTML do, before a store sees them;
 * nothing is refused or shortened. `metadata` and `attributes` are kept as JSON text, which escapes both, and come
 * back as sent.
 */
import { IdentifierInvalid } from '../errors.ts'

const everyUnstorable = /[\0\p{Surrogate}]/gu
const keptAsJson = new Set(['metadata', 'attributes'])

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The text with NUL and lone surrogates replaced by U+FFFD. */
export function storableText (text: string): string {
  return isStorable(text) ? text : text.replace(everyUnstorable, '\uFFFD')
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
  return changed(value, (field, key) => key !== null && keptAsJson.has(key) ? field : walk(field))
}

/**
 * The object or list with its fields changed; the very value when none is. `key` is null in a list. Most have nothing
 * to change, so nothing is made before something is.
 */
export function changed (value: object, change: (field: unknown, key: string | null) => unknown): unknown {
  if (Array.isArray(value)) {
    let items: unknown[] | undefined
    for (let place = 0; place < value.length; place++) {
      const next = change(value[place], null)
      if (next !== value[place]) (items ??= [...value as unknown[]])[place] = next
    }
    return items ?? value
  }
  const fields = value as Record<string, unknown>
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(fields)) {
    const next = change(fields[key], key)
    if (next !== fields[key]) (copy ??= { ...fields })[key] = next
  }
  return copy ?? value
}

/** Clients take these for steps in a path, so that such a user could be written and not erased. */
const stepsInPath = new Set(['.', '..'])

/**
 * A user id selects a namespace, so it is refused and never changed: replacing a character could make two users one.
 */
export function isUserId (text: string): boolean {
  return text.trim() !== '' && isStorable(text) && !stepsInPath.has(text.trim())
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
