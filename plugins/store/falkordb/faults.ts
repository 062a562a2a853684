/** What went wrong with a statement, from the words of the server and the classes of the client. */
import createError from '@fastify/error'
import { DatabaseFault, DatabaseUnavailable, SettingInvalid } from '../../../domain/errors.ts'
import { OutcomeUnknown, PreconditionFailed } from '../_cypher/graph.ts'
import { NoAnswer } from '../_cypher/within.ts'

/**
 * Written, but lost if the server is lost now. With a code of its own, so that it is not repeated as a server that is
 * away: the write went through.
 */
export const NotReplicated = createError('not_replicated', 'it is written there, but on %s of %s replicas so far', 503)

/** What waiting does not cure is a setting; the rest is a database that may be starting. */
export function startFault (error: Error, where: string): Error {
  if (kindOf(error) === 'refused') return credentialsRefused(error, where)
  if (/Unknown RESP type/.test(error.message)) {
    return new SettingInvalid(
      `GraphDbA:Host (SVC_GraphDbA__Host): what listens at ${where} is not FalkorDB. ` +
        'Set it to where FalkorDB listens, usually port 6379.'
    )
  }
  const advice = 'Start FalkorDB there, or set GraphDbA:Host (SVC_GraphDbA__Host) to where it listens, as host:port'
  return Object.assign(new DatabaseUnavailable(where, `${error.message || 'no answer'}. ${advice}`), { cause: error })
}

const credentialsRefused = (error: Error, where: string): Error =>
  Object.assign(
    new SettingInvalid(
      /NOAUTH|without any password/.test(error.message) && !/WRONGPASS/.test(error.message)
        ? `GraphDbA:Password (SVC_GraphDbA__Password): FalkorDB at ${where} ${
          /NOAUTH/.test(error.message) ? 'wants a password. Set it' : 'has no password. Leave it empty'
        }.`
        : `GraphDbA:Password (SVC_GraphDbA__Password): FalkorDB at ${where} refused the password. ` +
          'Set it to the one in its requirepass.'
    ),
    { cause: error }
  )

export function faultOf (error: Error, where: string, writes: boolean): Error {
  if (error instanceof NotReplicated) return error
  const kind = kindOf(error)
  if (kind === 'precondition') return new PreconditionFailed()
  if (kind === 'refused') return credentialsRefused(error, where)
  if (kind === 'lost' && writes) return new OutcomeUnknown(error.message)
  const Fault = kind === 'fault' ? DatabaseFault : DatabaseUnavailable
  return Object.assign(new Fault(where, error.message || 'the connection was lost'), { cause: error })
}

/** Where a slot that is being moved asks to send this one statement, as host:port; null for any other error. */
export function askedOf (error: unknown): string | null {
  const { cause } = error as { cause?: Error }
  return /^ASK \d+ (\S+)/.exec(cause?.message ?? '')?.[1] ?? null
}

/**
 * `away`: it was not executed. `lost`: it was under way. The client's errors are known by their classes, since all are
 * named Error. READONLY: a primary that has become a replica.
 */
function kindOf (error: Error): 'precondition' | 'refused' | 'away' | 'lost' | 'fault' {
  const name = error.constructor.name
  const words = `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`
  if (error instanceof NoAnswer) return 'lost'
  // A primary became a replica while the caller waited.
  if (/^UNBLOCKED/.test(error.message)) return 'lost'
  // The graph went to another node between the beginning of the statement and its end.
  if (/^Encountered an? .*when opened key|^Encountered different graph/.test(error.message)) return 'lost'
  if (/^Division by zero/i.test(error.message)) return 'precondition'
  if (/WRONGPASS|NOAUTH|without any password configured/.test(words)) return 'refused'
  if (
    /^(ClientOfflineError|ClientClosedError|ConnectionTimeoutError)$/.test(name) ||
    /^(LOADING|MASTERDOWN|TRYAGAIN|CLUSTERDOWN|MOVED|ASK|READONLY)/.test(error.message)
  ) return 'away'
  if (/ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN/.test(words)) return 'away'
  if (
    /^(SocketClosedUnexpectedlyError|DisconnectsClientError|SocketTimeoutError|SocketTimeoutDuringMaintenanceError|ReconnectStrategyError|AbortError)$/
      .test(name) || /ECONNRESET|EPIPE|[Ss]ocket closed/.test(words)
  ) return 'lost'
  return 'fault'
}
