/**
 * Users spread over several graphs. Everything of a user is in one of them, so every verb of one user is one graph's;
 * what sees more than one user asks all of them side by side. One graph that is away costs its users alone.
 */
import { createHash } from 'node:crypto'
import type { IndexDescription, Store, UserSummary } from '../../../domain/capabilities/store.ts'
import type { Access } from '../../../domain/nouns.ts'
import type { CypherStore } from '../_cypher/store.ts'
import { namespaceOf } from '../_cypher/keys.ts'
import { reembedder } from '../_cypher/reembed.ts'

/**
 * 0 to `partitions` - 1, by jump consistent hash (Lamping and Veach, "A Fast, Minimal Memory, Consistent Hash
 * Algorithm", 2014): from n to n + 1 partitions one key in n + 1 moves, and only to the new one.
 */
export function partitionOf (key: string, partitions: number): number {
  let state = createHash('sha256').update(key).digest().readBigUInt64BE()
  let bucket = 0
  for (let next = 0; next < partitions;) {
    bucket = next
    state = BigInt.asUintN(64, state * 2862933555777941757n + 1n)
    next = Math.floor((bucket + 1) * (2 ** 31 / (Number(state >> 33n) + 1)))
  }
  return bucket
}

/** `stores` in the order of their partitions; all share one pool of connections. */
export function partitioned (stores: [CypherStore, ...CypherStore[]]): Store {
  const [first] = stores
  const at = (key: string): CypherStore => stores[partitionOf(key, stores.length)] ?? first
  const of = (userId: string): CypherStore => at(namespaceOf(userId))
  const all = <T>(work: (store: CypherStore) => Promise<T>): Promise<T[]> => Promise.all(stores.map(work))

  return {
    interfaceVersion: first.interfaceVersion,
    supports: first.supports,

    get: (userId, ...query) => of(userId).get(userId, ...query),
    list: (userId, ...query) => of(userId).list(userId, ...query),
    recent: (userId, ...query) => of(userId).recent(userId, ...query),
    matchText: (userId, ...query) => of(userId).matchText(userId, ...query),
    nearest: (userId, ...query) => of(userId).nearest(userId, ...query),
    neighbours: (userId, ...query) => of(userId).neighbours(userId, ...query),
    aboutSubject: (userId, ...query) => of(userId).aboutSubject(userId, ...query),
    byFingerprint: (userId, ...query) => of(userId).byFingerprint(userId, ...query),
    timelines: (userId, ...query) => of(userId).timelines(userId, ...query),
    sessions: (userId, ...query) => of(userId).sessions(userId, ...query),
    entities: (userId, ...query) => of(userId).entities(userId, ...query),
    relations: (userId, ...query) => of(userId).relations(userId, ...query),
    communities: userId => of(userId).communities(userId),
    history: (userId, ...query) => of(userId).history(userId, ...query),
    supersessions: (userId, ...query) => of(userId).supersessions(userId, ...query),
    stats: userId => of(userId).stats(userId),
    replay: (userId, ...query) => of(userId).replay(userId, ...query),
    basis: userId => of(userId).basis(userId),
    accesses: (userId, ...query) => of(userId).accesses(userId, ...query),
    export: userId => of(userId).export(userId),

    commit: changeset => of(changeset.userId).commit(changeset),
    erase: userId => of(userId).erase(userId),
    async recordAccesses (accesses) {
      const byStore = new Map<Store, Access[]>()
      for (const access of accesses) {
        const store = of(access.userId)
        byStore.set(store, [...byStore.get(store) ?? [], access])
      }
      await Promise.all([...byStore].map(([store, own]) => store.recordAccesses(own)))
    },

    async users (query) {
      // Whose summaries are due is asked again a moment later; a list of users that lacks some would be a lie.
      const found = query.enrichmentDue === true
        ? await all(store => store.users(query).catch(() => []))
        : await all(store => store.users(query))
      return found.flat().sort(byId).slice(0, query.limit)
    },
    ping: async () => {
      const [{ url, ...answer }] = await all(store => store.ping()) as [Awaited<ReturnType<Store['ping']>>]
      return { url: `${url.replace(/\{0\}$/, '')}{0..${stores.length - 1}}`, ...answer }
    },
    pool: () => (first.pool as NonNullable<Store['pool']>)(),
    // A generation that not every partition has reached is not reached.
    meta: async () => (await all(store => store.meta())).reduce((a, b) => b.generation < a.generation ? b : a),
    describeIndexes: async () =>
      (await all(store => store.describeIndexes())).reduce((indexes, others) =>
        indexes.map((index, place) => worse(index, others[place] ?? index))
      ),
    ensureIndexes: async embedding => {
      await all(store => store.ensureIndexes(embedding))
    },
    ...reembedder(stores.map(store => store.newGeneration)),
    // By name, so that one partition that is away does not hold up every job.
    lease: (name, holder, ttlMs) => at(name).lease(name, holder, ttlMs),
    close: async () => {
      await all(store => store.close())
    }
  }
}

/** As the database orders them: by code points. */
const byId = (a: UserSummary, b: UserSummary): number => Buffer.compare(Buffer.from(a.userId), Buffer.from(b.userId))

const states: Array<IndexDescription['state']> = ['missing', 'building', 'ready']
const worse = (a: IndexDescription, b: IndexDescription): IndexDescription =>
  states.indexOf(b.state) < states.indexOf(a.state) ? b : a
