/**
 * cacache loads a hundred files, and a service with built-in models caches nothing: imported with the first lookup.
 */

let loading: Promise<typeof import('cacache')> | undefined

export function loadCacache () {
  loading ??= import('cacache')
  return loading
}
