/**
 * Users spread over several graphs. Everything of a user is in one of them, so every verb of one user is one graph's;
 * what sees more than one user asks all of them side by side. One graph that is away costs its users alone.
 */
import { createHash } from 'node:crypto'
import type { IndexDescription, Store, UserSummary } from '../../../domain/capabilities/store.ts'
import { DatabaseUnavailable } from '../../../domain/errors.ts'
import type { Access } from '../../../domain/nouns.ts'
import type { CypherStore } from '../_cypher/store.ts'
import { namespaceOf } from '../_cypher/keys.ts'
import { reembedder } from '../_cypher/reembed.ts'
import { NoAnswer, within } from '../_cypher/within.ts'

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

export interface Partition {
  name: string
  store: CypherStore
}

/** A partition that takes longer to say that it is there is away: health gives up after 5 s. */
const presentMs = 2500
/** How often a partition that is away is tried for what it missed. */
const againMs = 2000

/**
 * In the order of their numbers; all share one pool of connections. `later` is what some missed because they were away
 * at the start.
 */
export function partitioned (partitions: [Partition, ...Partition[]], later: Array<() => Promise<void>> = []): Store {
  const stores = partitions.map(({ store }) => store)
  const first = partitions[0].store
  let waiting = later
  let timer: NodeJS.Timeout | undefined
  tryLater()

  /** One after the other, in order, until each has gone through. */
  function tryLater (): void {
    clearTimeout(timer)
    if (waiting.length === 0) return
    timer = setTimeout(async () => {
      const asked = waiting
      const done = await Promise.allSettled(asked.map(work => work()))
      waiting = [...asked.filter((_, place) => done[place]?.status === 'rejected'), ...waiting.slice(asked.length)]
      tryLater()
    }, againMs).unref()
  }

  const at = (key: string): CypherStore => stores[partitionOf(key, stores.length)] ?? first
  const of = (userId: string): CypherStore => at(namespaceOf(userId))

  async function settled<T> (work: (store: CypherStore) => Promise<T>): Promise<{ found: T[], failed: Failed[] }> {
    const answers = await Promise.allSettled(stores.map(work))
    return {
      found: answers.flatMap(answer => answer.status === 'fulfilled' ? [answer.value] : []),
      failed: answers.flatMap((answer, place) =>
        answer.status === 'rejected'
          ? [{ partition: partitions[place] as Partition, error: answer.reason as Error }]
          : []
      )
    }
  }
  async function all<T> (work: (store: CypherStore) => Promise<T>): Promise<T[]> {
    const { found, failed } = await settled(work)
    if (failed.length > 0) throw together(failed)
    return found
  }
  /** Of the partitions that are not away; at least one. */
  async function present<T> (
    work: (store: CypherStore) => Promise<T>
  ): Promise<{ found: [T, ...T[]], away: Failed[] }> {
    const { found, failed } = await settled(work)
    if (found.length === 0 || failed.some(({ error }) => !isAway(error))) throw together(failed)
    return { found: found as [T, ...T[]], away: failed }
  }

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
    readings: (userId, ...query) => of(userId).readings(userId, ...query),
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
    async ping () {
      const { found: [{ url, ...answer }], away } = await present(store => within(presentMs, store.ping()))
      return {
        url: `${url.replace(/\{\d+\}$/, '')}{0..${stores.length - 1}}`,
        ...answer,
        ...away.length > 0 ? { away: reasons(away) } : {}
      }
    },
    pool: () => first.pool(),
    // A generation that not every partition has reached is not reached.
    meta: async () =>
      (await present(store => within(presentMs, store.meta()))).found.reduce((a, b) =>
        b.generation < a.generation ? b : a
      ),
    describeIndexes: async () =>
      (await present(store => within(presentMs, store.describeIndexes()))).found.reduce((indexes, others) =>
        indexes.map((index, place) => worse(index, others[place] ?? index))
      ),
    async ensureIndexes (embedding) {
      const { away } = await present(store => store.ensureIndexes(embedding))
      waiting.push(...away.map(({ partition: { store } }) => () => store.ensureIndexes(embedding)))
      tryLater()
    },
    ...reembedder(stores.map(store => store.newGeneration)),
    // By name, so that one partition that is away does not hold up every job.
    lease: (name, holder, ttlMs) => at(name).lease(name, holder, ttlMs),
    count: (name, ...counted) => at(name).count(name, ...counted),
    close: async () => {
      clearTimeout(timer)
      waiting = []
      await all(store => store.close())
    }
  }
}

interface Failed {
  partition: Partition
  error: Error
}

const isAway = (error: Error): boolean => error instanceof DatabaseUnavailable || error instanceof NoAnswer

const reasons = (failed: Failed[]): string =>
  `${failed.length === 1 ? 'partition' : 'partitions'} ${failed.map(({ partition: { name } }) => name).join(', ')}: ${
    failed[0]?.error.message ?? ''
  }`

/** One error for several; the first in kind, naming all partitions. */
function together (failed: Failed[]): Error {
  const { error } = failed.find(({ error }) => !isAway(error)) ?? failed[0] as Failed
  if (!isAway(error)) return error
  return Object.assign(
    new DatabaseUnavailable(failed.map(({ partition: { name } }) => name).join(', '), error.message),
    {
      cause: error
    }
  )
}

/** As the database orders them: by code points. */
const byId = (a: UserSummary, b: UserSummary): number => Buffer.compare(Buffer.from(a.userId), Buffer.from(b.userId))

const states: Array<IndexDescription['state']> = ['missing', 'building', 'ready']
const worse = (a: IndexDescription, b: IndexDescription): IndexDescription =>
  states.indexOf(b.state) < states.indexOf(a.state) ? b : a
