/** Who calls and what the connection is scoped to: the identity rules of MCP. */
import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { ValidationFailed } from '../../domain/errors.ts'
import { given } from '../../http/fields.ts'
import { isUserId } from '../../domain/text/storable.ts'

export interface Caller {
  /** Null while auth is open and the path names no user: a tool's `user_id` decides then, else `defaultUserId`. */
  userId: string | null
  defaultUserId: string
  readOnly: boolean
  /** The `{client}` of the path; becomes the `app` of what is written. */
  app: string
  /** Under which the request reached the service; the dashboard is there. */
  origin: string
  /** Of the `Project` header. */
  project: string | null
}

export interface McpParams {
  client: string
  user_id?: string
}

/** A key's user is the only one; a path that names another was refused before this. */
export function callerOf (request: FastifyRequest<{ Params: McpParams }>, defaultUserId: string): Caller {
  const { params: { client, user_id: named }, principal } = request
  if (named !== undefined && !isUserId(named)) {
    throw new ValidationFailed({ UserId: ['The user id in the path is blank or not well-formed.'] })
  }
  return {
    userId: principal?.userId ?? named ?? null,
    defaultUserId,
    readOnly: principal?.readOnly ?? false,
    app: client,
    origin: `${request.protocol}://${request.host}`,
    project: projectOf(request.headers['project'])
  }
}

/** The namespace of one call. `asked` is the tool's own `user_id`, which counts only when nothing else decides. */
export function namespaceOf ({ userId, defaultUserId }: Caller, asked: unknown): string {
  if (userId !== null) return userId
  if (asked === undefined || asked === null || asked === '') return defaultUserId
  if (typeof asked !== 'string' || !isUserId(asked)) {
    throw new ValidationFailed({ user_id: ['The user_id field must be a name, not blank and well-formed.'] })
  }
  return asked
}

/** Header values arrive as latin1 whatever the client wrote. */
function projectOf (header: string | string[] | undefined): string | null {
  const value = Array.isArray(header) ? header[0] : header
  if (value === undefined) return null
  const bytes = Buffer.from(value, 'latin1')
  return given(isUtf8(bytes) ? bytes.toString('utf8') : value)?.trim() ?? null
}
