/**
 * Three processes of the service on one FalkorDB behind HAProxy, under mixed load, while one is killed and one is
 * upgraded: nobody gets anything but an answer or 503 with Retry-After, and everybody reads what they wrote, although
 * each request may go to another process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../conformance/store/suite.ts'
import { startHaproxy } from '../services/haproxy.ts'
import { startService, until, type Running } from '../services/running.ts'
import { freePort } from '../services/service.ts'
import { startStore } from '../services/stores.ts'
import type { Torture } from './run.ts'

const processes = 3
const clients = 8
/** What a client does before the next process is struck. */
const stepsBetween = 10

interface Answer {
  status: number
  body: { id?: string, content?: string, code?: string, total?: number, results?: Array<{ id: string | null }> }
}

export const fleet: Torture = async ({ t, folder, seed, rounds, store }) => {
  const next = random(seed)
  const { variables } = await startStore(t, store, { durable: true })
  const figures = {
    killed: 0,
    upgraded: 0,
    requests: 0,
    refused: 0,
    brokenOff: 0,
    hops: 0,
    otherAnswers: 0,
    notReadAfterWrite: 0,
    lost: 0,
    twice: 0
  }
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const start = async (port: number): Promise<Running> =>
    await startService(t, folder, { SVC_Cache__Enabled: 'false', ...variables, SVC_Server__Port: String(port) })
  const fleet = await Promise.all(ports.map(start))
  const proxy = await startHaproxy(ports)
  t.teardown(() => proxy.stop())
  const url = `http://127.0.0.1:${proxy.port}/api/v1/memories`
  const servedBy = new Map<string, string | null>()
  const stored = new Map<string, string[]>()
  const steps = Array.from({ length: clients }, () => 0)
  /** What was sent until then may have been in the hands of the dead process. */
  let killedAt = 0
  const over = { now: false }
  const failed: Error[] = []

  await until(async () => (await fetch(`${url}?user_id=x`)).status, status => status === 200)
  const running = Array.from({ length: clients }, async (_, client) => {
    for (; !over.now; steps[client]!++) await step(`client-${client}`, steps[client]!)
  }).map(client => client.catch((error: Error) => failed.push(error)))
  for (let round = 0; round < rounds && failed.length === 0; round++) {
    const [victim, upgraded] = shuffled([0, 1, 2])
    await moved()
    killedAt = Number.POSITIVE_INFINITY
    await fleet[victim]!.stop('SIGKILL')
    killedAt = Date.now()
    figures.killed++
    await moved()
    fleet[victim] = await start(ports[victim] as number)
    await ready(victim)
    await fleet[upgraded]!.stop()
    figures.upgraded++
    await moved()
    fleet[upgraded] = await start(ports[upgraded] as number)
    await ready(upgraded)
  }
  over.now = true
  await Promise.all(running)
  if (failed[0] !== undefined) throw failed[0]
  for (const [user, words] of stored) await check(user, words)
  const { otherAnswers, notReadAfterWrite, lost, twice } = figures
  return { ...figures, faults: otherAnswers + notReadAfterWrite + lost + twice }

  /** Every client has gone some steps further. */
  async function moved (): Promise<void> {
    const goals = steps.map(count => count + stepsBetween)
    await until(
      async () => steps.every((count, client) => count >= goals[client]!) || failed.length > 0,
      Boolean,
      90_000
    )
  }

  async function ready (place: number): Promise<void> {
    await until(async () => (await fetch(`${fleet[place]!.url}/readyz`)).status, status => status === 200)
  }

  function shuffled (places: number[]): [number, number] {
    const first = places.splice(Math.floor(next() * places.length), 1)
    return [first[0]!, places[Math.floor(next() * places.length)]!]
  }

  /** Writes, and reads through other processes what was written; some of it is deleted again. */
  async function step (user: string, number: number): Promise<void> {
    const word = `word${user.replace('-', 'x')}n${number}`
    const text = `Note ${number} of ${user} about ${word}.`
    const infer = number % 4 === 3
    const search = async () => (await ask(user, 'POST', '/search', { query: word, mode: 'text' })).body.total ?? 0
    if (number % 3 === 0 && await search() > 0) figures.notReadAfterWrite++
    const key = `${user}-${number}`
    const written = infer
      ? await ask(user, 'POST', '/from-conversation', { messages: [{ role: 'user', content: fact(word) }] }, key)
      : await ask(user, 'POST', '', { text, infer }, key)
    const id = written.body.id ?? written.body.results?.[0]?.id
    if (id === undefined || id === null) {
      figures.otherAnswers++
      return
    }
    if ((await ask(user, 'GET', `/${id}?user_id=${user}`)).status !== 200) figures.notReadAfterWrite++
    if (await search() !== 1) figures.notReadAfterWrite++
    if (number % 5 === 4) {
      await ask(user, 'DELETE', '', { memory_ids: [id] }, `${key}-delete`)
      if ((await ask(user, 'GET', `/${id}?user_id=${user}`)).status !== 404) figures.notReadAfterWrite++
    } else stored.set(user, [...stored.get(user) ?? [], word])
  }

  /** Sent again, with its key, until it is answered. */
  async function ask (
    user: string,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    key?: string
  ): Promise<Answer> {
    for (;;) {
      figures.requests++
      const sentAt = Date.now()
      const answer = await fetch(url + path, {
        method,
        ...body !== undefined && {
          body: JSON.stringify({ user_id: user, ...body }),
          headers: { 'content-type': 'application/json', ...key !== undefined && { 'idempotency-key': key } }
        }
      }).catch(() => null)
      if (answer === null) {
        // HAProxy hangs up when the process that had the request is gone.
        if (sentAt <= killedAt) figures.brokenOff++
        else figures.otherAnswers++
        continue
      }
      const by = answer.headers.get('x-served-by')
      if (by !== servedBy.get(user)) figures.hops++
      servedBy.set(user, by)
      const given = { status: answer.status, body: await answer.json() as Answer['body'] }
      if (given.status === 200 || given.status === 404) return given
      const comesBack = answer.headers.get('retry-after') !== null
      if (given.status === 503 && comesBack) figures.refused++
      else if (given.status === 502 && comesBack && sentAt <= killedAt) figures.brokenOff++
      else {
        console.log(`${method} ${path} was answered ${given.status}: ${JSON.stringify(given.body)}`)
        figures.otherAnswers++
      }
      await pause(50)
    }
  }

  async function check (user: string, words: string[]): Promise<void> {
    const found: string[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await fetch(`${url}?user_id=${user}&size=100&page=${page}`)
      const body = await answer.json() as { items: Array<{ content: string }>, pages: number }
      pages = body.pages
      found.push(...body.items.map(({ content }) => content))
    }
    for (const word of words) {
      const count = found.filter(content => new RegExp(`\\b${word}\\b`).test(content)).length
      if (count === 0) figures.lost++
      if (count > 1) figures.twice++
    }
  }
}

const fact = (word: string): string => `I bought a boat called ${word} in Porto.`
