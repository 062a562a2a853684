/** The read path: score propagation, who answers whom, how often the store is asked, and that no LLM can be. */
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { v7 as uuid } from 'uuid'
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import type { Recall, RecallRequest } from '../../../domain/capabilities/memory.ts'
import type { Reranker } from '../../../domain/capabilities/reranker.ts'
import type { Match, Store } from '../../../domain/capabilities/store.ts'
import { EmbeddingUnavailable } from '../../../domain/errors.ts'
import type { Entity, NewMemory } from '../../../domain/nouns.ts'
import { fingerprint } from '../../../domain/text/identity.ts'
import { createReadPath } from '../../../plugins/memory/pipeline/read.ts'
import type { Scores } from '../../../plugins/memory/pipeline/read/arms.ts'
import { armOf, fuse } from '../../../plugins/memory/pipeline/read/fuse.ts'
import { passagesToRead, withoutAssistant } from '../../../plugins/memory/pipeline/read/passages.ts'
import { boost, cuesOf, type SessionScores } from '../../../plugins/memory/pipeline/read/boosts.ts'
import { namedAmong, namesIn } from '../../../plugins/memory/pipeline/read/names.ts'
import { propagate, sessionsByScore } from '../../../plugins/memory/pipeline/read/propagate.ts'
import { recipeOf } from '../../../plugins/memory/pipeline/read/recipes.ts'
import { rerank, addRerankScores, type ScoredMemory } from '../../../plugins/memory/pipeline/read/rerank.ts'
import { periodNamed } from '../../../plugins/memory/pipeline/read/period.ts'
import { timeNamed } from '../../../plugins/memory/pipeline/read/time.ts'
import { noReranker } from '../../../plugins/reranker/none/index.ts'
import { newMemory } from '../../conformance/store/suite.ts'
import { openEmbedded } from '../../services/embedded.ts'
import { recallRequest } from './recall-request.ts'

/** Where only the session's scores matter. */
const scored = (candidates: ScoredMemory[], own: Scores = new Map()): SessionScores => ({
  own,
  session: new Map(
    candidates.flatMap(({ id, scores: { session } }) => session === undefined ? [] : [[id, session] as const])
  ),
  weight: 1
})
const match = (id: string, score: number, sessionId: string | null = 's'): Match => ({
  id,
  score,
  sessionId,
  validAt: 0
})
const near = (found: number | undefined, wanted: number) => Math.abs((found ?? NaN) - wanted) < 1e-9

t.test('by scores, candidates that an arm finds alike are ordered by the arm that tells them apart', async t => {
  const fused = fuse([
    armOf('text', 1, [match('Sarah likes tea.', 8.1), match('Sarah moved to Berlin.', 8), match('Sarah works.', 8)]),
    armOf('vector', 0.7, [match('Sarah moved to Berlin.', 0.5), match('Sarah likes tea.', 0.2), match('Miso.', 0.1)])
  ], 0.3)
  t.same(fused.map(({ id }) => id), ['Sarah moved to Berlin.', 'Sarah likes tea.', 'Sarah works.', 'Miso.'])
  t.ok(fused.every(({ rrfScore }) => rrfScore > 0 && rrfScore <= 1.7), 'the last candidate counts for something')
  t.ok(near(fuse([armOf('vector', 1, [match('only', 0.2)])])[0]?.rrfScore, 1), 'one candidate is the best there is')
  t.same(fuse([armOf('text', 1, [])]), [])
})

