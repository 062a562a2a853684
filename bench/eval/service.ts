/** A service of our own on a free port with a temporary database, or one that runs already. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../kernel/app.ts'
import { loadSettings } from '../../kernel/settings/load.ts'

export interface Service {
  /** Without a slash at the end. */
  url: string
  /** What serves, for the table. */
  description: string
  call: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>
  close: () => Promise<void>
}

// Compiled code runs from dist/bench/eval.
const packageRoot = fileURLToPath(new URL('../../..', import.meta.url))

interface Choice {
  /** A running service. */
  url?: string | undefined
  /** Else one is started with this file (default `settings.embedded.json`) and `SVC_` variables over it. */
  settings?: string | undefined
  /** More variables, under those of the environment. */
  variables?: Record<string, string>
}

export async function startService ({ url, settings, variables }: Choice): Promise<Service> {
  if (url !== undefined) return { url: url.replace(/\/+$/, ''), description: url, call: caller(url.replace(/\/+$/, '')), close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-eval-'))
  const app = await buildApp(await loadSettings(settings ?? join(packageRoot, 'settings.embedded.json'), {
    SVC_Sqlite__Path: join(folder, 'palimpsest.db'),
    SVC_Cache__Enabled: 'false',
    SVC_Server__LogLevel: 'warn',
    ...variables,
    ...process.env
  }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const own = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const { Database, Embedding } = app.settings
  return {
    url: own,
    description: `store ${Database.Provider}, embedder ${Embedding.Provider || 'unset'}, distiller ${app.distiller.provider}`,
    call: caller(own),
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function caller (base: string): Service['call'] {
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(base + path, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return await response.json() as Answer
  }
}
