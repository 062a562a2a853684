/** The read path: what neighbours lend, who answers whom, how often the store is asked, and that no LLM can be. */
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { v7 as uuid } from 'uuid'
import type { Recall, RecallRequest } from '../../../kernel/capabilities/memory.ts'
import type { Match, Store } from '../../../kernel/capabilities/store.ts'
import type { NewMemory } from '../../../kernel/nouns.ts'
import { fingerprint } from '../../../kernel/text/identity.ts'
import { createReadPath } from '../../../plugins/memory/pipeline/read.ts'
import { converse } from '../../../plugins/memory/pipeline/read/converse.ts'
import { lend, ownScores, sessionsByScore } from '../../../plugins/memory/pipeline/read/lend.ts'
import { rerank, type Candidate } from '../../../plugins/memory/pipeline/read/rerank.ts'
import { timeNamed } from '../../../plugins/memory/pipeline/read/time.ts'
import { noReranker } from '../../../plugins/reranker/none/index.ts'
import { openEmbedded } from '../../services/embedded.ts'

const match = (id: string, score: number, sessionId: string | null = 's'): Match => ({ id, score, sessionId, validAt: 0 })
const near = (found: number | undefined, wanted: number) => Math.abs((found ?? NaN) - wanted) < 1e-9

t.test('words count as shares of the best, meaning from the last candidate to the best, each by its weight', async t => {
  const own = ownScores([match('a', 8), match('b', 4)], [match('b', 0.9), match('c', 0.5), match('d', 0.4)], { text: 1, vector: 0.5 })
  t.ok(near(own.get('a'), 1))
  t.ok(near(own.get('b'), 0.5 + 0.5))
  t.ok(near(own.get('c'), 0.1))
  t.ok(near(own.get('d'), 0))
  t.equal(ownScores([], [], { text: 1, vector: 1 }).size, 0)
  t.ok(near(ownScores([], [match('only', 0.2)], { text: 1, vector: 1 }).get('only'), 1), 'one candidate is the best there is')
})

t.test('a turn that was not found itself is lifted by the turns around it; what has no session is not left behind', async t => {
  const own = new Map([['asked', 1], ['alone', 1]])
  const scores = lend(own, [{ sessionId: 's', memoryIds: ['first', 'asked', 'answer', 'later', 'far', 'farther'] }], 1)
  t.ok(scores.get('answer')! > scores.get('first')!, 'what follows is worth more than what went before')
  t.ok(scores.get('answer')! > scores.get('later')! && scores.get('later')! > scores.get('far')!)
  t.equal(scores.get('far'), scores.get('farther'), 'farther away only the session lends')
  t.equal(scores.get('alone'), scores.get('asked'))
  t.same([...lend(own, [{ sessionId: 's', memoryIds: ['asked', 'answer'] }], 0)], [['asked', 1], ['alone', 1], ['answer', 0]], 'weight 0 lends nothing')
  t.same(sessionsByScore(new Map([['a', 1], ['b', 1], ['c', 1.5]]), [match('a', 9, 'two'), match('b', 8, 'two')], [match('a', 1, 'two'), match('c', 1, 'one'), match('d', 1, null)]), ['two', 'one'])
})

function memory (id: string, text: string, more: Partial<NewMemory> = {}): NewMemory {
  return {
    id,
    userId: 'u',
    text,
    fingerprint: fingerprint(text, null),
    memoryType: 'episodic',
    state: 'active',
    app: null,
    project: null,
    sessionId: 's',
    tags: [],
    categories: [],
    metadata: null,
    attributes: {},
    source: 'verbatim',
    quote: null,
    sourceTurnUuids: [],
    speaker: null,
    confidence: 1,
    subject: null,
    predicate: null,
    value: null,
    functional: false,
    isGlobal: false,
    validAt: 1,
    invalidAt: null,
    createdAt: 1,
    expiredAt: null,
    supersededBy: null,
    entityIds: [],
    embedding: null,
    ...more
  }
}

function candidate (text: string, session: number | undefined, previous: string | null = null, more: Partial<NewMemory> = {}): Candidate {
  return {
    id: text,
    rrfScore: 0.01,
    ranks: {},
    scores: session === undefined ? {} : { session },
    memory: memory(text, text, more),
    previous: previous === null ? null : memory(previous, previous),
    prior: 0.01,
    rerankScore: null,
    relevance: null
  }
}