t.test('a turn that was not found gets score from its neighbours; one without a session keeps its place', async t => {
  const own = new Map([['asked', 1], ['alone', 1]])
  const memoryIds = ['first', 'asked', 'answer', 'later', 'far', 'farther']
  const scores = propagate(own, [{ sessionId: 's', memoryIds }], 1)
  t.equal(scores.get('answer'), scores.get('first'), 'before or after is one')
  t.ok(scores.get('answer')! > scores.get('later')! && scores.get('later')! > scores.get('far')!)
  t.equal(scores.get('far'), scores.get('farther'), 'farther away only the session adds')
  t.ok(near(scores.get('asked'), scores.get('alone') ?? NaN))
  const alike = propagate(new Map(memoryIds.map(id => [id, 1])), [{ sessionId: 's', memoryIds }], 1)
  t.ok(
    memoryIds.every(id => near(alike.get(id), scores.get('alone') ?? NaN)),
    'where every turn matches alike, neighbours add nothing'
  )
  t.same([...propagate(own, [{ sessionId: 's', memoryIds: ['asked', 'answer'] }], 0)], [['asked', 1], ['alone', 1], [
    'answer',
    0
  ]], 'weight 0 propagates nothing')
  t.same(
    sessionsByScore(new Map([['a', 1], ['b', 1], ['c', 1.5]]), [match('a', 9, 'two'), match('b', 8, 'two')], [
      match('a', 1, 'two'),
      match('c', 1, 'one'),
      match('d', 1, null)
    ]),
    ['two', 'one']
  )
})

const memory = (id: string, text: string, more: Partial<NewMemory> = {}): NewMemory =>
  newMemory('u', text, { id, memoryType: 'episodic', sessionId: 's', createdAt: 1, ...more })

function candidate (
  text: string,
  session: number | undefined,
  previous: string | null = null,
  more: Partial<NewMemory> = {}
): ScoredMemory {
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
  const candidates = [candidate(question, 1.2), candidate('Ana: At a flea market in Ghent!', 1.1, question)]
  const ordered = boost(
    cuesOf('Where was the lamp found?', Date.now()),
    candidates,
    scored(candidates, new Map([[question, 1]]))
  )
  t.same(ordered.map(({ id }) => id), ['Ana: At a flea market in Ghent!', question])
})

t.test('a turn that tells much and then asks is no question', async t => {
  for (
    const told of [
      'We moved to Ghent in May and I work from home now. '.repeat(5),
      'ゲントに引っ越しました。'.repeat(40)
    ]
  ) {
    const turn = candidate(`${told}Could you help me plan?`, 1.1)
    const candidates = [candidate('Here is a plan.', 1, turn.id), turn]
    t.equal(boost(cuesOf('Where did I move?', 0), candidates, scored(candidates))[0]?.id, turn.id)
  }
})

t.test('without sessions neither questions nor speakers count', async t => {
  const candidates = [candidate('Where is Ghent?', 1.1), candidate('Ana: It rains.', 1)]
  const notes = { ...scored(candidates), weight: 0 }
  t.same(boost(cuesOf('Ana?', 0), candidates, notes).map(({ id }) => id), ['Where is Ghent?', 'Ana: It rains.'])
})

t.test('of two alike, the one told by whom the question names goes first, by prefix or recorded speaker', async t => {
  for (
    const named of [
      candidate('Ana: I sail on Sundays.', 1),
      candidate('I sail on Sundays.', 1, null, { speaker: 'Ana' })
    ]
  ) {
    const candidates = [candidate('Bo: I row on Sundays.', 1), named]
    const ordered = boost(cuesOf("What is Ana's sport?", Date.now()), candidates, scored(candidates))
    t.equal(ordered[0]?.id, named.id)
  }
  const plain = [candidate('b', undefined), candidate('a?', undefined)]
  t.same(
    boost(cuesOf('Ana?', Date.now()), plain, scored(plain)).map(({ id }) => id),
    ['b', 'a?'],
    'without the session arm the fused order stands'
  )
})

