/**
 * `npm run eval -- locomo <file>`: recall of the turns that answer each question of LoCoMo, or of another set of talks
 * (`madial`), with the search times.
 */
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { machine } from '../machine.ts'
import { startService, temporaryFolder, type Service } from '../service.ts'
import { readTalks } from './conversations.ts'
import { inLongTurns } from './long-turns.ts'
import { leaveOneOut } from './leave-one-out.ts'
import { lossesOf, printLosses } from './losses.ts'
import { referenceSearch } from './reference.ts'
import { ask, print, store, ways, type Asked, type Talk, type Way } from './talks.ts'

interface Embedder {
  label: string
  variables: Record<string, string>
}

const usage =
  'Usage: npm run eval -- <locomo | madial> <file> [--settings FILE] [--encoder URL] [--only "hybrid + rerank"] ' +
  '[--ablation | --leave-one-out] [--long]'

export async function run (args: string[]): Promise<void> {
  const { values, positionals: [file] } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      settings: { type: 'string' },
      encoder: { type: 'string' },
      only: { type: 'string', multiple: true },
      ablation: { type: 'boolean', default: false },
      'leave-one-out': { type: 'boolean', default: false },
      long: { type: 'boolean', default: false }
    }
  })
  if (file === undefined) throw new Error(usage)
  const read = await readTalks(file)
  const conversations = values.long ? inLongTurns(read) : read
  const chosen = waysNamed(values.only)
  const analysis = analysisOf(values)

  console.log(machine())
  const measured: Array<[string, Asked[]]> = values.only === undefined && analysis === null
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
        if (wanted.length === 0 || (analysis !== null && recipe === 'plain')) continue
        const service = await startService(values.settings, { ...variables, SVC_Recall__Recipe: recipe }, folder)
        try {
          if (turnOf === undefined) {
            describe(service)
            turnOf = await store(service, conversations)
          }
          if (analysis !== null) await analysis(service, conversations, turnOf)
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
  if (analysis === null) print(measured)
}

/** What is printed in the place of the table of recall, if anything. */
function analysisOf (
  { ablation, 'leave-one-out': leavesOneOut }: { ablation: boolean, 'leave-one-out': boolean }
): typeof leaveOneOut | null {
  if (ablation) return async (...given) => printLosses(await lossesOf(...given))
  return leavesOneOut ? leaveOneOut : null
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

function reference (conversations: Talk[]): Asked[] {
  return conversations.flatMap(({ turns, questions }) => {
    const search = referenceSearch(turns.map(({ text }) => text))
    return questions.map(question => {
      const start = performance.now()
      const found = search(question.text, 20).map(place => turns[place]?.id ?? '')
      return { question, found, ms: performance.now() - start, degraded: false }
    })
  })
}
