/**
 * `npm run bench -- peers [locomo file]`: the same turns, the same questions and the same embedder against other
 * memories that run without an LLM, each in a process of its own; without a file, made-up talk between people that
 * nothing is tuned on. What they need is installed outside this package: `bench/peers/requirements.txt` for Python's,
 * `installing` below for those of Node; a peer that is not there is a line that says so.
 */
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { table } from '../cli/table.ts'
import { packageRoot } from '../domain/package-root.ts'
import { readTalks } from './eval/conversations.ts'
import { makeTalks, shapes, type Shape } from './eval/shapes/make.ts'
import { recallAt, type Talk } from './eval/talks.ts'
import { machine, percentile } from './machine.ts'
import { serveOwnEncoder } from './peers/endpoint.ts'
import { locate } from './peers/lines.ts'
import { startSubject } from './subject.ts'

/** One memory system: turns in, turn ids out. */
interface Peer {
  add(user: string, turn: Talk['turns'][number]): Promise<void>
  /** All turns of the user are there. */
  settle?(user: string): Promise<void>
  /** Ids of turns, best first. */
  search(user: string, query: string, limit: number): Promise<string[]>
  stop(): Promise<void>
}

const head = ['', 'R@5', 'R@10', 'R@20', 'add p50 ms', 'search p50 ms', 'p95 ms', 'p99 ms']

export async function run (args: string[]): Promise<void> {
  const { values, positionals: [file] } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      python: { type: 'string', default: 'python3' },
      packages: { type: 'string', default: join(tmpdir(), 'palimpsest-peers') },
      encoder: { type: 'string', default: 'own' },
      shape: { type: 'string', default: 'people' },
      first: { type: 'string' },
      only: { type: 'string', multiple: true }
    }
  })
  const conversations = (file === undefined ? made(values.shape) : await readTalks(file))
    .slice(0, Number(values.first ?? Infinity))
  const own = values.encoder === 'own' ? await serveOwnEncoder() : null
  console.log(machine())
  const rows: string[][] = []
  try {
    for (const [name, start] of peersFor(values, own)) {
      if (values.only !== undefined && !values.only.some(part => name.includes(part))) continue
      try {
        rows.push([name, ...await measure(await start(), conversations)])
      } catch (error) {
        const [why = ''] = (error as Error).message.split('\n', 1)
        rows.push([`${name} did not run`])
        console.error(`${name}: ${why}`)
      }
      console.error(rows.at(-1)?.join('  '))
    }
  } finally {
    own?.stop()
  }
  const all = conversations.flatMap(({ questions }) => questions).length
  const empty = Array<string>(head.length).fill('')
  console.log(
    table(
      `${conversations.length} conversations, ${all} questions, encoder ${values.encoder}`,
      head,
      rows.map(row => [...row, ...empty].slice(0, head.length))
    )
  )
}

function made (shape: string): Talk[] {
  if (!(shapes as readonly string[]).includes(shape)) throw new Error(`Shapes: ${shapes.join(', ')}.`)
  return makeTalks(shape as Shape, 'heldout')
}

interface Given {
  python: string
  packages: string
  encoder: string
}

/** Ours as it comes, ours over the same endpoint as theirs where one was named, and the others. */
function peersFor (
  { python, packages, encoder }: Given,
  own: { address: string, dimensions: number } | null
): Array<[string, () => Promise<Peer>]> {
  const hosted = {
    SVC_Embedding__Provider: 'hosted_a',
    SVC_Embedding__HostedA__Endpoint: encoder,
    SVC_Embedding__HostedA__Model: 'all-minilm-l6-v2',
    SVC_Embedding__Dimensions: '384'
  }
  const ways: Array<[string, object]> = [
    ['hybrid', {}],
    ['hybrid + session arm', { include_session_arm: true }],
    ['hybrid + rerank', { rerank: 'cross_encoder' }]
  ]
  const ours = (name: string, overrides: Record<string, string>) =>
    ways.map(([way, how]): [string, () => Promise<Peer>] => [
      `${name}, ${way}`,
      async () => await startOurs(overrides, how)
    ])
  const endpoint = [own?.address ?? encoder, String(own?.dimensions ?? 384)]
  const script = (name: string) => async () => await startPeer(python, [join(here, name), ...endpoint])
  const node = (name: string, needs: string, ...more: string[]) => async () => {
    requirePackage(packages, needs)
    return await startPeer(process.execPath, [
      fileURLToPath(new URL(`peers/${name}`, import.meta.url)),
      encoder,
      packages,
      ...more
    ])
  }
  return [
    ...ours('palimpsest as it comes', {}),
    ...own === null ? ours('palimpsest on the endpoint', hosted) : [],
    ['Orama, hybrid', node('orama.js', '@orama/orama')],
    ['LanceDB, hybrid (RRF)', node('lancedb.js', '@lancedb/lancedb')],
    ['LanceDB, hybrid + our cross-encoder', node('lancedb.js', '@lancedb/lancedb', 'reranked')],
    ['SQLite FTS5 + vectors, a plain script', script('plain.py')],
    ['mem0, infer=False', script('mem0_peer.py')]
  ]
}

const here = join(packageRoot, 'bench', 'peers')

/** LanceDB asks for Node 22 and runs on 20; it loads with no newer Arrow than this. */
const installing = (folder: string) =>
  `npm install --prefix ${folder} --ignore-scripts --engine-strict=false ` +
  '@orama/orama@3.1.18 @lancedb/lancedb@0.39.0 apache-arrow@18.1.0'

function requirePackage (folder: string, name: string): void {
  try {
    locate(folder, name)
  } catch {
    throw new Error(`it is not in ${folder} (--packages FOLDER): ${installing(folder)}`)
  }
}

async function measure (peer: Peer, conversations: Talk[]): Promise<string[]> {
  const [adds, searches]: [number[], number[]] = [[], []]
  const recall = [5, 10, 20].map(cutoff => ({ cutoff, sum: 0 }))
  try {
    for (const { id, turns } of conversations) {
      for (const turn of turns) adds.push(await timed(async () => await peer.add(id, turn)))
      await peer.settle?.(id)
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
    ...[0.5, 0.95, 0.99].map(share => percentile(searches, share).toFixed(1))
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

/** A program that reads orders and writes answers, a JSON line each. */
async function startPeer (program: string, args: string[]): Promise<Peer> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => {
    complaint = `${complaint}${text.toString()}`.slice(-2_000)
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => {
    const { value, done } = await lines.next() as { value?: string, done?: boolean }
    if (done === true || value === undefined) throw new Error(complaint.trim().split('\n').at(-1) ?? 'it ended')
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
    settle: async user => {
      await order({ settle: true, user })
    },
    search: async (user, query, limit) => (await order({ search: query, user, limit })).found,
    async stop () {
      child.kill()
    }
  }
}