t.test('a question that speaks of time prefers memories of that time, and shuts none out', async t => {
  const now = Date.UTC(2026, 10, 20)
  const nearness = (query: string, ...day: [number, number, number]) =>
    timeNamed(query, now)?.(Date.UTC(...day)) ?? null
  t.equal(nearness('What did we do on 7 July, 2023?', 2023, 6, 7), 1)
  t.ok(nearness('What did we do on 7 July, 2023?', 2023, 6, 20)! < 0.1)
  t.equal(nearness('What did we do in July 2023?', 2023, 6, 20), 1)
  t.ok(nearness('What did we do in July 2023?', 2022, 6, 20)! < 0.01)
  t.equal(nearness('Where did I go camping in July?', 2021, 6, 20), 1, 'the month of any year')
  t.equal(nearness('What happened last March?', 2026, 2, 9), 1)
  t.ok(nearness('What happened last March?', 2025, 2, 9)! < 0.01)
  t.equal(nearness('What did Ana say yesterday?', 2026, 10, 19), 1)
  t.equal(nearness('Where was I in 2019?', 2019, 4, 1), 1)
  t.equal(nearness('Where did I sail last spring?', 2026, 3, 9), 1)
  t.ok(nearness('Where did I sail last spring?', 2025, 3, 9)! < 0.01)
  t.ok(nearness('Where did I sail last winter?', 2026, 11, 9)! < 0.01, 'not the one to come')
  t.equal(nearness('Where did I sail last winter?', 2026, 0, 9), 1)
  t.equal(nearness('What was sown this autumn?', 2026, 9, 9), 1)
  t.equal(nearness('Where was I in the summer of 2019?', 2019, 6, 9), 1)
  t.ok(nearness('Where was I in the summer of 2019?', 2019, 0, 9)! < 0.1)
  t.equal(nearness('Where do we ski in winter?', 2021, 1, 9), 1, 'of any year')
  for (
    const query of ['Did I fall off the boat?', 'Who plays the violin?', 'What may I eat?', 'Who calls at 5 pm?', '']
  ) {
    t.equal(nearness(query, 2023, 1, 1), null, query)
  }
  const [then, later] = [
    candidate('We sailed.', 1, null, { validAt: Date.UTC(2023, 6, 7) }),
    candidate('We sailed again.', 1.1, null, { validAt: Date.UTC(2024, 6, 7) })
  ]
  t.same(
    boost(cuesOf('Where did we sail in July 2023?', now), [later, then], scored([later, then])).map(({ id }) => id),
    [then.id, later.id]
  )
})

t.test('a turn stored word for word gets score from its neighbours, a distilled fact stands for itself', async t => {
  const [turn, fact] = [candidate('We did.', 2), candidate('Ana moved to Ghent.', 2, null, { source: 'conversation' })]
  const both = [turn, fact]
  t.same(
    boost(cuesOf('Who moved?', Date.now()), both, scored(both, new Map([[turn.id, 0.5], [fact.id, 1]]))).map((
      { id, prior }
    ) => [id, prior]),
    [[turn.id, 2], [fact.id, 1.4]]
  )
})

t.test('the cross-encoder reads each memory alone, and only the first so many', async t => {
  const seen: string[][] = []
  const reranker = {
    ...noReranker,
    rerank: async (_: string, documents: string[]) => {
      seen.push(documents)
      return { scores: documents.map((_, place) => place) }
    }
  }
  const candidates = [
    candidate('It was blue.', 1, 'What colour was it?'),
    candidate('The car is blue.', 1),
    candidate('left out', 1)
  ]
  const { reranked, degraded } = await rerank(reranker, 'which colour', candidates, { budgetMs: 10, candidates: 2 })
  t.same(seen, [['It was blue.', 'The car is blue.']])
  t.same(reranked.map(({ rerankScore }) => rerankScore), [0, 1, null])
  t.same(degraded, [], 'what was never to be read is not missing')
  t.same(await rerank(noReranker, 'q', candidates, { budgetMs: 10, candidates: 2 }), {
    reranked: candidates,
    degraded: []
  })
})

