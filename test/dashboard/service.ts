/** A service with people in it, listening, for a browser. */
import { mkdirSync } from 'node:fs'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { packageRoot } from '../../domain/package-root.ts'
import { openEmbedded, type Embedded } from '../services/embedded.ts'
import { falkordbMissing, startFalkordb } from '../services/falkordb.ts'

export interface Listening extends Embedded {
  url: string
}

export async function listening (
  t: { teardown: (undo: () => Promise<void>) => void },
  variables: Record<string, string> = {}
): Promise<Listening> {
  const service = await openEmbedded(t, variables)
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...service, url: `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/` }
}

/** What a proxy before the service does with a request that is for it. */
export function forward ({ url }: Listening, path: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const headers = { ...incoming.headers, host: new URL(url).host }
  incoming.pipe(request(url, { path, method: incoming.method, headers }, answer => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  }))
}

interface Holder {
  teardown: (undo: () => Promise<void>) => void
}

interface Database {
  name: string
  missing: () => string | null
  open: (t: Holder, variables?: Record<string, string>) => Promise<Listening>
}

/** The databases that the pages are driven on; `missing` says why one cannot be here. */
export const databases: Database[] = [
  { name: 'the embedded store', missing: () => null, open: listening },
  {
    name: 'FalkorDB',
    missing: falkordbMissing,
    async open (t, variables = {}) {
      const falkordb = await startFalkordb()
      t.teardown(falkordb.stop)
      return await listening(t, {
        SVC_Database__Provider: 'graphdb_a',
        SVC_GraphDbA__Host: `127.0.0.1:${falkordb.port}`,
        SVC_GraphDbA__GraphName: 'dashboard',
        ...variables
      })
    }
  }
]

/** A person who moves and changes work; each fact a line on the leaf. */
export async function seedPerson ({ call }: Embedded, userId: string): Promise<void> {
  const sessions = [
    ['2023-04-02T09:00:00Z', 'I live in Coimbra. I work at Atelier Sol. I am allergic to walnuts.'],
    ['2025-02-11T10:00:00Z', 'I moved from Coimbra to Porto.'],
    ['2026-03-19T08:30:00Z', 'I moved from Porto to Faro. I have a dog named Bruma.']
  ] as const
  for (const [index, [at, content]] of sessions.entries()) {
    const { status } = await call('POST', '/api/v1/memories/from-conversation', {
      user_id: userId,
      session_id: `visit-${index + 1}`,
      app: 'test',
      messages: [{ role: 'user', content, created_at: at }]
    })
    if (status !== 200) throw new Error(`The conversation was answered ${status}.`)
  }
}

/** Pictures for the eye, never compared; git ignores the folder. */
export function pictureAt (name: string): string {
  const folder = join(packageRoot, 'test', 'dashboard', 'screenshots')
  mkdirSync(folder, { recursive: true })
  return join(folder, `${name}.png`)
}
