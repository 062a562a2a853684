/** What is counted of the service. The seam hands it every provider as it is decorated, so that nobody has to count in their own code. */

export const metricsInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance { metrics: Metrics }
}

export interface Metrics {
  /** `metricsInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /** What takes the provider's place: the same to whoever calls it, and counted. Labels never hold a user, a key or a text. */
  watch<Provider extends object> (capability: string, provider: Provider): Provider
  /** All of it in the exposition format of Prometheus; null when nothing is counted. */
  report (): Promise<{ contentType: string, body: string } | null>
}
