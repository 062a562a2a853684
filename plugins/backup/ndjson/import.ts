/**
 * Stores a checked file batch by batch, one changeset a batch. An interrupted import is completed by running it again:
 * records that are stored already are recognised by their id, text or ends.
 */
import { noCounts, type ImportMode, type ImportReceipt, type RecordKind } from '../../../domain/capabilities/backup.ts'
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import type { Changeset, ExportRecord, Store } from '../../../domain/capabilities/store.ts'
import type { Community } from '../../../domain/nouns.ts'
import { fingerprint, waitingFingerprint } from '../../../domain/text/identity.ts'
import {
  planEntities,
  planMemories,
  planReadings,
  planRelations,
  planSessions,
  planSupersessions,
  edgeKey,
  type ImportContext,
  type BatchPlan
} from './plan.ts'
import { retryOnConflict } from '../../_shared/retry-on-conflict.ts'
import { replaceable } from './overwrite.ts'
import { renamed, renamerFor } from './ids.ts'
import type { SourceFile } from './source-file.ts'
import { vectoriserFor } from './vectors.ts'

/** Vectors of a batch travel as text to some databases. */
const batchSize = 100

type Of<Kind extends RecordKind> = Extract<ExportRecord, { kind: Kind }>

export async function importRecords (
  store: Store,
  embedder: Embedder,
  userId: string,
  file: SourceFile,
  mode: ImportMode
): Promise<ImportReceipt> {
  const receipt: ImportReceipt = {
    format: file.format,
    imported: noCounts(),
    skipped: noCounts(),
    overwritten: 0,
    left: file.left,
    vectors: { kept: 0, embedded: 0, missing: 0 }
  }
  const rename = file.userId === userId ? (id: string) => id : renamerFor(userId)
  const vectorise = await vectoriserFor(store, embedder, file)
  const { memories } = await store.stats(userId)
  const fresh = memories.active + memories.superseded + memories.invalidated === 0

  if (mode === 'overwrite' && !fresh) {
    // Deleting a memory changes those it had superseded, so this repeats until nothing differs.
    for (let deleted = await deleteDiffering(); deleted > 0; deleted = await deleteDiffering()) {
      receipt.overwritten += deleted
    }
  }

  const context: ImportContext = {
    store,
    userId,
    mode,
    aliases: new Map(),
    there: fresh ? new Set() : await storedEdges(store, userId)
  }
  const communities: Community[] = []
  let stale = false
  for await (const batch of batches()) await storeBatch(batch)
  if (communities.length > 0) await storeCommunities(communities)
  // Stale summaries of the file are stale here: the user is due for enrichment at the next write or start.
  if (stale) await store.commit({ userId, enrichment: { due: Date.now() } })
  return receipt

  /** Records of one kind, in the order of the file. */
  async function* batches (): AsyncGenerator<ExportRecord[]> {
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
    const { records, outcome } = kind === 'memory' || kind === 'session'
      ? await vectorise(batch)
      : { records: batch, outcome: 'kept' as const }
    const { changeset, stored } = await commitPlan(async () => await planBatch(kind, records))
    receipt.imported[kind] += stored
    receipt.skipped[kind] += batch.length - stored
    for (const { embedding } of changeset.add ?? []) receipt.vectors[embedding === null ? 'missing' : outcome]++
    stale ||= (changeset.entities ?? []).some(({ summaryStale }) => summaryStale) ||
      (changeset.sessions ?? []).some(({ gistStale }) => gistStale)
  }

  async function planBatch (kind: Exclude<RecordKind, 'community'>, records: ExportRecord[]): Promise<BatchPlan> {
    switch (kind) {
      case 'entity':
        return await planEntities(context, (records as Array<Of<'entity'>>).map(({ entity }) => entity))
      case 'memory':
        return await planMemories(
          context,
          (records as Array<Of<'memory'>>).map(({ memory, embedding }) => ({ ...memory, embedding }))
        )
      case 'supersession':
        return await planSupersessions(
          context,
          (records as Array<Of<'supersession'>>).map(({ supersession }) => supersession)
        )
      case 'relation':
        return planRelations(context, (records as Array<Of<'relation'>>).map(({ relation }) => relation))
      case 'session':
        return await planSessions(context, (records as Array<Of<'session'>>).map(({ session }) => session))
      case 'reading':
        return await planReadings(context, (records as Array<Of<'reading'>>).map(({ reading }) => reading))
    }
  }

  async function commitPlan (makePlan: () => Promise<BatchPlan>): Promise<BatchPlan> {
    return await retryOnConflict(async () => {
      const plan = await makePlan()
      if (plan.stored > 0) await store.commit({ userId, ...plan.changeset })
      return plan
    })
  }

  async function storeCommunities (found: Community[]): Promise<void> {
    const there = new Map((await store.communities(userId)).map(community => [community.id, community]))
    const added = found.filter(({ id }) => mode === 'overwrite' || !there.has(id)).map(community => ({
      ...community,
      entityIds: community.entityIds.map(id => context.aliases.get(id) ?? id)
    }))
    receipt.imported.community += added.length
    receipt.skipped.community += found.length - added.length
    for (const community of added) there.set(community.id, community)
    if (added.length > 0) await store.commit({ userId, communities: [...there.values()] } satisfies Changeset)
  }
}

/** Fingerprints are computed by this release's normalisation, because deduplication compares them. */
function stamped (record: ExportRecord): ExportRecord {
  if (record.kind !== 'memory') return record
  const { id, text, project } = record.memory
  const ofWaiting = waitingFingerprint(id, text, project)
  if (record.memory.fingerprint === ofWaiting) return record
  return { ...record, memory: { ...record.memory, fingerprint: fingerprint(text, project) } }
}

/**
 * Keys of the stored relations and supersessions, read from an export because the store has no query for them. A
 * supersession has no id and is known by its ends and times.
 */
async function storedEdges (store: Store, userId: string): Promise<Set<string>> {
  const there = new Set<string>()
  for await (const record of store.export(userId)) {
    if (record.kind === 'supersession') there.add(edgeKey(record.supersession))
    if (record.kind === 'relation') there.add(record.relation.id)
  }
  return there
}
