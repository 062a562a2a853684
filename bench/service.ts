/**
 * The service as it comes, started in this process on a free port with a folder of its own, and asked over HTTP like
 * any other.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildService } from '../cli/service.ts'
import { packageRoot } from '../domain/package-root.ts'
import { loadSettings } from '../kernel/settings/load.ts'

export interface Service {
  app: FastifyInstance
  address: string
  /** Answers the parsed body; throws with status and message when the service refuses. */
  post<Answer>(path: string, body: object): Promise<Answer>
  stop(): Promise<void>
}

/**
 * `settingsFile` defaults to the embedded service; `SVC_` variables apply as ever. Files go to a folder that is
 * removed at the end, or to the one that is given and kept.
 */
export async function startService (
  settingsFile: string | undefined,
  overrides: Record<string, string> = {},
  kept?: string
): Promise<Service> {
  const folder = kept ?? await temporaryFolder()
  const settings = await loadSettings(settingsFile ?? join(packageRoot, 'settings.embedded.json'), {
    SVC_Sqlite__Path: join(folder, 'palimpsest.db'),
    SVC_GraphDbA__GraphName: `bench-${process.pid}`,
    SVC_Cache__EmbeddingPath: join(folder, 'embedding'),
    SVC_Cache__LlmPath: join(folder, 'llm'),
    SVC_Backup__Enabled: 'false',
    SVC_Server__LogLevel: 'warn',
    ...process.env,
    ...overrides
  })
  const app = await buildService(settings)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  return {
    app,
    address: `http://127.0.0.1:${port}`,
    post: async (path, body) => await post(agent, port, path, body),
    async stop () {
      agent.destroy()
      await app.close()
      if (kept === undefined) await rm(folder, { recursive: true, force: true })
    }
  }
}

export async function temporaryFolder (): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
}

async function post<Answer> (agent: Agent, port: number, path: string, body: object): Promise<Answer> {
  const text = JSON.stringify(body)
  return await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const asked = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, async response => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const answer = Buffer.concat(chunks).toString()
      if (response.statusCode === 200) resolve(JSON.parse(answer) as Answer)
      else reject(new Error(`${path} answered ${response.statusCode}: ${answer}`))
    })
    asked.on('error', reject)
    asked.end(text)
  })
}
