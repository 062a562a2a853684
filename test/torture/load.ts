/**
 * Mixed traffic for some minutes, then a crowd that is too large, then the usual traffic again: throughput, p99,
 * memory and handles, second by second. `rounds` is seconds; the figures of each second can be plotted.
 */
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../bench/machine.ts'
import { random } from '../conformance/store/suite.ts'
import { residentMb } from '../services/neo4j.ts'
import { startService } from '../services/running.ts'
import { startStore } from '../services/stores.ts'
import type { Torture } from './run.ts'

const users = 20
const usualConnections = 8
const crowdConnections = 256
/** Less than the crowd asks for, so that some of it is refused. */
const requestsInFlight = 64
/** Of a longest queue; a request that takes longer is a fault. */
const patienceMs = 60_000

export interface Second {
  second: number
  answered: number
  p99Ms: number
  residentMb: number
  handles: number
  refused: number
  phase: 'usual' | 'crowd' | 'after'
}

export const load: Torture = async ({ t, folder, seed, rounds: seconds, store, seen: plotted }) => {
  const next = random(seed)
  const { variables } = await startStore(t, store)
  const service = await startService(t, folder, {
    ...variables,
    SVC_Server__RequestsInFlight: String(requestsInFlight)
  })
  const pid = service.process.pid ?? 0
  const usualAgent = new Agent({ keepAlive: true, maxSockets: usualConnections })
  const crowdAgent = new Agent({ keepAlive: true, maxSockets: crowdConnections })
  const seen: Second[] = []
  const kept: Array<{ user: string, id: string }> = []
  const failures = new Map<string, number>()
  let phase: Second['phase'] = 'usual'
  let times: number[] = []
  let refused = 0
  let sent = 0
  let ended = false

  const begun = performance.now()
  const crowdFrom = seconds * 600
  const crowdTo = seconds * 800
  const elapsed = (): number => performance.now() - begun
  const client = async (agent: Agent, until: () => boolean): Promise<void> => {
    while (!until()) await one(agent)
  }
  const usual = Array.from({ length: usualConnections }, async () => await client(usualAgent, () => ended))
  const sampling = sample()
  await pause(crowdFrom)
  phase = 'crowd'
  const crowd = Array.from(
    { length: crowdConnections - usualConnections },
    async () => await client(crowdAgent, () => elapsed() > crowdTo)
  )
  const unanswered = await probe(() => elapsed() > crowdTo)
  await Promise.all(crowd)
  crowdAgent.destroy()
  phase = 'after'
  await pause(Math.max(0, seconds * 1000 - elapsed()))
  ended = true
  await Promise.all([...usual, sampling])
  let lost = 0
  for (const { user, id } of kept.filter((_, place) => place % Math.ceil(kept.length / 500) === 0)) {
    const { status } = await send(usualAgent, 'GET', `/api/v1/memories/${id}?user_id=${user}`)
    if (status !== 200) lost++
  }
  usualAgent.destroy()
  await service.stop()
  for (const [what, count] of failures) console.error(`${what}: ${count}`)
  await plotted?.(seen)
  const of = (name: Second['phase']): Second[] => seen.filter(({ phase }) => phase === name)
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const rate = (name: Second['phase']): number => Math.round(mean(of(name).map(({ answered }) => answered)))
  const p99 = (name: Second['phase']): number => Math.round(percentile(of(name).map(({ p99Ms }) => p99Ms), 0.5))
  const first = of('usual')[Math.floor(of('usual').length / 3)]
  const last = seen.at(-1)
  const crowdRefused = of('crowd').reduce((sum, { refused }) => sum + refused, 0)
  // A crowd is refused in part, and afterwards nobody is.
  const ignored = Number(crowdRefused === 0) + Number((last?.refused ?? 0) > 0)
  return {
    seconds,
    sent,
    usualPerSecond: rate('usual'),
    usualP99Ms: p99('usual'),
    crowdPerSecond: rate('crowd'),
    crowdP99Ms: p99('crowd'),
    crowdRefused,
    probesUnanswered: unanswered,
    afterPerSecond: rate('after'),
    afterP99Ms: p99('after'),
    residentMbEarly: Math.round(first?.residentMb ?? 0),
    residentMbEnd: Math.round(last?.residentMb ?? 0),
    handlesEarly: first?.handles ?? 0,
    handlesEnd: last?.handles ?? 0,
    kept: kept.length,
    lost,
    faults: lost + unanswered + ignored + [...failures.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Probes that were not answered with 200, on a connection of their own. */
  async function probe (until: () => boolean): Promise<number> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let unanswered = 0
    while (!until()) {
      for (const path of ['/livez', '/readyz']) if ((await send(agent, 'GET', path)).status !== 200) unanswered++
      await pause(100)
    }
    agent.destroy()
    return unanswered
  }

  async function sample (): Promise<void> {
    for (let second = 1; second <= seconds; second++) {
      await pause(Math.max(0, second * 1000 - elapsed()))
      const [taken, no] = [times, refused]
      times = []
      refused = 0
      seen.push({
        second,
        answered: taken.length,
        p99Ms: percentile(taken, 0.99),
        residentMb: residentMb(pid),
        handles: readdirSync(`/proc/${pid}/fd`).length,
        refused: no,
        phase
      })
    }
  }

  async function one (agent: Agent): Promise<void> {
    const user = `user-${Math.floor(next() * users)}`
    const kind = next()
    const number = ++sent
    const text = `Note ${number} about harbour ${number % 97} and boat ${number % 31}.`
    const started = performance.now()
    const answer = kind < 0.4
      ? await send(agent, 'POST', '/api/v1/memories/search', { user_id: user, query: `boat ${number % 31} harbour` })
      : kind < 0.65
      ? await send(agent, 'POST', '/api/v1/memories', { user_id: user, text, infer: false })
      : kind < 0.8
      ? await send(agent, 'GET', `/api/v1/memories?user_id=${user}&size=20`)
      : kind < 0.9
      ? await send(agent, 'POST', '/api/v1/memories/from-conversation', {
        user_id: user,
        messages: [{ role: 'user', content: `I bought boat ${number} in Porto.` }]
      })
      : kind < 0.97
      ? await send(agent, 'POST', '/api/v1/memories/context', { user_id: user, query: `boat ${number % 31}` })
      : await send(agent, 'GET', `/api/v1/stats?user_id=${user}`)
    if (answer.status === 200) {
      times.push(performance.now() - started)
      if (kind >= 0.4 && kind < 0.65) kept.push({ user, id: answer.id ?? '' })
      return
    }
    if (answer.status === 429 || answer.status === 503) {
      refused++
      // A client that is refused waits, as Retry-After asks.
      await pause(500)
      return
    }
    const what = `${phase}: ${answer.status} ${answer.fault ?? ''}`
    failures.set(what, (failures.get(what) ?? 0) + 1)
  }

  async function send (agent: Agent, method: string, path: string, body?: object) {
    const text = body === undefined ? undefined : JSON.stringify(body)
    return await new Promise<{ status: number, id?: string, fault?: string }>(resolve => {
      const asked = request(service.url + path, {
        agent,
        method,
        timeout: patienceMs,
        headers: text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      }, response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
          const id = /"id":"([^"]+)"/.exec(Buffer.concat(chunks).toString())?.[1]
          resolve({ status: response.statusCode ?? 0, ...id !== undefined && { id } })
        })
      })
      asked.on('timeout', () => asked.destroy(new Error('no answer in time')))
      asked.on('error', error => resolve({ status: 0, fault: error.message }))
      asked.end(text)
    })
  }
}
