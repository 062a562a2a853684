/** Runs the service until it is told to stop: build, listen, close with grace. */
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { startTracing } from '../tracing.ts'
import { loadSettings } from '../settings/load.ts'
import { releaseYoungGeneration } from '../young-generation.ts'

/** Shorter than the 10 s that orchestrators commonly allow before they kill. */
const graceMs = 9_000

export async function run (args: string[]): Promise<void> {
  const { values: { settings } } = parseArgs({ args, options: { settings: { type: 'string' } } })
  const endTracing = await startTracing(process.env)
  const app = await buildApp(await loadSettings(settings, process.env))
  closeWithGrace({ delay: graceMs }, async ({ err, signal }) => {
    if (err) app.log.error(err, 'stopping after an error nobody caught')
    else app.log.info({ signal }, 'stopping')
    await app.close()
    await endTracing?.()
  })
  await app.listen({ host: app.settings.Server.Host, port: app.settings.Server.Port })
  releaseYoungGeneration()
  app.log.info(`Palimpsest answers at ${addressOf(app)} (documentation at ${addressOf(app)}/docs)`)
}

/** The address a person can open. */
export function addressOf (app: FastifyInstance): string {
  const { address, port } = app.server.address() as AddressInfo
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(address) ? 'localhost' : address
  return `http://${host}:${port}`
}
