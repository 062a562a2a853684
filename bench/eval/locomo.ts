/**
 * `npm run eval -- locomo <file>`: recall of the turns that answer each question of LoCoMo, over HTTP, for what the
 * settings name. One user a conversation, one memory a turn, one search a question; recall@k is the mean of |top k ∩
 * evidence| / |evidence|.
 */
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { table } from '../../cli/table.ts'
import { machine, percentile } from '../machine.ts'
import { startService, temporaryFolder, type Service } from '../service.ts'
import { categories, readConversations, type Conversation, type Question } from './conversations.ts'
import { lossesOf, printLosses } from './losses.ts'
import { referenceSearch } from './reference.ts'

interface Answer {
  results: Array<{ id: string }>
  degraded: string[]
}

/** Found turns of one question, best first, and how long it took. */
interface Asked {
  question: Question
  found: string[]
  ms: number
  degraded: boolean
}

export const cutoffs = [5, 10, 20]

interface Way {
  name: string
  how: object
  /** `plain` searches without score propagation. */
  recipe: 'balanced' | 'plain'
  /** False when no vector is compared, so that every embedder does the same. */
  embeds?: false
}

const rerank = 'cross_encoder'
const ways: Way[] = [
  { name: 'text', recipe: 'balanced', how: { mode: 'text' }, embeds: false },
  { name: 'vector', recipe: 'balanced', how: { mode: 'vector' } },
  { name: 'hybrid', recipe: 'balanced', how: { mode: 'hybrid' } },
  { name: 'hybrid + session arm', recipe: 'balanced', how: { mode: 'hybrid', include_session_arm: true } },
  { name: 'hybrid + rerank', recipe: 'balanced', how: { mode: 'hybrid', rerank } },
  { name: 'plain text + rerank', recipe: 'plain', how: { mode: 'text', rerank }, embeds: false },
  { name: 'plain vector + rerank', recipe: 'plain', how: { mode: 'vector', rerank } },
  { name: 'plain hybrid + rerank', recipe: 'plain', how: { mode: 'hybrid', rerank } }
]

interface Embedder {
  label: string
  variables: Record<string, string>
}

const usage =
  'Usage: npm run eval -- locomo <file> [--settings FILE] [--encoder URL] [--only "hybrid + rerank"] [--ablation]'

