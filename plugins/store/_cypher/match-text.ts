/**
 * Text search. The database's full-text index says which memories hold which terms; its own score is not asked for,
 * because no two databases score alike. The statement spells out BM25 to pick the best, and `domain/text/bm25` scores
 * and orders them here.
 */
import type { Filter, Match } from '../../../domain/capabilities/store.ts'
import { b, inverseDocumentFrequency, k1, termScore, type Corpus } from '../../../domain/text/bm25.ts'
import { conditionOf } from './filter.ts'
import type { Dialect, Graph, GraphRow, Parameters, Scope } from './graph.ts'
import { namespaceOf } from './keys.ts'
import { maxScore, type QueryTerm } from './max-score.ts'
import { countAndRank, rankAll, rankPruned } from './rank-statements.ts'
import type { Statistics, StatisticsOfUsers } from './statistics.ts'
import { queryTokens, repeatMark, repeatsOf } from './tokens.ts'

/** Candidates beyond the limit, so that ties at its edge are broken here and not by the order of storage. */
const margin = 20
/** Up to this many postings, counting and ranking is one statement; above, pruning is cheaper than reading all. */
const fewPostings = 2000

interface Search {
  ns: string
  scope: Scope
  where: string
  /** Parameters that every statement of this search shares. */
  given: Parameters
  limit: number
}

export function textMatcher (graph: Graph, dialect: Dialect, users: StatisticsOfUsers) {
  return async function matchText (userId: string, query: string, filter: Filter, limit: number): Promise<Match[]> {
    const ns = namespaceOf(userId)
    const tokens = queryTokens(query)
    if (tokens.length === 0) return []
    const { where, parameters, past } = conditionOf(filter)
    const scope: Scope = past ? 'ns' : 'live'
    const given = { ...parameters, ns, candidates: limit + margin, base: k1 * (1 - b) }
    const search = { ns, scope, where, given, limit }
    const statistics = users.of(ns)
    const known = statistics.sizes[scope] && tokens.every(token => statistics.holders.has(`${scope} ${token}`))
    const matches = known ? null : await count(search, tokens, statistics)
    return matches ?? await rank(search, statisticsOf(statistics, scope, tokens))
  }

  /** Reads the statistics of these tokens; answers the matches as well when there are few. */
  async function count (search: Search, tokens: string[], statistics: Statistics): Promise<Match[] | null> {
    const { ns, scope, where, given, limit } = search
    const texts = tokens.flatMap(token => [[token], [repeatMark(token)]]).map(set =>
      dialect.textQuery(scope, ns, [set])
    )
    const [row] = await graph.read(countAndRank(dialect, where, scope, tokens.length), {
      ...given,
      ...parametersOf(search, tokens),
      texts,
      last: texts.length - 1,
      few: fewPostings
    })
    remember(statistics, scope, tokens, row)
    if (!row?.ranked) return null
    const { corpus, terms } = statisticsOf(statistics, scope, tokens)
    return terms.length === 0 ? [] : ranked(row.rows as GraphRow[], corpus, terms, tokens).slice(0, limit)
  }

  async function rank (search: Search, { corpus, terms }: { corpus: Corpus, terms: QueryTerm[] }): Promise<Match[]> {
    if (terms.length === 0) return []
    const { ns, scope, where, given, limit } = search
    const tokens = terms.map(({ token }) => token)
    const pruning = maxScore(corpus, terms, limit)
    const statement = pruning ? rankPruned : rankAll
    const [row] = await graph.read(statement(dialect, where, tokens.length), {
      ...given,
      ...parametersOf(search, tokens),
      ...pruning && { few: dialect.textQuery(scope, ns, pruning.sets), bound: pruning.bound, limit },
      weights: terms.map(({ holders }) => (1 + k1) * inverseDocumentFrequency(corpus, holders)),
      slope: k1 * b / corpus.averageLength
    })
    return ranked(row?.rows as GraphRow[], corpus, terms, tokens).slice(0, limit)
  }

  function parametersOf ({ ns, scope }: Search, tokens: string[]): Parameters {
    return {
      all: dialect.textQuery(scope, ns, tokens.map(token => [token])),
      words: tokens.map(token => ` ${token} `),
      marks: tokens.map(token => ` ${token}:`),
      terms: tokens.length
    }
  }
}

/**
 * A term without holders is not remembered: another process may store the first memory that holds it, and that one has
 * to be found at once.
 */
function remember (
  { sizes, holders }: Statistics,
  scope: Scope,
  tokens: string[],
  row: GraphRow | undefined
): void {
  const counts = (row?.holders ?? []) as unknown[]
  sizes[scope] = { documents: Number(row?.docs ?? 0), terms: Number(row?.terms ?? 0) }
  for (const [place, token] of tokens.entries()) {
    const held = Number(counts[2 * place] ?? 0)
    if (held > 0) holders.set(`${scope} ${token}`, { holders: held, repeating: Number(counts[2 * place + 1] ?? 0) })
  }
}

/** A memory may have come between two counts, so no term has more holders than there are memories. */
function statisticsOf (
  { sizes, holders }: Statistics,
  scope: Scope,
  tokens: string[]
): { corpus: Corpus, terms: QueryTerm[] } {
  const { documents = 0, terms: length = 0 } = sizes[scope] ?? {}
  const terms = tokens.flatMap(token => {
    const counted = holders.get(`${scope} ${token}`)
    return counted && documents > 0
      ? [{ token, repeating: counted.repeating, holders: Math.min(counted.holders, documents) }]
      : []
  })
  return { corpus: { documents, averageLength: length / documents }, terms }
}

/** `tokens` are those of the statement, in its order. */
function ranked (rows: GraphRow[], corpus: Corpus, terms: QueryTerm[], tokens: string[]): Match[] {
  const idf = new Map(terms.map(({ token, holders }) => [token, inverseDocumentFrequency(corpus, holders)]))
  return rows.map(row => {
    const frequencies = repeatsOf(row.repeats as string)
    const held = row.holds as boolean[]
    const score = tokens.reduce(
      (sum, token, place) =>
        held[place] ? sum + termScore(corpus, idf.get(token) ?? 0, frequencies.get(token) ?? 1, Number(row.dl)) : sum,
      0
    )
    return {
      id: row.id as string,
      score,
      sessionId: (row.session ?? null) as string | null,
      validAt: Number(row.valid_at)
    }
  }).sort((one, other) => other.score - one.score || other.validAt - one.validAt || (one.id < other.id ? 1 : -1))
}
