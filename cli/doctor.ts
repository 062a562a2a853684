/** Tries every configured part for real, each by itself, and says what to do about what does not work. */
import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { capabilities } from '../domain/capabilities/order.ts'
import { oneLine } from '../domain/errors.ts'
import { valueAt } from '../domain/manifest.ts'
import { Type } from '../domain/type.ts'
import { provide } from '../kernel/provide.ts'
import { registerSettings } from '../kernel/settings/index.ts'
import type { LoadedSettings } from '../kernel/settings/load.ts'
import { readSettings, settingsNamed } from './settings.ts'

type Finding = [part: string, state: 'ok' | 'FAILED' | 'off', said: string]

const enoughBytes = 1024 ** 3
const enoughMemory = 512 * 1024 ** 2
/** An `as_of` or an expiry means nothing on a machine that believes itself in another decade. */
const releasedIn = Date.UTC(2026, 0)

/** Real calls: a vector, an answer of the LLM, a score. Each may cost a few tokens at a hosted provider. */
const trials: Record<string, (app: FastifyInstance) => Promise<string | null>> = {
  async store ({ store }) {
    const { url, server } = await store.ping()
    const { dimensions, model } = await store.meta()
    return `${server} at ${url}; vectors: ${
      dimensions === null ? 'none yet' : `${dimensions} of ${model ?? 'no model'}`
    }`
  },
  async embedder ({ embedder }) {
    if (!embedder.configured) return null
    const [vector] = await embedder.embed(['Is this embedder well?'])
    return `${embedder.model} answered a vector of ${vector?.length}`
  },
  async llm ({ llm }) {
    if (!llm.configured) return null
    await llm.generate({
      prompt: 'doctor@1',
      system: 'Answer in JSON.',
      user: 'Is the sky blue? Answer {"yes": true} or {"yes": false}.',
      schema: Type.Object({ yes: Type.Boolean() }, { additionalProperties: false }),
      userId: 'doctor',
      maxOutputTokens: 50,
      uncached: true
    })
    return `${llm.model} answered`
  },
  async reranker ({ reranker }) {
    const { scores } = await reranker.rerank('Who sings?', ['A bird sings.'], { budgetMs: 30_000 })
    return scores.length === 0 ? null : `${reranker.model} answered a score`
  }
}

export async function run (args: string[]): Promise<void> {
  const { values: { settings: file } } = parseArgs({ args, options: { settings: { type: 'string' } } })
  const findings = await examine(await readSettings(file))
  console.log(settingsNamed(args))
  for (const [part, state, said] of findings) console.log(`${part.padEnd(10)} ${state.padEnd(7)} ${said}`)
  if (findings.some(([, state]) => state === 'FAILED')) process.exitCode = 1
}

/** A part that fails leaves the others to be tried. */
export async function examine (settings: LoadedSettings): Promise<Finding[]> {
  const app = Fastify({ pluginTimeout: 120_000 })
  const findings: Finding[] = []
  try {
    await registerSettings(app, settings)
    for (const capability of capabilities.filter(({ name }) => name in trials || name === 'cache')) {
      const { name } = capability
      findings.push(
        await tried(name, async () => {
          await provide(app, capability, settings)
          return await trials[name]?.(app) ?? null
        })
      )
    }
  } finally {
    await app.close()
  }
  return [...findings.filter(([part]) => part !== 'cache'), ...await aroundIt(app)]
}

async function tried (part: string, trial: () => Promise<string | null>): Promise<Finding> {
  try {
    const said = await trial()
    return said === null ? [part, 'off', 'not configured'] : [part, 'ok', said]
  } catch (error) {
    const { detail } = error as { detail?: string }
    return [part, 'FAILED', `${oneLine(error as Error)}${detail === undefined ? '' : ` ${detail}`}`]
  }
}

/** Disk, memory and clock. */
async function aroundIt ({ settings }: FastifyInstance): Promise<Finding[]> {
  const folders = [
    dirname(String(valueAt(settings, 'Sqlite:Path'))),
    ...valueAt(settings, 'Backup:Enabled') === true ? [String(valueAt(settings, 'Backup:Directory'))] : []
  ]
  const disks = await Promise.all(folders.map(folder => tried('disk', () => room(resolve(folder)))))
  const memory = Math.min(process.constrainedMemory() || totalmem(), freemem() + process.memoryUsage.rss())
  return [
    ...disks,
    await tried('memory', async () => {
      if (memory < enoughMemory) {
        throw new Error(`${inMiB(memory)} MiB are left; the service with its models wants 512.`)
      }
      return `${inMiB(memory)} MiB to use`
    }),
    await tried('clock', async () => {
      if (Date.now() < releasedIn) throw new Error(`${new Date().toISOString()} is before this release: set the clock.`)
      return new Date().toISOString()
    })
  ]
}

async function room (folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await access(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < enoughBytes) throw new Error(`${folder} has ${inMiB(bavail * bsize)} MiB left: make room.`)
  return `${folder} can be written, ${inMiB(bavail * bsize)} MiB left`
}

const inMiB = (bytes: number): string => Math.floor(bytes / 1024 ** 2).toLocaleString('en')
