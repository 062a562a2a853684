/** Runs the service until a signal stops it: build, listen, close with grace. */
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { sectionOf } from '../domain/manifest.ts'
import { release } from '../domain/package-root.ts'
import { Server } from '../http/manifest.ts'
import { greeting, sayWhoDistils } from './greeting.ts'
import { readableLog } from './readable-log.ts'
import { buildService } from './service.ts'
import { readSettings } from './settings.ts'
import { startTracing } from './tracing.ts'
import { releaseYoungGeneration } from './young-generation.ts'

/** Shorter than the 10 s that orchestrators commonly allow before they kill. */
const graceMs = 9_000

export async function run (args: string[]): Promise<void> {
  const { values: { settings } } = parseArgs({ args, options: { settings: { type: 'string' } } })
  const endTracing = await startTracing(process.env)
  const app = await buildService(
    await readSettings(settings),
    process.stdout.isTTY ? { log: await logForTerminal() } : {}
  )
  closeWithGrace({ delay: graceMs }, async ({ err, signal }) => {
    if (err) app.log.error(err, 'stopping after an uncaught error')
    else app.log.info({ signal }, 'stopping')
    await app.close()
    await endTracing?.()
  })
  const { Host, Port } = sectionOf(app.settings, 'Server', Server)
  await app.listen({ host: Host, port: Port })
  releaseYoungGeneration()
  app.log.info({ providers: providersOf(app) }, 'providers')
  sayWhoDistils(app)
  if (process.stdout.isTTY) console.log(greeting(app, addressOf(app), release))
  else app.log.info(`Palimpsest answers at ${addressOf(app)} (documentation at ${addressOf(app)}/docs)`)
}

/** For a person; a program reads the JSON that is written where there is no terminal. */
async function logForTerminal () {
  const { prettyFactory } = await import('pino-pretty')
  const options = {
    ignore: 'pid,hostname,reqId,providers',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    colorize: true
  }
  return readableLog(process.stdout, prettyFactory(options))
}

/** The address a person can open. */
export function addressOf (app: FastifyInstance): string {
  const { address, port } = app.server.address() as AddressInfo
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(address) ? 'localhost' : address
  return `http://${host}:${port}`
}

/** Which provider serves each capability, as the log shows it: `store: graphdb_a (FalkorDB)`. */
function providersOf ({ chosen }: FastifyInstance): Record<string, string> {
  return Object.fromEntries(
    Object.entries(chosen).map(([name, { value, title }]) => [name, title === value ? value : `${value} (${title})`])
  )
}
