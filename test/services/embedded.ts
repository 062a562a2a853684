/** The whole service on the embedded store, in a folder of its own, for tests that speak to it as a client would. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildService } from '../../cli/service.ts'
import { loadSettings } from '../../kernel/settings/load.ts'

// Compiled tests run from dist/test/services.
const packageRoot = fileURLToPath(new URL('../../..', import.meta.url))

export interface Embedded {
  app: FastifyInstance
  folder: string
  /** Sends a request and returns status and parsed body. */
  call: <Body = Record<string, never>>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object | string,
    headers?: Record<string, string>
  ) => Promise<{ status: number, body: Body }>
}

export const embeddedSettings = join(packageRoot, 'settings.embedded.json')

/** Environment for a service in `folder` that writes nowhere else. */
export function environmentIn (folder: string, variables: Record<string, string> = {}): Record<string, string> {
  return {
    SVC_Sqlite__Path: join(folder, 'palimpsest.db'),
    SVC_Cache__EmbeddingPath: join(folder, 'cache/embedding'),
    SVC_Cache__LlmPath: join(folder, 'cache/llm'),
    SVC_Backup__Directory: join(folder, 'backups'),
    SVC_Server__Port: '0',
    SVC_Server__LogLevel: 'silent',
    SVC_Rerank__Provider: 'none',
    // On a busy machine the first reranking outlasts the default, and is then rightly called degraded.
    SVC_Rerank__BudgetMs: '600000',
    ...variables
  }
}

/** A settings file of an embedded store, `name`.db, that needs no model but ours; its path. */
export async function settingsFile (folder: string, name: string): Promise<string> {
  const path = join(folder, `${name}.json`)
  const settings = {
    Database: { Provider: 'embedded' },
    Sqlite: { Path: join(folder, `${name}.db`) },
    Embedding: { Provider: 'builtin', Dimensions: 256 },
    Distill: { Provider: 'rules' },
    Rerank: { Provider: 'none' },
    Cache: { Enabled: false }
  }
  await writeFile(path, JSON.stringify(settings))
  return path
}

export async function temporaryFolder (t: { teardown: (undo: () => Promise<void>) => void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-test-'))
  t.teardown(async () => {
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

/** Opens (or, in the folder of an earlier one, reopens) a service. */
export async function openEmbedded (
  t: { teardown: (undo: () => Promise<void>) => void },
  variables: Record<string, string> = {},
  folder?: string
): Promise<Embedded> {
  const home = folder ?? await temporaryFolder(t)
  const app = await buildService(await loadSettings(embeddedSettings, environmentIn(home, variables)))
  t.teardown(async () => {
    await app.close()
  })
  await app.ready()
  return {
    app,
    folder: home,
    async call (method, url, body, headers = {}) {
      const response = await app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
      return { status: response.statusCode, body: response.json() }
    }
  }
}