t.test('of a long memory the cross-encoder reads the passages that hold what is asked', async t => {
  const filler = 'The weather kept us indoors and there was little to do but wait. '
  const short = 'Ana: I keep bees.'
  const long = `Ana: ${filler.repeat(8)}My brother Olof sold the sailboat in Bergen. ${filler.repeat(8)}`
  const unbroken = '言葉'.repeat(2000)
  const [first, second, third] = passagesToRead('Who sold the sailboat?', [short, long, unbroken])
  t.same(first, [short])
  t.match(second?.[0], /^Ana: .*Olof sold the sailboat/)
  for (const read of [second, third]) {
    t.equal(read?.length, 2)
    t.ok(read?.every(passage => passage.length > 0 && passage.length <= 320))
  }
  const asked: string[][] = []
  const reading: Reranker = {
    ...noReranker,
    rerank: async (_, documents) => {
      asked.push(documents)
      return { scores: documents.map(text => text.includes('Olof') ? 3 : text === short ? 1 : -2) }
    }
  }
  const { reranked } = await rerank(reading, 'Who sold the sailboat?', [candidate(short, 1), candidate(long, 1)], {
    budgetMs: 100,
    candidates: 9
  })
  t.equal(asked[0]?.length, 3)
  t.same(reranked.map(({ rerankScore }) => rerankScore), [1, 3], 'the best passage speaks for a memory')
})

t.test('of a dialogue only what people say is asked', async t => {
  t.equal(
    withoutAssistant('Ana: My bees are gone!\nAssistant: Oh no.\nTell me more.\nAna: All of them.'),
    'Ana: My bees are gone!\nAna: All of them.'
  )
  for (const query of ['Where is Ana?', 'Ana: hi\nBo: hello', 'Assistant: only me\nstill me', 'assistant: one line']) {
    t.equal(withoutAssistant(query), query)
  }
})

t.test("the cross-encoder's score is one more score of a memory's own, scaled from lowest to highest", async t => {
  const read = [['a', -3], ['b', 5], ['c', 1], ['unread', null]].map(([id, rerankScore]) => ({
    ...candidate(id as string, 1),
    rerankScore: rerankScore as number | null
  }))
  t.same([...addRerankScores(new Map([['a', 1], ['unread', 0.5]]), read.slice(0, 3), 2)], [
    ['a', 1],
    ['unread', 0.5],
    ['b', 2],
    ['c', 0.5]
  ])
  t.same(
    [...addRerankScores(new Map(), [{ ...candidate('only', 1), rerankScore: -7 }], 2)],
    [['only', 2]],
    'one memory read is the best there is'
  )
  t.equal(addRerankScores(new Map(), [], 2).size, 0)
  t.same(
    [...addRerankScores(new Map(), read, 2)].map(([id, score]) => [id, Math.round(score * 1000) / 1000]),
    [['a', 0], ['b', 1.5], ['c', 0.375], ['unread', 0.625]],
    'what the budget left out stands where the mean does, and the rest counts as far as the reading got'
  )
})

t.test('an entity is named by name, alias or near spelling; the last where no entity has the name', async t => {
  const entity = (key: string, ...aliases: string[]) => ({ id: key, key, aliases }) as Entity
  const known = [
    entity('caroline', 'caro'),
    entity('carolina'),
    entity('new york city'),
    entity('jonathan'),
    entity('anna'),
    entity('house')
  ]
  const named = (query: string) => {
    const names = namesIn(query)
    const asked = new Set([...names.exact, ...names.near.keys()])
    return namedAmong(known.filter(({ key, aliases }) => [key, ...aliases].some(name => asked.has(name))), names).map((
      { key }
    ) => key)
  }
  t.same(named('Where does Caro live?'), ['caroline'])
  t.same(
    named("What did Caroline's sister say in New York City?"),
    ['caroline', 'new york city'],
    'Carolina was not meant'
  )
  for (const slip of ['Jonatan', 'Jonathann', 'Jonahtan', 'Jonethan']) {
    t.same(named(`When does ${slip} arrive?`), ['jonathan'], slip)
  }
  t.same(named('When does Jontan arrive?'), [], 'two slips are another name')
  t.same(
    named('Does Hanna or the mouse know Mouse?'),
    ['house'],
    'short names and words without a capital are taken as they stand'
  )
  t.same(named('Which whale was it?'), [])
  const long = namesIn(
    Array.from({ length: 10_000 }, (_, place) => `Word${String.fromCharCode(97 + place % 26)}x${place}`).join(' ')
  )
  t.ok(long.exact.size + long.near.size < 2_500, `${long.exact.size} and ${long.near.size} keys`)
})

