/** What a bolt server's errors mean here. */
import neo4j from 'neo4j-driver'
import { DatabaseFault, DatabaseUnavailable, SettingInvalid } from '../../../domain/errors.ts'
import { OutcomeUnknown, PreconditionFailed } from '../_cypher/graph.ts'
import { NoAnswer } from '../_cypher/within.ts'

/** The transaction was not committed, and the same one may be a moment later. */
export function isPassing (fault: Error): boolean {
  return !(fault instanceof OutcomeUnknown) && fault.cause instanceof Error &&
    (neo4j.isRetryableError(fault.cause) || isConflict(fault.cause))
}

/** Memgraph aborts one of two writers that met, and says so without a code of its own. */
const isConflict = ({ message }: Error): boolean =>
  /Unable to commit due to unique constraint violation|serialization error/i.test(message)

/** Two processes that start at once define the same indexes. */
export const isContended = ({ message }: Error): boolean =>
  /deadlock|Cannot resolve conflicting|storage access|unique access|read.only access|Transient/i.test(message)

/**
 * The server has not reached the bookmark in its time: it is far behind, or has another history, being restored from a
 * backup.
 */
export const isBehind = (error: Error): boolean => /Transaction\.(BookmarkTimeout|InvalidBookmark)/.test(codeOf(error))

/** The driver's general advice is left out where it names the cause. */
export const oneLine = ({ message }: Error): string =>
  (/Caused by: (.*)/.exec(message)?.[1] ?? message).split('\n')[0] ?? ''
export const codeOf = (error: Error): string => String((error as { code?: unknown }).code ?? '')

/** What waiting does not cure. */
export function startFault (error: Error, { url, username }: { url: string, username: string }): Error | null {
  const code = codeOf(error)
  if (
    /Unauthorized|AuthenticationRateLimit|CredentialsExpired|Security\./.test(code) ||
    /authentication failure/i.test(error.message)
  ) {
    return Object.assign(
      new SettingInvalid(
        username === ''
          ? `GraphDbB:Username (SVC_GraphDbB__Username): the database at ${url} wants a user and a password. ` +
            'Set GraphDbB:Username and GraphDbB:Password.'
          : `GraphDbB:Password (SVC_GraphDbB__Password): the database at ${url} refused user ${
            JSON.stringify(username)
          } with this password. Correct GraphDbB:Username or GraphDbB:Password.`
      ),
      { cause: error }
    )
  }
  if (/ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ETIMEDOUT/.test(error.message)) return null
  if (
    /HTTP|encrypt|handshake|magic|acquisition timed out|\bSSL\b|\bTLS\b/i.test(error.message) ||
    code === 'ProtocolError'
  ) {
    return Object.assign(
      new SettingInvalid(
        `GraphDbB:Url (SVC_GraphDbB__Url) is ${url}: what listens there does not speak ${
          /\+s/.test(url)
            ? 'bolt with encryption. Give the bolt port, usually 7687, and bolt:// when the server is set up without encryption.'
            : 'bolt. Give the bolt port, usually 7687, and bolt+s:// when the server wants encryption.'
        }`
      ),
      { cause: error }
    )
  }
  return null
}

/** It was not sent, or to a server that leads no longer and wrote nothing. */
const notWritten = /ECONNREFUSED|acquisition timed out|No longer possible to write/

export function faultOf (error: Error, where: string, writing: boolean): Error {
  const code = codeOf(error)
  if (/\/ by zero|Division by zero/i.test(error.message)) return new PreconditionFailed()
  if (
    error instanceof NoAnswer || code === 'ServiceUnavailable' || code === 'SessionExpired' ||
    /Connection (was closed|lost)|ECONN|EPIPE|Pool is closed|acquisition timed out/i.test(error.message)
  ) {
    return writing && !notWritten.test(error.message)
      ? Object.assign(new OutcomeUnknown(oneLine(error)), { cause: error })
      : Object.assign(new DatabaseUnavailable(where, oneLine(error)), { cause: error })
  }
  if (/^Neo\.TransientError|^Memgraph\.TransientError/.test(code) || isConflict(error)) {
    return Object.assign(new DatabaseUnavailable(where, `it is too busy (${oneLine(error)})`), { cause: error })
  }
  return Object.assign(new DatabaseFault(where, oneLine(error)), { cause: error })
}
