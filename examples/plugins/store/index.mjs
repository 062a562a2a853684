/**
 * An external store: everything in memory, every write one line of a journal that is read again at the start. It uses
 * only what is published: the interface, the errors, the text functions and the suite. For small data; it is here to
 * show what a store has to do, and that one can.
 */
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { terms } from 'palimpsest/domain/text/analyse'
import { inverseDocumentFrequency, termScore } from 'palimpsest/domain/text/bm25'
import { nameKey } from 'palimpsest/domain/text/identity'
import { requireUserId, storable } from 'palimpsest/domain/text/storable'
import { requireVector } from 'palimpsest/domain/vector'
import { createState, emptyUser, newestReading, requireAcceptable } from './state.mjs'

// JSON has no floats of 32 bits; their bytes in base64 are exact.
const toLine = entry =>
  JSON.stringify(
    entry,
    (_, value) =>
      value instanceof Float32Array
        ? { $floats: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
        : value
  )
const fromLine = line =>
  JSON.parse(
    line,
    (_, value) =>
      typeof value?.$floats === 'string'
        ? new Float32Array(Uint8Array.from(Buffer.from(value.$floats, 'base64')).buffer)
        : value
  )

const byCodePoints = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const newest = (a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
const published = memory => structuredClone(memory)
const publishedSession = ({ nextGist, ...session }) => structuredClone(session)

const isAfter = (end, time) => end === null || end > time

/** Known to the service at `known`, and not seen to have ended before `valid`. */
function believedAt ({ createdAt, validAt, invalidAt, expiredAt, revisions }, known, valid) {
  if (createdAt > known || validAt > valid) return false
  const revision = revisions.find(({ from, to }) => from <= known && known < to)
  if (revision !== undefined) return isAfter(revision.invalidAt, valid)
  if (expiredAt === null && invalidAt === null) return true
  return (expiredAt !== null && expiredAt > known) || (invalidAt !== null && invalidAt > valid)
}

function allows (filter, memory) {
  for (const field of ['memoryType', 'sessionId', 'project', 'app', 'extraction']) {
    if (filter[field] !== undefined && filter[field] !== memory[field]) return false
  }
  for (const field of ['tags', 'categories']) {
    if (filter[field] && !filter[field].some(label => memory[field].includes(label))) return false
  }
  const { includeSuperseded, forgotten, asOf, knownAt } = filter
  const now = Date.now()
  if (asOf !== undefined || knownAt !== undefined) return believedAt(memory, knownAt ?? Infinity, asOf ?? now)
  // What was forgotten is known by a revision from the beginning of time.
  if (includeSuperseded) return forgotten === true || memory.revisions[0]?.from !== 0
  return memory.validAt <= Math.max(now, memory.createdAt) && memory.expiredAt === null &&
    isAfter(memory.invalidAt, now)
}

export async function createJournalStore (path) {
  const state = createState()
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  // A last line without an end was never acknowledged: its writer died in the middle of it.
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
  for (const line of whole.split('\n').filter(Boolean)) {
    const [verb, ...given] = fromLine(line)
    state.verbs[verb](...given)
  }
  const journal = openSync(path, 'a')
  const write = (verb, ...given) => {
    appendFileSync(journal, toLine([verb, ...given]) + '\n')
    fsyncSync(journal)
    return state.verbs[verb](...structuredClone(given))
  }

  const look = userId => state.users.get(requireUserId(userId)) ?? emptyUser()
  const all = userId => [...look(userId).memories.values()]
  const seen = (userId, filter) => all(userId).filter(memory => allows(storable(filter), memory))
  const match = ({ id, sessionId, validAt }, score) => ({ id, score, sessionId, validAt })
  const best = (matches, limit) => matches.sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1)).slice(0, limit)
  const cosine = (a, b) => {
    let [dot, left, right] = [0, 0, 0]
    for (const [place, number] of a.entries()) {
      dot += number * b[place]
      left += number * number
      right += b[place] * b[place]
    }
    return Math.max(-1, Math.min(1, dot / Math.sqrt(left * right)))
  }

  /** Commits wait for it. */
  let held = null
  const left = () =>
    [...state.users].flatMap(([userId, { memories, next }]) =>
      [...memories.values()].filter(({ id }) => !next.has(id)).map(({ id, text }) => ({ userId, id, text }))
    )
  const gists = () =>
    [...state.users].flatMap(([userId, { sessions }]) =>
      [...sessions.values()].filter(session => session.gist !== null && session.gistEmbedding).map((
        { id, gist, nextGist }
      ) => ({ userId, id, gist, made: Boolean(nextGist) }))
    )

  const store = {
    interfaceVersion: 1,
    supports: { approximateVectors: false, sharedByProcesses: false },

    get: async (userId, ids) => ids.flatMap(id => look(userId).memories.get(id) ?? []).map(published),
    async list (userId, { page, size, search, mentions, ...filter }) {
      const wanted = search === undefined ? [] : terms(search)
      const { entities } = look(userId)
      const isMentioned = id => mentions.includes(id) || mentions.includes(entities.get(id)?.mergedInto)
      const found = search !== undefined && wanted.length === 0 ? [] : seen(userId, filter).filter(memory => {
        const held = new Set(terms(memory.text))
        return wanted.every(term => held.has(term)) && (mentions === undefined || memory.entityIds.some(isMentioned))
      })
      return { items: found.sort(newest).slice((page - 1) * size, page * size).map(published), total: found.length }
    },
    recent: async (userId, filter, limit) => seen(userId, filter).sort(newest).slice(0, limit).map(published),
    async matchText (userId, query, filter, limit) {
      const past = filter.includeSuperseded || filter.asOf !== undefined || filter.knownAt !== undefined
      const documents = all(userId).filter(memory => past || memory.state === 'active').map(memory => ({
        memory,
        words: terms(memory.text)
      }))
      const corpus = {
        documents: documents.length,
        averageLength: documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length
      }
      const idf = new Map(
        [...new Set(terms(query))].map(term => [
          term,
          inverseDocumentFrequency(corpus, documents.filter(({ words }) => words.includes(term)).length)
        ])
      )
      const allowed = storable(filter)
      return best(
        documents.filter(({ memory }) => allows(allowed, memory)).flatMap(({ memory, words }) => {
          let score = 0
          for (const [term, weight] of idf) {
            const frequency = words.filter(word => word === term).length
            if (frequency) score += termScore(corpus, weight, frequency, words.length)
          }
          return score > 0 ? [match(memory, score)] : []
        }),
        limit
      )
    },
    async nearest (userId, vector, filter, limit) {
      requireUserId(userId)
      requireVector(vector, state.meta.dimensions, 'The vector of the query')
      const { vectors } = look(userId)
      return best(
        seen(userId, filter).flatMap(memory =>
          vectors.has(memory.id) ? [match(memory, cosine(vector, vectors.get(memory.id)))] : []
        ),
        limit
      )
    },
    async neighbours (userId, entityIds, filter, limit) {
      const { memories, relations, entities } = look(userId)
      const { asOf, knownAt, includeSuperseded } = filter
      const times = { asOf, knownAt, includeSuperseded }
      const near = new Set(entityIds)
      for (let size = 0; size < near.size;) {
        size = near.size
        for (const { id, mergedInto } of entities.values()) if (near.has(mergedInto)) near.add(id)
      }
      const far = new Set(
        [...relations.values()].filter(relation => allows(times, memories.get(relation.memoryId)))
          .flatMap(({ fromEntityId: from, toEntityId: to }) => near.has(from) ? [to] : near.has(to) ? [from] : [])
          .filter(id => !near.has(id))
      )
      const found = seen(userId, filter).flatMap(({ id, entityIds: held, validAt }) => {
        const [entityId, distance] = held.some(held => near.has(held))
          ? [held.find(held => near.has(held)), 0]
          : [held.find(held => far.has(held)), 1]
        return entityId === undefined ? [] : [{ memoryId: id, entityId, distance, validAt }]
      })
      return found.sort((a, b) => a.distance - b.distance || b.validAt - a.validAt).slice(0, limit)
    },
    aboutSubject: async (userId, subject, predicate, limit, filter = {}) =>
      seen(userId, filter).filter(memory =>
        memory.subject !== null && nameKey(memory.subject) === nameKey(subject) &&
        (predicate === null || memory.predicate === predicate)
      ).sort(newest).slice(0, limit).map(published),
    byFingerprint: async (userId, fingerprints) =>
      all(userId).filter(memory => memory.state === 'active' && fingerprints.includes(memory.fingerprint)).map(
        published
      ),
    timelines: async (userId, sessionIds, filter) =>
      [...new Set(storable(sessionIds))].flatMap(sessionId => {
        const told = seen(userId, filter).filter(memory => memory.sessionId === sessionId).sort((a, b) =>
          a.validAt - b.validAt || (a.id < b.id ? -1 : 1)
        )
        return told.length ? [{ sessionId, memoryIds: told.map(({ id }) => id) }] : []
      }),
    sessions: async (userId, { ids, stale, limit }) =>
      [...look(userId).sessions.values()].filter(session =>
        (!ids || storable(ids).includes(session.id)) && (stale === undefined || session.gistStale === stale)
      ).sort((a, b) => b.endedAt - a.endedAt).slice(0, limit).map(publishedSession),
    async entities (userId, { ids, keys, stale, merged, page }) {
      const names = keys && storable(keys)
      const found = [...look(userId).entities.values()].filter(entity =>
        (ids ? ids.includes(entity.id) : (entity.mergedInto !== null) === (merged === true)) &&
        (stale === undefined || entity.summaryStale === stale) &&
        (!names || names.includes(entity.key) || entity.aliases.some(alias => names.includes(alias)))
      ).sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
      return {
        items: structuredClone(page ? found.slice((page.page - 1) * page.size, page.page * page.size) : found),
        total: found.length
      }
    },
    async relations (userId, { entityIds, memoryIds, filter = {}, limit }) {
      const { memories, relations } = look(userId)
      return structuredClone(
        [...relations.values()].filter(relation =>
          (!entityIds || entityIds.includes(relation.fromEntityId) || entityIds.includes(relation.toEntityId)) &&
          (!memoryIds || memoryIds.includes(relation.memoryId)) &&
          allows(filter, memories.get(relation.memoryId))
        ).slice(0, limit)
      )
    },
    communities: async userId => structuredClone(look(userId).communities),
    async history (userId, id) {
      const { history, memories } = look(userId)
      const reached = new Set([id])
      for (let size = 0; size < reached.size;) {
        size = reached.size
        for (const { oldId, newId } of history) {
          if (reached.has(oldId) || reached.has(newId)) {
            for (const end of [oldId, newId]) if (end !== null) reached.add(end)
          }
        }
      }
      const end = id => memories.has(id) ? published(memories.get(id)) : null
      return history.filter(({ oldId }) => reached.has(oldId)).sort((a, b) => a.expiredAt - b.expiredAt).map(edge => ({
        ...edge,
        old: end(edge.oldId),
        new: end(edge.newId)
      }))
    },
    supersessions: async (userId, { ids, limit }) =>
      structuredClone(
        look(userId).history.filter(({ oldId, newId }) => !ids || ids.includes(oldId) || ids.includes(newId)).sort((
          a,
          b
        ) => b.expiredAt - a.expiredAt).slice(0, limit)
      ),
    async stats (userId) {
      const user = look(userId)
      const times = all(userId).map(memory => memory.createdAt).sort((a, b) => a - b)
      const count = wanted => all(userId).filter(memory => memory.state === wanted).length
      return {
        memories: { active: count('active'), superseded: count('superseded'), invalidated: count('invalidated') },
        entities: user.entities.size,
        relations: user.relations.size,
        sessions: user.sessions.size,
        communities: user.communities.length,
        firstAt: times[0] ?? null,
        lastAt: times.at(-1) ?? null
      }
    },
    readings: async (userId, limit) =>
      structuredClone([...look(userId).readings.values()].sort(newestReading).slice(0, limit)),
    async basis (userId) {
      const { epoch, removed } = look(userId)
      return epoch === '' ? null : { epoch, removed }
    },
    replay: async (userId, key) => look(userId).replays.get(storable(key)) ?? null,
    accesses: async (userId, memoryId, limit) =>
      look(userId).accesses.filter(access => access.memoryId === memoryId).sort((a, b) => b.at - a.at).slice(0, limit),
    async *export (userId) {
      const user = structuredClone(look(userId))
      for (const entity of user.entities.values()) yield { kind: 'entity', entity }
      for (const memory of user.memories.values()) {
        yield { kind: 'memory', memory: published(memory), embedding: user.vectors.get(memory.id) ?? null }
      }
      for (const supersession of user.history) yield { kind: 'supersession', supersession }
      for (const relation of user.relations.values()) yield { kind: 'relation', relation }
      for (const session of user.sessions.values()) yield { kind: 'session', session: publishedSession(session) }
      for (const reading of user.readings.values()) yield { kind: 'reading', reading }
      for (const community of user.communities) yield { kind: 'community', community }
    },

    async commit (given) {
      await held
      requireUserId(given.userId)
      const changeset = storable(given)
      if (Object.values(changeset).every((value, place) => place === 0 || value === undefined)) {
        return { deleted: [], notFound: [] }
      }
      requireAcceptable(state, changeset, requireVector)
      return write('commit', changeset)
    },
    async erase (userId) {
      const user = look(userId)
      const { memories, history, entities, relations, sessions, readings, communities, accesses, replays } = user
      const counts = {
        memories: memories.size,
        supersessions: history.length,
        entities: entities.size,
        relations: relations.size,
        sessions: sessions.size,
        readings: readings.size,
        communities: communities.length,
        accesses: accesses.length,
        replays: replays.size
      }
      write('erase', userId)
      return counts
    },
    recordAccesses: async accesses => write('accesses', storable(accesses)),

    users: async ({ enrichmentDue, after, limit }) =>
      [...state.users]
        .filter(([userId, { memories, readings, due }]) =>
          (memories.size > 0 || readings.size > 0 || due.length > 0) &&
          (after === undefined || byCodePoints(userId, after) > 0) &&
          (!enrichmentDue || due.length > 0)
        ).map(([userId, { memories, due }]) => ({
          userId,
          memories: memories.size,
          enrichmentDueSince: due.length ? Math.min(...due) : null
        })).sort((a, b) => byCodePoints(a.userId, b.userId)).slice(0, limit),
    ping: async () => ({ url: path, user: null, server: 'journal 1' }),
    meta: async () => ({ ...state.meta }),
    describeIndexes: async () => [{ name: 'Memory.text', kind: 'text', dimensions: null, state: 'ready' }, {
      name: 'Memory.embedding',
      kind: 'vector',
      dimensions: state.meta.dimensions,
      state: 'ready'
    }],
    async ensureIndexes ({ model }) {
      if (state.meta.dimensions === null) state.expected = model
    },
    async reembed (wanted, embed, onProgress) {
      if (state.target?.model !== wanted.model || state.target.dimensions !== wanted.dimensions) {
        write('target', { ...wanted, generation: (state.target ?? state.meta).generation + 1, startedAt: Date.now() })
      }
      const progress = { state: 'running', ...await store.reembedding(), finishedAt: null, error: null }
      const report = change => onProgress({ ...Object.assign(progress, change) })
      let release = () => {}
      try {
        report({})
        let rounds = Math.ceil(left().length / 64)
        for (let batch = left().slice(0, 64); batch.length; batch = left().slice(0, 64)) {
          // Writers without a pause always leave something: they wait while the last of it is embedded.
          if (rounds-- === 0) {
            held = new Promise(resolve => {
              release = resolve
            })
          }
          const vectors = (await embed(batch.map(({ text }) => text))).map(vector =>
            requireVector(vector, wanted.dimensions, 'A vector of the embedder')
          )
          for (const [place, { userId, id }] of batch.entries()) write('fill', userId, [[id, vectors[place]]])
          report({ done: Math.min(progress.total, progress.done + batch.length) })
        }
        for (const { userId, id, gist } of gists().filter(({ made }) => !made)) {
          const [vector] = await embed([gist])
          write('gist', userId, id, requireVector(vector, wanted.dimensions, 'A vector of the embedder'))
          report({ done: Math.min(progress.total, progress.done + 1) })
        }
        write('flip')
        report({ state: 'done', done: progress.total, finishedAt: Date.now() })
      } catch (error) {
        report({ state: 'failed', error: error.message, finishedAt: Date.now() })
      } finally {
        release()
        held = null
      }
      return { ...progress }
    },
    async reembedding () {
      if (state.target === null) return null
      const total = [...state.users.values()].reduce((sum, { memories }) => sum + memories.size, 0) + gists().length
      return { ...state.target, done: total - left().length - gists().filter(({ made }) => !made).length, total }
    },
    async lease (name, holder, ttlMs) {
      const held = state.leases.get(name)
      if (held && held.until > Date.now() && held.holder !== holder) return false
      write('lease', name, holder, Date.now() + ttlMs)
      return true
    },
    async close () {
      closeSync(journal)
    }
  }
  return store
}

/** What `npm run conformance -- --database ./index.mjs --url journal.ndjson` opens. */
export const open = createJournalStore

/** What the service loads: `Database:Provider` names this folder, `Database:Options` holds its options. */
export default async function (app, { Path }) {
  const store = await createJournalStore(Path)
  app.addHook('onClose', () => store.close())
  app.decorate('store', store)
}
