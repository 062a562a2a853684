/**
 * Watching what a client subscribed to: the list of memories, and single memories and entities. The store is asked
 * every two seconds for as long as a stream is open, so that it makes no difference which process wrote.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { filterFrom } from '../../http/filters.ts'
import type { ToolContext } from './tool.ts'

const everyMs = 2_000

type Reader = Pick<ToolContext, 'memory' | 'userId' | 'caller'>

export interface Watch {
  /** The list of memories is not what it was; with it, which of the named resources are not. */
  changed: (uris: string[]) => void
  /** It could not be seen this time. */
  failed: (error: unknown) => void
  signal: AbortSignal
}

/**
 * Resolves when it has seen what is there now, so that every later change is told, and goes on until the signal.
 * The named resources are read again only when the list changed.
 */
export async function watch (reader: Reader, uris: string[], { changed, failed, signal }: Watch): Promise<void> {
  let list = await listState(reader)
  let named = await namedStates(reader, uris)
  look().catch(failed)

  async function look (): Promise<void> {
    while (await passed(everyMs, signal)) {
      try {
        const now = await listState(reader)
        if (now === list) continue
        const states = await namedStates(reader, uris)
        const other = uris.filter(uri => states.get(uri) !== named.get(uri))
        list = now
        named = states
        if (!signal.aborted) changed(other)
      } catch (error) {
        failed(error)
      }
    }
  }
}

/** Another one when a memory was added, ended, restored or removed. */
async function listState ({ memory, userId, caller: { project } }: Reader): Promise<string> {
  const filter = filterFrom({ project })
  const lists = await Promise.all(
    [filter, { ...filter, includeSuperseded: true }].map(one => memory.list(userId, { ...one, page: 1, size: 1 }))
  )
  return JSON.stringify(lists.map(({ items, total }) => [total, items[0]?.id]))
}

async function namedStates (reader: Reader, uris: string[]): Promise<Map<string, string>> {
  // The SDK comes with it, which an idle service does without.
  const { readResource } = await import('./resources.ts')
  const states = await Promise.all(uris.map(uri => readResource(reader, uri).then(stateOf, () => 'absent')))
  return new Map(uris.map((uri, index) => [uri, states[index] ?? '']))
}

function stateOf (resource: object): string {
  return createHash('sha256').update(JSON.stringify(resource)).digest('base64url')
}

/** False when the signal came first. */
async function passed (ms: number, signal: AbortSignal): Promise<boolean> {
  return await pause(ms, true, { signal, ref: false }).catch(() => false)
}
