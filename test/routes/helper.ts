/** The whole service on a store of its own in a temporary folder, with auth open or on. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { settingsOf as settle } from '../../kernel/settings/load.ts'
import { buildService } from '../../cli/service.ts'

export const secret = 'a secret of the tests, long enough'

export async function build (t: Test, values: Record<string, Record<string, unknown>> = {}): Promise<FastifyInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-routes-'))
  const app = await buildService(await settle(settingsOf(folder, values), folder))
  t.teardown(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
  await app.ready()
  return app
}

export function settingsOf (
  folder: string,
  { Server, ...others }: Record<string, Record<string, unknown>> = {}
): Record<string, unknown> {
  return {
    Server: { LogLevel: 'silent', ...Server },
    Database: { Provider: 'embedded' },
    Sqlite: { Path: join(folder, 'memories.db') },
    Embedding: { Provider: 'builtin', Dimensions: 256 },
    Distill: { Provider: 'rules' },
    Rerank: { Provider: 'none' },
    Cache: { Enabled: false },
    ...others
  }
}
