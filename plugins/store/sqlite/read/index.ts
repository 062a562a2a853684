/** Every read verb over one connection. */
import type { Database } from '../../../_shared/sqlite.ts'
import type { Reads } from '../protocol.ts'
import { first } from '../../../_shared/sqlite.ts'
import { text } from '../rows.ts'
import { createWarm } from '../warm/index.ts'
import { reembedding } from '../write/reembed.ts'
import { communities, entities, neighbours, relations, sessions } from './graph.ts'
import { readings } from './readings.ts'
import { aboutSubject, byFingerprint, getPacked, history, list, recent, supersessions, timelines } from './memories.ts'
import { matchText, nearest } from './search.ts'
import { accesses, basis, describeIndexes, meta, replay, stats, users } from './users.ts'

export function createReads (database: Database, warmBytes: number): Reads {
  const warm = createWarm(database, warmBytes)
  return {
    get: (userId, ids) => getPacked(database, userId, ids),
    list: (userId, query) => list(database, warm, userId, query),
    recent: (userId, filter, limit) => recent(database, userId, filter, limit),
    matchText: (userId, query, filter, limit) => matchText(warm, userId, query, filter, limit),
    nearest: (userId, vector, filter, limit) => nearest(database, warm, userId, vector, filter, limit),
    neighbours: (userId, entityIds, filter, limit) => neighbours(database, userId, entityIds, filter, limit),
    aboutSubject: (userId, subject, predicate, limit, filter) =>
      aboutSubject(database, userId, subject, predicate, limit, filter),
    byFingerprint: (userId, fingerprints) => byFingerprint(database, userId, fingerprints),
    timelines: (userId, sessionIds, filter) => timelines(database, userId, sessionIds, filter),
    sessions: (userId, query) => sessions(database, userId, query),
    readings: (userId, limit) => readings(database, userId, limit),
    entities: (userId, query) => entities(database, userId, query),
    relations: (userId, query) => relations(database, userId, query),
    communities: userId => communities(database, userId),
    history: (userId, id) => history(database, userId, id),
    supersessions: (userId, query) => supersessions(database, userId, query),
    stats: userId => stats(database, userId),
    replay: (userId, key) => replay(database, userId, key),
    basis: userId => basis(database, userId),
    accesses: (userId, memoryId, limit) => accesses(database, userId, memoryId, limit),
    users: query => users(database, query),
    server: () =>
      `SQLite ${text(first(database, 'SELECT sqlite_version() AS version')?.['version'])} (${database.driver})`,
    meta: () => meta(database),
    describeIndexes: () => describeIndexes(database),
    reembedding: () => reembedding(database)
  }
}
