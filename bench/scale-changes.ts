/** What changes a cluster, each timed once: a new node, a graph that moves to it, a re-embedding, a failover. */
import type { Store } from '../domain/capabilities/store.ts'
import { createFalkordbStore } from '../plugins/store/falkordb/index.ts'
import { newMemory, random, randomVector } from '../test/conformance/store/suite.ts'
import { startFalkordbCluster, type FalkorCluster } from '../test/services/falkordb-cluster.ts'

export const partitions = 64
export const rounded = (value: number): number => Math.round(value * 10) / 10

/** How long a new node with one graph, and a re-embedding of everything (where it is wanted), take. */
export async function changes (
  cluster: FalkorCluster,
  store: Store,
  dimensions: number,
  reembeds: boolean
): Promise<void> {
  let begun = performance.now()
  const since = (): string => `${rounded((performance.now() - begun) / 1000)} s`
  const added = await cluster.add()
  console.log(`a node joins: ${since()}`)
  console.log(
    `one graph of ${partitions} moves to it: ${rounded(await cluster.move('palimpsest:{0}', added) / 1000)} s`
  )
  if (!reembeds) return
  begun = performance.now()
  const next = random(2)
  const embed = async (texts: string[]): Promise<Float32Array[]> => texts.map(() => randomVector(dimensions, next))
  const { done, state } = await store.reembed({ model: 'another', dimensions }, embed, () => {})
  console.log(`re-embedding of ${done}: ${state} after ${since()}`)
}

/** From the loss of a primary to the next write of every user, with a replica to take over. */
export async function failover (): Promise<void> {
  const cluster = await startFalkordbCluster({ replicas: 1, durable: true, nodeTimeoutMs: 1500 })
  try {
    const store = await createFalkordbStore({ Host: cluster.host, Partitions: partitions })
    const users = Array.from({ length: 4 * partitions }, (_, place) => `user-${place}`)
    const writeAll = async (): Promise<unknown> =>
      await Promise.all(
        users.map(userId => store.commit({ userId, add: [newMemory(userId, `A note at ${performance.now()}.`)] }))
      )
    await writeAll()
    await (await cluster.primaryOf('palimpsest:{0}')).kill()
    const begun = performance.now()
    await writeAll()
    console.log(
      `failover, cluster-node-timeout 1500 ms: all users write again after ${
        rounded((performance.now() - begun) / 1000)
      } s`
    )
    await store.close()
  } finally {
    await cluster.stop()
  }
}
