/** Writes that share one transaction and one sync to disk; a fault of one undoes only that one. */
import { transaction, type Database } from '../../../_shared/sqlite.ts'
import { toFault, type ThreadReply, type ThreadRequest } from '../protocol.ts'

/** After a fault so many groups have savepoints: where one write is refused, others will be. */
const carefulGroups = 16

class Faulted extends Error {
  readonly reply: ThreadReply
  constructor (reply: ThreadReply) {
    super()
    this.reply = reply
  }
}

/** `answer` never throws. Its writes are undone where it answers a fault, and may be done again. */
export function createGroups (
  database: Database,
  answer: (request: ThreadRequest) => ThreadReply
): (group: ThreadRequest[]) => ThreadReply[] {
  let careful = 0

  function inSavepoint (request: ThreadRequest): ThreadReply {
    database.exec('SAVEPOINT one')
    const reply = answer(request)
    // SQLite has rolled everything back by itself, the savepoint too.
    if ('fault' in reply && reply.fault.kind === 'full') throw new Error(reply.fault.message)
    if ('fault' in reply) database.exec('ROLLBACK TO one')
    database.exec('RELEASE one')
    return reply
  }

  function answerOrThrow (request: ThreadRequest): ThreadReply {
    const reply = answer(request)
    if ('fault' in reply) throw new Faulted(reply)
    return reply
  }

  /** A savepoint copies every page that is written in it, so that most groups are written without. */
  function together (group: ThreadRequest[]): ThreadReply[] {
    try {
      return transaction(database, 'IMMEDIATE', () => group.map(answerOrThrow))
    } catch (error) {
      if (!(error instanceof Faulted)) throw error
      if (group.length === 1) return [error.reply]
      careful = carefulGroups
      return apart(group)
    }
  }

  function apart (group: ThreadRequest[]): ThreadReply[] {
    careful--
    return transaction(database, 'IMMEDIATE', () => group.map(inSavepoint))
  }

  return group => {
    try {
      return careful > 0 && group.length > 1 ? apart(group) : together(group)
    } catch (error) {
      return group.map(({ id }) => ({ id, fault: toFault(error) }))
    }
  }
}
