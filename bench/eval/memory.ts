/**
 * Distillation: sessions in order through `from-conversation`, and after each what is stored is held against what was
 * expected. `npm run eval -- memory [<file or folder> …] [--embedder <OpenAI-compatible base URL>] [--names]
 * [--details] [--settings <file>]`. Without a file, the profiles of our own that nothing is tuned or trained on.
 */
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { LlmUsage } from '../../domain/capabilities/llm.ts'
import { machine } from '../machine.ts'
import { readProfiles, type Profile } from './profiles.ts'
import { similarityOf } from './similarity.ts'
import { startService } from '../service.ts'
import { describeCriteria, measure, sum, type Detail, type SessionResult, type Stored, type Tally } from './measure.ts'

interface Item {
  id: string
  content: string
  is_current: boolean
}

/** A turn of the data set that stands for an answer under test. */
const placeholder = '[MEMORY TEST]'
/** The data set has no dates: sessions are two weeks apart. */
const firstSession = Date.UTC(2025, 0, 6, 10)
const betweenSessions = 14 * 24 * 3600 * 1000
/** Where the sources are, seen from the build. */
const own = ['held-out', 'written-held'].map(part =>
  fileURLToPath(new URL(`../../../bench/eval/memory-own/${part}.json`, import.meta.url))
)

export async function run (args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      embedder: { type: 'string' },
      'embedder-model': { type: 'string', default: 'all-MiniLM-L6-v2' },
      names: { type: 'boolean', default: false },
      details: { type: 'boolean', default: false },
      settings: { type: 'string' }
    }
  })
  const parts: Part[] = []
  for (const file of positionals.length > 0 ? positionals : own) parts.push(await tellPart(file, values))
  const similarity = values.embedder === undefined
    ? null
    : await similarityOf(values.embedder, values['embedder-model'], parts.flatMap(textsOf))

  for (const { about } of parts) console.log(about)
  console.log(
    similarity === null
      ? 'By words alone: no --embedder was given.'
      : `By words, and by cosine under ${values['embedder-model']} at ${values.embedder}.`
  )
  console.log(
    values.names
      ? "The user's full name is sent with the turns (--names)."
      : 'No names are sent with the turns; a full name can only be found if it is said.'
  )
  const measured = parts.map(({ name, users, usage }) => ({
    name,
    usage,
    results: users.map(({ user, sessions }) => ({ user, ...measure(sessions, similarity) }))
  }))
  print(measured.flatMap(({ name, results }) => [
    ...results.map(({ user, tally }) => ({ user, tally })),
    { user: measured.length > 1 ? `all of ${name}` : 'all', tally: sum(results.map(({ tally }) => tally)) }
  ]))
  for (const line of describeCriteria(similarity)) console.log(`  ${line}`)
  for (const { usage } of measured) if (usage !== null) console.log(`  ${usage}`)
  if (values.details) {
    for (const { user, detail } of measured.flatMap(({ results }) => results)) printDetail(user, detail)
  }
}

interface Part {
  name: string
  about: string
  users: Array<{ user: string, sessions: SessionResult[] }>
  /** Null without an LLM. */
  usage: string | null
}

