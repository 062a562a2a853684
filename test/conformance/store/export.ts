import type { Changeset, ExportRecord, Store } from '../../../domain/capabilities/store.ts'
import {
  at,
  collect,
  freshUser,
  given,
  newEntity,
  newMemory,
  newReading,
  newRelation,
  newSession,
  random,
  randomVector,
  supersession,
  type Chapter
} from './suite.ts'

/** Import as anyone would write it: records in their order, a few to a changeset. */
export async function importInto (store: Store, userId: string, records: ExportRecord[], batch: number): Promise<void> {
  for (let start = 0; start < records.length; start += batch) {
    const changeset: Changeset = { userId }
    for (const record of records.slice(start, start + batch)) {
      switch (record.kind) {
        case 'memory':
          ;(changeset.add ??= []).push({
            ...record.memory,
            userId,
            source: record.memory.source,
            embedding: record.embedding
          })
          break
        case 'supersession':
          ;(changeset.history ??= []).push(record.supersession)
          break
        case 'entity':
          ;(changeset.entities ??= []).push({ ...record.entity, userId })
          break
        case 'relation':
          ;(changeset.relations ??= []).push({ ...record.relation, userId })
          break
        case 'session':
          ;(changeset.sessions ??= []).push({ ...record.session, userId })
          break
        case 'reading':
          ;(changeset.readings ??= []).push({ ...record.reading, userId })
          break
      }
    }
    await store.commit(changeset)
  }
  const communities = records.flatMap(record => record.kind === 'community' ? [{ ...record.community, userId }] : [])
  if (communities.length) await store.commit({ userId, communities })
}

/** Comparable: no order of mentions, vectors as numbers. */
export function plain (records: ExportRecord[]): string[] {
  return records.map(record =>
    JSON.stringify(
      record,
      (key, value: unknown) =>
        value instanceof Float32Array ? [...value] : key === 'entityIds' ? [...value as string[]].sort() : value
    )
  ).sort()
}

