/** A proxy of a provider: some of its methods are called through a wrapper, everything else is passed on. */

// Arguments and result are unknown here; the wrapper that names the method knows their types.
export type Around = (call: (...args: unknown[]) => unknown, args: unknown[], method: string) => unknown

/** `around` of null for a method leaves it alone. */
export function wrapped<Provider extends object> (
  provider: Provider,
  around: (method: string) => Around | null
): Provider {
  // Keyed by the function, so that a method that is replaced later is wrapped anew.
  const known = new Map<unknown, unknown>()
  return new Proxy(provider, {
    // Read from the provider itself, so that an external provider's class keeps its private fields.
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

/** Wraps the named methods and no other. */
export const only = (methods: Record<string, Around>) => (method: string): Around | null => methods[method] ?? null
