/**
 * Connections to one server. On one socket a quick read waits behind a slow one, so there are several and the least
 * busy is taken. A lost socket fails what was under way; the client reconnects by itself and does not queue, so that
 * waiting is decided by the caller.
 */
import type { StorePool } from '../../../domain/capabilities/store.ts'
import { within } from '../_cypher/within.ts'
import { moduleVersion, nameOf, openClient, type Client, type Node } from './client.ts'
import { faultOf } from './faults.ts'

export interface Server {
  where: string
  version: number
  /** `writes`: when the connection is lost, the outcome is unknown. */
  send: <T>(writes: boolean, command: (client: Client) => Promise<T>) => Promise<T>
  pool: () => StorePool
  close: () => Promise<void>
}

const clients = 8

export async function openServer (
  node: Node,
  { password, deadline, answerTimeoutMs }: { password: string, deadline: number, answerTimeoutMs: number }
): Promise<Server> {
  const where = nameOf(node)
  const first = await openClient(node, password, deadline)
  const pool = [first]
  try {
    const version = await moduleVersion(first, where)
    pool.push(...await Promise.all(Array.from({ length: clients - 1 }, () => openClient(node, password, deadline))))
    return { where, version, send, pool: counts, close }
  } catch (error) {
    await close()
    throw error
  }

  async function send<T> (writes: boolean, command: (client: Client) => Promise<T>): Promise<T> {
    const client = pool.reduce((least, other) => other.busy < least.busy ? other : least)
    client.busy++
    const answer = command(client)
    // Busy until it is answered, even when the caller has stopped waiting.
    answer.catch(() => {}).finally(() => {
      client.busy--
    })
    try {
      return await within(answerTimeoutMs, answer)
    } catch (error) {
      throw faultOf(error as Error, where, writes)
    }
  }

  function counts (): StorePool {
    return {
      size: pool.length,
      busy: pool.filter(({ busy }) => busy > 0).length,
      waiting: pool.reduce((sum, { busy }) => sum + Math.max(0, busy - 1), 0)
    }
  }

  async function close (): Promise<void> {
    await Promise.allSettled(pool.map(client => client.close()))
  }
}
