/** What every layout of `bench -- scale` is filled and asked with, and what that took. */
import type { Store } from '../domain/capabilities/store.ts'
import { newMemory, random, randomVector } from '../test/conformance/store/suite.ts'
import { madeUpMemories, madeUpQuestions } from './corpus.ts'
import { percentile } from './machine.ts'
import { rounded } from './scale-changes.ts'
import type { Measured } from './scale-plot.ts'

const batch = 100
export const clients = 24

export interface Plan {
  memories: number
  users: number
  dimensions: number
  /** Percent of a core for each node; null for whatever it gets. */
  share: number | null
  seconds: number
}

/** `nodeOf` says which node of a cluster has a user. */
export async function measure (
  plan: Plan,
  layout: string,
  store: Store,
  resident: () => number,
  nodeOf?: (userId: string) => number
): Promise<Measured> {
  const { dimensions } = plan
  const next = random(1)
  const texts = madeUpMemories(1000)
  const questions = madeUpQuestions(200)
  const memory = (userId: string, place: number) =>
    newMemory(userId, `${texts[place % texts.length]} ${place}`, { embedding: randomVector(dimensions, next) })
  await store.ensureIndexes({ model: 'made up', dimensions })
  const [before, begun] = [resident(), performance.now()]
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
  const filledASecond = rounded(aUser * users.length / (performance.now() - begun) * 1000)
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
  const byNode = nodeOf && `adds ${shareOf(adds.rounds)}, searches ${shareOf(searches.rounds)}`
  return {
    layout,
    filledASecond,
    addsASecond: adds.aSecond,
    addP50: adds.p50,
    addP99: adds.p99,
    searchesASecond: searches.aSecond,
    searchP50: searches.p50,
    searchP99: searches.p99,
    kilobytesAMemory: rounded(kilobytesAMemory),
    ...(byNode !== undefined && { byNode })
  }

  /** Operations a second of each node. */
  function shareOf (rounds: number): string {
    const counts: number[] = []
    for (let round = 0; round < rounds; round++) {
      const node = nodeOf?.(userOf(round)) ?? 0
      counts[node] = (counts[node] ?? 0) + 1
    }
    return Array.from(counts, count => rounded((count ?? 0) / plan.seconds)).join(' / ')
  }
}

async function load (
  seconds: number,
  operation: (round: number) => Promise<void>
): Promise<{ rounds: number, aSecond: number, p50: number, p99: number }> {
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
  return { rounds: round, aSecond, p50: rounded(percentile(times, 0.5)), p99: rounded(percentile(times, 0.99)) }
}
