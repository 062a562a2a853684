/**
 * A thread that holds one connection: the writer groups what waits into one transaction, the reader answers one
 * question after the other.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { opened, sealed } from './carried.ts'
import { busyTimeoutMs, openDatabase, transaction, type Database } from '../../_shared/sqlite.ts'
import { unpackChangeset, type PackedChangeset } from './changeset.ts'
import { post } from './post.ts'
import { toFault, type PackedWrites, type ThreadStart, type ThreadReply, type ThreadRequest } from './protocol.ts'
import { createExports } from './read/export.ts'
import { createReads } from './read/index.ts'
import { migrate } from './schema.ts'
import { createGroups } from './write/group.ts'
import { createWrites } from './write/index.ts'
import { createPacking } from './write/packing.ts'

export interface ThreadOptions {
  role: 'writer' | 'reader'
  path: string
  warmBytes: number
}

type Verbs = Record<string, ((...parameters: unknown[]) => unknown) | undefined>

/** At most this many writes share a transaction, so that the first of a long queue does not wait for the last. */
const groupSize = 128
const answerWithinMs = 1
/** A read is over sooner; an export holds the log for as long as it takes. */
const emptyLogWithinMs = 250
const emptyLogAgainMs = 1_000
/** While somebody waits for the answer to a removal. */
const emptyLogSoonMs = 20
const answerRemovalWithinMs = 3_000

const port = parentPort
if (port === null) throw new Error('worker.ts runs as a worker thread.')
const { role, path, warmBytes } = workerData as ThreadOptions

function answer ({ id, verb, parameters }: ThreadRequest, verbs: Verbs): ThreadReply {
  try {
    const run = verbs[verb]
    if (run === undefined) throw new Error(`no verb ${verb}`)
    return { id, result: sealed(run(...opened(parameters))) }
  } catch (error) {
    return { id, fault: toFault(error) }
  }
}

const isWhole = (replies: ThreadReply[]): boolean => !('fault' in (replies.at(-1) as ThreadReply))

function reply (replies: ThreadReply[]): void {
  if (port !== null) post(port, replies, ({ id }, error) => ({ id, fault: toFault(error) }))
}

interface Service {
  /** Asked in the same turn of the service's loop. */
  take(requests: ThreadRequest[]): void
  /** True when nothing is left to do; closes what it opened itself. */
  done(): boolean
}

function removes ({ verb, parameters: [changeset] }: ThreadRequest): boolean {
  return verb === 'erase' || (verb === 'commit' && (changeset as PackedChangeset).removes)
}

function serveWrites (database: Database): Service {
  const writes = createWrites(database)
  const verbs = {
    ...writes,
    commit: (packed: PackedChangeset) => writes.commit(unpackChangeset(packed))
  } satisfies PackedWrites as unknown as Verbs
  const write = createGroups(database, request => answer(request, verbs))
  const waiting: ThreadRequest[] = []
  let owed: NodeJS.Timeout | undefined
  const packing = createPacking(database)
  packing.soon()
  /** Answers to removals that wait for the log to be empty. */
  const removed = new Set<() => void>()

  function writeGroup (): void {
    const group = waiting.splice(0, groupSize)
    if (waiting.length > 0) setImmediate(writeGroup)
    packing.soon()
    const replies = write(group)
    if (!group.some(removes)) return reply(replies)
    answerWhenEmpty(replies)
    emptyLog()
  }

  /** A read that is under way ends soon; an export may last, and its end is not waited for. */
  function answerWhenEmpty (replies: ThreadReply[]): void {
    const answer = (): void => {
      if (!removed.delete(answer)) return
      clearTimeout(atLast)
      reply(replies)
    }
    const atLast = setTimeout(answer, answerRemovalWithinMs)
    removed.add(answer)
  }

  /** What was removed still stands in the write-ahead log until that is empty. Tried again while a reader holds it. */
  function emptyLog (): void {
    database.prepare(`PRAGMA busy_timeout = ${emptyLogWithinMs}`).all()
    const [state] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
    database.prepare(`PRAGMA busy_timeout = ${busyTimeoutMs}`).all()
    clearTimeout(owed)
    const isBusy = state?.['busy'] === 1
    if (!isBusy) { for (const answer of [...removed]) answer() }
    owed = isBusy ? setTimeout(emptyLog, removed.size > 0 ? emptyLogSoonMs : emptyLogAgainMs).unref() : undefined
  }

  return {
    take (requests) {
      // What arrived in the same turn of this loop is written together.
      if (waiting.length === 0) setImmediate(writeGroup)
      waiting.push(...requests)
    },
    done () {
      packing.stop()
      return waiting.length === 0 && removed.size === 0
    }
  }
}

function serveReads (database: Database): Service {
  const exports = createExports(path)
  const verbs = { ...createReads(database, warmBytes), ...exports } as unknown as Verbs
  return {
    take (requests) {
      for (let at = 0; at < requests.length;) {
        const replies: ThreadReply[] = []
        const since = performance.now()
        try {
          // All statements of one transaction see the same moment. Quick answers share one and go together; what was
          // asked behind a slow one, or one that failed, does not wait for it.
          transaction(database, 'DEFERRED', () => {
            do replies.push(answer(requests[at++] as ThreadRequest, verbs))
            while (at < requests.length && isWhole(replies) && performance.now() - since < answerWithinMs)
          })
        } catch (error) {
          if (replies.length === 0) replies.push({ id: (requests[at++] as ThreadRequest).id, fault: toFault(error) })
        }
        reply(replies)
      }
    },
    done () {
      exports.closeAll()
      return true
    }
  }
}

function closeWhenDone (service: Service, database: Database): void {
  setImmediate(() => {
    if (!service.done()) return closeWhenDone(service, database)
    database.close()
    port?.close()
  })
}

let start: ThreadStart
try {
  const database = openDatabase(path)
  if (role === 'writer') migrate(database)
  else database.prepare('PRAGMA query_only = ON').all()
  const service = role === 'writer' ? serveWrites(database) : serveReads(database)
  port.on('message', (requests: ThreadRequest[] | 'close') => {
    if (requests === 'close') closeWhenDone(service, database)
    else service.take(requests)
  })
  start = { ready: database.driver }
} catch (error) {
  start = { failed: error instanceof Error ? error.message : String(error) }
}
port.postMessage(start)