t.test('a fact about a person whose name was mistyped is found by the graph', async t => {
  const { app } = await openEmbedded(t)
  const userId = 'slip'
  const jonathan: Entity = {
    id: uuid(),
    userId,
    name: 'Jonathan',
    key: 'jonathan',
    type: 'person',
    aliases: [],
    summary: null,
    summaryStale: false,
    mergedInto: null,
    distinctFrom: [],
    createdAt: 1,
    updatedAt: 1
  }
  const [fact, other] = [
    memory(uuid(), 'He plays the cello.', { userId, sessionId: null, entityIds: [jonathan.id] }),
    memory(uuid(), 'She plays the flute.', { userId, sessionId: null })
  ]
  const vectors = await app.embedder.embed([fact.text, other.text])
  await app.store.commit({
    userId,
    add: [{ ...fact, embedding: vectors[0]! }, { ...other, embedding: vectors[1]! }],
    entities: [jonathan]
  })
  const { hits } = await app.memory.recall(recallRequest({ userId, query: 'What does Jonatan play?', topK: 2 }))
  t.same(hits.map(({ memory: { id }, graphRank }) => [id, graphRank]), [[fact.id, 1], [other.id, null]])
})

t.test('a recipe is a whole, and a setting overrides a part of it', async t => {
  t.same(recipeOf({ Recipe: 'balanced' }), {
    weights: { text: 1, vector: 0.7, graph: 0.25, session: 1, rerank: 1.5 },
    depth: 100
  })
  t.same(recipeOf({ Recipe: 'plain', TextWeight: 0, Depth: 200 }), {
    weights: { text: 0, vector: 0.7, graph: 0.25, session: 0, rerank: 1.5 },
    depth: 200
  })
  const { app } = await openEmbedded(t, { SVC_Recall__Recipe: 'plain', SVC_Recall__RerankWeight: '0.5' })
  t.same(app.settings.Recall, { Recipe: 'plain', RerankWeight: 0.5 })
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
        return result.finally(() => {
          inFlight--
        })
      }
    }
  })
  return { store: counted, calls, trips: () => trips, fetched: () => fetched }
}

t.test('the time of a fact that the question names counts, when it is known how long it held', async t => {
  const { app } = await openEmbedded(t)
  const userId = 'moved'
  const [before, then, later] = [2019, 2021, 2024].map(year => Date.UTC(year, 5, 1)) as [number, number, number]
  const add = [
    memory('lived', 'Kim lived in Oslo.', {
      userId,
      source: 'conversation',
      validAt: Date.UTC(2020, 0, 1),
      invalidAt: Date.UTC(2023, 0, 1)
    }),
    memory('said', 'Kim lived in Bergen.', { userId, source: 'verbatim', validAt: before })
  ]
  await app.store.commit({ userId, add: add.map(one => ({ ...one, embedding: null })) })
  const period = async (query: string) => await periodNamed(app.store, userId, query, {})
  const nearness = await period('What did Kim play when Kim lived in Oslo?')
  t.equal(nearness?.(then), 1)
  t.ok(nearness!(before) < 1 && nearness!(later) < 1)
  for (
    const query of [
      'What did Kim play when Kim lived in Bergen?',
      'What did Kim play when Kim lived in Rome?',
      'When did Kim live in Oslo?',
      'What did Kim play?'
    ]
  ) {
    t.equal(await period(query), null, query)
  }
})

