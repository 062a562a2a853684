/**
 * The streams of `subscriptions/listen` (2026-07-28). Each has a handler of the SDK to itself, because what is told is
 * about one user. They are few, and end after a while so that a key that was revoked meanwhile is asked for again.
 */
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import { namespaceOf, type Caller } from './caller.ts'
import type { createHandler as CreateHandlerOf } from './handler.ts'
import type { ServerNeeds } from './server.ts'
import { watch } from './watch.ts'

/** Of one user, at each replica. */
const mostStreams = 8
const mostUris = 20
const longestMs = 15 * 60_000

type Handler = ReturnType<typeof CreateHandlerOf>

export interface Streams {
  /** Answers a request to listen; `signal` aborts when the client goes away. */
  listen(request: Request, caller: Caller, body: unknown, signal: AbortSignal): Promise<Response>
  readonly size: number
}

/** When the service begins to stop all of them end, saying so: a stop waits for what is open. */
export function createStreams (
  createHandler: typeof CreateHandlerOf,
  needs: ServerNeeds,
  stopping: AbortSignal
): Streams {
  const open = new Map<Handler, { userId: string, end: () => void }>()
  stopping.addEventListener('abort', () => {
    for (const { end } of open.values()) end()
  }, { once: true })
  return {
    async listen (request, caller, body, signal) {
      const userId = namespaceOf(caller, undefined)
      const uris = urisOf(body)
      if ([...open.values()].filter(one => one.userId === userId).length >= mostStreams) {
        return refusal(body, -32603, `A user may have ${mostStreams} subscriptions open.`)
      }
      if (uris.length > mostUris) return refusal(body, -32602, `At most ${mostUris} resources can be subscribed to.`)
      const bus = createBus()
      const handler = createHandler({ ...needs, bus })
      const ended = new AbortController()
      const end = () => {
        open.delete(handler)
        ended.abort()
        handler.close().catch(() => {})
      }
      open.set(handler, { userId, end })
      signal.addEventListener('abort', end, { once: true })
      setTimeout(end, longestMs).unref()
      try {
        await watch({ memory: needs.memory, userId, caller }, uris, {
          signal: ended.signal,
          failed: error => needs.log.debug({ err: error }, 'what is subscribed to could not be read'),
          changed: changed => {
            bus.publish({ kind: 'resources_list_changed' })
            for (const uri of changed) bus.publish({ kind: 'resource_updated', uri })
          }
        })
        stopping.throwIfAborted()
        const response = await handler.fetch(request, {
          authInfo: { token: '', clientId: caller.app, scopes: [], extra: { caller } },
          parsedBody: body
        })
        // It may have ended while its stream was made.
        if (ended.signal.aborted) await handler.close()
        return response
      } catch (error) {
        end()
        throw error
      }
    },
    get size () {
      return open.size
    }
  }
}

function createBus (): ServerEventBus {
  const listeners = new Set<(event: ServerEvent) => void>()
  return {
    publish: event => listeners.forEach(listener => listener(event)),
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

/** Those of the filter; whether it is well-formed is the SDK's to say. */
function urisOf (body: unknown): string[] {
  const { params } = body as { params?: { notifications?: { resourceSubscriptions?: unknown } } }
  const uris = params?.notifications?.resourceSubscriptions
  return Array.isArray(uris) ? [...new Set(uris.filter(uri => typeof uri === 'string'))] : []
}

function refusal (body: unknown, code: number, message: string): Response {
  const { id = null } = body as { id?: unknown }
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } })
}
