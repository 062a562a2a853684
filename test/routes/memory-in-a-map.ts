/** Stands in for the memory pipelines until they are there: the interface, with no thought behind it. */
import { randomUUID } from 'node:crypto'
import type { MemoryService, RememberRequest } from '../../kernel/capabilities/memory.ts'
import { MemoryNotFound, EntityNotFound } from '../../kernel/errors.ts'
import type { Memory } from '../../kernel/nouns.ts'

export function createMemoryInAMap (): MemoryService & { calls: unknown[] } {
  const users = new Map<string, Map<string, Memory>>()
  const calls: unknown[] = []
  const of = (userId: string) => users.get(userId) ?? users.set(userId, new Map()).get(userId) as Map<string, Memory>
  const get = (userId: string, id: string) => {
    const memory = of(userId).get(id)
    if (memory === undefined) throw new MemoryNotFound(id)
    return memory
  }
  const add = (scope: Omit<RememberRequest, 'infer' | 'idempotency' | 'validAt'>, at: number): Memory => {
    const memory: Memory = {
      id: randomUUID(),
      userId: scope.userId,
      text: scope.text,
      fingerprint: '',
      memoryType: scope.memoryType ?? 'semantic',
      state: 'active',
      app: scope.app,
      project: scope.project,
      sessionId: scope.sessionId,
      tags: scope.tags,
      categories: scope.categories,
      metadata: scope.metadata,
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
      validAt: at,
      invalidAt: null,
      createdAt: Date.now(),
      expiredAt: null,
      supersededBy: null,
      entityIds: []
    }
    of(scope.userId).set(memory.id, memory)
    return memory
  }
  return {
    calls,
    interfaceVersion: 1,
    async remember (request) {
      calls.push(request)
      const memory = add(request, request.validAt ?? Date.now())
      return { memory, event: 'ADD', results: [{ id: memory.id, memory: memory.text, event: 'ADD' }], degraded: [] }
    },
    async ingest (request) {
      calls.push(request)
      if (request.signal !== undefined && request.turns.some(({ content }) => content === 'wait for ever')) {
        await new Promise((_resolve, reject) => request.signal?.addEventListener('abort', () => reject(request.signal?.reason)))
      }
      const told = request.turns.filter(({ content }) => content.length > 10)
      const results = told.map(turn => {
        const memory = add({ ...request, text: turn.content, memoryType: null, metadata: null }, turn.at)
        return { id: memory.id, memory: memory.text, event: 'ADD' as const }
      })
      return { results, degraded: [] }
    },
    async recall (request) {
      calls.push(request)
      const hits = [...of(request.userId).values()].filter(({ text }) => text.includes(request.query)).slice(0, request.topK)
      return {
        hits: hits.map((memory, index) => ({ memory, rrfScore: 1 / (60 + index), textRank: index + 1, vectorRank: null, graphRank: null, sessionRank: null, rerankScore: null, relevance: null, gist: null, similarIds: [], armScores: request.explain ? { text: 1 } : null })),
        degraded: [],
        noRelevantMemory: hits.length === 0,
        tookMs: 1,
        timings: request.explain ? { text: 1 } : null
      }
    },
    async list (userId, query) {
      calls.push({ userId, ...query })
      const all = [...of(userId).values()].reverse()
      return { items: all.slice((query.page - 1) * query.size, query.page * query.size), total: all.length }
    },
    get: async (userId, id) => ({ memory: get(userId, id), entities: [], supersedes: [] }),
    history: async () => [],
    restore: async (userId, id) => get(userId, id),
    async forget (userId, ids) {
      const deleted = ids.filter(id => of(userId).delete(id))
      return { deleted, notFound: ids.filter(id => !deleted.includes(id)) }
    },
    accesses: async () => [],
    entities: async () => ({ items: [], total: 0 }),
    async entity (_userId, id) { throw new EntityNotFound(id) },
    communities: async () => [],
    graph: async () => ({ entities: [], memories: [], relations: [], communities: [], total: 0 }),
    stats: async userId => ({ memories: { active: of(userId).size, superseded: 0, invalidated: 0 }, entities: 0, relations: 0, sessions: 0, communities: 0, firstAt: null, lastAt: null }),
    async erase (userId) {
      const memories = of(userId).size
      users.delete(userId)
      return { memories, supersessions: 0, entities: 0, relations: 0, sessions: 0, communities: 0, accesses: 0, replays: 0 }
    },
    settled: async () => {}
  }
}
