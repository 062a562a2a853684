/**
 * `npm run bench -- scale [--memories 20000] [--users 200] [--dimensions 1024] [--share 25] [--seconds 20] [--large 0]
 * [--plot FILE.png]`: one FalkorDB node and clusters of one, two and three, each node held to the same share of a core,
 * with the same memories and the same load; then what changes a cluster: a failover, a new node, a re-embedding. With
 * `--large N` only a cluster of three on all cores and without AOF is filled with so many, a hundred for each user.
 */
import { parseArgs } from 'node:util'
import { createFalkordbStore } from '../plugins/store/falkordb/index.ts'
import { partitionOf } from '../plugins/store/_cypher/jump-hash.ts'
import { startFalkordb, type FalkorService } from '../test/services/falkordb.ts'
import { startFalkordbCluster } from '../test/services/falkordb-cluster.ts'
import { residentMb } from '../test/services/neo4j.ts'
import { cpuShare } from './cpu-share.ts'
import { machine } from './machine.ts'
import { changes, failover, partitions } from './scale-changes.ts'
import { clients, measure, type Plan } from './scale-measure.ts'
import { plotScale, type Measured } from './scale-plot.ts'

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      memories: { type: 'string', default: '20000' },
      users: { type: 'string', default: '200' },
      dimensions: { type: 'string', default: '1024' },
      large: { type: 'string', default: '0' },
      share: { type: 'string', default: '25' },
      seconds: { type: 'string', default: '20' },
      plot: { type: 'string' }
    }
  })
  const plan: Plan = {
    memories: Number(values.memories),
    users: Number(values.users),
    dimensions: Number(values.dimensions),
    share: Number(values.share),
    seconds: Number(values.seconds)
  }
  console.log(machine())
  const large = Number(values.large)
  if (large > 0) {
    await ofLarge({ ...plan, memories: large, users: Math.ceil(large / 100), share: null })
    return
  }
  console.log(
    `${plan.memories} memories of ${plan.users} users, ${plan.dimensions} dimensions, ${clients} clients, ` +
      `each node of a cluster ${plan.share} % of a core, AOF always`
  )
  const measured = [await ofOneServer(plan, 1), await ofOneServer(plan, 8)]
  for (const primaries of [1, 2, 3]) {
    measured.push(await ofCluster(plan, primaries))
    console.table(measured)
  }
  await failover()
  const [one, two, three] = measured.slice(2) as [Measured, Measured, Measured]
  for (const [nodes, many] of [[2, two], [3, three]] as const) {
    const times = (a: number, b: number): string =>
      `${(b / a).toFixed(2)} (${Math.round(b / a / nodes * 100)} % for each node)`
    console.log(
      `${nodes} nodes to one: adds ${times(one.addsASecond, many.addsASecond)}, searches ${
        times(one.searchesASecond, many.searchesASecond)
      }`
    )
  }
  if (values.plot !== undefined) await plotScale(values.plot, measured)
}

async function ofLarge (plan: Plan): Promise<void> {
  console.log(
    `${plan.memories} memories of ${plan.users} users, ${plan.dimensions} dimensions, ${clients} clients, ` +
      'three nodes on all cores, no AOF'
  )
  console.table([await ofCluster(plan, 3)])
}

async function ofOneServer (plan: Plan, parts: number): Promise<Measured> {
  const server = await startFalkordb({ durable: true })
  try {
    const store = await createFalkordbStore({ Host: `127.0.0.1:${server.port}`, Partitions: parts })
    const measured = await measure(
      plan,
      `1 server on all cores, ${parts} graphs`,
      store,
      () => residentMb(server.pid())
    )
    await store.close()
    return measured
  } finally {
    await server.stop()
  }
}

async function ofCluster (plan: Plan, primaries: number): Promise<Measured> {
  const { share } = plan
  const shares = share === null
    ? []
    : Array.from({ length: primaries + 1 }, (_, place) => cpuShare(`${primaries}-${place}`, share))
  const cluster = await startFalkordbCluster({
    primaries,
    durable: share !== null,
    launcher: place => shares[place]?.launcher ?? []
  })
  try {
    const store = await createFalkordbStore({ Host: cluster.host, Partitions: partitions })
    const resident = (): number => cluster.nodes.reduce((sum, node) => sum + residentMb(node.pid()), 0)
    const nodes = await Promise.all(
      Array.from({ length: partitions }, async (_, place) => await cluster.primaryOf(`palimpsest:{${place}}`))
    )
    const measured = await measure(
      plan,
      `cluster of ${primaries}${share === null ? '' : `, ${share} % each`}, ${partitions} graphs`,
      store,
      resident,
      userId => cluster.nodes.indexOf(nodes[partitionOf(userId, partitions)] as FalkorService)
    )
    if (primaries > 2) await changes(cluster, store, plan.dimensions, share !== null)
    await store.close()
    return measured
  } finally {
    await cluster.stop()
    for (const share of shares) await share.release()
  }
}
