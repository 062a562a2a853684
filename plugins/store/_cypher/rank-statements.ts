/**
 * The statements of the text search. They are built from the number of terms and the filter alone, so that databases
 * that keep plans by the text of a statement find them again. Parameters of all:
 *
 *     $ns, $candidates              the user, and how many memories to answer
 *     $all                          index query for memories that hold any term
 *     $terms, $words, $marks        how many terms; each as it stands in `fts`, and in `repeats`
 *     $weights, $slope, $base       BM25: (1 + k1) * idf of each term, k1 * b / average length, k1 * (1 - b)
 */
import { b, k1 } from '../../../domain/text/bm25.ts'
import { cypher } from './cypher.ts'
import type { Dialect, Scope } from './graph.ts'

const places = 'place IN range(0, $terms - 1)'

/** Of the memories `m`, best first. */
const answers = cypher`
      collect({
        id: m.id,
        session: m.session_id,
        valid_at: m.valid_at,
        dl: m.dl,
        repeats: m.repeats,
        holds: [word IN $words | m.fts CONTAINS word]
      })`

/**
 * Counts the holders of each term and of each repeated term ($texts, $last), from which weights and slope follow; ranks
 * them as well when there are at most $few postings.
 */
export function countAndRank (dialect: Dialect, where: string, scope: Scope, terms: number): string {
  const [docs, words] = scope === 'ns' ? ['docs', 'terms'] : ['live_docs', 'live_terms']
  return cypher`
      MATCH (u:User {uid: $ns})
      WHERE u.${docs} > 0
      WITH u.${docs} AS docs, u.${words} AS terms
      UNWIND range(0, $last) AS entry
      CALL {
        WITH entry
        ${dialect.callText('$texts[entry]')}
        RETURN count(m) AS counted
      }
      WITH docs, terms, entry, counted
      ORDER BY entry
      WITH docs, terms, collect(counted) AS holders
      WITH docs,
           terms,
           holders,
           reduce(sum = 0, ${places} | sum + holders[2 * place]) AS postings,
           [${places} |
             ${1 + k1} * log(1.0 + (docs - holders[2 * place] + 0.5) / (holders[2 * place] + 0.5))] AS weights,
           CASE WHEN terms > 0 THEN ${k1 * b} * docs / terms ELSE 0.0 END AS slope
      WITH docs,
           terms,
           holders,
           weights,
           slope,
           postings <= $few AS ranked,
           CASE WHEN postings <= $few THEN [$all] ELSE [] END AS asked
      CALL {
        WITH asked, weights, slope
        UNWIND asked AS text
        ${best(dialect, 'text', where, terms)}
        RETURN ${answers} AS rows
      }
      RETURN docs, terms, holders, ranked, rows`
}

/** Ranks every memory that holds a term. */
export function rankAll (dialect: Dialect, where: string, terms: number): string {
  return cypher`
      WITH $weights AS weights, $slope AS slope
      ${best(dialect, '$all', where, terms)}
      RETURN ${answers} AS rows`
}

/**
 * Ranks the memories that pruning leaves ($few), and all only when fewer than $limit of those score more than any other
 * could ($bound).
 */
export function rankPruned (dialect: Dialect, where: string, terms: number): string {
  return cypher`
      WITH $weights AS weights, $slope AS slope
      ${best(dialect, '$few', where, terms)}
      WITH collect(score) AS scores, ${answers} AS found
      WITH found,
           $weights AS weights,
           $slope AS slope,
           CASE WHEN size(scores) >= $limit AND scores[$limit - 1] > $bound THEN [] ELSE [$all] END AS again
      CALL {
        WITH again, weights, slope
        UNWIND again AS text
        ${best(dialect, 'text', where, terms)}
        RETURN ${answers} AS others
      }
      RETURN CASE WHEN size(again) = 0 THEN found ELSE others END AS rows`
}

/** The best memories `m` that the index finds for a text, with their `score`, best first. */
function best (dialect: Dialect, text: string, where: string, terms: number): string {
  return cypher`
        ${dialect.callText(text)}
        WITH m, weights, slope
        WHERE m.ns = $ns AND ${where}
        WITH m, ${dialect.costlyPlanning ? scoreInLoop() : scoreTermByTerm(terms)} AS score
        ORDER BY score DESC
        LIMIT $candidates`
}

type Place = number | string
/** What a term adds to the score of a memory that holds it. */
type Weight = (place: Place) => string

const ifHeld = (place: Place, weight: Weight): string =>
  `CASE WHEN m.fts CONTAINS $words[${place}] THEN ${weight(place)} ELSE 0.0 END`

/** One statement for queries of any length. */
const scoreInLoop = (): string =>
  scoreOf(
    weight => `reduce(sum = 0.0, ${places} | sum + ${ifHeld('place', weight)})`,
    (once, repeated) => cypher`CASE WHEN m.repeats = '' THEN ${once} ELSE ${repeated} END`
  )

/**
 * Quicker to compute, but another statement for each number of terms. FalkorDB computes all branches of a CASE for each
 * row, and the body of a `reduce` only for what is in its list.
 */
const scoreTermByTerm = (terms: number): string =>
  scoreOf(
    weight => `(${Array.from({ length: terms }, (_, place) => ifHeld(place, weight)).join(' + ')})`,
    (once, repeated) =>
      cypher`reduce(score = ${once}, repeats IN CASE WHEN m.repeats = '' THEN [] ELSE [m.repeats] END | ${repeated})`
  )

/** BM25 of `m`. How often a term occurs is looked up only in memories that repeat something. */
function scoreOf (
  sum: (weight: Weight) => string,
  eitherOf: (once: string, repeated: string) => string
): string {
  const length = '($base + slope * m.dl)'
  const frequency = (place: Place): string =>
    cypher`CASE
            WHEN m.repeats CONTAINS $marks[${place}]
            THEN toFloat(split(split(m.repeats, $marks[${place}])[1], ' ')[0])
            ELSE 1.0
          END`
  return eitherOf(
    `${sum(place => `weights[${place}]`)} / (1.0 + ${length})`,
    sum(place => `weights[${place}] / (1.0 + ${length} / ${frequency(place)})`)
  )
}
