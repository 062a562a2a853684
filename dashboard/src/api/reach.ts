/**
 * Pages are loaded when they are first opened. While the service is away a page is tried again; where it answers and
 * the file is gone, another version is served, and the error goes on to the router, which reloads.
 */
import { serviceUrl } from './client.ts'

let waiting = 0
const listeners = new Set<() => void>()

function count (change: 1 | -1): void {
  waiting += change
  for (const listener of listeners) listener()
}

/** Whether the file of a page is waited for. */
export const isWaiting = (): boolean => waiting > 0

export function onWaiting (listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export async function patiently<T> (load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (await answers()) throw error
  }
  count(1)
  try {
    for (let pauseMs = 500;; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      await new Promise(resolve => setTimeout(resolve, pauseMs))
      if (await answers()) return await load()
    }
  } finally {
    count(-1)
  }
}

async function answers (): Promise<boolean> {
  return await fetch(`${serviceUrl}/livez`).then(({ ok }) => ok, () => false)
}
