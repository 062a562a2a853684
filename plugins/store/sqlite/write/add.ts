/** Memories on their way in, each beside its vector and what it mentions; what repeats one is in conflict with it. */
import { StoreConflict } from '../../../../domain/errors.ts'
import type { NewMemory } from '../../../../domain/nouns.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { fromMemory, insertMemory, number, text } from '../rows.ts'
import type { Author } from './author.ts'
import { addMentions } from './graph.ts'
import type { VectorWriter } from './vectors.ts'

/** Most are new, so that what they repeat is looked for when one of them was refused. */
export function addMemories (database: Database, author: Author, add: NewMemory[], vectors: VectorWriter): void {
  for (const [place, memory] of add.entries()) {
    const inserted = first(database, insertMemory, ...fromMemory(author.row, author.version, memory))
    if (inserted === undefined) {
      throw new StoreConflict({ duplicates: duplicatesOf(database, author, add.slice(place)) })
    }
    const row = number(inserted['row'])
    if (memory.embedding !== null) vectors.putMemory(author, row, memory.embedding)
    addMentions(database, author, row, memory.entityIds)
  }
}

/** Memories of the user, stored or before it in the list, that have the id or the fingerprint of one in the list. */
export function duplicatesOf (database: Database, { row }: Author, add: NewMemory[]): StoreConflict['duplicates'] {
  const duplicates: StoreConflict['duplicates'] = []
  const [fingerprints, ids] = [new Map<string, string>(), new Set<string>()]
  for (const { id, fingerprint, state } of add) {
    const sameId = ids.has(id) ||
      first(database, 'SELECT 1 FROM memories WHERE user = ? AND id = ?', row, id) !== undefined
    ids.add(id)
    if (sameId) duplicates.push({ fingerprint, existingId: id })
    if (state !== 'active') continue
    const stored = first(
      database,
      "SELECT id FROM memories WHERE user = ? AND fingerprint = ? AND state = 'active'",
      row,
      fingerprint
    )
    const existingId = stored === undefined ? fingerprints.get(fingerprint) : text(stored['id'])
    if (existingId !== undefined && !sameId) duplicates.push({ fingerprint, existingId })
    fingerprints.set(fingerprint, id)
  }
  return duplicates
}
