/** A provider seen through a window: some of its methods are called through ours, everything else is its own. */

// What a method is called with and gives back is the provider's business; only the wrapper that asked for it by name knows.
export type Around = (call: (...args: unknown[]) => unknown, args: unknown[], method: string) => unknown

/** `around` of null for a method leaves it alone. */
export function wrapped<Provider extends object> (provider: Provider, around: (method: string) => Around | null): Provider {
  // By the method itself, so that one replaced later is seen.
  const known = new Map<unknown, unknown>()
  return new Proxy(provider, {
    // Read from the provider itself, so that a stranger's class keeps its private fields.
    get (target, property) {
      const value: unknown = Reflect.get(target, property, target)
      if (typeof value !== 'function') return value
      const made = known.get(value)
      if (made !== undefined) return made
      const call = (value as (...args: unknown[]) => unknown).bind(target)
      const outside = typeof property === 'string' ? around(property) : null
      const method = outside === null ? call : (...args: unknown[]) => outside(call, args, property as string)
      known.set(value, method)
      return method
    }
  })
}
