/**
 * The vector arm: every vector of the user is compared, first as a coarse copy. Of a large user only the copies are
 * kept, and the few vectors that these cannot rule out are read.
 */
import type { Filter } from '../../../../domain/capabilities/store.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { predicateOf } from '../filter.ts'
import { createBest, type Ranked } from './best.ts'
import type { Document } from './document.ts'
import { documentOf, type Documents } from './documents.ts'
import { before } from './rank.ts'
import type { Block } from './runs.ts'
import { bringUpToDate, type Vectors } from './vectors.ts'

interface Comparison {
  compare(block: Block): void
  /** The same of a block whose place is used again. */
  pass(block: Block): void
  end(): void
}

export interface VectorSearch {
  database: Database
  user: number
  documents: Documents
  vectors: Vectors
  mayKeep: (bytes: number) => boolean
}

export function rankByVector (
  { database, user, documents, vectors, mayKeep }: VectorSearch,
  query: Float32Array,
  filter: Filter,
  limit: number,
  now: number
): Array<Ranked<Document>> {
  const allows = predicateOf(filter, now)
  const best = createBest<Document>(limit, before)
  const { arena } = vectors
  arena.ask(query)
  const rows = arena.whole ? compareWhole() : compareCoarse()
  for (const passing of bringUpToDate(database, user, vectors, mayKeep)) rows.pass(passing)
  for (const block of vectors.blocks) rows.compare(block)
  rows.end()
  // Rounding may carry a cosine a hair beyond one.
  return best.ranked.map(({ score, item }) => ({ score: Math.max(-1, Math.min(1, score)), item }))

  function allowed (row: number): Document | undefined {
    const document = documentOf(documents, row)
    return document !== undefined && allows(document) ? document : undefined
  }

  function compareWhole (): Comparison {
    const kept: Block[] = []

    /** Looks at those that may score `from` or more, and less than `below`. */
    function judge ({ slot, length, memories }: Block, from: number, below: number): void {
      for (const place of arena.between(slot, length, from, below)) {
        if (arena.most(slot, place) < best.least()) continue
        const document = allowed(memories[place] as number)
        if (document === undefined) continue
        const score = arena.exact(slot, place)
        if (score >= best.least()) best.offer(score, document)
      }
    }

    return {
      pass (block) {
        arena.bound(block.slot, block.length)
        judge(block, best.least(), Infinity)
      },
      compare (block) {
        arena.bound(block.slot, block.length)
        kept.push(block)
      },
      end () {
        // Most of a thousand that may be among the best when nothing is known yet are ruled out by what so many score.
        const floor = arena.reached(limit)
        for (const block of kept) judge(block, floor, Infinity)
        // The filter left some of those out.
        if (best.least() < floor) { for (const block of kept) judge(block, -Infinity, floor) }
      }
    }
  }

  function compareCoarse (): Comparison {
    /** The best of what the cosines are at least. */
    const least = createBest<number>(limit, (a, b) => a < b)
    let candidates: Array<{ row: number, most: number }> = []
    const compare = ({ slot, length, memories }: Block): void => {
      arena.bound(slot, length)
      for (const place of arena.between(slot, length, least.least(), Infinity)) {
        const most = arena.most(slot, place)
        const row = memories[place] as number
        if (most < least.least() || allowed(row) === undefined) continue
        candidates.push({ row, most })
        least.offer(arena.least(slot, place), row)
      }
      candidates = candidates.filter(({ most }) => most >= least.least())
    }
    return {
      compare,
      pass: compare,
      end () {
        for (const { row, most } of candidates.sort((a, b) => b.most - a.most)) {
          if (most < best.least()) return
          const stored = first(
            database,
            'SELECT vector FROM vectors WHERE memory = ? AND generation = ?',
            row,
            vectors.generation
          )
          const document = allowed(row)
          if (stored !== undefined && document !== undefined) {
            best.offer(arena.exactOf(stored['vector'] as Uint8Array), document)
          }
        }
      }
    }
  }
}