t.test('a search asks the store at most three times in a row, however much there is', async t => {
  const { app } = await openEmbedded(t)
  for (const size of [3, 150]) {
    const userId = `user-${size}`
    const add = Array.from(
      { length: size },
      (_, place) =>
        memory(uuid(), `Ana saw whale ${place} from the ferry.`, { userId, sessionId: `session-${place % 20}` })
    )
    const vectors = await app.embedder.embed(add.map(({ text }) => text))
    await app.store.commit({
      userId,
      add: add.map((one, place) => ({ ...one, embedding: vectors[place]! })),
      sessions: [...new Set(add.map(({ sessionId }) => sessionId!))].map(id => ({
        id,
        userId,
        project: null,
        app: null,
        gist: null,
        gistStale: false,
        gistEmbedding: null,
        turns: [],
        startedAt: 1,
        endedAt: 1
      }))
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
    await app.store.commit({
      userId,
      add: [{ ...memory(uuid(), text, { userId, fingerprint: fingerprint(text, null), ...how }), embedding }]
    })
  }
  for (let place = 0; place < 20; place++) await told(`Ana saw whale ${place} from the ferry.`, {})
  const plain = counting(app.store)
  t.equal((await readPath(app, plain.store)(asking({ userId }))).hits.length, 10)
  t.equal(plain.fetched(), 10)

  for (const time of [1, 2, 3, 4]) {
    await told('Which whale did Ana see? The blue whale.', { state: 'superseded', expiredAt: time, invalidAt: time })
  }
  const doubled = counting(app.store)
  const { hits } = await readPath(app, doubled.store)(asking({ userId, filter: { includeSuperseded: true } }))
  t.equal(hits.length, 10, 'what was told four times takes one place')
  t.equal(hits.find(({ similarIds }) => similarIds.length > 0)?.similarIds.length, 3)
  t.equal(doubled.fetched(), 20)
  t.ok(doubled.trips() <= 3)
})

t.test('the score of the cross-encoder is propagated; when it finds nothing relevant the answer says so', async t => {
  const { app } = await openEmbedded(t)
  const userId = 'propagated'
  const session = (id: string, ...texts: string[]) =>
    texts.map((text, place) => memory(uuid(), text, { userId, sessionId: id, validAt: place + 1 }))
  const add = [
    ...session('one', 'The ferry was late.', 'Ana saw a whale.', 'Quite a splash!'),
    ...session('two', 'The ferry was full.', 'Bo saw a whale.', 'Rather dull.')
  ]
  const vectors = await app.embedder.embed(add.map(({ text }) => text))
  await app.store.commit({
    userId,
    add: add.map((one, place) => ({ ...one, embedding: vectors[place]! })),
    sessions: ['one', 'two'].map(id => ({
      id,
      userId,
      project: null,
      app: null,
      gist: null,
      gistStale: false,
      gistEmbedding: null,
      turns: [],
      startedAt: 1,
      endedAt: 1
    }))
  })
  const believing = (believed: string, store = app.store) =>
    readPath(app, store, {
      ...noReranker,
      calibration: { slope: 1, intercept: 0, noRelevantBelow: 0.5 },
      rerank: async (_, documents) => ({ scores: documents.map(text => text === believed ? 3 : -3) })
    })
  const request = asking({ userId, query: 'Who saw a whale?', topK: 6, mode: 'text', rerank: true, sessionArm: true })
  const textsOf = async (believed: string) =>
    (await believing(believed)(request)).hits.map(({ memory: { text } }) => text)
  const [ana, bo] = [await textsOf('Ana saw a whale.'), await textsOf('Bo saw a whale.')]
  t.ok(ana.indexOf('Quite a splash!') < ana.indexOf('Rather dull.'), ana.join(' '))
  t.ok(bo.indexOf('Rather dull.') < bo.indexOf('Quite a splash!'), bo.join(' '))
  const narrow = { ...request, topK: 1 }
  t.equal((await believing('Bo saw a whale.')(narrow)).noRelevantMemory, false)
  t.equal((await believing('none')(narrow)).noRelevantMemory, true)
  const failing = new Proxy(app.store, {
    get: (target, verb) =>
      verb === 'timelines'
        ? async () => {
          throw new Error('down')
        }
        : Reflect.get(target, verb) as unknown
  })
  const { hits, degraded } = await believing('Bo saw a whale.', failing)(request)
  t.same(
    [hits[0]?.memory.text, degraded],
    ['Bo saw a whale.', ['session']],
    'without the session arm what was read still counts'
  )
})

t.test('a question asked again is not embedded again, and one that failed is', async t => {
  const { app } = await openEmbedded(t)
  const asked: string[][] = []
  let broken = true
  const embedder: Embedder = {
    ...app.embedder,
    embed: async texts => {
      asked.push(texts)
      if (broken) throw new EmbeddingUnavailable('x', 'it is down')
      return await app.embedder.embed(texts)
    }
  }
  await app.store.commit({
    userId: 'ana',
    add: [{
      ...memory(uuid(), 'Ana saw a whale.', { userId: 'ana' }),
      embedding: (await app.embedder.embed(['Ana saw a whale.']))[0]!
    }]
  })
  const recall = readPath({ embedder }, app.store)
  t.same((await recall(asking({ userId: 'ana' }))).degraded, ['vector'])
  broken = false
  const [first, again] = [await recall(asking({ userId: 'ana' })), await recall(asking({ userId: 'ana' }))]
  t.same([first.degraded, first.hits[0]?.vectorRank, again.hits[0]?.vectorRank], [[], 1, 1])
  t.equal(asked.length, 2)
  await recall(asking({ userId: 'ana', query: 'What else?' }))
  t.same(asked.at(-1), ['What else?'])
})

function readPath (
  { embedder }: Pick<FastifyInstance, 'embedder'>,
  store: Store,
  reranker: Reranker = noReranker
): (request: RecallRequest) => Promise<Recall> {
  return createReadPath({
    store,
    embedder,
    guard: undefined,
    reranker,
    recipe: { weights: { text: 1, vector: 1, graph: 1, session: 1, rerank: 1 }, depth: 100 },
    reranking: { budgetMs: 100, candidates: 30 },
    accessLog: { record: () => {}, flush: async () => {} }
  }).recall
}

const asking = (how: Partial<RecallRequest>) => recallRequest({ userId: '', rerank: false, sessionArm: false, ...how })

t.test('no file the read path is made of can reach an LLM or a distiller', async t => {
  const start = fileURLToPath(new URL('../../../plugins/memory/pipeline/read.js', import.meta.url))
  const seen = new Set<string>()
  const queue = [start]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const source = await readFile(file, 'utf8')
    for (const [, place] of source.matchAll(/(?:from|import\()\s*["'](\.[^"']+)["']/g)) {
      queue.push(resolve(dirname(file), place!))
    }
    t.notMatch(source, /\.llm\b|\.distiller\b|openai/, `${file} speaks of none`)
  }
  t.ok(seen.has(join(dirname(start), 'read', 'arms.js')) && seen.size > 8, 'the files were followed')
  t.notOk(
    [...seen].some(file => /capabilities\/(llm|distiller)|plugins\/(llm|distiller)/.test(file)),
    'no import leads there'
  )
  const joined = await readFile(join(dirname(start), 'index.js'), 'utf8')
  t.notMatch(
    /createReadPath\(\{([^}]*(?:\{[^}]*\}[^}]*)*)\}\)/.exec(joined)?.[1],
    /llm|distiller/,
    'and it is handed none'
  )
  t.match(joined, /createReadPath\(\{/)
})
