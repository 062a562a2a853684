/**
 * LanceDB on disk, its hybrid search: full-text index with English stems, every vector compared, fused by reciprocal
 * rank. With `reranked` as many of its hits as ours reads go to the cross-encoder in the box and are put in its order,
 * as LanceDB's rerankers for Python do it. One table a user. Started by bench/peers.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { createOnnxReranker } from '../../plugins/reranker/onnx/index.ts'
import { RerankOptions } from '../../plugins/memory/pipeline/read/options.ts'
import { encoderFor, load, serve } from './lines.ts'

interface Row {
  turn: string
  text: string
}

interface Query {
  nearestTo(vector: Float32Array): Query
  distanceType(type: string): Query
  fullTextSearch(text: string, how: object): Query
  rerank(reranker: object): Query
  select(columns: string[]): Query
  limit(limit: number): Query
  toArray(): Promise<Row[]>
}

interface Table {
  add(rows: object[]): Promise<unknown>
  createIndex(column: string, how: object): Promise<void>
  optimize(): Promise<unknown>
  query(): Query
}

interface LanceDb {
  connect(path: string): Promise<{ createTable(name: string, rows: object[]): Promise<Table> }>
  Index: { fts(how: object): object }
  rerankers: { RRFReranker: { create(): Promise<object> } }
}

const [encoder = 'own', packages = '', reranked] = process.argv.slice(2)
const { connect, Index, rerankers } = await load<LanceDb>(packages, '@lancedb/lancedb')
const encode = await encoderFor(encoder)
const folder = mkdtempSync(join(tmpdir(), 'lancedb-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit())
const database = await connect(folder)
const fusion = await rerankers.RRFReranker.create()
const defaults = Value.Create(RerankOptions)
const budgetMs = Number(process.env['SVC_Rerank__BudgetMs'] ?? defaults.BudgetMs)
const crossEncoder = reranked === undefined ? null : await createOnnxReranker({ ModelPath: '', Threads: 0 })
const tables = new Map<string, Table>()

function tableOf (user: string): Table {
  const table = tables.get(user)
  if (table === undefined) throw new Error(`nothing of ${user}`)
  return table
}

/** The ones that were read in the order of the cross-encoder; those that it had no time for keep their places. */
async function rerank (query: string, rows: Row[]): Promise<Row[]> {
  if (crossEncoder === null) return rows
  const { scores } = await crossEncoder.reranker.rerank(query, rows.map(({ text }) => text), { budgetMs })
  const read = rows.map((row, place) => ({ row, score: scores[place] ?? null })).filter(({ score }) => score !== null)
    .sort((a, b) => (b.score as number) - (a.score as number))
  return rows.map((row, place) => (scores[place] ?? null) === null ? row : (read.shift()?.row ?? row))
}

await serve({
  async add (user, turn, text) {
    const rows = [{ turn, text, vector: [...await encode(text)] }]
    const table = tables.get(user)
    if (table === undefined) tables.set(user, await database.createTable(`u${tables.size}`, rows))
    else await table.add(rows)
  },
  async settle (user) {
    const table = tableOf(user)
    await table.createIndex('text', { config: Index.fts({ stem: true, removeStopWords: true, language: 'English' }) })
    await table.optimize()
  },
  async search (user, query, limit) {
    const rows = await tableOf(user).query()
      .nearestTo(await encode(query))
      .distanceType('cosine')
      .fullTextSearch(query, { columns: ['text'] })
      .rerank(fusion)
      .select(['turn', 'text'])
      .limit(Math.max(limit, defaults.Candidates))
      .toArray()
    return (await rerank(query, rows)).slice(0, limit).map(({ turn }) => turn)
  }
})
