/**
 * The process that is measured: the service, filled before it is asked, or bare Fastify answering the same JSON. It
 * is a process of its own, so that neither the load nor the reading of the clock takes from it. Started by
 * `startSubject`, spoken to over IPC.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { fingerprint } from '../domain/text/identity.ts'
import { newMemory } from '../test/conformance/store/suite.ts'
import { madeUpMemories } from './corpus.ts'
import { summarise, type Latencies } from './load.ts'
import { startService } from './service.ts'

export interface Health {
  delayP50: number
  delayP99: number
  delayMax: number
  residentMb: number
  /** Processor time of all its threads since `watch`. */
  cpuMs: number
}

export interface Subject {
  address: string
  /** Stores that many made-up memories for the user, without the write path. */
  fill(userId: string, count: number): Promise<void>
  /** Starts to watch the event loop. */
  watch(): Promise<void>
  health(): Promise<Health>
  /** Searches made of bare database queries, so many at once for so many seconds. */
  bare(userId: string, questions: string[], atOnce: number, seconds: number, mode?: Mode): Promise<Latencies>
  stop(): Promise<void>
}

export type Mode = 'text' | 'vector' | 'hybrid'

type Order = { verb: 'fill' | 'watch' | 'health' | 'bare' | 'stop', parameters: unknown[] }

/** `echo`: the body every request is answered with, instead of the service. */
export async function startSubject (
  options: { settings?: string | undefined, echo?: string, overrides?: Record<string, string> }
): Promise<Subject> {
  const child = fork(fileURLToPath(import.meta.url), ['--subject', JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The measured process ended with code ${String(code)}.`)
  })
  ended.catch(() => {})
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0] as unknown
  const order = async <Result>(verb: Order['verb'], ...parameters: unknown[]): Promise<Result> => {
    child.send({ verb, parameters } satisfies Order)
    return await answer() as Result
  }
  const address = await answer() as string
  return {
    address,
    fill: async (...parameters) => await order('fill', ...parameters),
    watch: async () => await order('watch'),
    health: async () => await order('health'),
    bare: async (...parameters) => await order('bare', ...parameters),
    async stop () {
      await order('stop')
      child.disconnect()
      await once(child, 'exit')
    }
  }
}

async function fill ({ store, embedder }: FastifyInstance, userId: string, count: number): Promise<void> {
  const texts = madeUpMemories(count)
  const chunk = 500
  for (let start = 0; start < count; start += chunk) {
    const part = texts.slice(start, start + chunk)
    const vectors = await embedder.embed(part)
    const add = part.map((text, place) =>
      newMemory(userId, text, {
        fingerprint: fingerprint(`${text} ${start + place}`, null),
        app: 'bench',
        sessionId: `session-${Math.floor((start + place) / 20)}`,
        createdAt: Date.now() - (count - start - place) * 60_000,
        embedding: vectors[place] as Float32Array
      })
    )
    const sessions = [...new Set(add.map(({ sessionId }) => sessionId as string))].map(id => ({
      id,
      userId,
      project: null,
      app: 'bench',
      gist: null,
      gistStale: false,
      gistEmbedding: null,
      turns: [],
      startedAt: Date.now(),
      endedAt: Date.now()
    }))
    await store.commit({ userId, add, sessions })
  }
}

/** What any search has to ask of the database, and nothing else: words, vectors, and the ten texts. */
async function bare (
  { store, embedder }: FastifyInstance,
  userId: string,
  questions: string[],
  atOnce: number,
  seconds: number,
  mode: Mode = 'hybrid'
): Promise<Latencies> {
  const vectors = await embedder.embed(questions)
  const times: number[] = []
  let next = 0
  const begun = performance.now()
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (performance.now() - begun < seconds * 1000) {
      const place = next++ % questions.length
      const start = performance.now()
      const [text, vector] = await Promise.all([
        mode === 'vector' ? [] : store.matchText(userId, questions[place] as string, {}, 100),
        mode === 'text' ? [] : store.nearest(userId, vectors[place] as Float32Array, {}, 100)
      ])
      const each = mode === 'hybrid' ? 5 : 10
      await store.get(userId, [...new Set([...text.slice(0, each), ...vector.slice(0, each)].map(({ id }) => id))])
      times.push(performance.now() - start)
    }
  }))
  return summarise(times, performance.now() - begun, 0)
}

async function serve (given: string): Promise<void> {
  const { settings, echo, overrides } = JSON.parse(given) as Parameters<typeof startSubject>[0]
  const send = (message: unknown) => process.send?.(message)
  const delay = monitorEventLoopDelay({ resolution: 2 })
  let watchedFrom = process.cpuUsage()
  const { app, address, stop } = echo === undefined ? await startService(settings, overrides) : await startEcho(echo)
  const verbs: Record<Order['verb'], (...parameters: never[]) => Promise<unknown>> = {
    fill: async (userId: string, count: number) => {
      await fill(app, userId, count)
    },
    watch: async () => {
      delay.enable()
      delay.reset()
      watchedFrom = process.cpuUsage()
    },
    health: async () => ({
      cpuMs: millisecondsOf(process.cpuUsage(watchedFrom)),
      delayP50: delay.percentile(50) / 1e6,
      delayP99: delay.percentile(99) / 1e6,
      delayMax: delay.max / 1e6,
      residentMb: process.memoryUsage.rss() / 2 ** 20
    } satisfies Health),
    bare: async (userId: string, questions: string[], atOnce: number, seconds: number, mode?: Mode) =>
      await bare(app, userId, questions, atOnce, seconds, mode),
    stop: async () => {
      await stop()
    }
  }
  process.on('message', async ({ verb, parameters }: Order) => {
    send(await verbs[verb](...parameters as never[]) ?? null)
  })
  send(address)
}

function millisecondsOf ({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

async function startEcho (body: string) {
  const app = Fastify()
  const answer = JSON.parse(body) as unknown
  app.post('/api/v1/memories/search', async () => answer)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    stop: async () => {
      await app.close()
    }
  }
}

if (process.argv[2] === '--subject') await serve(process.argv[3] as string)
