/** One user's enrichment, in its order: entity summaries, session gists, communities; then it is marked as done. */
import type { Distiller, Summary } from '../../../../domain/capabilities/distiller.ts'
import type { Embedder } from '../../../../domain/capabilities/embedder.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import { StoreConflict } from '../../../../domain/errors.ts'
import type { Community, Entity, Memory, Session } from '../../../../domain/nouns.ts'
import { commitOrDropVectors } from '../write/without-vectors.ts'
import type { Clock } from '../write/clock.ts'
import type { Serialise } from '../write/serialise.ts'
import { embedAll } from '../../../_shared/embed-all.ts'
import { smallestCommunity } from './bounds.ts'

export interface EnrichmentNeeds {
  store: Store
  embedder: Embedder
  distiller: Distiller
  serialise: Serialise
  clock: Clock
}

/** Of one round; what is stale beyond it is done in the next. */
const entitiesARound = 200
const sessionsARound = 50
/** Facts shown to a summary, newest first. */
const factsASummary = 20
/** Communities are found over the newest memories of a user. */
const memoriesForCommunities = 5_000

export function createEnrichment ({ store, embedder, distiller, serialise, clock }: EnrichmentNeeds) {
  return async function enrich (userId: string): Promise<void> {
    for (;;) {
      const startedAt = await clock(userId)
      // Enrichment alone never makes a user, and writes nothing that rests on what was removed meanwhile.
      const basis = await store.basis(userId)
      if (basis === null) return
      const [entities, sessions] = await Promise.all([
        store.entities(userId, { stale: true, page: { page: 1, size: entitiesARound } }),
        store.sessions(userId, { stale: true, limit: sessionsARound })
      ])
      const summaries = await summarise(
        userId,
        await Promise.all(entities.items.map(async entity => await aboutEntity(userId, entity)))
      )
      const gists = await summarise(
        userId,
        await Promise.all(sessions.map(async session => await aboutSession(userId, session)))
      )
      const embeddings = await gistEmbeddings(gists)
      const communities = entities.items.length > 0 ? await communitiesOf(userId, startedAt) : undefined
      const complete = entities.items.length < entitiesARound && sessions.length < sessionsARound

      // The entity may have changed while its summary was written, so only the summary is set on what is stored now.
      const outdated = await serialise(userId, async () => {
        const [{ items }, current] = await Promise.all([
          entities.items.length > 0
            ? store.entities(userId, { ids: entities.items.map(({ id }) => id) })
            : { items: [] },
          sessions.length > 0
            ? store.sessions(userId, { ids: sessions.map(({ id }) => id), limit: sessions.length })
            : []
        ])
        return await commitOrDropVectors(store, {
          userId,
          basis,
          entities: items.map(entity => ({
            ...entity,
            summary: summaryFor(entities.items, summaries, entity.id),
            summaryStale: entity.updatedAt >= startedAt
          })),
          sessions: current.map(session => ({
            ...session,
            gist: summaryFor(sessions, gists, session.id),
            gistEmbedding: embeddings[sessions.findIndex(({ id }) => id === session.id)] ?? null,
            gistStale: session.endedAt !== sessions.find(({ id }) => id === session.id)?.endedAt
          })),
          ...(communities !== undefined && { communities }),
          ...(complete && { enrichment: { doneUpTo: startedAt } })
        }).then(() => false, isOutdated)
      })
      if (complete && !outdated) return
    }
  }

  async function summarise (userId: string, requests: Summary[]): Promise<Array<string | null>> {
    const worthIt = requests.filter(({ facts }) => facts.length > 0)
    const texts = worthIt.length > 0 ? await distiller.summarise(userId, worthIt) : []
    return requests.map(request => texts[worthIt.indexOf(request)] ?? null)
  }

  async function aboutEntity (userId: string, { id, name }: Entity): Promise<Summary> {
    const neighbours = await store.neighbours(userId, [id], {}, factsASummary)
    const own = neighbours.filter(({ distance }) => distance === 0).map(({ memoryId }) => memoryId)
    return { kind: 'entity', title: name, facts: textsOf(ofOneProject(await store.get(userId, own))) }
  }

  async function aboutSession (userId: string, { id, project }: Session): Promise<Summary> {
    const [timeline] = await store.timelines(userId, [id], { project })
    const memories = await store.get(userId, (timeline?.memoryIds ?? []).slice(0, factsASummary))
    return { kind: 'session', title: id, facts: textsOf(memories) }
  }

  /** A session whose gist has no vector is still found by its memories, so a missing embedder is no error here. */
  async function gistEmbeddings (gists: Array<string | null>): Promise<Array<Float32Array | null>> {
    const texts = gists.filter(gist => gist !== null)
    if (texts.length === 0) return gists.map(() => null)
    const vectors = await embedAll(embedder, texts).catch(() => [])
    return gists.map(gist => gist === null ? null : vectors[texts.indexOf(gist)] ?? null)
  }

  /** They are as of `startedAt`: what is committed after it touches them again. */
  async function communitiesOf (userId: string, startedAt: number): Promise<Community[]> {
    const { items: entities } = await store.entities(userId, { page: { page: 1, size: memoriesForCommunities } })
    if (entities.length < smallestCommunity) return []
    const [memories, relations] = await Promise.all([
      store.recent(userId, {}, memoriesForCommunities),
      store.relations(userId, { limit: memoriesForCommunities })
    ])
    // Loads the graph library, so only when there is something to enrich.
    const { findCommunities } = await import('./communities.ts')
    const found = findCommunities(userId, entities, memories, relations, startedAt)
    const known = new Map((await store.communities(userId)).map(community => [community.id, community]))
    const touched = new Map(entities.map(({ id, updatedAt }) => [id, updatedAt]))
    // The same members, none of them touched since: what was written of them stands.
    const unchanged = ({ id, entityIds }: Community): boolean => {
      const before = known.get(id)
      return before?.summary != null && entityIds.every(entity => (touched.get(entity) ?? Infinity) < before.updatedAt)
    }
    const changed = found.filter(community => !unchanged(community))
    const texts = await summarise(
      userId,
      changed.map(({ name, entityIds }) => ({
        kind: 'community',
        title: name,
        facts: textsOf(
          memories.filter(memory => memory.entityIds.some(id => entityIds.includes(id))).slice(0, factsASummary)
        )
      }))
    )
    return found.map(community => {
      const before = known.get(community.id)
      if (before !== undefined && unchanged(community)) return before
      const summary = texts[changed.indexOf(community)] ?? before?.summary ?? null
      return { ...community, summary }
    })
  }
}

/** Something was removed while the summaries were written: they may hold its words, and are written anew. */
function isOutdated (error: unknown): true {
  if (error instanceof StoreConflict && error.outdated) return true
  throw error
}

/** What several projects speak of is summarised from what was said in none of them. */
function ofOneProject (memories: Memory[]): Memory[] {
  const projects = new Set(memories.map(({ project }) => project))
  return projects.size > 1 ? memories.filter(({ project }) => project === null) : memories
}

function textsOf (memories: Memory[]): string[] {
  return memories.map(({ text }) => text)
}

function summaryFor (asked: Array<{ id: string }>, texts: Array<string | null>, id: string): string | null {
  return texts[asked.findIndex(one => one.id === id)] ?? null
}
