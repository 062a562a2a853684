/** What the journal says, applied: plain maps per user, and the conditions under which a changeset may be applied. */
import { accessesKept, readingsKept, replaysKeptMs } from 'palimpsest/domain/capabilities/store'
import { DimensionMismatch, StoreConflict } from 'palimpsest/domain/errors'

export const emptyUser = () => ({
  memories: new Map(),
  vectors: new Map(),
  next: new Map(),
  history: [],
  entities: new Map(),
  relations: new Map(),
  sessions: new Map(),
  readings: new Map(),
  communities: [],
  replays: new Map(),
  accesses: [],
  due: [],
  // Which user of this id it is, and how many commits took memories away.
  epoch: '',
  removed: 0
})

export const newestReading = (a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)

export function createState () {
  const users = new Map()
  const leases = new Map()
  const state = {
    users,
    leases,
    meta: { schemaVersion: 1, dimensions: null, model: null, generation: 1 },
    expected: null,
    target: null,
    verbs: {}
  }
  let made = 0
  const userOf = userId => users.get(userId) ?? users.set(userId, { ...emptyUser(), epoch: String(++made) }).get(userId)
  const isNext = vector =>
    state.target !== null && vector.length === state.target.dimensions && vector.length !== state.meta.dimensions

  state.verbs = {
    commit (
      {
        userId,
        add = [],
        supersede = [],
        restore = [],
        refresh = [],
        entities = [],
        relations = [],
        sessions = [],
        communities,
        history = [],
        revise = [],
        undone = [],
        readings = [],
        replay,
        enrichment,
        delete: gone = []
      }
    ) {
      const user = userOf(userId)
      for (const entity of entities) user.entities.set(entity.id, entity)
      for (const { embedding, ...memory } of add) {
        user.memories.set(memory.id, { ...memory, entityIds: memory.entityIds.filter(id => user.entities.has(id)) })
        if (!embedding) continue
        if (state.meta.dimensions === null) {
          state.meta = { ...state.meta, dimensions: embedding.length, model: state.expected }
        }
        ;(isNext(embedding) ? user.next : user.vectors).set(memory.id, embedding)
      }
      for (const { id, set } of revise) user.memories.set(id, { ...user.memories.get(id), ...set })
      for (const { id, at, invalidAt = null, revisions } of restore) {
        const memory = user.memories.get(id)
        if (!memory || memory.state === 'active') continue
        user.memories.set(id, {
          ...memory,
          state: 'active',
          invalidAt,
          expiredAt: null,
          supersededBy: null,
          revisions: revisions ?? memory.revisions
        })
        for (const edge of user.history) if (edge.oldId === id && edge.restoredAt === null) edge.restoredAt = at
      }
      for (const { revisions, ...edge } of supersede) {
        const memory = user.memories.get(edge.oldId)
        user.memories.set(edge.oldId, {
          ...memory,
          revisions: revisions ?? memory.revisions,
          state: edge.kind === 'INVALIDATE' ? 'invalidated' : 'superseded',
          invalidAt: edge.invalidAt,
          expiredAt: edge.expiredAt,
          supersededBy: edge.newId
        })
        user.history.push({ ...edge })
      }
      for (const { oldId, newId, kind, expiredAt, at } of undone) {
        for (const edge of user.history) {
          const same = edge.oldId === oldId && edge.newId === newId && edge.kind === kind &&
            edge.expiredAt === expiredAt
          if (same && edge.restoredAt === null) edge.restoredAt = at
        }
      }
      user.history.push(...history.map(edge => ({ ...edge })))
      for (const { id, confidence = 0, tags = [] } of refresh) {
        const memory = user.memories.get(id)
        if (memory) {
          user.memories.set(id, {
            ...memory,
            confidence: Math.max(memory.confidence, confidence),
            tags: [...new Set([...memory.tags, ...tags])]
          })
        }
      }
      for (const relation of relations) {
        if (
          user.memories.has(relation.memoryId) && user.entities.has(relation.fromEntityId) &&
          user.entities.has(relation.toEntityId)
        ) user.relations.set(relation.id, relation)
      }
      for (const session of sessions) {
        const known = user.sessions.get(session.id)
        const vector = session.gistEmbedding
        const vectors = vector && isNext(vector)
          ? { gistEmbedding: null, nextGist: vector }
          : { gistEmbedding: vector, nextGist: null }
        user.sessions.set(session.id, {
          ...session,
          ...vectors,
          startedAt: Math.min(session.startedAt, known?.startedAt ?? Infinity),
          endedAt: Math.max(session.endedAt, known?.endedAt ?? -Infinity)
        })
      }
      if (communities) {
        user.communities = communities.map(community => ({
          ...community,
          entityIds: community.entityIds.filter(id => user.entities.has(id))
        }))
      }
      if (replay) {
        for (const [key, { createdAt }] of user.replays) {
          if (createdAt < replay.createdAt - replaysKeptMs) user.replays.delete(key)
        }
        user.replays.set(replay.key, replay)
      }
      if (enrichment && 'due' in enrichment) user.due.push(enrichment.due)
      if (enrichment && 'doneUpTo' in enrichment) user.due = user.due.filter(time => time >= enrichment.doneUpTo)
      for (const reading of readings) user.readings.set(reading.id, reading)
      for (const { id } of [...user.readings.values()].sort(newestReading).slice(readingsKept)) user.readings.delete(id)
      return remove(user, gone, readings)
    },
    erase (userId) {
      users.delete(userId)
    },
    accesses (accesses) {
      for (const access of accesses) {
        const user = users.get(access.userId)
        if (!user?.memories.has(access.memoryId)) continue
        user.accesses.push(access)
        const held = user.accesses.filter(({ memoryId }) => memoryId === access.memoryId).sort((a, b) => b.at - a.at)
        if (held.length > 2 * accessesKept) {
          user.accesses = user.accesses.filter(({ memoryId }) => memoryId !== access.memoryId).concat(
            held.slice(0, accessesKept)
          )
        }
      }
    },
    lease (name, holder, until) {
      leases.set(name, { holder, until })
    },
    target (target) {
      state.target = target
      for (const user of users.values()) {
        user.next.clear()
        for (const session of user.sessions.values()) session.nextGist = null
      }
    },
    fill (userId, vectors) {
      for (const [id, vector] of vectors) {
        if (users.get(userId)?.memories.has(id)) users.get(userId).next.set(id, vector)
      }
    },
    gist (userId, id, vector) {
      const session = users.get(userId)?.sessions.get(id)
      if (session) session.nextGist = vector
    },
    flip () {
      const { generation, dimensions, model } = state.target
      state.meta = { ...state.meta, generation, dimensions, model }
      state.target = null
      for (const user of users.values()) {
        user.vectors = user.next
        user.next = new Map()
        for (const session of user.sessions.values()) {
          Object.assign(session, { gistEmbedding: session.nextGist, nextGist: null })
        }
      }
    }
  }
  return state
}

