/**
 * Connections over bolt. Every statement is a transaction of its own, a write with all its steps too: one round trip,
 * where an explicit transaction would take three. It is repeated here when the server was busy, locked or gone; a write
 * whose outcome is unknown is not, since its caller can tell by its token.
 */
import neo4j, { type Driver } from 'neo4j-driver'
import { DatabaseFault, DatabaseUnavailable, SettingInvalid } from '../../../domain/errors.ts'
import { retryWhile } from '../../_shared/resilience.ts'
import {
  PreconditionFailed,
  joined,
  OutcomeUnknown,
  type Graph,
  type Parameters,
  type GraphRow
} from '../_cypher/graph.ts'
import { NoAnswer, statementTimeoutMs, within } from '../_cypher/within.ts'

export interface Address {
  url: string
  username: string
  password: string
  maxPoolSize: number
}

/** How long a statement is repeated that met a lock, a busy server or none. */
const retryTimeoutMs = 10_000

export interface BoltGraph extends Graph {
  /** As its own transaction, once. */
  alone: (statement: string, parameters?: Parameters) => Promise<GraphRow[]>
}

export async function connect (
  address: Address,
  startTimeoutMs: number,
  answerTimeoutMs = statementTimeoutMs
): Promise<BoltGraph> {
  const driver = neo4j.driver(
    address.url,
    address.username || address.password ? neo4j.auth.basic(address.username, address.password) : undefined,
    {
      maxConnectionPoolSize: address.maxPoolSize,
      connectionTimeout: 3000,
      connectionAcquisitionTimeout: 10_000,
      disableLosslessIntegers: true,
      userAgent: 'palimpsest'
    }
  )
  try {
    await retryWhile(
      { deadline: Date.now() + startTimeoutMs, pause: { step: 50, longest: 500 } },
      error => startFault(error as Error, address) === null,
      () => driver.verifyConnectivity()
    )
  } catch (error) {
    await driver.close()
    const advice = 'Start the database there, or set GraphDbB:Url (SVC_GraphDbB__Url) to where it listens, ' +
      'for example bolt://localhost:7687'
    throw startFault(error as Error, address) ??
      Object.assign(new DatabaseUnavailable(address.url, `${oneLine(error as Error)}. ${advice}`), { cause: error })
  }
  return boltGraph(driver, address, answerTimeoutMs)
}

function boltGraph (driver: Driver, { url: where, maxPoolSize: size }: Address, answerTimeoutMs: number): BoltGraph {
  // Each takes a connection of its own, or waits for one.
  let underWay = 0

  /** In a cluster reads go to the leader as well, who alone has seen the last write. */
  async function alone (statement: string, parameters: Parameters = {}): Promise<GraphRow[]> {
    const session = driver.session()
    underWay++
    try {
      return (await session.run(statement, sent(parameters))).records.map(record => record.toObject())
    } finally {
      await session.close().catch(() => {})
      underWay--
    }
  }

  const checked = (statement: string, parameters?: Parameters): Promise<GraphRow[]> =>
    alone(statement, parameters).catch((error: Error) => {
      throw faultOf(error, where, false)
    })

  async function withRetries (statement: string, parameters: Parameters, writing: boolean): Promise<GraphRow[]> {
    return await retryWhile(
      { deadline: Date.now() + retryTimeoutMs, pause: { step: 50, longest: 500 } },
      error => isPassing(error as Error),
      () =>
        within(answerTimeoutMs, alone(statement, parameters)).catch((error: Error) => {
          throw faultOf(error, where, writing)
        })
    )
  }

  const read: Graph['read'] = (statement, parameters = {}) => withRetries(statement, parameters, false)

  return {
    read,
    // In a cluster a majority has it before anybody can read it.
    readAcknowledged: read,
    async write (steps) {
      const { statement, parameters } = joined(steps)
      return await withRetries(statement, parameters, true)
    },
    alone: checked,
    async define (statement) {
      try {
        await retryWhile(
          { attempts: 10, pause: { step: 50, longest: 500 } },
          error => isContended(error as Error),
          () => checked(statement)
        )
      } catch (error) {
        if (!/already exists|EquivalentSchemaRule|doesn't exist|does not exist/i.test((error as Error).message)) {
          throw error
        }
      }
    },
    pool: () => ({ size, busy: Math.min(underWay, size), waiting: Math.max(0, underWay - size) }),
    close: () => driver.close()
  }
}

/** The transaction was not committed, and the same one may be a moment later. */
function isPassing (fault: Error): boolean {
  return !(fault instanceof OutcomeUnknown) && fault.cause instanceof Error &&
    (neo4j.isRetryableError(fault.cause) || isConflict(fault.cause))
}

/** Memgraph aborts one of two writers that met, and says so without a code of its own. */
const isConflict = ({ message }: Error): boolean =>
  /Unable to commit due to unique constraint violation|serialization error/i.test(message)

/** Two processes that start at once define the same indexes. */
const isContended = ({ message }: Error): boolean =>
  /deadlock|Cannot resolve conflicting|storage access|unique access|read.only access|Transient/i.test(message)

/** The driver would send every number as a float, and no database takes a float for a LIMIT. */
function sent (value: Parameters): Parameters {
  return converted(value) as Parameters
}

function converted (value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? neo4j.int(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Float32Array) return Array.from(value)
  if (Array.isArray(value)) return value.map(converted)
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, field === undefined ? null : converted(field)])
  )
}

/** The driver's general advice is left out where it names the cause. */
const oneLine = ({ message }: Error): string => (/Caused by: (.*)/.exec(message)?.[1] ?? message).split('\n')[0] ?? ''
const codeOf = (error: Error): string => String((error as { code?: unknown }).code ?? '')

/** What waiting does not cure. */
function startFault (error: Error, { url, username }: Address): Error | null {
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

function faultOf (error: Error, where: string, writing: boolean): Error {
  const code = codeOf(error)
  if (/\/ by zero|Division by zero/i.test(error.message)) return new PreconditionFailed()
  if (
    error instanceof NoAnswer || code === 'ServiceUnavailable' || code === 'SessionExpired' ||
    /Connection (was closed|lost)|ECONN|EPIPE|Pool is closed|acquisition timed out/i.test(error.message)
  ) {
    return writing && !/ECONNREFUSED|acquisition timed out/.test(error.message)
      ? Object.assign(new OutcomeUnknown(oneLine(error)), { cause: error })
      : Object.assign(new DatabaseUnavailable(where, oneLine(error)), { cause: error })
  }
  if (/^Neo\.TransientError|^Memgraph\.TransientError/.test(code) || isConflict(error)) {
    return Object.assign(new DatabaseUnavailable(where, `it is too busy (${oneLine(error)})`), { cause: error })
  }
  return Object.assign(new DatabaseFault(where, oneLine(error)), { cause: error })
}