t.test('a question is found by its words, and its answer goes before it', async t => {
  const question = 'Bo: Where did you find that lamp?'
  const ordered = converse('Where was the lamp found?', [candidate(question, 1.2), candidate('Ana: At a flea market in Ghent!', 1.1, question)], new Map([[question, 1]]), Date.now())
  t.same(ordered.map(({ id }) => id), ['Ana: At a flea market in Ghent!', question])
})

t.test('of two alike, the one told by whom the question names goes first, by prefix or recorded speaker', async t => {
  for (const named of [candidate('Ana: I sail on Sundays.', 1), candidate('I sail on Sundays.', 1, null, { speaker: 'Ana' })]) {
    const ordered = converse("What is Ana's sport?", [candidate('Bo: I row on Sundays.', 1), named], new Map(), Date.now())
    t.equal(ordered[0]?.id, named.id)
  }
  const plain = [candidate('b', undefined), candidate('a?', undefined)]
  t.same(converse('Ana?', plain, new Map(), Date.now()).map(({ id }) => id), ['b', 'a?'], 'without the session arm the fused order stands')
})

t.test('a question that speaks of time prefers memories of that time, and shuts none out', async t => {
  const now = Date.UTC(2026, 10, 20)
  const nearness = (query: string, ...day: [number, number, number]) => timeNamed(query, now)?.(Date.UTC(...day)) ?? null
  t.equal(nearness('What did we do on 7 July, 2023?', 2023, 6, 7), 1)
  t.ok(nearness('What did we do on 7 July, 2023?', 2023, 6, 20)! < 0.1)
  t.equal(nearness('What did we do in July 2023?', 2023, 6, 20), 1)
  t.ok(nearness('What did we do in July 2023?', 2022, 6, 20)! < 0.01)
  t.equal(nearness('Where did I go camping in July?', 2021, 6, 20), 1, 'the month of any year')
  t.equal(nearness('What happened last March?', 2026, 2, 9), 1)
  t.ok(nearness('What happened last March?', 2025, 2, 9)! < 0.01)
  t.equal(nearness('What did Ana say yesterday?', 2026, 10, 19), 1)
  t.equal(nearness('Where was I in 2019?', 2019, 4, 1), 1)
  for (const query of ['Who plays the violin?', 'What may I eat?', 'Who calls at 5 pm?', '']) t.equal(nearness(query, 2023, 1, 1), null, query)
  const [then, later] = [candidate('We sailed.', 1, null, { validAt: Date.UTC(2023, 6, 7) }), candidate('We sailed again.', 1.1, null, { validAt: Date.UTC(2024, 6, 7) })]
  t.same(converse('Where did we sail in July 2023?', [later, then], new Map(), now).map(({ id }) => id), [then.id, later.id])
})

t.test('the cross-encoder reads a turn with the one before it, a distilled fact alone, and only the first so many', async t => {
  const seen: string[][] = []
  const reranker = { ...noReranker, rerank: async (_: string, documents: string[]) => { seen.push(documents); return { scores: documents.map((_, place) => place) } } }
  const candidates = [candidate('It was blue.', 1, `${'x'.repeat(500)} What colour was it?`), candidate('The car is blue.', 1, 'Nice weather.', { source: 'conversation' }), candidate('left out', 1)]
  const { ordered, degraded } = await rerank(reranker, 'which colour', candidates, { budgetMs: 10, candidates: 2 })
  t.match(seen[0]?.[0], /^x{1,200} What colour was it\?\nIt was blue\.$/)
  t.equal(seen[0]?.[1], 'The car is blue.')
  t.equal(seen[0]?.length, 2)
  t.equal(ordered.at(-1)?.id, 'left out')
  t.same(degraded, [], 'what was never to be read is not missing')
  t.same(await rerank(noReranker, 'q', candidates, { budgetMs: 10, candidates: 2 }), { ordered: candidates, degraded: [] })
})

/** Calls on the store, how many times one had to wait for another, and how many memories were fetched whole. */
function counting (store: Store): { store: Store, calls: string[], trips: () => number, fetched: () => number } {
  const calls: string[] = []
  let fetched = 0
  let [trips, inFlight] = [0, 0]
  const counted = new Proxy(store, {
    get (target, verb, receiver) {
      const value: unknown = Reflect.get(target, verb, receiver)
      if (typeof value !== 'function') return value
      return (...parameters: unknown[]) => {
        calls.push(String(verb))
        if (verb === 'get') fetched += (parameters[1] as string[]).length
        if (inFlight++ === 0) trips++
        const result = (value as (...parameters: unknown[]) => Promise<unknown>).apply(target, parameters)
        return result.finally(() => { inFlight-- })
      }
    }
  })
  return { store: counted, calls, trips: () => trips, fetched: () => fetched }
}

