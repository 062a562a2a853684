/**
 * The SDK's half of the endpoint. It is a tenth of all that the service loads, so it is loaded with the first
 * request.
 */
import { createMcpHandler, type ServerEventBus } from '@modelcontextprotocol/server'
import type { Caller } from './caller.ts'
import { createServer, type ServerNeeds } from './server.ts'

export function createHandler (needs: ServerNeeds & { bus?: ServerEventBus }) {
  return createMcpHandler(
    ({ authInfo, era }) => createServer(authInfo?.extra?.['caller'] as Caller, needs, era),
    {
      ...(needs.bus !== undefined && { bus: needs.bus }),
      onerror: error => needs.log.debug({ err: error }, 'an MCP request was refused')
    }
  )
}
