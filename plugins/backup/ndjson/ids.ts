/**
 * Ids are unique over all users, so an import under another user gets ids of its own: always the same ones for the
 * same user and id, so that importing twice meets what the first time stored. The time in a UUIDv7 stays, and with it
 * the order.
 */
import { createHash } from 'node:crypto'
import type { ExportRecord } from '../../../domain/capabilities/store.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export type Rename = (id: string) => string

export function renamerFor (userId: string): Rename {
  return id => {
    const hash = createHash('sha256').update(`${userId}\u0000${id}`).digest('hex')
    const time = uuid.test(id) && id[14] === '7'
      ? id.slice(0, 13).toLowerCase()
      : `${hash.slice(20, 28)}-${hash.slice(28, 32)}`
    return `${time}-7${hash.slice(0, 3)}-${'89ab'[Number.parseInt(hash.charAt(3), 16) % 4]}${hash.slice(4, 7)}-${
      hash.slice(7, 19)
    }`
  }
}

/** The record with every id in it renamed. Sessions keep theirs: it is the caller's, and unique per user anyway. */
export function renamed (record: ExportRecord, rename: Rename): ExportRecord {
  const orNull = (id: string | null): string | null => id === null ? null : rename(id)
  switch (record.kind) {
    case 'memory': {
      const { memory } = record
      return {
        ...record,
        memory: {
          ...memory,
          id: rename(memory.id),
          supersededBy: orNull(memory.supersededBy),
          staleBecause: orNull(memory.staleBecause),
          entityIds: memory.entityIds.map(rename)
        }
      }
    }
    case 'supersession':
      return {
        ...record,
        supersession: {
          ...record.supersession,
          oldId: rename(record.supersession.oldId),
          newId: orNull(record.supersession.newId)
        }
      }
    case 'entity':
      return {
        ...record,
        entity: {
          ...record.entity,
          id: rename(record.entity.id),
          mergedInto: orNull(record.entity.mergedInto),
          distinctFrom: record.entity.distinctFrom.map(rename)
        }
      }
    case 'relation': {
      const { relation } = record
      return {
        ...record,
        relation: {
          ...relation,
          id: rename(relation.id),
          fromEntityId: rename(relation.fromEntityId),
          toEntityId: rename(relation.toEntityId),
          memoryId: rename(relation.memoryId)
        }
      }
    }
    case 'session':
      return record
    case 'reading': {
      const { reading } = record
      const turns = reading.turns.map(turn => ({ ...turn, memoryIds: turn.memoryIds.map(rename) }))
      return { ...record, reading: { ...reading, id: rename(reading.id), turns } }
    }
    case 'community':
      return {
        ...record,
        community: {
          ...record.community,
          id: rename(record.community.id),
          entityIds: record.community.entityIds.map(rename)
        }
      }
  }
}
