/** cacache brings a hundred files along, and a service with built-in models caches nothing: loaded when the first answer is looked up. */

let loading: Promise<typeof import('cacache')> | undefined

export function loadCacache () {
  loading ??= import('cacache')
  return loading
}
