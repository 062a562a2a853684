/**
 * Requests on the service and how long each took, by autocannon, or one body after the other where each must be
 * another.
 */
import { Agent, request } from 'node:http'
import autocannon from 'autocannon'
import { percentile } from './machine.ts'

export interface Latencies {
  perSecond: number
  p50: number
  p95: number
  p99: number
  failed: number
}

const headers = { 'content-type': 'application/json' }

/** The bodies are sent round and round over so many connections for so many seconds. */
export async function cannonade (
  url: string,
  bodies: object[],
  connections: number,
  seconds: number
): Promise<Latencies> {
  const times: number[] = []
  const texts = bodies.map(body => JSON.stringify(body))
  let [failed, next] = [0, 0]
  const start = performance.now()
  await new Promise<void>((resolve, reject) => {
    const running = autocannon({
      url,
      connections,
      duration: seconds,
      method: 'POST',
      headers,
      // One round for all connections: otherwise they would ask the same question at the same moment.
      requests: [{ setupRequest: asked => ({ ...asked, body: texts[next++ % texts.length] as string }) }]
    }, (fault: unknown) => {
      if (fault instanceof Error) reject(fault)
      else resolve()
    })
    running.on('response', (_client, status, _bytes, ms) => {
      if (status === 200) times.push(ms)
      else failed++
    })
  })
  return summarise(times, performance.now() - start, failed)
}

/** Each body once, over so many connections. */
export async function each (url: string, bodies: object[], connections: number): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let [failed, next] = [0, 0]
  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, async () => {
    while (next < bodies.length) {
      const text = JSON.stringify(bodies[next++])
      const begun = performance.now()
      if (await send(agent, url, text) === 200) times.push(performance.now() - begun)
      else failed++
    }
  }))
  agent.destroy()
  return summarise(times, performance.now() - start, failed)
}

async function send (agent: Agent, url: string, text: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    const asked = request(url, {
      agent,
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(text) }
    }, response => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('error', reject)
    asked.end(text)
  })
}

export function summarise (times: number[], ms: number, failed: number): Latencies {
  return {
    perSecond: times.length * 1000 / ms,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    failed
  }
}
