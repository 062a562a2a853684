/** OpenTelemetry's SDK, when an exporter is named in the environment and the package is there. It is large and few want it, so it is the operator's to install. */

const sdkPackage = '@opentelemetry/sdk-node'

interface Sdk { start (): void, shutdown (): Promise<void> }

/** Starts the SDK and returns how to end it; null when nobody asked for traces. Throws nothing: a service without traces still serves. */
export async function startTracing (environment: NodeJS.ProcessEnv, warn: (message: string) => void): Promise<(() => Promise<void>) | null> {
  const wished = Object.entries(environment).some(([name, value]) => /^OTEL_(EXPORTER_OTLP_|TRACES_EXPORTER)/.test(name) && value !== '' && value !== 'none')
  if (!wished || environment['OTEL_SDK_DISABLED'] === 'true') return null
  try {
    const { NodeSDK } = await import(sdkPackage) as { NodeSDK: new () => Sdk }
    // Endpoint, headers, sampler and service name are read from the OTEL_ variables.
    const sdk = new NodeSDK()
    sdk.start()
    return async () => { await sdk.shutdown().catch(() => {}) }
  } catch (error) {
    warn(`OTEL_ variables ask for traces, but ${sdkPackage} cannot be used (npm install ${sdkPackage}): ${(error as Error).message.split('\n', 1)[0] ?? ''}`)
    return null
  }
}
