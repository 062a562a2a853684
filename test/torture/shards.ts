/** The primaries of a cluster with their replicas, and users of each. */
import { namespaceOf } from '../../plugins/store/_cypher/keys.ts'
import { partitionOf } from '../../plugins/store/_cypher/jump-hash.ts'
import type { FalkorService } from '../services/falkordb.ts'
import type { FalkorCluster } from '../services/falkordb-cluster.ts'
import { until, type Running } from '../services/running.ts'

export const partitions = 12
const usersAShard = 4
export const recoveryMs = 60_000
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

export async function inStep (nodes: FalkorCluster, { pair }: Shard): Promise<boolean> {
  const roles = await Promise.all(pair.map(node => nodes.command(node, 'INFO', 'replication').catch(() => '')))
  return roles.some(role => String(role).includes('state=online')) &&
    roles.some(role => String(role).includes('master_link_status:up'))
}

export const healthOf = async ({ url }: Running): Promise<string> => await (await fetch(`${url}/api/health`)).text()
