/**
 * The SDK's half of the endpoint. It is a tenth of all that the service loads, so it is loaded with the first
 * request.
 */
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Caller } from './caller.ts'
import { createServer, type ServerNeeds } from './server.ts'

export function createHandler (needs: ServerNeeds) {
  return createMcpHandler(
    ({ authInfo }) => createServer(authInfo?.extra?.['caller'] as Caller, needs),
    { onerror: error => needs.log.debug({ err: error }, 'an MCP request was refused') }
  )
}