function remove (user, ids, readings) {
  const asked = [...new Set(ids)]
  const deleted = asked.filter(id => user.memories.has(id))
  const touched = new Set(deleted.flatMap(id => user.memories.get(id).sessionId ?? []))
  const orphans = new Set(deleted.flatMap(id => user.memories.get(id).entityIds))
  const texts = deleted.map(id => user.memories.get(id).text)
  for (const id of deleted) for (const table of [user.memories, user.vectors, user.next]) table.delete(id)
  if (deleted.length > 0) user.removed++
  const gone = new Set(deleted)
  user.history = user.history.filter(edge => !gone.has(edge.oldId) && !gone.has(edge.newId))
  user.accesses = user.accesses.filter(access => !gone.has(access.memoryId))
  for (const memory of user.memories.values()) if (gone.has(memory.supersededBy)) memory.supersededBy = null
  // The key alone stays, so that a repeat stores nothing again.
  for (const [key, replay] of user.replays) {
    const told = [...deleted, ...texts.map(text => JSON.stringify(text).slice(1, -1))]
    if (told.some(words => replay.response.includes(words))) {
      user.replays.set(key, { ...replay, requestHash: '', response: '' })
    }
  }
  const kept = new Set(readings.map(({ id }) => id))
  for (const { id, turns } of user.readings.values()) {
    const tells = turns.some(({ words, memoryIds }) =>
      memoryIds.some(memory => gone.has(memory)) || texts.some(text => words?.includes(text))
    )
    if (tells && !kept.has(id)) user.readings.delete(id)
  }
  for (const [id, relation] of user.relations) if (gone.has(relation.memoryId)) user.relations.delete(id)
  const memories = [...user.memories.values()]
  for (const session of touched) {
    if (memories.some(memory => memory.sessionId === session)) continue
    user.sessions.delete(session)
    // The name of a conversation may tell what it was about.
    for (const { id, sessionId, turns } of user.readings.values()) {
      const tells = turns.some(({ words, memoryIds }) => words !== null || memoryIds.length > 0)
      if (sessionId === session && !(tells && kept.has(id))) user.readings.delete(id)
    }
  }
  // An entity that kept another alive may be the next to go.
  for (const id of orphans) {
    const entity = user.entities.get(id)
    if (
      !entity || memories.some(memory => memory.entityIds.includes(id)) ||
      [...user.entities.values()].some(other => other.mergedInto === id)
    ) continue
    user.entities.delete(id)
    if (entity.mergedInto) orphans.add(entity.mergedInto)
    for (const [key, { fromEntityId, toEntityId }] of user.relations) {
      if (fromEntityId === id || toEntityId === id) user.relations.delete(key)
    }
    for (const community of user.communities) community.entityIds = community.entityIds.filter(member => member !== id)
  }
  return { deleted, notFound: asked.filter(id => !gone.has(id)) }
}

