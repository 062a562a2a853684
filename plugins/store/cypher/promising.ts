/**
 * Which memories can be among the best for a query, told before any is looked at: the idea of MaxScore (Turtle and Flood, 1995), with sets of terms
 * where the original has terms. A memory that holds none of the sets scores no more than `bound`, whatever else it holds, so when enough
 * of those that hold one score more, the common terms' long lists of holders need not be read.
 */
import { inverseDocumentFrequency, termScore, type Corpus } from '../../../kernel/text/bm25.ts'
import { repeatMark } from './tokens.ts'

/** A term of the query, with how many memories hold it, and how many more than once. */
export interface Asked { token: string, holders: number, repeating: number }

/** So many of the rarest terms form sets; the others may be held by any memory. */
const inSets = 6
/** Those who repeat a term are asked for as well when they are no more than this, so that all others are known to hold it once. */
const fewRepeating = 300

export function promising (corpus: Corpus, asked: Asked[], limit: number): { sets: string[][], bound: number } | null {
  const postings = asked.reduce((sum, { holders }) => sum + holders, 0)
  const weighed = asked.map(term => ({
    ...term,
    share: Math.min(1, term.holders / corpus.documents),
    idf: inverseDocumentFrequency(corpus, term.holders),
    // A memory that repeats the term and was not asked for may repeat it without end.
    most: term.repeating > fewRepeating ? Number.MAX_SAFE_INTEGER : 1
  })).sort((one, other) => other.idf - one.idf)
  const [rare, common] = [weighed.slice(0, inSets), weighed.slice(inSets)]
  const groups = Array.from({ length: 2 ** rare.length }, (_, mask) => {
    const held = rare.filter((_, place) => mask & 2 ** place)
    // It has at least as many terms as these; the fewer terms, the higher the score.
    const shortest = Math.max(1, held.length)
    return {
      mask,
      held,
      bound: [...held, ...common].reduce((sum, { idf, most }) => sum + termScore(corpus, idf, most, shortest), 0),
      ordinary: held.reduce((sum, { idf }) => sum + termScore(corpus, idf, 1, corpus.averageLength), 0),
      likely: rare.reduce((product, { share }, place) => product * (mask & 2 ** place ? share : 1 - share), corpus.documents)
    }
  })
  const bound = ordinaryAt(groups, 2 * limit + 20)
  const chosen: typeof groups = []
  for (const group of [...groups].sort((one, other) => one.held.length - other.held.length)) {
    if (group.bound > bound && !chosen.some(({ mask }) => (mask & group.mask) === mask)) chosen.push(group)
  }
  // The common terms alone may reach it: then any memory can be among the best.
  if (chosen.some(({ held }) => held.length === 0)) return null
  const reached = groups.reduce((sum, { mask, likely }) => sum + (chosen.some(set => (set.mask & mask) === set.mask) ? likely : 0), 0)
  if (reached > postings / 3) return null
  const repeating = weighed.filter(({ repeating }) => repeating > 0 && repeating <= fewRepeating)
  return { bound, sets: [...chosen.map(({ held }) => held.map(({ token }) => token)), ...repeating.map(({ token }) => [repeatMark(token)])] }
}

const caution = 0.88

/** A little less than what a memory of ordinary length scores at this place, if the terms were spread by chance. */
function ordinaryAt (groups: Array<{ ordinary: number, likely: number }>, place: number): number {
  let found = 0
  for (const { ordinary, likely } of [...groups].sort((one, other) => other.ordinary - one.ordinary)) {
    found += likely
    if (found >= place) return caution * ordinary
  }
  return 0
}
