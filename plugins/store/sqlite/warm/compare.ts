/**
 * The vector arm: every vector of the user is compared, first as a coarse copy. Of a large user only the copies are
 * kept, and the few vectors that these cannot rule out are read.
 */
import type { Filter } from '../../../../domain/capabilities/store.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { predicateOf } from '../filter.ts'
import { createBest, type Ranked } from './best.ts'
import type { Document } from './columns.ts'
import { documentOf, type Documents } from './documents.ts'
import { before } from './rank.ts'
import { bringUpToDate, type Block, type Vectors } from './vectors.ts'

/** What sums of float32 may be off by. */
const rounding = 1e-5

interface Comparison {
  compare(block: Block): void
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
  const asked = arena.ask(query)
  const rows = arena.whole ? compareWhole() : compareCoarse()
  for (const passing of bringUpToDate(database, user, vectors, mayKeep)) rows.compare(passing)
  for (const block of vectors.blocks) rows.compare(block)
  rows.end()
  // Rounding may carry a cosine a hair beyond one.
  return best.ranked.map(({ score, item }) => ({ score: Math.max(-1, Math.min(1, score)), item }))

  function allowed (row: number): Document | undefined {
    const document = documentOf(documents, row)
    return document !== undefined && allows(document) ? document : undefined
  }

  /** How far a cosine may be from what the copies say: by Cauchy and Schwarz, as far as they are from their vectors. */
  function slack (error: number): number {
    return error + asked.error * (1 + error) + rounding
  }

  function compareWhole (): Comparison {
    return {
      compare ({ slot, length, memories, scales, errors }) {
        const products = arena.coarse(slot, length)
        for (let place = 0; place < length; place++) {
          const about = (products[place] as number) * (scales[place] as number) * asked.scale
          if (about + slack(errors[place] as number) < best.least()) continue
          const document = allowed(memories[place] as number)
          if (document === undefined) continue
          const score = arena.exact(slot, place)
          if (score >= best.least()) best.offer(score, document)
        }
      },
      end () {}
    }
  }

  function compareCoarse (): Comparison {
    /** The best of what the cosines are at least. */
    const least = createBest<number>(limit, (a, b) => a < b)
    let candidates: Array<{ row: number, most: number }> = []
    return {
      compare ({ slot, length, memories, scales, errors }) {
        const products = arena.coarse(slot, length)
        for (let place = 0; place < length; place++) {
          const about = (products[place] as number) * (scales[place] as number) * asked.scale
          const off = slack(errors[place] as number)
          const row = memories[place] as number
          if (about + off < least.least() || allowed(row) === undefined) continue
          candidates.push({ row, most: about + off })
          least.offer(about - off, row)
        }
        candidates = candidates.filter(({ most }) => most >= least.least())
      },
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