/** Throws what `commit` promises to throw, before anything is written. */
export function requireAcceptable (
  state,
  { userId, basis, add = [], supersede = [], restore = [], revise = [], sessions = [], replay, delete: gone = [] },
  requireVector
) {
  const user = state.users.get(userId) ?? emptyUser()
  if (basis !== undefined && (user.epoch !== basis.epoch || user.removed !== basis.removed)) {
    throw new StoreConflict({ outdated: true })
  }
  let size = state.meta.dimensions
  const check = (vector, what) => {
    size ??= vector.length
    if (vector.length === 0) throw new DimensionMismatch(`${what} is empty.`)
    requireVector(vector, vector.length === state.target?.dimensions ? vector.length : size, what)
  }
  for (const { embedding } of add) if (embedding) check(embedding, 'The vector of a memory')
  for (const { gistEmbedding } of sessions) if (gistEmbedding) check(gistEmbedding, 'The vector of a session')

  const ended = new Set(supersede.map(edge => edge.oldId))
  const adding = new Set(add.map(memory => memory.id))
  const holders = new Map(
    [...user.memories.values()].filter(memory =>
      memory.state === 'active' && !ended.has(memory.id) && !gone.includes(memory.id)
    ).map(memory => [memory.fingerprint, memory.id])
  )
  const duplicates = []
  const claim = (fingerprint, id) => {
    if (holders.has(fingerprint)) duplicates.push({ fingerprint, existingId: holders.get(fingerprint) })
    else holders.set(fingerprint, id)
  }
  for (const [place, { id, fingerprint, state }] of add.entries()) {
    if (user.memories.has(id) || add.findIndex(other => other.id === id) !== place) {
      duplicates.push({ fingerprint, existingId: id })
    } else if (state === 'active' && !ended.has(id)) claim(fingerprint, id)
  }
  for (const { id } of restore) {
    const memory = user.memories.get(id)
    if (memory && memory.state !== 'active') claim(memory.fingerprint, id)
  }
  for (const { id, set } of revise) {
    const memory = user.memories.get(id)
    if (memory && memory.state !== 'active' && set.state === 'active') claim(memory.fingerprint, id)
  }
  const differs = ({ id, seen }) => {
    const memory = user.memories.get(id)
    return !memory || (seen !== undefined && Object.entries(seen).some(([field, value]) => memory[field] !== value))
  }
  const stale = [
    ...[...ended].filter(id => !adding.has(id) && user.memories.get(id)?.state !== 'active'),
    ...revise.filter(differs).map(({ id }) => id)
  ]
  const replayTaken = replay !== undefined && user.replays.has(replay.key)
  if (duplicates.length || stale.length || replayTaken) throw new StoreConflict({ duplicates, stale, replayTaken })
}
