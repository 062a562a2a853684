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
import type { Slot } from './arena.ts'
import { createTally } from './tally.ts'
import type { Block } from './runs.ts'
import { bringUpToDate, type Vectors } from './vectors.ts'

/** What sums of float32 may be off by. */
const rounding = 1e-5

/** What the vectors compared may score at most, kept from one search to the next. */
let mosts = new Float32Array(0)

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
  const asked = arena.ask(query)
  const [perError, always] = [1 + asked.error, asked.error + rounding]
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

  /**
   * How far a cosine may be from what the copies say: by Cauchy and Schwarz, as far as they are from their vectors.
   */
  function slack (error: number): number {
    return error * perError + always
  }

  function compareWhole (): Comparison {
    const kept: Block[] = []
    const tally = createTally()
    let count = 0

    function judge (memory: number, slot: Slot, place: number): void {
      const document = allowed(memory)
      if (document === undefined) return
      const score = arena.exact(slot, place)
      if (score >= best.least()) best.offer(score, document)
    }

    /** Looks at those of the kept that may score `from` or more, and less than `below`. */
    function judgeKept (from: number, below: number): void {
      let at = 0
      for (const { slot, length, memories } of kept) {
        for (let place = 0; place < length; place++) {
          const most = mosts[at++] as number
          if (most >= from && most < below && most >= best.least()) judge(memories[place] as number, slot, place)
        }
      }
    }

    return {
      pass ({ slot, length, memories, scales, errors }) {
        const products = arena.coarse(slot, length)
        for (let place = 0; place < length; place++) {
          const about = (products[place] as number) * (scales[place] as number) * asked.scale
          if (about + slack(errors[place] as number) >= best.least()) judge(memories[place] as number, slot, place)
        }
      },
      compare (block) {
        const { slot, length, scales, errors } = block
        if (mosts.length < count + length) mosts = grown(mosts, count + length)
        const into = mosts
        const { scale } = asked
        const products = arena.coarse(slot, length)
        for (let place = 0; place < length; place++) {
          const about = (products[place] as number) * (scales[place] as number) * scale
          const off = (errors[place] as number) * perError + always
          into[count + place] = about + off
          tally.add(about - off)
        }
        kept.push(block)
        count += length
      },
      end () {
        // Most of a thousand that may be among the best when nothing is known yet are ruled out by what so many score.
        const floor = tally.reached(limit)
        judgeKept(floor, Infinity)
        // The filter left some of those out.
        if (best.least() < floor) judgeKept(-Infinity, floor)
      }
    }
  }

  function compareCoarse (): Comparison {
    /** The best of what the cosines are at least. */
    const least = createBest<number>(limit, (a, b) => a < b)
    let candidates: Array<{ row: number, most: number }> = []
    const compare = ({ slot, length, memories, scales, errors }: Block): void => {
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

function grown (old: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(length * 2)
  larger.set(old)
  return larger
}
