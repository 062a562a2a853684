/**
 * How many statements one search sends to a database behind a socket, and how many of them have to wait for another.
 */
import type { Test } from 'tap'
import { createCypherStore } from '../../../plugins/store/_cypher/store.ts'
import type { Dialect, Graph, GraphRow } from '../../../plugins/store/_cypher/graph.ts'
import { createReadPath } from '../../../plugins/memory/pipeline/read.ts'
import { noReranker } from '../../../plugins/reranker/none/index.ts'
import type { Store } from '../../../domain/capabilities/store.ts'
import { recallRequest } from '../memory/recall-request.ts'
import {
  freshUser,
  given,
  newEntity,
  newMemory,
  newSession,
  random,
  randomVector
} from '../../conformance/store/suite.ts'

interface Counted {
  graph: Graph
  statements: string[]
  rounds: () => number
  reset: () => void
}

/**
 * What is asked while nothing answers goes out together; the answers come back together. So the number of rounds is
 * the length of the longest chain.
 */
function counted (graph: Graph): Counted {
  const statements: string[] = []
  let rounds = 0
  let waiting: Array<() => Promise<() => void>> = []
  const send = async (): Promise<void> => {
    const round = waiting
    waiting = []
    rounds++
    const answers = await Promise.all(round.map(ask => ask()))
    for (const answer of answers) answer()
  }
  return {
    statements,
    rounds: () => rounds,
    reset () {
      statements.length = 0
      rounds = 0
    },
    graph: {
      ...graph,
      read: (statement, parameters) =>
        new Promise<GraphRow[]>((resolve, reject) => {
          statements.push(statement)
          if (waiting.length === 0) {
            setImmediate(() => {
              send().catch(reject)
            })
          }
          waiting.push(() =>
            graph.read(statement, parameters).then(rows => () => resolve(rows), error => () => reject(error))
          )
        })
    }
  }
}

export async function roundTrips (t: Test, driver: Graph, dialect: Dialect, dimensions: number): Promise<void> {
  const { graph, statements, rounds, reset } = counted(driver)
  const store = await createCypherStore(graph, dialect, { url: '', user: null, server: '' })
  t.teardown(() => store.close())
  await store.ensureIndexes({ model: 'rounds', dimensions })
  const next = random(5)

  const { recall } = createReadPath({
    store,
    embedder: {
      interfaceVersion: 1,
      provider: 'test',
      configured: true,
      model: 'rounds',
      dimensions,
      endpoint: null,
      embed: async texts => texts.map(() => randomVector(dimensions, next))
    },
    guard: undefined,
    reranker: noReranker,
    recipe: { weights: { text: 1, vector: 1, graph: 1, session: 1, rerank: 1 }, depth: 100 },
    reranking: { budgetMs: 100, candidates: 30 },
    accessLog: { record: () => {}, flush: async () => {} }
  })
  const search = async (userId: string): Promise<number> => {
    reset()
    const { hits } = await recall(recallRequest({ userId }))
    return hits.length
  }

  for (const size of [3, 400]) {
    const userId = freshUser()
    const ana = newEntity(userId, 'Ana')
    await given(
      store,
      userId,
      Array.from({ length: size }, (_, place) =>
        newMemory(userId, `Ana saw whale ${place} from the ferry.`, {
          sessionId: `s${place % 20}`,
          entityIds: [ana.id],
          embedding: randomVector(dimensions, next)
        })),
      {
        entities: [ana],
        sessions: Array.from({ length: Math.min(size, 20) }, (_, place) => newSession(userId, `s${place}`))
      }
    )
    // As every process has that did not itself write the very first vector.
    await store.meta()
    t.equal(await search(userId), Math.min(10, size))
    t.ok(rounds() <= 3, `${size} memories: ${rounds()} round trips in a chain`)
    t.ok(
      statements.length <= 9,
      `${size} memories: ${statements.length} statements: ${
        statements.map(statement => statement.slice(0, 60)).join('; ')
      }`
    )
  }
  await shared(
    t,
    store,
    await createCypherStore(driver, dialect, { url: '', user: null, server: '' }),
    statements,
    reset
  )
}

/** What is known of a user's words is asked once a second, and anew after a write. */
async function shared (t: Test, store: Store, other: Store, statements: string[], reset: () => void): Promise<void> {
  const userId = freshUser()
  await given(store, userId, [newMemory(userId, 'a green door')])
  const counts = async (): Promise<boolean> => {
    reset()
    const [match] = await store.matchText(userId, 'green', {}, 5)
    t.ok(match)
    return statements.some(statement => statement.includes('AS entry'))
  }
  t.ok(await counts())
  // On a crowded machine a second may pass between two searches.
  let again = true
  for (let attempt = 0; attempt < 20 && again; attempt++) again = await counts()
  t.notOk(again, 'a second search within a second knows')
  const [before] = await store.matchText(userId, 'green', {}, 5)
  await given(store, userId, [newMemory(userId, 'a red door')])
  t.ok(await counts(), 'a write of this user is counted at once')
  const [after] = await store.matchText(userId, 'green', {}, 5)
  t.ok((after?.score ?? 0) > (before?.score ?? 0), 'a word that fewer hold is worth more')

  t.same(await store.matchText(userId, 'green blue', {}, 5), [after])
  await given(other, userId, [newMemory(userId, 'a blue door')])
  t.equal(
    (await store.matchText(userId, 'blue', {}, 5)).length,
    1,
    'what another process stored a moment ago is found, also by a word that nobody held'
  )
}
