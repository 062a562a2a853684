/**
 * A checked file into the store, batch by batch. Every batch is one changeset; a run that was killed is completed by running it again,
 * because what is there already is recognised by its id, its text or its ends.
 */
import { noCounts, type ImportMode, type ImportReceipt, type RecordKind } from '../../../kernel/capabilities/backup.ts'
import type { Embedder } from '../../../kernel/capabilities/embedder.ts'
import type { Changeset, ExportRecord, Store } from '../../../kernel/capabilities/store.ts'
import { StoreConflict } from '../../../kernel/errors.ts'
import type { Community } from '../../../kernel/nouns.ts'
import { fingerprint } from '../../../kernel/text/identity.ts'
import { admitEntities, admitMemories, admitRelations, admitSessions, admitSupersessions, edgeKey, type Admission, type Admitted } from './admit.ts'
import { replaceable } from './overwrite.ts'
import { renamed, renamerFor } from './ids.ts'
import type { Import } from './spool.ts'
import { vectoriserFor } from './vectors.ts'

/** Vectors of a batch travel as text to some databases. */
const batchSize = 100
/** Somebody may write to the user meanwhile. */
const attempts = 5

type Of<Kind extends RecordKind> = Extract<ExportRecord, { kind: Kind }>

export async function importRecords (store: Store, embedder: Embedder, userId: string, file: Import, mode: ImportMode): Promise<ImportReceipt> {
  const receipt: ImportReceipt = { format: file.format, imported: noCounts(), skipped: noCounts(), overwritten: 0, left: file.left, vectors: { kept: 0, embedded: 0, missing: 0 } }
  const rename = file.userId === userId ? (id: string) => id : renamerFor(userId)
  const vectorise = await vectoriserFor(store, embedder, file)
  const { memories } = await store.stats(userId)
  const fresh = memories.active + memories.superseded + memories.invalidated === 0

  if (mode === 'overwrite' && !fresh) {
    // What a deleted memory had superseded is by that changed too, so this is asked until nothing differs.
    for (let deleted = await deleteDiffering(); deleted > 0; deleted = await deleteDiffering()) receipt.overwritten += deleted
  }

  const admission: Admission = { store, userId, mode, aliases: new Map(), there: fresh ? new Set() : await unaskable(store, userId) }
  const communities: Community[] = []
  let stale = false
  for await (const batch of batches()) await storeBatch(batch)
  if (communities.length > 0) await storeCommunities(communities)
  // What was stale in the file is owed here too; the next write or start pays.
  if (stale) await store.commit({ userId, enrichment: { due: Date.now() } })
  return receipt

  /** Records of one kind, in the order of the file. */
  async function * batches (): AsyncGenerator<ExportRecord[]> {
    let batch: ExportRecord[] = []
    for await (const record of file.records()) {
      if (batch.length === batchSize || (batch[0] !== undefined && batch[0].kind !== record.kind)) {
        yield batch
        batch = []
      }
      batch.push(renamed(stamped(record), rename))
    }
    if (batch.length > 0) yield batch
  }

  async function deleteDiffering (): Promise<number> {
    let deleted = 0
    for await (const batch of batches()) {
      const differing = await replaceable(store, userId, batch)
      if (differing.length > 0) await store.commit({ userId, delete: differing })
      deleted += differing.length
    }
    return deleted
  }

  async function storeBatch (batch: ExportRecord[]): Promise<void> {
    const kind = (batch[0] as ExportRecord).kind
    if (kind === 'community') {
      communities.push(...(batch as Array<Of<'community'>>).map(({ community }) => community))
      return
    }
    const { records, fate } = kind === 'memory' || kind === 'session' ? await vectorise(batch) : { records: batch, fate: 'kept' as const }
    const { changeset, stored } = await committed(async () => await admit(kind, records))
    receipt.imported[kind] += stored
    receipt.skipped[kind] += batch.length - stored
    for (const { embedding } of changeset.add ?? []) receipt.vectors[embedding === null ? 'missing' : fate]++
    stale ||= (changeset.entities ?? []).some(({ summaryStale }) => summaryStale) || (changeset.sessions ?? []).some(({ gistStale }) => gistStale)
  }

  async function admit (kind: Exclude<RecordKind, 'community'>, records: ExportRecord[]): Promise<Admitted> {
    switch (kind) {
      case 'entity': return await admitEntities(admission, (records as Array<Of<'entity'>>).map(({ entity }) => entity))
      case 'memory': return await admitMemories(admission, (records as Array<Of<'memory'>>).map(({ memory, embedding }) => ({ ...memory, embedding })))
      case 'supersession': return await admitSupersessions(admission, (records as Array<Of<'supersession'>>).map(({ supersession }) => supersession))
      case 'relation': return admitRelations(admission, (records as Array<Of<'relation'>>).map(({ relation }) => relation))
      case 'session': return await admitSessions(admission, (records as Array<Of<'session'>>).map(({ session }) => session))
    }
  }

  async function committed (admission: () => Promise<Admitted>): Promise<Admitted> {
    for (let attempt = 1; ; attempt++) {
      const admitted = await admission()
      try {
        if (admitted.stored > 0) await store.commit({ userId, ...admitted.changeset })
        return admitted
      } catch (error) {
        if (!(error instanceof StoreConflict) || attempt === attempts) throw error
      }
    }
  }

  async function storeCommunities (found: Community[]): Promise<void> {
    const there = new Map((await store.communities(userId)).map(community => [community.id, community]))
    const added = found.filter(({ id }) => mode === 'overwrite' || !there.has(id)).map(community => ({ ...community, entityIds: community.entityIds.map(id => admission.aliases.get(id) ?? id) }))
    receipt.imported.community += added.length
    receipt.skipped.community += found.length - added.length
    for (const community of added) there.set(community.id, community)
    if (added.length > 0) await store.commit({ userId, communities: [...there.values()] } satisfies Changeset)
  }
}

/** By this release's own normalisation, whatever the file says: on it rests that a text is stored once. */
function stamped (record: ExportRecord): ExportRecord {
  return record.kind === 'memory' ? { ...record, memory: { ...record.memory, fingerprint: fingerprint(record.memory.text, record.memory.project) } } : record
}

/** What the user has of records that the store cannot be asked for: relations by id, and edges, which have none and are known by their ends and times. */
async function unaskable (store: Store, userId: string): Promise<Set<string>> {
  const there = new Set<string>()
  for await (const record of store.export(userId)) {
    if (record.kind === 'supersession') there.add(edgeKey(record.supersession))
    if (record.kind === 'relation') there.add(record.relation.id)
  }
  return there
}
