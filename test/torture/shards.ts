/** The primaries of a cluster with their replicas, and users of each. */
import { setTimeout as pause } from 'node:timers/promises'
import { namespaceOf } from '../../plugins/store/_cypher/keys.ts'
import { partitionOf } from '../../plugins/store/_cypher/jump-hash.ts'
import type { FalkorService } from '../services/falkordb.ts'
import type { FalkorCluster } from '../services/falkordb-cluster.ts'
import { until, type Running } from '../services/running.ts'

export const partitions = 12
const usersAShard = 4
export const recoveryMs = 60_000
const probeTimeoutMs = 5000
export const graphOf = (user: string): string => `palimpsest:{${partitionOf(namespaceOf(user), partitions)}}`

/** A primary and its replica; which of them is which changes. */
export interface Shard {
  pair: FalkorService[]
  users: string[]
  /** Its users may be refused. */
  down: boolean
}

export interface Acknowledged {
  user: string
  text: string
  at: number
}

export async function shardsOf (nodes: FalkorCluster): Promise<Shard[]> {
  const primaries = nodes.nodes.length / 2
  const shards = Array.from({ length: primaries }, (_, place): Shard => ({
    pair: [nodes.nodes[place] as FalkorService, nodes.nodes[primaries + place] as FalkorService],
    users: [],
    down: false
  }))
  for (let n = 0; shards.some(({ users }) => users.length < usersAShard); n++) {
    const primary = await nodes.primaryOf(graphOf(`user-${n}`))
    const { users } = shards.find(({ pair }) => pair.includes(primary)) as Shard
    if (users.length < usersAShard) users.push(`user-${n}`)
  }
  return shards
}

/** Each of their users has written since now. */
export async function wroteAll (shards: Shard[], kept: Map<string, Acknowledged>): Promise<void> {
  const since = Date.now()
  const users = shards.flatMap(({ users }) => users)
  await until(
    async () => users.filter(user => ![...kept.values()].some(one => one.user === user && one.at > since)),
    waiting => waiting.length === 0,
    recoveryMs
  )
}

/** What the two say of their replication. */
export const replicationOf = async (nodes: FalkorCluster, { pair }: Shard): Promise<string[]> =>
  await Promise.all(pair.map(async node => String(await nodes.command(node, 'INFO', 'replication').catch(String))))

export const areInStep = (replication: string[]): boolean =>
  replication.some(words => words.includes('state=online')) &&
  replication.some(words => words.includes('master_link_status:up'))

/**
 * Runs `work` while a liveness probe, as an orchestrator has one, kills and starts the node that answers nothing:
 * FalkorDB 4.16 can hang when a primary that has just come back is made a replica (docs/scaling.md). Answers how often.
 */
export async function withProbe (nodes: FalkorCluster, { pair }: Shard, work: () => Promise<void>): Promise<number> {
  const over = new AbortController()
  let restarts = 0
  const probing = (async () => {
    while (!over.signal.aborted) {
      for (const node of pair) {
        if (await answers(nodes, node)) continue
        restarts++
        await node.kill()
        await node.start()
      }
      await pause(1000, null, { signal: over.signal }).catch(() => {})
    }
  })()
  await Promise.all([work().finally(() => over.abort()), probing])
  return restarts
}

/** An error, such as that it is loading, is an answer as well. */
const answers = async (nodes: FalkorCluster, node: FalkorService): Promise<boolean> =>
  await Promise.race([
    nodes.command(node, 'PING').then(() => true, () => true),
    pause(probeTimeoutMs, false, { ref: false })
  ])

export const healthOf = async ({ url }: Running): Promise<string> => await (await fetch(`${url}/api/health`)).text()
