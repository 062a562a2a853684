/**
 * What was said earlier in the same request and may bear on a fact: as many of them as are looked at among what is
 * stored, so that a long conversation takes time in proportion to its length.
 */
import type { CandidateFact } from '../../../../domain/capabilities/distiller.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import type { Candidate, Neighbour } from './candidate.ts'

/** The latest facts whose vectors are compared. */
const latestCompared = 1_000
/** The latest facts that hold one word. */
const latestOfWord = 200

export interface NeighbourLimits {
  /** Nearest by vector. */
  closest: number
  /** Latest of the same subject; those that hold the words of what is over. */
  sameSubject: number
  /** Least cosine of one that is near. */
  closeEnough: number
}

export interface EarlierFacts {
  /** In any order. To be asked before the candidate itself is added. */
  near(candidate: Candidate, embedding: Float32Array): Neighbour[]
  add(candidate: Candidate, embedding: Float32Array): void
}

export function createEarlierFacts ({ closest, sameSubject, closeEnough }: NeighbourLimits): EarlierFacts {
  const facts: Array<{ candidate: Candidate, embedding: Float32Array, length: number }> = []
  const byMatter = new Map<string, number[]>()
  const byWord = new Map<string, number[]>()

  function near ({ fact, names }: Candidate, embedding: Float32Array): Neighbour[] {
    const length = lengthOf(embedding)
    const cosine = (place: number): number => {
      const other = facts[place]!
      return product(embedding, other.embedding) / (length * other.length || 1)
    }
    const similar: Array<[place: number, cosine: number]> = []
    for (let place = Math.max(0, facts.length - latestCompared); place < facts.length; place++) {
      const score = cosine(place)
      if (score >= closeEnough) similar.push([place, score])
    }
    similar.sort(([a, one], [b, other]) => other - one || b - a)
    const nearest = similar.slice(0, closest).map(([place]) => place)
    return [...new Set([...nearest, ...ofMatter(fact, names), ...holding(fact)])].map(place => ({
      memory: facts[place]!.candidate.draft,
      similarity: cosine(place)
    }))
  }

  /** The same statement of the same subject; whatever of the subject when the words end something. */
  function ofMatter ({ subject, predicate, change }: CandidateFact, names: string[] | null): number[] {
    if (subject === null) return []
    return (names ?? [subject]).flatMap(name =>
      (byMatter.get(matterKey(name, change.kind === 'none' ? predicate : undefined)) ?? []).slice(-sameSubject)
    )
  }

  /** Those that hold most of the words of what is over, the latest of equals. */
  function holding ({ change }: CandidateFact): number[] {
    if (change.kind === 'none' || change.previous === null) return []
    const shared = new Map<number, number>()
    for (const term of new Set(terms(change.previous))) {
      for (const place of byWord.get(term) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1)
    }
    return [...shared].sort(([a, most], [b, more]) => more - most || b - a).slice(0, sameSubject).map(([place]) =>
      place
    )
  }

  function add (candidate: Candidate, embedding: Float32Array): void {
    const { fact, likeness, names } = candidate
    // A wish to forget is nothing that a later fact could bear on.
    if (fact.change.kind === 'forget') return
    const place = facts.push({ candidate, embedding, length: lengthOf(embedding) }) - 1
    if (fact.subject !== null) {
      for (const name of new Set([nameKey(fact.subject), ...names ?? []])) {
        for (const key of [matterKey(name), matterKey(name, fact.predicate)]) note(byMatter, key, place, sameSubject)
      }
    }
    for (const term of new Set(likeness.split(' '))) note(byWord, term, place, latestOfWord)
  }

  return { near, add }
}

function matterKey (subject: string, predicate?: string | null): string {
  return predicate === undefined ? nameKey(subject) : `${nameKey(subject)}\n${predicate ?? ''}`
}

/** Keeps at least the latest `most`, and at most twice as many. */
function note (index: Map<string, number[]>, key: string, place: number, most: number): void {
  const places = index.get(key)
  if (places === undefined) index.set(key, [place])
  else if (places.push(place) > 2 * most) places.splice(0, most)
}

function product (a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number)
  return sum
}

function lengthOf (vector: Float32Array): number {
  return Math.sqrt(product(vector, vector))
}
