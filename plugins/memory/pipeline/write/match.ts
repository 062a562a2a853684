/** Step 3: what is close to each candidate, stored already or said earlier in the same request. */
import pMap from 'p-map'
import type { Embedder } from '../../../../domain/capabilities/embedder.ts'
import type { Guard } from '../../../../domain/capabilities/guard.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import type { Candidate, Neighbour } from './candidate.ts'
import { nearestOrNone } from './without-vectors.ts'
import { embedAll } from '../../../_shared/embed-all.ts'
import { timeSlices } from '../../../_shared/time-slice.ts'
import { withoutAdded } from '../../../_shared/wording/lead.ts'
import { createEarlierFacts } from './earlier.ts'
import { isWaiting } from './inbox.ts'
import { statedAt } from './intervals.ts'

export interface Matched extends Candidate {
  embedding: Float32Array
  /** The active memory that has the same fingerprint, or one that was stated at the same time and has ended since. */
  twin: Memory | null
  /** Nearest first. */
  neighbours: Neighbour[]
  /**
   * Every value that the same predicate of the same subject was given, whatever its time; empty unless it holds one.
   */
  chain: Memory[]
}

/** How many neighbours are worth a comparison. */
const closest = 8
const sameSubject = 12
/** Below this cosine two texts rarely speak of the same thing, whatever the embedder. */
export const closeEnough = 0.5
/** Facts whose neighbours are asked for at the same time. */
const concurrency = 8

/**
 * What a candidate is compared with: all that is close to it, or texts that are equal, since one kept verbatim is never
 * compared with what it might contradict.
 */
export type Comparison = 'all' | 'equal'

export async function match (
  store: Store,
  embedder: Embedder,
  guard: Guard | undefined,
  userId: string,
  candidates: Candidate[],
  comparison: Comparison,
  signal?: AbortSignal
): Promise<Matched[]> {
  if (candidates.length === 0) return []
  const compare = comparison === 'all'
  const [embeddings, twins] = await Promise.all([
    embedAll(embedder, candidates.map(({ fact }) => fact.text), { signal }),
    store.byFingerprint(userId, candidates.map(({ draft }) => draft.fingerprint))
  ])
  const twinOf = new Map(twins.map(memory => [memory.fingerprint, memory]))
  const earlier = await earlierNeighbours(compare ? candidates : [], embeddings, signal)
  return await pMap(candidates, async (candidate, index) => {
    signal?.throwIfAborted()
    const embedding = embeddings[index] as Float32Array
    const stored = compare ? await storedNeighbours(store, guard, userId, candidate, embedding) : []
    const chain = compare ? await chainOf(store, userId, candidate) : []
    const twin = twinOf.get(candidate.draft.fingerprint) ?? null
    const { validAt, createdAt } = candidate.draft
    const ended = compare && validAt < (twin?.validAt ?? createdAt) ? await endedTwin(store, userId, candidate) : null
    return {
      ...candidate,
      embedding,
      twin: ended ?? twin,
      neighbours: [...stored, ...earlier[index] ?? []].sort((a, b) => b.similarity - a.similarity),
      chain
    }
  }, { concurrency })
}

/** For each candidate what was said before it. */
async function earlierNeighbours (
  candidates: Candidate[],
  embeddings: Float32Array[],
  signal: AbortSignal | undefined
): Promise<Neighbour[][]> {
  const pause = timeSlices(signal)
  const earlier = createEarlierFacts({ closest, sameSubject, closeEnough })
  const found: Neighbour[][] = []
  for (const [index, candidate] of candidates.entries()) {
    await pause()
    const embedding = embeddings[index] as Float32Array
    found.push(earlier.near(candidate, embedding))
    earlier.add(candidate, embedding)
  }
  return found
}

/** Values of one predicate that are looked at, the newest. */
export const longestChain = 100

async function chainOf (store: Store, userId: string, candidate: Candidate): Promise<Memory[]> {
  const { functional, predicate } = candidate.fact
  if (!functional || predicate === null) return []
  const within = { includeSuperseded: true, project: candidate.draft.project }
  return await aboutNames(candidate, name => store.aboutSubject(userId, name, predicate, longestChain, within))
}

/** A conversation that is sent again with its times says nothing anew, whatever came after it. */
async function endedTwin (store: Store, userId: string, { fact, draft }: Candidate): Promise<Memory | null> {
  const within = { project: draft.project, includeSuperseded: true }
  const found = await store.matchText(userId, fact.text, within, closest)
  const memories = found.length > 0 ? await store.get(userId, found.map(({ id }) => id)) : []
  return memories.find(memory => memory.fingerprint === draft.fingerprint && wasStatedAt(memory, draft.validAt)) ?? null
}

function wasStatedAt (memory: Memory, at: number): boolean {
  const { state, validAt, invalidAt } = memory
  // What was forgotten or taken back has no end, and was never stated.
  if (state === 'active' || invalidAt === null) return false
  return validAt === at || statedAt(memory).includes(at) || (validAt < at && at < invalidAt)
}

/** What is stored of the subject under any of its names. */
async function aboutNames (
  { fact, names }: Pick<Candidate, 'fact' | 'names'>,
  read: (name: string) => Promise<Memory[]>
): Promise<Memory[]> {
  if (fact.subject === null) return []
  return (await Promise.all((names ?? [fact.subject]).map(read))).flat()
}

async function storedNeighbours (
  store: Store,
  guard: Guard | undefined,
  userId: string,
  { fact, draft, names }: Candidate,
  embedding: Float32Array
): Promise<Neighbour[]> {
  // Without a model the words are all that there is to find by.
  const sought = fact.change.previous ?? (fact.ownReading === true ? withoutAdded(fact.text) : null)
  // What is said in one project is compared with nothing of another.
  const within = { project: draft.project }
  const [near, named, about] = await Promise.all([
    nearestOrNone(store, guard, userId, embedding, within, closest),
    // The old value in the speaker's words finds the fact that states it, however long ago it was earlier.
    sought === null ? [] : store.matchText(userId, sought, within, closest),
    // Words that end something may name the value and not the predicate, so every fact of the subject is looked at.
    aboutNames(
      { fact, names },
      name => store.aboutSubject(userId, name, fact.change.kind === 'none' ? fact.predicate : null, sameSubject, within)
    )
  ])
  const similarity = new Map(near.map(({ id, score }) => [id, score]))
  const known = new Map(about.map(memory => [memory.id, memory]))
  const found = [...near.filter(({ score }) => score >= closeEnough), ...named]
  const missing = [...new Set(found.map(({ id }) => id).filter(id => !known.has(id)))]
  if (missing.length > 0) { for (const memory of await store.get(userId, missing)) known.set(memory.id, memory) }
  // Words that wait to be read state nothing yet; they may be forgotten.
  const compared = [...known.values()].filter(memory => fact.change.kind === 'forget' || !isWaiting(memory))
  return compared.map(memory => ({ memory, similarity: similarity.get(memory.id) ?? 0 }))
}
