/**
 * Connections to FalkorDB. One client is one socket, on which a quick read waits behind a slow one, so there are
 * several and the least busy is taken. A lost socket fails what was under way; the client reconnects by itself and
 * does not queue, so that waiting is decided here.
 */
import { FalkorDB } from 'falkordb'
import { EventEmitter } from 'node:events'
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
import { header } from './parameters.ts'

export interface Address {
  host: string
  port: number
  password: string
}

/** What all graphs of one server share. */
export interface Connections {
  /** Of the module, as `MODULE LIST` has it: 41603 is 4.16.3. */
  version: number
  /** One graph; its `close` closes the connections of all. */
  graph: (name: string) => Graph
  /** Names of the graphs that exist. */
  names: () => Promise<string[]>
  close: () => Promise<void>
}

const clients = 8
/** How long a statement is repeated while the database is away; a restart usually takes less. */
const retryTimeoutMs = 5000

interface Client {
  graphs: Map<string, ReturnType<FalkorDB['selectGraph']>>
  database: FalkorDB
  busy: number
}

export async function connect (
  address: Address,
  startTimeoutMs: number,
  answerTimeoutMs = statementTimeoutMs
): Promise<Connections> {
  const where = `${address.host}:${address.port}`
  const first = await open(address, Date.now() + startTimeoutMs)
  const version = await moduleVersion(first.database, where)
  const rest = await Promise.all(Array.from({ length: clients - 1 }, () => open(address, Date.now() + startTimeoutMs)))
  const pool = [first, ...rest]
  let closed = false

  async function sendOnce<T> (writes: boolean, command: (client: Client) => Promise<T>): Promise<T> {
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

  async function close (): Promise<void> {
    if (closed) return
    closed = true
    await Promise.allSettled(pool.map(client => client.database.close()))
  }

  const send = async <T>(writes: boolean, command: (client: Client) => Promise<T>): Promise<T> =>
    await retryWhile(
      { deadline: Date.now() + retryTimeoutMs, pause: { step: 20, longest: 200 } },
      error => error instanceof DatabaseUnavailable && !closed,
      () => sendOnce(writes, command)
    )

  const query = async (name: string, statement: string, writes: boolean): Promise<GraphRow[]> => {
    const answer = await send(writes, client => {
      const graph = graphOf(client, name)
      return writes ? graph.query<GraphRow>(statement) : graph.roQuery<GraphRow>(statement)
    })
    return answer.data ?? []
  }

  const graph = (name: string): Graph => ({
    read: (statement, parameters = {}) => query(name, header(parameters) + statement, false),
    async write (steps) {
      const { statement, parameters } = joined(steps)
      return await query(name, header(parameters) + statement, true)
    },
    async define (statement) {
      try {
        await query(name, statement, true)
      } catch (error) {
        if (!/already indexed|no such index|Constraint already exists/i.test((error as Error).message)) throw error
      }
    },
    pool: () => ({
      size: pool.length,
      busy: pool.filter(({ busy }) => busy > 0).length,
      waiting: pool.reduce((sum, { busy }) => sum + Math.max(0, busy - 1), 0)
    }),
    close
  })
  return { version, graph, names: () => send(false, ({ database }) => database.list()), close }
}

function graphOf ({ graphs, database }: Client, name: string): ReturnType<FalkorDB['selectGraph']> {
  const known = graphs.get(name)
  if (known !== undefined) return known
  const graph = database.selectGraph(name)
  graphs.set(name, graph)
  return graph
}

/** A database that is starting refuses connections or answers LOADING. */
async function open (address: Address, deadline: number): Promise<Client> {
  return await retryWhile(
    { deadline, pause: { step: 50, longest: 500 } },
    error => error instanceof DatabaseUnavailable,
    () => openOnce(address)
  )
}

async function openOnce (address: Address): Promise<Client> {
  const options = {
    socket: { host: address.host, port: address.port, connectTimeout: 3000 },
    ...address.password ? { password: address.password } : {},
    disableOfflineQueue: true
  }
  try {
    const database = await reached(options)
    return { database, graphs: new Map(), busy: 0 }
  } catch (error) {
    throw startFault(error as Error, `${address.host}:${address.port}`)
  }
}

/** What waiting does not cure is a setting; the rest is a database that may be starting. */
function startFault (error: Error, where: string): Error {
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

/** Without a listener for errors, a lost socket would end the process. */
class Listening extends EventEmitter {
  constructor () {
    super()
    this.on('error', () => {})
  }
}

/**
 * `FalkorDB.connect` makes its emitter at once but hands it out only when it is connected; until then no listener can
 * be added to it. So the emitter's base class is exchanged for as long as this call takes.
 */
function connectListening (options: Parameters): Promise<FalkorDB> {
  const base = Object.getPrototypeOf(FalkorDB) as object
  Object.setPrototypeOf(FalkorDB, Listening)
  try {
    return FalkorDB.connect(options)
  } finally {
    Object.setPrototypeOf(FalkorDB, base)
  }
}

/** Left alone, the client would try a first connection without end. */
async function reached (options: Parameters): Promise<FalkorDB> {
  const { socket } = options as { socket: { host: string, port: number, connectTimeout: number } }
  let connected = false
  const strategy = (retries: number, cause: Error): number | Error =>
    connected ? Math.min(10 * 2 ** retries, 500) : cause
  const database = await connectListening({ ...options, socket: { ...socket, reconnectStrategy: strategy } })
  connected = true
  return database
}

async function moduleVersion (database: FalkorDB, where: string): Promise<number> {
  const client = await database.connection
  const modules = await client.sendCommand(['MODULE', 'LIST']) as unknown as unknown[][]
  for (const described of modules) {
    const fields = new Map(
      Array.from({ length: described.length / 2 }, (_, pair) => [described[2 * pair], described[2 * pair + 1]])
    )
    if (fields.get('name') === 'graph') return Number(fields.get('ver'))
  }
  throw new SettingInvalid(
    `GraphDbA:Host (SVC_GraphDbA__Host): the server at ${where} answers, but has no FalkorDB module. ` +
      'Point it at FalkorDB, or load falkordb.so.'
  )
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

function faultOf (error: Error, where: string, writes: boolean): Error {
  const kind = kindOf(error)
  if (kind === 'precondition') return new PreconditionFailed()
  if (kind === 'refused') return credentialsRefused(error, where)
  if (kind === 'lost' && writes) return new OutcomeUnknown(error.message)
  const Fault = kind === 'fault' ? DatabaseFault : DatabaseUnavailable
  return Object.assign(new Fault(where, error.message || 'the connection was lost'), { cause: error })
}

/**
 * `away`: it was never sent. `lost`: it was under way. The client's errors are known by their classes, since all are
 * named Error.
 */
function kindOf (error: Error): 'precondition' | 'refused' | 'away' | 'lost' | 'fault' {
  const name = error.constructor.name
  const words = `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`
  if (error instanceof NoAnswer) return 'lost'
  if (/^Division by zero/i.test(error.message)) return 'precondition'
  if (/WRONGPASS|NOAUTH|without any password configured/.test(words)) return 'refused'
  if (
    /^(ClientOfflineError|ClientClosedError|ConnectionTimeoutError)$/.test(name) ||
    /^(LOADING|MASTERDOWN|TRYAGAIN|CLUSTERDOWN)/.test(error.message)
  ) return 'away'
  if (/ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN/.test(words)) return 'away'
  if (
    /^(SocketClosedUnexpectedlyError|DisconnectsClientError|SocketTimeoutError|SocketTimeoutDuringMaintenanceError|ReconnectStrategyError|AbortError)$/
      .test(name) || /ECONNRESET|EPIPE|[Ss]ocket closed/.test(words)
  ) return 'lost'
  return 'fault'
}
