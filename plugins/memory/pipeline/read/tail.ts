/**
 * The places behind the tenth. The first ones go to what is likeliest, where a good session raises all its turns; the
 * rest of a list is there for what that misses. So the order is fused there with that of the cross-encoder alone, by
 * ranks (Cormack, Clarke and Büttcher, SIGIR 2009).
 */
import { boost, type QueryCues } from './boosts.ts'
import { shareOfRank } from './fuse.ts'
import { propagate } from './propagate.ts'
import { addRerankScores, type ScoredMemory } from './rerank.ts'

/** Places that keep the order they have; 7 to 15 measure alike at twenty. */
const standing = 10

/** `weight` is that of propagation. */
export function fuseTail (ordered: ScoredMemory[], cues: QueryCues, weight: number): ScoredMemory[] {
  const ranks = new Map(byReading(ordered, cues, weight).map(({ id }, place) => [id, place + 1]))
  const tail = ordered.slice(standing).map((one, place) => ({
    one,
    score: shareOfRank(standing + place + 1) + shareOfRank(ranks.get(one.id) ?? Infinity)
  }))
  const priors = tail.map(({ one }) => one.prior).sort((a, b) => b - a)
  const fused = tail.sort((a, b) => b.score - a.score)
    .map(({ one }, place) => ({ ...one, prior: priors[place] as number }))
  return [...ordered.slice(0, standing), ...fused]
}

/**
 * Those that were read, by what the cross-encoder says of them for the whole query and by who said them, without what
 * the arms and their neighbours say: that is the other order's.
 */
function byReading (ordered: ScoredMemory[], cues: QueryCues, weight: number): ScoredMemory[] {
  const read = ordered.filter(({ rerankScore }) => rerankScore !== null).map(one => ({ ...one, utteranceScores: [] }))
  const [candidates, beyond] = [
    read.filter(one => one.beyond === undefined),
    read.filter(one => one.beyond !== undefined)
  ]
  const own = addRerankScores(new Map(), [...candidates, ...beyond], 1)
  return boost(cues, read, { own, session: propagate(own, [], weight), weight })
}
