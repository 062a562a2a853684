/**
 * Users spread over several graphs. Everything of a user is in one of them, so every verb of one user is one graph's;
 * what sees more than one user asks all of them side by side. One graph that is away costs its users alone.
 */
import type { IndexDescription, Store, UserSummary } from '../../../domain/capabilities/store.ts'
import { DatabaseUnavailable } from '../../../domain/errors.ts'
import type { Access } from '../../../domain/nouns.ts'
import { partitionOf } from './jump-hash.ts'
import { namespaceOf } from './keys.ts'
import { ofUser } from './of-user.ts'
import { reembedder } from './reembed.ts'
import type { CypherStore } from './store.ts'
import { NoAnswer, within } from './within.ts'

export interface Partition {
  name: string
  store: CypherStore
}

/** A partition that takes longer to say that it is there is away: health gives up after 5 s. */
const presentMs = 2500
/** How often a partition that is away is tried for what it missed. */
const againMs = 2000

/**
 * In the order of their numbers; all share one pool of connections. `url` is that of all together; `later` is what some
 * missed because they were away at the start.
 */
export function partitioned (
  partitions: [Partition, ...Partition[]],
  { url, later = [] }: { url: string, later?: Array<() => Promise<void>> }
): Store {
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

  const whole: Store = {
    interfaceVersion: first.interfaceVersion,
    supports: first.supports,

    ...ofUser(of),
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
      const { found: [answer], away } = await present(store => within(presentMs, store.ping()))
      return { ...answer, url, ...away.length > 0 ? { away: reasons(away) } : {} }
    },
    pool: () => first.pool(),
    // A generation that not every partition has reached is not reached; one without vectors has no dimension to tell.
    meta: async () =>
      (await present(store => within(presentMs, store.meta()))).found.reduce((a, b) =>
        b.generation < a.generation || (b.generation === a.generation && a.dimensions === null) ? b : a
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
  const { relaxed } = first
  if (relaxed === undefined) return whole
  return {
    ...whole,
    relaxed (ms) {
      const relaxedStores = stores.map(store => store.relaxed?.(ms) ?? store)
      return {
        ...whole,
        ...ofUser(userId => relaxedStores[partitionOf(namespaceOf(userId), stores.length)] ?? relaxed(ms))
      }
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
