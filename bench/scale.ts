/**
 * `npm run bench -- scale [--memories 20000] [--users 200] [--share 25] [--seconds 20] [--plot FILE.png]`: one
 * FalkorDB node and a cluster of three, each node held to the same share of a core, with the same memories and the same
 * load; then what changes a cluster: a failover, a new node, a re-embedding.
 */
import { parseArgs } from 'node:util'
import { createFalkordbStore } from '../plugins/store/falkordb/index.ts'
import type { Store } from '../domain/capabilities/store.ts'
import { newMemory, random, randomVector } from '../test/conformance/store/suite.ts'
import { startFalkordb } from '../test/services/falkordb.ts'
import { startFalkordbCluster } from '../test/services/falkordb-cluster.ts'
import { residentMb } from '../test/services/neo4j.ts'
import { madeUpMemories, madeUpQuestions } from './corpus.ts'
import { cpuShare } from './cpu-share.ts'
import { machine, percentile } from './machine.ts'
import { changes, dimensions, failover, partitions, rounded } from './scale-changes.ts'
import { plotScale, type Measured } from './scale-plot.ts'

const batch = 100
const clients = 24

interface Plan {
  memories: number
  users: number
  share: number
  seconds: number
}

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      memories: { type: 'string', default: '20000' },
      users: { type: 'string', default: '200' },
      share: { type: 'string', default: '25' },
      seconds: { type: 'string', default: '20' },
      plot: { type: 'string' }
    }
  })
  const plan: Plan = {
    memories: Number(values.memories),
    users: Number(values.users),
    share: Number(values.share),
    seconds: Number(values.seconds)
  }
  console.log(machine())
  console.log(
    `${plan.memories} memories of ${plan.users} users, ${dimensions} dimensions, ${clients} clients, ` +
      `each node of a cluster ${plan.share} % of a core, AOF always`
  )
  const measured = [
    await ofOneServer(plan, 1),
    await ofOneServer(plan, 8),
    await ofCluster(plan, 1),
    await ofCluster(plan, 3)
  ]
  await failover()
  console.table(measured)
  const [one, three] = measured.slice(2) as [Measured, Measured]
  const times = (a: number, b: number): string => (b / a).toFixed(2)
  console.log(
    `three nodes to one: adds ${times(one.addsASecond, three.addsASecond)}, searches ${
      times(one.searchesASecond, three.searchesASecond)
    }`
  )
  if (values.plot !== undefined) await plotScale(values.plot, measured)
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
  const shares = Array.from({ length: primaries + 1 }, (_, place) => cpuShare(`${primaries}-${place}`, plan.share))
  const cluster = await startFalkordbCluster({
    primaries,
    durable: true,
    launcher: place => shares[place]?.launcher ?? []
  })
  try {
    const store = await createFalkordbStore({ Host: cluster.host, Partitions: partitions })
    const resident = (): number => cluster.nodes.reduce((sum, node) => sum + residentMb(node.pid()), 0)
    const measured = await measure(
      plan,
      `cluster of ${primaries}, ${plan.share} % each, ${partitions} graphs`,
      store,
      resident
    )
    if (primaries > 1) await changes(cluster, store)
    await store.close()
    return measured
  } finally {
    await cluster.stop()
    for (const share of shares) share.release()
  }
}

async function measure (plan: Plan, layout: string, store: Store, resident: () => number): Promise<Measured> {
  const next = random(1)
  const texts = madeUpMemories(1000)
  const questions = madeUpQuestions(200)
  const memory = (userId: string, place: number) =>
    newMemory(userId, `${texts[place % texts.length]} ${place}`, { embedding: randomVector(dimensions, next) })
  await store.ensureIndexes({ model: 'made up', dimensions })
  const before = resident()
  const aUser = Math.ceil(plan.memories / plan.users)
  const users = Array.from({ length: plan.users }, (_, place) => `user-${place}`)
  let filled = 0
  await Promise.all(Array.from({ length: 8 }, async () => {
    while (filled < users.length) {
      const userId = users[filled++] as string
      for (let from = 0; from < aUser; from += batch) {
        const count = Math.min(batch, aUser - from)
        await store.commit({ userId, add: Array.from({ length: count }, (_, place) => memory(userId, from + place)) })
      }
    }
  }))
  const kilobytesAMemory = (resident() - before) * 1024 / (aUser * users.length)
  const userOf = (round: number): string => users[round * 7919 % users.length] as string
  const adds = await load(plan.seconds, async round => {
    await store.commit({ userId: userOf(round), add: [memory(userOf(round), 1_000_000 + round)] })
  })
  const searches = await load(plan.seconds, async round => {
    await Promise.all([
      store.matchText(userOf(round), questions[round % questions.length] as string, {}, 10),
      store.nearest(userOf(round), randomVector(dimensions, next), {}, 10)
    ])
  })
  return {
    layout,
    addsASecond: adds.aSecond,
    addP50: adds.p50,
    addP99: adds.p99,
    searchesASecond: searches.aSecond,
    searchP50: searches.p50,
    searchP99: searches.p99,
    kilobytesAMemory: rounded(kilobytesAMemory)
  }
}

async function load (
  seconds: number,
  operation: (round: number) => Promise<void>
): Promise<{ aSecond: number, p50: number, p99: number }> {
  const times: number[] = []
  const begun = performance.now()
  let round = 0
  await Promise.all(Array.from({ length: clients }, async () => {
    while (performance.now() - begun < seconds * 1000) {
      const started = performance.now()
      await operation(round++)
      times.push(performance.now() - started)
    }
  }))
  const aSecond = rounded(times.length / (performance.now() - begun) * 1000)
  return { aSecond, p50: rounded(percentile(times, 0.5)), p99: rounded(percentile(times, 0.99)) }
}
