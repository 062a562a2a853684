/**
 * `npm run bench -- peers <locomo file>`: the same turns, the same questions and the same embedding endpoint, against
 * other memories that run without an LLM, each in a process of its own. `bench/peers/requirements.txt` and
 * `encoder.py` say how to install and start what it needs.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { table } from '../cli/table.ts'
import { packageRoot } from '../domain/package-root.ts'
import { readTalks } from './eval/conversations.ts'
import { recallAt, type Talk } from './eval/talks.ts'
import { machine, percentile } from './machine.ts'
import { startSubject } from './subject.ts'

/** One memory system: turns in, turn ids out. */
interface Peer {
  add(user: string, turn: Talk['turns'][number]): Promise<void>
  /** Ids of turns, best first. */
  search(user: string, query: string, limit: number): Promise<string[]>
  stop(): Promise<void>
}

export async function run (args: string[]): Promise<void> {
  const { values, positionals: [file] } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      python: { type: 'string', default: 'python3' },
      encoder: { type: 'string', default: 'http://127.0.0.1:8090/v1' },
      first: { type: 'string' }
    }
  })
  if (file === undefined) {
    throw new Error(
      'Usage: npm run bench -- peers <locomo file> [--python FILE] [--encoder URL] [--first N conversations]'
    )
  }
  const conversations = (await readTalks(file)).slice(0, Number(values.first ?? Infinity))
  const hosted = {
    SVC_Embedding__Provider: 'hosted_a',
    SVC_Embedding__HostedA__Endpoint: values.encoder,
    SVC_Embedding__HostedA__Model: 'all-minilm-l6-v2',
    SVC_Embedding__Dimensions: '384'
  }
  const script = (name: string) => async () => await startScript(values.python, name, values.encoder)
  const peers: Array<[string, () => Promise<Peer>]> = [
    ['palimpsest, hybrid', async () => await startOurs(hosted, {})],
    ['palimpsest, hybrid + session arm', async () => await startOurs(hosted, { include_session_arm: true })],
    ['palimpsest, hybrid + rerank', async () => await startOurs(hosted, { rerank: 'cross_encoder' })],
    ['palimpsest as it comes, hybrid + session arm', async () => await startOurs({}, { include_session_arm: true })],
    ['palimpsest as it comes, hybrid + rerank', async () => await startOurs({}, { rerank: 'cross_encoder' })],
    ['SQLite FTS5 + vectors, a plain script', script('plain.py')],
    ['mem0, infer=False', script('mem0_peer.py')]
  ]
  console.log(machine())
  const rows: string[][] = []
  for (const [name, start] of peers) {
    try {
      rows.push([name, ...await measure(await start(), conversations)])
    } catch (error) {
      rows.push([name, `did not run: ${(error as Error).message.split('\n', 1)[0] ?? ''}`])
    }
    console.error(rows.at(-1)?.join('  '))
  }
  const all = conversations.flatMap(({ questions }) => questions).length
  console.log(
    table(`${conversations.length} conversations, ${all} questions`, [
      '',
      'R@5',
      'R@10',
      'R@20',
      'add p50 ms',
      'search p50 ms',
      'p95 ms'
    ], rows.map(row => [...row, ...Array<string>(7).fill('')].slice(0, 7)))
  )
}

async function measure (peer: Peer, conversations: Talk[]): Promise<string[]> {
  const [adds, searches]: [number[], number[]] = [[], []]
  const recall = [5, 10, 20].map(cutoff => ({ cutoff, sum: 0 }))
  try {
    for (const { id, turns } of conversations) {
      for (const turn of turns) adds.push(await timed(async () => await peer.add(id, turn)))
    }
    for (const { id, questions } of conversations) {
      for (const question of questions) {
        let found: string[] = []
        searches.push(
          await timed(async () => {
            found = await peer.search(id, question.text, 20)
          })
        )
        for (const at of recall) at.sum += recallAt(at.cutoff, found, question)
      }
    }
  } finally {
    await peer.stop()
  }
  return [
    ...recall.map(({ sum }) => (100 * sum / searches.length).toFixed(1)),
    percentile(adds, 0.5).toFixed(1),
    percentile(searches, 0.5).toFixed(1),
    percentile(searches, 0.95).toFixed(1)
  ]
}

async function timed (work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function startOurs (overrides: Record<string, string>, how: object): Promise<Peer> {
  const subject = await startSubject({ overrides })
  const turnOf = new Map<string, string>()
  const post = async (path: string, body: object) => {
    const response = await fetch(subject.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body)
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return await response.json() as { id: string, results: Array<{ id: string }> }
  }
  return {
    async add (user, { id, text, sessionId, at }) {
      const { id: memory } = await post('/api/v1/memories', {
        user_id: user,
        text,
        infer: false,
        session_id: sessionId,
        valid_at: at
      })
      turnOf.set(memory, turnOf.has(memory) ? `${turnOf.get(memory)} ${id}` : id)
    },
    search: async (user, query, limit) =>
      (await post('/api/v1/memories/search', { user_id: user, query, top_k: limit, ...how })).results.map(({ id }) =>
        turnOf.get(id) ?? ''
      ),
    stop: subject.stop
  }
}

/** A Python script that reads orders and writes answers, a JSON line each. */
async function startScript (python: string, name: string, encoder: string): Promise<Peer> {
  const child = spawn(python, [join(packageRoot, 'bench', 'peers', name), encoder], { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => {
    complaint = `${complaint}${text.toString()}`.slice(-2_000)
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => {
    const { value, done } = await lines.next() as { value?: string, done?: boolean }
    if (done === true || value === undefined) throw new Error(complaint.trim().split('\n').at(-1) ?? `${name} ended`)
    return JSON.parse(value) as { found: string[] }
  }
  const order = async (body: object) => {
    child.stdin.write(`${JSON.stringify(body)}\n`)
    return await answer()
  }
  const failed = new Promise<never>((_resolve, reject) => {
    child.on('error', reject)
  })
  await Promise.race([answer(), failed])
  return {
    add: async (user, { id, text }) => {
      await order({ add: text, id, user })
    },
    search: async (user, query, limit) => (await order({ search: query, user, limit })).found,
    async stop () {
      child.kill()
    }
  }
}