export async function run (args: string[]): Promise<void> {
  const { values, positionals: [file] } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      settings: { type: 'string' },
      encoder: { type: 'string' },
      only: { type: 'string', multiple: true },
      ablation: { type: 'boolean', default: false }
    }
  })
  if (file === undefined) throw new Error(usage)
  const conversations = await readConversations(file)
  const chosen = waysNamed(values.only)

  console.log(machine())
  const measured: Array<[string, Asked[]]> = values.only === undefined && !values.ablation
    ? [['BM25 alone, outside', reference(conversations)]]
    : []
  const embedders: Embedder[] = [
    { label: '', variables: {} },
    ...values.encoder === undefined ? [] : [hosted(values.encoder)]
  ]
  for (const [place, { label, variables }] of embedders.entries()) {
    const folder = await temporaryFolder()
    let turnOf: Map<string, string> | undefined
    try {
      for (const recipe of ['balanced', 'plain'] as const) {
        const wanted = chosen.filter(way => way.recipe === recipe && (place === 0 || way.embeds !== false))
        if (wanted.length === 0 || (values.ablation && recipe === 'plain')) continue
        const service = await startService(values.settings, { ...variables, SVC_Recall__Recipe: recipe }, folder)
        try {
          if (turnOf === undefined) {
            describe(service)
            turnOf = await store(service, conversations)
          }
          if (values.ablation) printLosses(await lossesOf(service, conversations, turnOf))
          else {
            for (const { name, how } of wanted) {
              measured.push([label + name, await ask(service, conversations, turnOf, how)])
            }
          }
        } finally {
          await service.stop()
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  if (!values.ablation) print(measured)
}

function waysNamed (names?: string[]): Way[] {
  const unknown = names?.find(wanted => !ways.some(({ name }) => name === wanted))
  if (unknown !== undefined) {
    throw new Error(`There is no way "${unknown}" to search; there are ${ways.map(({ name }) => name).join(', ')}.`)
  }
  return ways.filter(({ name }) => names === undefined || names.includes(name))
}

/** The MiniLM-class encoder that `bench/peers/encoder.py` serves, beside whatever the settings name. */
function hosted (endpoint: string): Embedder {
  return {
    label: 'MiniLM: ',
    variables: {
      SVC_Embedding__Provider: 'hosted_a',
      SVC_Embedding__HostedA__Endpoint: endpoint,
      SVC_Embedding__HostedA__Model: 'all-minilm-l6-v2',
      SVC_Embedding__Dimensions: '384',
      SVC_GraphDbA__GraphName: `bench-${process.pid}-encoder`
    }
  }
}

function describe ({ app: { chosen, embedder, reranker } }: Service): void {
  console.log(
    `store ${chosen['store']?.value}, embedder ${embedder.provider} ${embedder.model} (${embedder.dimensions}), ` +
      `reranker ${reranker.provider} ${reranker.model}`
  )
}

/** Every turn becomes one memory of its conversation's user; returns the turn of each memory id. */
async function store (service: Service, conversations: Conversation[]): Promise<Map<string, string>> {
  const turnOf = new Map<string, string>()
  const start = performance.now()
  for (const { id: userId, turns } of conversations) {
    for (const { id, sessionId, at, text } of turns) {
      const { id: memoryId } = await service.post<{ id: string }>('/api/v1/memories', {
        user_id: userId,
        text,
        infer: false,
        metadata: { dia_id: id },
        session_id: sessionId,
        valid_at: at
      })
      // A turn said twice word for word is one memory; whichever is asked for, it answers.
      turnOf.set(memoryId, turnOf.has(memoryId) ? `${turnOf.get(memoryId)} ${id}` : id)
    }
    await service.app.memory.settled(userId)
  }
  const turns = conversations.flatMap(({ turns }) => turns).length
  console.log(
    `${turns} turns of ${conversations.length} conversations stored in ${
      ((performance.now() - start) / 1000).toFixed(1)
    } s`
  )
  return turnOf
}

async function ask (
  service: Service,
  conversations: Conversation[],
  turnOf: Map<string, string>,
  how: object
): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const { id: userId, questions } of conversations) {
    for (const question of questions) {
      const start = performance.now()
      const { results, degraded } = await service.post<Answer>('/api/v1/memories/search', {
        user_id: userId,
        query: question.text,
        top_k: 20,
        ...how
      })
      asked.push({
        question,
        found: results.map(({ id }) => turnOf.get(id) ?? ''),
        ms: performance.now() - start,
        degraded: degraded.length > 0
      })
    }
  }
  return asked
}

function reference (conversations: Conversation[]): Asked[] {
  return conversations.flatMap(({ turns, questions }) => {
    const search = referenceSearch(turns.map(({ text }) => text))
    return questions.map(question => {
      const start = performance.now()
      const found = search(question.text, 20).map(place => turns[place]?.id ?? '')
      return { question, found, ms: performance.now() - start, degraded: false }
    })
  })
}

/** 0 to 1. */
export function recallAt (cutoff: number, found: string[], { evidence }: Question): number {
  const top = new Set(found.slice(0, cutoff).flatMap(turns => turns.split(' ')))
  return evidence.filter(id => top.has(id)).length / evidence.length
}

function print (measured: Array<[string, Asked[]]>): void {
  const recall = (asked: Asked[], cutoff: number) =>
    asked.length === 0
      ? '-'
      : (100 * asked.reduce((sum, { found, question }) => sum + recallAt(cutoff, found, question), 0) / asked.length)
        .toFixed(1)
  const [[, all] = ['', []]] = measured
  console.log(
    table(
      `Recall, ${all.length} questions`,
      ['', ...cutoffs.map(cutoff => `R@${cutoff}`), 'median ms', 'p95 ms', 'degraded'],
      measured.map(([way, asked]) => {
        const times = asked.map(({ ms }) => ms)
        return [
          way,
          ...cutoffs.map(cutoff => recall(asked, cutoff)),
          percentile(times, 0.5).toFixed(1),
          percentile(times, 0.95).toFixed(1),
          String(asked.filter(({ degraded }) => degraded).length)
        ]
      })
    )
  )
  const kinds = Object.entries(categories).map(([category, name]) => ({ category: Number(category), name }))
  for (const cutoff of [5, 10]) {
    console.log(
      table(
        `R@${cutoff} by category`,
        [
          '',
          ...kinds.map(({ category, name }) =>
            `${name} (${all.filter(({ question }) => question.category === category).length})`
          )
        ],
        measured.map((
          [way, asked]
        ) => [
          way,
          ...kinds.map(({ category }) => recall(asked.filter(({ question }) => question.category === category), cutoff))
        ])
      )
    )
  }
}
