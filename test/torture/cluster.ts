/**
 * SIGKILL of primaries of a FalkorDB cluster of three, each with a replica, under writers of many users: with
 * `GraphDbA:WaitReplicas` nothing that was acknowledged is lost; without, only what the replica had not been sent.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../conformance/store/suite.ts'
import type { FalkorService } from '../services/falkordb.ts'
import { startFalkordbCluster, type FalkorCluster } from '../services/falkordb-cluster.ts'
import { startService, until, type Running } from '../services/running.ts'
import type { Torture } from './run.ts'
import {
  areInStep,
  graphOf,
  healthOf,
  partitions,
  recoveryMs,
  replicationOf,
  shardsOf,
  withProbe,
  wroteAll,
  type Acknowledged,
  type Shard
} from './shards.ts'

export const cluster: Torture = async ({ t, folder, seed, rounds }) => {
  const next = random(seed)
  const figures = {
    kills: 0,
    pairs: 0,
    cutOff: 0,
    hung: 0,
    acknowledged: 0,
    refused: 0,
    lost: 0,
    twice: 0,
    disturbed: 0,
    unnamed: 0,
    otherAnswers: 0,
    longestToWriteMs: 0,
    othersLongestMs: 0,
    acknowledgedWithoutWait: 0,
    lostWithoutWait: 0,
    lostThatWasSent: 0
  }
  await run(1, rounds)
  await run(0, Math.ceil(rounds / 3))
  const { lost, twice, disturbed, unnamed, otherAnswers, lostThatWasSent } = figures
  return { ...figures, faults: lost + twice + disturbed + unnamed + otherAnswers + lostThatWasSent }

  async function run (waitReplicas: number, times: number): Promise<void> {
    const nodes = await startFalkordbCluster({ replicas: 1, durable: true })
    t.teardown(() => nodes.stop())
    const shards = await shardsOf(nodes)
    const service = await startService(t, folder, {
      SVC_Cache__Enabled: 'false',
      SVC_Rerank__Provider: 'none',
      SVC_Database__Provider: 'graphdb_a',
      SVC_GraphDbA__Host: nodes.host,
      SVC_GraphDbA__Partitions: String(partitions),
      SVC_GraphDbA__WaitReplicas: String(waitReplicas)
    })
    const kept = new Map<string, Acknowledged>()
    const cuts: Array<{ shard: Shard, from: number, to: number }> = []
    const ended = { now: false }
    const writing = shards.flatMap(shard => shard.users.map(user => write(service, shard, user, kept, ended)))
    try {
      for (let round = 0; round < times; round++) {
        await wroteAll(shards, kept)
        const shard = shards[Math.floor(next() * shards.length)] as Shard
        // Without waiting the one question is what a replica that lags behind has not.
        await strike(nodes, service, shard, kept, cuts, waitReplicas === 0 ? 1 : next())
      }
      await wroteAll(shards, kept)
    } finally {
      ended.now = true
      await Promise.all(writing)
    }
    for (const { users } of shards) for (const user of users) await check(service, user)
    await service.stop()
    await nodes.stop()

    async function check ({ url }: Running, user: string): Promise<void> {
      const found = new Map<string, number>()
      for (let page = 1, pages = 1; page <= pages; page++) {
        const answer = await fetch(`${url}/api/v1/memories?user_id=${user}&size=100&page=${page}`)
        const body = await answer.json() as { items: Array<{ content: string }>, pages: number }
        pages = body.pages
        for (const { content } of body.items) found.set(content, (found.get(content) ?? 0) + 1)
      }
      for (const one of kept.values()) {
        if (one.user !== user) continue
        figures[waitReplicas > 0 ? 'acknowledged' : 'acknowledgedWithoutWait']++
        if (found.has(one.text)) continue
        const unsent = cuts.some(({ shard, from, to }) => shard.users.includes(user) && from <= one.at && one.at <= to)
        if (waitReplicas > 0) figures.lost++
        else figures[unsent ? 'lostWithoutWait' : 'lostThatWasSent']++
      }
      for (const count of found.values()) if (count > 1) figures.twice++
    }
  }

  /** The primary alone (most often), with its replica, or while its replica gets nothing of it. */
  async function strike (
    nodes: FalkorCluster,
    service: Running,
    shard: Shard,
    kept: Map<string, Acknowledged>,
    cuts: Array<{ shard: Shard, from: number, to: number }>,
    kind: number
  ): Promise<void> {
    const primary = await nodes.primaryOf(graphOf(shard.users[0] as string))
    const replica = shard.pair.find(node => node !== primary) as FalkorService
    await pause(next() * 300)
    shard.down = true
    const from = Date.now()
    if (kind > 0.7) {
      figures.cutOff++
      process.kill(replica.pid(), 'SIGSTOP')
      await nodes.command(primary, 'CLIENT', 'KILL', 'TYPE', 'REPLICA')
      await pause(200 + next() * 500)
    }
    await primary.kill()
    const killedAt = Date.now()
    figures.kills++
    // An answer that was on its way may be read a little later than the kill.
    cuts.push({ shard, from, to: killedAt + 1000 })
    if (kind > 0.7) process.kill(replica.pid(), 'SIGCONT')
    if (kind < 0.25) {
      figures.pairs++
      await replica.kill()
      await until(() => healthOf(service), words => shard.users.some(user => words.includes(graphOf(user))), recoveryMs)
        .catch(() => figures.unnamed++)
      await primary.start()
      await replica.start()
    } else {
      await until(() => nodes.primaryOf(graphOf(shard.users[0] as string)), node => node !== primary, recoveryMs)
      await primary.start()
    }
    figures.hung += await withProbe(nodes, shard, async () => {
      await wroteAll([shard], kept)
      figures.longestToWriteMs = Math.max(figures.longestToWriteMs, Date.now() - killedAt)
      // The next kill in this pair must find a replica that takes over.
      await until(async () => await replicationOf(nodes, shard), areInStep, recoveryMs)
      await wroteAll([shard], kept)
    })
    shard.down = false
  }

  async function write (
    { url }: Running,
    shard: Shard,
    user: string,
    kept: Map<string, Acknowledged>,
    ended: { now: boolean }
  ): Promise<void> {
    for (let number = 0; !ended.now; number++) {
      const text = `Note ${number} of ${user} about the harbour.`
      for (let done = false; !done && !ended.now;) {
        const [calm, sentAt] = [!shard.down, Date.now()]
        const answer = await fetch(`${url}/api/v1/memories`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': `${user}-${number}` },
          body: JSON.stringify({ user_id: user, text, infer: false })
        })
        const { id } = await answer.json() as { id: string }
        done = answer.status === 200
        if (done) kept.set(id, { user, text, at: Date.now() })
        else await refused(shard, answer)
        if (calm && !shard.down) figures.othersLongestMs = Math.max(figures.othersLongestMs, Date.now() - sentAt)
      }
    }
  }

  async function refused (shard: Shard, answer: Response): Promise<void> {
    figures.refused++
    if (answer.status !== 503 || answer.headers.get('retry-after') === null) figures.otherAnswers++
    if (!shard.down) figures.disturbed++
    await pause(100)
  }
}
