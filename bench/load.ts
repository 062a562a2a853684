/** Requests on the service and how long each took, by autocannon: its sockets take half of what Node's client takes. */
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
  return await fire(url, bodies, { connections, duration: seconds })
}

/** Each body once, over so many connections. */
export async function each (url: string, bodies: object[], connections: number): Promise<Latencies> {
  return await fire(url, bodies, { connections: Math.min(connections, bodies.length), amount: bodies.length })
}

async function fire (
  url: string,
  bodies: object[],
  until: Pick<autocannon.Options, 'connections' | 'duration' | 'amount'>
): Promise<Latencies> {
  const times: number[] = []
  const texts = bodies.map(body => JSON.stringify(body))
  let [failed, next] = [0, 0]
  const start = performance.now()
  await new Promise<void>((resolve, reject) => {
    const running = autocannon({
      url,
      ...until,
      method: 'POST',
      headers,
      // One round for all connections: otherwise they would ask the same question at the same moment.
      requests: [{ setupRequest: asked => ({ ...asked, body: texts[next++ % texts.length] as string }) }]
    }, (fault: unknown, result?: autocannon.Result) => {
      if (fault instanceof Error) return reject(fault)
      failed += result?.errors ?? 0
      resolve()
    })
    running.on('response', (_client, status, _bytes, ms) => {
      if (status === 200) times.push(ms)
      else failed++
    })
  })
  return summarise(times, performance.now() - start, failed)
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
