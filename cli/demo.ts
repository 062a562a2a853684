/**
 * The product's main job on real input: a few sessions in which facts change, over HTTP, against a service of its
 * own; then what is known, what was superseded, and some answers.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../domain/package-root.ts'
import { buildService } from './service.ts'
import { loadSettings } from '../kernel/settings/load.ts'
import { addressOf } from './serve.ts'
import { table } from './table.ts'

/** A file of `examples/`. */
interface Example {
  user_id: string
  sessions: Array<
    { session_id: string, messages: Array<{ role: string, content: string, name?: string, created_at?: string }> }
  >
  questions: string[]
}

interface Item {
  id: string
  content: string
  valid_at: string
  invalid_at: string | null
  state: string
  is_current: boolean
}
interface Link {
  old: { id: string, content: string } | null
  new: { content: string } | null
  reason: string
  quote: string | null
}
interface Found {
  content: string
  valid_at: string
  rrf_score: number
}

export async function run (): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-demo-'))
  const settings = await loadSettings(join(packageRoot, 'settings.embedded.json'), {
    ...process.env,
    SVC_Sqlite__Path: join(folder, 'palimpsest.db'),
    SVC_Server__Port: '0',
    SVC_Server__LogLevel: 'warn',
    SVC_Cache__Enabled: 'false'
  })
  const app = await buildService(settings)
  try {
    await app.listen({ host: '127.0.0.1', port: 0 })
    for (const name of (await readdir(join(packageRoot, 'examples'))).filter(name => name.endsWith('.json')).sort()) {
      await show(addressOf(app), JSON.parse(await readFile(join(packageRoot, 'examples', name), 'utf8')) as Example)
    }
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function show (address: string, { user_id: userId, sessions, questions }: Example): Promise<void> {
  console.log(`\n${userId}: ${sessions.length} sessions, ${sessions.flatMap(({ messages }) => messages).length} turns`)
  for (const session of sessions) {
    await call(address, 'POST', '/api/v1/memories/from-conversation', { user_id: userId, app: 'demo', ...session })
  }

  const user = `user_id=${encodeURIComponent(userId)}`
  const { items } = await call<{ items: Item[] }>(
    address,
    'GET',
    `/api/v1/memories?${user}&size=100&include_superseded=true`
  )
  items.sort((a, b) => a.valid_at.localeCompare(b.valid_at))
  console.log(
    table(
      'What is known now',
      ['since', 'fact'],
      items.filter(({ is_current: current }) => current).map((
        { valid_at: validAt, content }
      ) => [day(validAt), content])
    )
  )

  const ended = items.filter(({ state }) => state !== 'active')
  const rows = await Promise.all(ended.map(async ({ id, content, valid_at: validAt, invalid_at: invalidAt }) => {
    const { history } = await call<{ history: Link[] }>(address, 'GET', `/api/v1/memories/${id}/history?${user}`)
    const link = history.find(({ old }) => old?.id === id)
    return [
      `${day(validAt)} to ${invalidAt === null ? '?' : day(invalidAt)}`,
      content,
      link?.new?.content ?? '(ended)',
      link?.quote ?? ''
    ]
  }))
  console.log(
    table('What was true before, and what took its place', ['valid', 'fact', 'now', 'because they said'], rows)
  )

  const answers = await Promise.all(questions.map(async query => {
    const { results } = await call<{ results: Found[] }>(address, 'POST', '/api/v1/memories/search', {
      user_id: userId,
      query,
      top_k: 2,
      app_name: 'demo',
      rerank: 'cross_encoder'
    })
    return results.map(({ content, valid_at: validAt }, place) => [place === 0 ? query : '', day(validAt), content])
  }))
  console.log(table('What it recalls', ['question', 'since', 'fact'], answers.flat()))
}

async function call<Answer> (address: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(address + path, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return await response.json() as Answer
}

function day (iso: string): string {
  return iso.slice(0, 10)
}
