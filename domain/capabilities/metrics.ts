/** Metrics: the kernel hands over every provider as it is decorated, so that no provider counts its own calls. */

export const metricsInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

export interface Metrics {
  /** `metricsInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /**
   * An instrumented stand-in for the provider, with the same interface. Labels never hold a user, a key or a
   * text.
   */
  instrument<Provider extends object>(capability: string, provider: Provider): Provider
  /** All of it in the exposition format of Prometheus; null when nothing is counted. */
  report(): Promise<{ contentType: string, body: string } | null>
}