t.test('a search asks the store at most three times in a row, however much there is', async t => {
  const { app } = await openEmbedded(t)
  for (const size of [3, 150]) {
    const userId = `user-${size}`
    const add = Array.from({ length: size }, (_, place) => memory(uuid(), `Ana saw whale ${place} from the ferry.`, { userId, sessionId: `session-${place % 20}` }))
    const vectors = await app.embedder.embed(add.map(({ text }) => text))
    await app.store.commit({
      userId,
      add: add.map((one, place) => ({ ...one, embedding: vectors[place]! })),
      sessions: [...new Set(add.map(({ sessionId }) => sessionId!))].map(id => ({ id, userId, project: null, app: null, gist: null, gistStale: false, gistEmbedding: null, startedAt: 1, endedAt: 1 }))
    })
    const { store, calls, trips } = counting(app.store)
    const { hits } = await readPath(app, store)(asking({ userId, rerank: true, sessionArm: true }))
    t.equal(hits.length, Math.min(10, size))
    t.ok(trips() <= 3, `${trips()} round trips: ${calls.join(', ')}`)
    t.ok(calls.length <= 6, `${calls.length} calls: ${calls.join(', ')}`)
  }
})

t.test('only the hits are fetched whole, and more only where several of them said the same', async t => {
  const { app } = await openEmbedded(t)
  const userId = 'ana'
  const told = async (text: string, how: Partial<NewMemory>): Promise<void> => {
    const [embedding = null] = await app.embedder.embed([text])
    await app.store.commit({ userId, add: [{ ...memory(uuid(), text, { userId, fingerprint: fingerprint(text, null), ...how }), embedding }] })
  }
  for (let place = 0; place < 20; place++) await told(`Ana saw whale ${place} from the ferry.`, {})
  const plain = counting(app.store)
  t.equal((await readPath(app, plain.store)(asking({ userId }))).hits.length, 10)
  t.equal(plain.fetched(), 10)

  for (const time of [1, 2, 3, 4]) await told('Which whale did Ana see? The blue whale.', { state: 'superseded', expiredAt: time, invalidAt: time })
  const doubled = counting(app.store)
  const { hits } = await readPath(app, doubled.store)(asking({ userId, filter: { includeSuperseded: true } }))
  t.equal(hits.length, 10, 'what was told four times takes one place')
  t.equal(hits.find(({ similarIds }) => similarIds.length > 0)?.similarIds.length, 3)
  t.equal(doubled.fetched(), 20)
  t.ok(doubled.trips() <= 3)
})

function readPath ({ embedder }: FastifyInstance, store: Store): (request: RecallRequest) => Promise<Recall> {
  return createReadPath({
    store,
    embedder,
    guard: undefined,
    reranker: noReranker,
    recipe: { weights: { text: 1, vector: 1, graph: 1, session: 1 }, depth: 100, rerank: { budgetMs: 100, candidates: 30 } },
    accessLog: { record: () => {}, flush: async () => {} }
  })
}

function asking (how: Partial<RecallRequest>): RecallRequest {
  return { userId: '', query: 'Which whale did Ana see?', topK: 10, mode: 'hybrid', rerank: false, sessionArm: false, tokenBudget: 0, expandQuery: false, filter: {}, app: null, explain: false, ...how }
}

t.test('no file the read path is made of can reach an LLM or a distiller', async t => {
  const start = fileURLToPath(new URL('../../../plugins/memory/pipeline/read.js', import.meta.url))
  const seen = new Set<string>()
  const queue = [start]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const source = await readFile(file, 'utf8')
    for (const [, place] of source.matchAll(/(?:from|import\()\s*["'](\.[^"']+)["']/g)) queue.push(resolve(dirname(file), place!))
    t.notMatch(source, /\.llm\b|\.distiller\b|openai/, `${file} speaks of none`)
  }
  t.ok(seen.has(join(dirname(start), 'read', 'arms.js')) && seen.size > 8, 'the files were followed')
  t.notOk([...seen].some(file => /capabilities\/(llm|distiller)|plugins\/(llm|distiller)/.test(file)), 'no import leads there')
  const joined = await readFile(join(dirname(start), 'index.js'), 'utf8')
  t.notMatch(/createReadPath\(\{([^}]*(?:\{[^}]*\}[^}]*)*)\}\)/.exec(joined)?.[1], /llm|distiller/, 'and it is handed none')
  t.match(joined, /createReadPath\(\{/)
})