/** Tells one file of profiles to a service of its own. */
async function tellPart (file: string, { settings, names }: { settings?: string, names: boolean }): Promise<Part> {
  const profiles = await readProfiles(file)
  // Nothing is searched here, so no reranker is loaded.
  const { app, address, stop } = await startService(settings, { SVC_Rerank__Provider: 'none' })
  try {
    const started = performance.now()
    const users: Part['users'] = []
    for (const profile of profiles) {
      users.push({ user: profile.user_id, sessions: await ingest(address, profile, names) })
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const count = users.flatMap(({ sessions }) => sessions).length
    return {
      name: basename(file, '.json'),
      about: `Distillation of ${file}: ${users.length} users, ${count} sessions in ${seconds} s\n` +
        `Store ${app.chosen['store']?.value}, embedder ${app.embedder.model}, distiller ${app.distiller.provider}; ` +
        machine(),
      users,
      // The token counts are the server's own, or estimates where it gives none; summaries behind the answers are
      // counted too.
      usage: app.llm.configured ? describeUsage(app.llm.usage, count) : null
    }
  } finally {
    await stop()
  }
}

function textsOf ({ users }: Part): string[] {
  return users.flatMap(({ sessions }) =>
    sessions.flatMap(({ expected, after }) => [
      ...expected.flatMap(({ fact, contradicts }) => contradicts === undefined ? [fact] : [fact, contradicts]),
      ...after.map(({ text }) => text)
    ])
  )
}

async function ingest (
  address: string,
  { user_id: user, name, sessions }: Profile,
  names: boolean
): Promise<SessionResult[]> {
  const results: SessionResult[] = []
  let before: Stored[] = []
  for (const [index, { session_id: session, turns, expected_memories_after: expected }] of sessions.entries()) {
    const at = firstSession + index * betweenSessions
    const messages = turns.filter(({ content }) => content !== placeholder).map(({ role, content }, turn) => ({
      role,
      content,
      created_at: new Date(at + turn * 60_000).toISOString(),
      ...(names && role === 'user' && { name })
    }))
    if (messages.length > 0) {
      await call(address, 'POST', '/api/v1/memories/from-conversation', {
        user_id: user,
        session_id: String(session),
        app: 'eval',
        messages
      })
    }
    const after = await everything(address, user)
    results.push({ expected, before, after })
    before = after
  }
  return results
}

/** All memories of the user, ended ones with what took their place. */
async function everything (address: string, user: string): Promise<Stored[]> {
  const stored: Stored[] = []
  for (let page = 1;; page++) {
    const { items, pages } = await call<{ items: Item[], pages: number }>(
      address,
      'GET',
      `/api/v1/memories?user_id=${encodeURIComponent(user)}&include_superseded=true&size=100&page=${page}`
    )
    for (const { id, content, is_current: current } of items) {
      const supersededBy = current
        ? null
        : (await call<{ superseded_by: string | null }>(
          address,
          'GET',
          `/api/v1/memories/${id}?user_id=${encodeURIComponent(user)}`
        )).superseded_by
      stored.push({ id, text: content, current, supersededBy })
    }
    if (page >= pages) return stored
  }
}

function print (rows: Array<{ user: string, tally: Tally }>): void {
  const share = (part: number, whole: number) =>
    whole === 0 ? '-' : `${part}/${whole} ${(100 * part / whole).toFixed(1)} %`
  const cells = [
    ['user', 'found', 'junk', 'contradictions resolved', 'wrongly retired'],
    ...rows.map(({ user, tally }) => [
      user,
      share(tally.found, tally.expected),
      share(tally.junk, tally.stored),
      share(tally.resolved, tally.contradictions),
      String(tally.wronglyRetired)
    ])
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map(row => row[column]!.length)))
  console.log()
  for (const row of cells) {
    console.log(
      row.map((cell, column) => column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)).join('  ')
    )
  }
  console.log()
}

function describeUsage ({ calls, promptTokens, completionTokens }: LlmUsage, conversations: number): string {
  const each = (total: number) => (total / conversations).toFixed(1)
  return `LLM, a conversation: ${each(calls)} calls, ${each(promptTokens)} tokens in, ${
    each(completionTokens)
  } out; in all ${calls} calls, ${promptTokens + completionTokens} tokens.`
}

function printDetail (user: string, detail: Detail): void {
  console.log(`\n${user}`)
  for (const [kind, lines] of Object.entries(detail) as Array<[string, string[]]>) {
    for (const line of lines) console.log(`  ${kind}: ${line}`)
  }
}

async function call<Answer> (address: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(address + path, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return await response.json() as Answer
}
