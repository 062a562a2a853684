/** What users of a cluster notice of its members: one database away, followers that answer, a leader that changes. */
import type { Test } from 'tap'
import type { Store } from '../../../domain/capabilities/store.ts'
import { partitionOf } from '../../../plugins/store/_cypher/jump-hash.ts'
import { namespaceOf } from '../../../plugins/store/_cypher/keys.ts'
import { freshUser, ids, newMemory } from '../../conformance/store/suite.ts'
import type { BoltCluster, Heard } from '../../services/bolt-cluster.ts'
import { until } from '../../services/running.ts'

/** Two users, one of each partition. */
function usersApart (): [string, string] {
  const found: string[] = []
  while (found[0] === undefined || found[1] === undefined) {
    const user = freshUser()
    found[partitionOf(namespaceOf(user), 2)] = user
  }
  return [found[0], found[1]]
}

const here = (asked: Heard[], database: string): Heard[] => asked.filter(one => one.database === database)

export async function oneAway (t: Test, cluster: BoltCluster, start: () => Promise<Store>): Promise<void> {
  const store = await start()
  t.teardown(() => store.close())
  const [user, away] = usersApart()
  for (const userId of [user, away]) await store.commit({ userId, add: [newMemory(userId, 'Somebody.')] })
  cluster.refuse = ({ database }) =>
    database === 'users-1'
      ? { code: 'Neo.TransientError.Database.DatabaseUnavailable', message: 'Database users-1 is unavailable.' }
      : null
  const [served, refused, { away: said }, another] = await Promise.all([
    store.list(user, { page: 1, size: 5 }),
    store.list(away, { page: 1, size: 5 }).catch((error: unknown) => error),
    store.ping(),
    start()
  ])
  t.teardown(() => another.close())
  t.equal(served.total, 1)
  t.match(refused, { code: 'database_unavailable', message: /users-1/ })
  t.match(said, /^partition users-1: /)
  t.equal((await another.list(user, { page: 1, size: 5 })).total, 1, 'a service starts meanwhile')
  cluster.refuse = () => null
  t.equal((await another.list(away, { page: 1, size: 5 })).total, 1)
  await until(async () => (await another.ping()).away, said => said === undefined)
}

export async function followers (t: Test, cluster: BoltCluster, start: () => Promise<Store>): Promise<void> {
  const [store, other] = await Promise.all([start(), start()])
  t.teardown(() => Promise.all([store.close(), other.close()]))
  const userId = freshUser()
  const database = `users-${partitionOf(namespaceOf(userId), 2)}`
  const written = async (by: Store, id: string) => {
    await by.commit({ userId, add: [newMemory(userId, id, { id })] })
    cluster.heard.length = 0
  }
  const looking = (ms: number): Store => store.relaxed?.(ms) ?? store

  await written(store, 'one')
  t.same(ids(await looking(600_000).get(userId, ['one'])), ['one'])
  const [own, ...others] = here(cluster.heard, database)
  t.same(others, [], 'one statement')
  t.match(own, { reads: true, bookmarks: [/./] }, 'which waits for the own write')
  t.not(own?.member, cluster.leader)

  await written(store, 'two')
  await looking(600_000).get(userId, ['two'])
  t.notMatch(here(cluster.heard, database)[0]?.bookmarks, own?.bookmarks, 'and for the next one')

  await written(other, 'three')
  await other.get(userId, ['three'])
  const [last] = here(cluster.heard, database)
  t.match(last, { reads: false, bookmarks: [/./] })
  cluster.heard.length = 0
  t.same(ids(await looking(0).get(userId, ['three'])), ['three'])
  const [renewed, followed] = here(cluster.heard, database)
  t.match(renewed, { reads: false, member: cluster.leader, statement: 'RETURN 1 AS one' })
  t.match(followed, { reads: true, bookmarks: last?.bookmarks }, 'no older than asked, whoever wrote it')

  cluster.heard.length = 0
  await looking(600_000).basis(userId)
  t.notOk(cluster.heard.some(({ reads }) => reads), 'what a write decides by comes from the leader')

  const behind = { code: 'Neo.TransientError.Transaction.BookmarkTimeout', message: 'Not up to the requested version.' }
  cluster.refuse = ({ reads }) => reads ? behind : null
  t.same(ids(await looking(600_000).get(userId, ['three'])), ['three'], 'a follower that is behind is left alone')
  let refusals = 1
  cluster.refuse = () => refusals-- > 0 ? behind : null
  cluster.heard.length = 0
  t.same(ids(await store.get(userId, ['three'])), ['three'], 'a leader with another history is believed')
  t.match(here(cluster.heard, database), [{ bookmarks: [/./] }, { bookmarks: [] }])
  cluster.refuse = () => null
}

export async function leaderChange (t: Test, cluster: BoltCluster, start: () => Promise<Store>): Promise<void> {
  const store = await start()
  t.teardown(() => store.close())
  const userId = freshUser()
  const database = `users-${partitionOf(namespaceOf(userId), 2)}`
  await store.commit({ userId, add: [newMemory(userId, 'before', { id: 'before' })] })
  cluster.leader = 1
  cluster.heard.length = 0
  await store.commit({ userId, add: [newMemory(userId, 'after', { id: 'after' })] })
  const asked = here(cluster.heard, database)
  t.equal(asked[0]?.member, 0, 'the old leader refuses')
  t.ok(asked.slice(1).every(({ member }) => member === 1), 'the new one is found')
  cluster.heard.length = 0
  t.same(ids(await store.get(userId, ['before', 'after'])), ['before', 'after'])
  t.match(here(cluster.heard, database), [{ member: 1, bookmarks: [/./] }], 'and has to be as far as the write')
}
