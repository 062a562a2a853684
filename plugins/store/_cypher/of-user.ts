/** What is read of one user, each asked of the store that holds this user. */
import type { Store } from '../../../domain/capabilities/store.ts'

export function ofUser (of: (userId: string) => Store) {
  return {
    get: (userId, ...query) => of(userId).get(userId, ...query),
    list: (userId, ...query) => of(userId).list(userId, ...query),
    recent: (userId, ...query) => of(userId).recent(userId, ...query),
    matchText: (userId, ...query) => of(userId).matchText(userId, ...query),
    nearest: (userId, ...query) => of(userId).nearest(userId, ...query),
    neighbours: (userId, ...query) => of(userId).neighbours(userId, ...query),
    aboutSubject: (userId, ...query) => of(userId).aboutSubject(userId, ...query),
    byFingerprint: (userId, ...query) => of(userId).byFingerprint(userId, ...query),
    timelines: (userId, ...query) => of(userId).timelines(userId, ...query),
    sessions: (userId, ...query) => of(userId).sessions(userId, ...query),
    readings: (userId, ...query) => of(userId).readings(userId, ...query),
    entities: (userId, ...query) => of(userId).entities(userId, ...query),
    relations: (userId, ...query) => of(userId).relations(userId, ...query),
    communities: userId => of(userId).communities(userId),
    history: (userId, ...query) => of(userId).history(userId, ...query),
    supersessions: (userId, ...query) => of(userId).supersessions(userId, ...query),
    stats: userId => of(userId).stats(userId),
    replay: (userId, ...query) => of(userId).replay(userId, ...query),
    basis: userId => of(userId).basis(userId),
    accesses: (userId, ...query) => of(userId).accesses(userId, ...query),
    export: userId => of(userId).export(userId)
  } satisfies Partial<Store>
}
