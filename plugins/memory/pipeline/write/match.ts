/** Step 3: what is close to each candidate, stored already or told earlier in the same request. */
import type { Embedder } from '../../../../domain/capabilities/embedder.ts'
import type { Guard } from '../../../../domain/capabilities/guard.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import type { Candidate } from './candidate.ts'
import { nearestFitting } from './fitting.ts'
import { sameSubject } from './statement.ts'
import { embedAll } from '../../../_shared/embed-all.ts'

export interface Neighbour {
  memory: Memory
  /** Cosine, -1 to 1; 0 for one found by its subject alone. */
  similarity: number
}

export interface Matched extends Candidate {
  embedding: Float32Array
  /** The active memory that has the same fingerprint. */
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
const factsOfSubject = 12
/** Below this cosine two texts rarely speak of the same thing, whatever the embedder. */
export const closeEnough = 0.5

/** `compare` false asks for twins only: a text kept verbatim is never compared with what it might contradict. */
export async function match (
  store: Store,
  embedder: Embedder,
  guard: Guard | undefined,
  userId: string,
  candidates: Candidate[],
  compare: boolean,
  signal?: AbortSignal
): Promise<Matched[]> {
  if (candidates.length === 0) return []
  const [embeddings, twins] = await Promise.all([
    embedAll(embedder, candidates.map(({ fact }) => fact.text), { signal }),
    store.byFingerprint(userId, candidates.map(({ draft }) => draft.fingerprint))
  ])
  const twinOf = new Map(twins.map(memory => [memory.fingerprint, memory]))
  return await Promise.all(candidates.map(async (candidate, index) => {
    const embedding = embeddings[index] as Float32Array
    const stored = compare ? await storedNeighbours(store, guard, userId, candidate, embedding) : []
    const chain = compare ? await chainOf(store, userId, candidate) : []
    const told = compare ? toldEarlier(candidates.slice(0, index), embeddings, candidate, embedding) : []
    return {
      ...candidate,
      embedding,
      twin: twinOf.get(candidate.draft.fingerprint) ?? null,
      neighbours: [...stored, ...told].sort((a, b) => b.similarity - a.similarity),
      chain
    }
  }))
}

/** Values of one predicate that are looked at, the newest. */
const longestChain = 100

async function chainOf (store: Store, userId: string, candidate: Candidate): Promise<Memory[]> {
  const { functional, predicate } = candidate.fact
  if (!functional || predicate === null) return []
  const within = { includeSuperseded: true, project: candidate.draft.project }
  return await aboutNames(candidate, name => store.aboutSubject(userId, name, predicate, longestChain, within))
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
  const { previous } = fact.change
  // What is told in one project is compared with nothing of another.
  const within = { project: draft.project }
  const [near, named, about] = await Promise.all([
    nearestFitting(store, guard, userId, embedding, within, closest),
    // The old value in the speaker's words finds the fact that states it, however long ago it was told.
    previous === null ? [] : store.matchText(userId, previous, within, closest),
    // Words that end something may name the value and not the predicate, so every fact of the subject is looked at.
    aboutNames(
      { fact, names },
      name =>
        store.aboutSubject(userId, name, fact.change.kind === 'none' ? fact.predicate : null, factsOfSubject, within)
    )
  ])
  const similarity = new Map(near.map(({ id, score }) => [id, score]))
  const known = new Map(about.map(memory => [memory.id, memory]))
  const found = [...near.filter(({ score }) => score >= closeEnough), ...named]
  const missing = [...new Set(found.map(({ id }) => id).filter(id => !known.has(id)))]
  if (missing.length > 0) { for (const memory of await store.get(userId, missing)) known.set(memory.id, memory) }
  return [...known.values()].map(memory => ({ memory, similarity: similarity.get(memory.id) ?? 0 }))
}

function toldEarlier (
  earlier: Candidate[],
  embeddings: Float32Array[],
  { fact, names }: Candidate,
  embedding: Float32Array
): Neighbour[] {
  return earlier.flatMap(({ fact: other, draft, names: otherNames }, index) => {
    const similarity = cosine(embedding, embeddings[index] as Float32Array)
    const sameMatter = fact.subject !== null && other.subject !== null &&
      sameSubject({ subject: fact.subject, names }, { subject: other.subject, names: otherNames }) &&
      (fact.change.kind !== 'none' || fact.predicate === other.predicate)
    return other.change.kind !== 'forget' && (sameMatter || similarity >= closeEnough)
      ? [{ memory: draft, similarity }]
      : []
  })
}

export function cosine (a: Float32Array, b: Float32Array): number {
  let dot = 0
  let normA = 0
  let normB = 0
  for (let index = 0; index < a.length; index++) {
    const x = a[index] as number
    const y = b[index] as number
    dot += x * y
    normA += x * x
    normB += y * y
  }
  return dot / (Math.sqrt(normA * normB) || 1)
}