export const exported: Chapter = ({ it, dimensions }) => {
  it(
    'store.export.lossless',
    'an export committed again after the user was erased gives the same user to the last field, history included',
    async (t, store) => {
      const userId = freshUser()
      const next = random(21)
      const entities = ['A', 'B', 'C'].map((name, index) =>
        newEntity(userId, name, {
          aliases: [`alias ${name}`],
          summary: index ? 'text' : null,
          mergedInto: null,
          distinctFrom: [`not ${name}`],
          updatedAt: at(index)
        })
      )
      entities[2] = { ...entities[2] as typeof entities[0] & object, mergedInto: entities[1]?.id ?? null }
      const memories = Array.from({ length: 40 }, (_, index) =>
        newMemory(userId, `fact ${index} \u0000 "quoted"`, {
          createdAt: at(index),
          sessionId: index % 2 ? 's1' : null,
          tags: [`t${index}`],
          metadata: index % 3 ? { index, text: 'lone \ud800 and \u0000' } : null,
          entityIds: entities.slice(0, index % 3).map(entity => entity.id),
          embedding: index % 4 ? randomVector(dimensions, next) : null
        }))
      const [a, b, c] = entities as [
        typeof entities[0] & object,
        typeof entities[0] & object,
        typeof entities[0] & object
      ]
      await given(store, userId, memories, {
        entities,
        relations: [
          newRelation(userId, a, 'knows', b, memories[2] as typeof memories[0] & object),
          newRelation(userId, b, 'knows', c, memories[5] as typeof memories[0] & object)
        ],
        sessions: [
          newSession(userId, 's1', { gist: 'g', gistEmbedding: randomVector(dimensions, next), endedAt: at(9) })
        ],
        readings: [newReading(userId, 'said \u2028 "so"', { app: 'a' }), newReading(userId, null, { sessionId: 's1' })],
        communities: [{ id: 'k1', userId, name: 'k', summary: 's', entityIds: [a.id, b.id], updatedAt: at(3) }]
      })
      await store.commit({
        userId,
        supersede: [
          supersession(memories[0]?.id ?? '', memories[1]?.id ?? ''),
          supersession(memories[3]?.id ?? '', null, { quote: null, invalidAt: null })
        ]
      })
      await store.commit({ userId, supersede: [supersession(memories[1]?.id ?? '', memories[4]?.id ?? '')] })
      await store.commit({ userId, restore: [{ id: memories[0]?.id ?? '', at: at(80) }] })

      const first = await collect(store.export(userId))
      const kinds = ['entity', 'memory', 'supersession', 'relation', 'session', 'reading', 'community']
      t.same(Object.fromEntries(kinds.map(kind => [kind, first.filter(record => record.kind === kind).length])), {
        entity: 3,
        memory: 40,
        supersession: 3,
        relation: 2,
        session: 1,
        reading: 2,
        community: 1
      })
      const places = first.map(record => record.kind === 'entity' ? 0 : record.kind === 'memory' ? 1 : 2)
      t.same(places, [...places].sort(), 'entities, memories, then what refers to them')
      const vector =
        first.flatMap(record =>
          record.kind === 'memory' && record.memory.id === memories[1]?.id ? [record.embedding] : []
        )[0]
      t.same([...vector ?? []], [...memories[1]?.embedding ?? []], 'vectors keep every bit')

      await store.erase(userId)
      await importInto(store, userId, first, 7)
      t.same(plain(await collect(store.export(userId))), plain(first))
      t.equal(
        (await store.matchText(userId, 'fact quoted', { includeSuperseded: true }, 100)).length,
        40,
        'and is searchable'
      )

      const elsewhere = freshUser()
      t.same(await collect(store.export(elsewhere)), [])
    }
  )

  it(
    'store.export.consistent',
    'an export shows the user as of its start, whatever is committed meanwhile, and may be abandoned',
    async (t, store) => {
      const userId = freshUser()
      for (let start = 0; start < 6; start++) {
        await given(
          store,
          userId,
          Array.from({ length: 200 }, (_, index) => newMemory(userId, `fact ${start} ${index}`))
        )
      }
      const seen: string[] = []
      for await (const record of store.export(userId)) {
        if (record.kind !== 'memory') continue
        seen.push(record.memory.id)
        if (seen.length === 1) {
          await given(store, userId, [newMemory(userId, 'committed meanwhile')])
          t.equal((await store.matchText(userId, 'meanwhile', {}, 5)).length, 1, 'other reads see what was committed')
        }
      }
      t.equal(new Set(seen).size, 1200)
      t.equal(seen.length, 1200)
      for await (const record of store.export(userId)) if (record.kind === 'memory') break
      await given(store, userId, [newMemory(userId, 'after the abandoned export')])
    }
  )

  it(
    'store.export.unpaused',
    'an export of a user who is written without a pause ends, and tears no changeset apart',
    async (t, store) => {
      const userId = freshUser()
      const writing = { goesOn: true, count: 0 }
      const writer = (async () => {
        while (writing.goesOn) {
          const number = writing.count++
          const [old, kept] = [newMemory(userId, `old ${number}`), newMemory(userId, `kept ${number}`)]
          await given(store, userId, [old, kept], { supersede: [supersession(old.id, kept.id)] })
        }
      })()
      try {
        while (writing.count < 20) await store.ping()
        const records = await collect(store.export(userId))
        const memories = records.flatMap(record => record.kind === 'memory' ? [record.memory] : [])
        const edges = records.flatMap(record => record.kind === 'supersession' ? [record.supersession] : [])
        t.ok(edges.length >= 19)
        t.equal(memories.length, 2 * edges.length)
        const states = new Map(memories.map(({ id, state }) => [id, state]))
        t.ok(
          edges.every(({ oldId, newId }) => states.get(oldId) === 'superseded' && states.get(newId ?? '') === 'active')
        )
      } finally {
        writing.goesOn = false
        await writer
      }
    }
  )

  it(
    'store.export.pages',
    'an export of many pages holds each memory once, whatever its id is like, while others write and while it is ' +
      'written itself',
    async (t, store) => {
      const userId = freshUser()
      const letters = ['a', 'A', 'b', 'B', 'z', 'Z', 'ä', 'Ä', 'ß', 'é', 'Ж', 'ж', '日', '😀', '_', '-', '0']
      const memories = Array.from({ length: 1_300 }, (_, number) => {
        const letter = letters[number % letters.length] as string
        return newMemory(userId, `fact ${number}`, { id: `${letter}${number}${letter}`, createdAt: at(number % 7) })
      })
      for (let start = 0; start < memories.length; start += 325) {
        await given(store, userId, memories.slice(start, start + 325))
      }
      const writing = { goesOn: true, count: 0 }
      const other = freshUser()
      const writers = [userId, other].map(async writer => {
        while (writing.goesOn) await given(store, writer, [newMemory(writer, `meanwhile ${writing.count++}`)])
      })
      try {
        while (writing.count < 10) await store.ping()
        const exports = await Promise.all([collect(store.export(userId)), collect(store.export(userId))])
        for (const records of exports) {
          const ids = records.flatMap(record => record.kind === 'memory' ? [record.memory.id] : [])
          t.equal(new Set(ids).size, ids.length, 'none twice')
          const there = new Set(ids)
          t.same(memories.filter(({ id }) => !there.has(id)), [], 'none is lost')
        }
      } finally {
        writing.goesOn = false
        await Promise.all(writers)
      }
    }
  )
}
