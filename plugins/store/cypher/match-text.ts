/**
 * Text search. The database's full-text index says which memories hold which terms; its own score is not asked for, because no two databases
 * score alike. The statement spells out BM25 to pick the best, and `kernel/text/bm25` scores and orders them here.
 */
import type { Filter, Match } from '../../../kernel/capabilities/store.ts'
import { b, inverseDocumentFrequency, k1, termScore, type Corpus } from '../../../kernel/text/bm25.ts'
import { conditionOf } from './filter.ts'
import type { Dialect, Graph, Parameters, Row, Scope } from './graph.ts'
import { namespaceOf } from './keys.ts'
import { promising, type Asked } from './promising.ts'
import type { Statistics, StatisticsOfUsers } from './statistics.ts'
import { queryTokens, repeatMark, repeatsOf } from './tokens.ts'

/** Candidates beyond the limit, so that ties at its edge are broken here and not by the order of storage. */
const margin = 20
/** With so few holders of all terms together they are counted and ranked in one statement; with more it pays to think first. */
const fewHolders = 2000

export function textMatcher (graph: Graph, dialect: Dialect, users: StatisticsOfUsers) {
  return async function matchText (userId: string, query: string, filter: Filter, limit: number): Promise<Match[]> {
    const ns = namespaceOf(userId)
    const tokens = queryTokens(query)
    if (tokens.length === 0) return []
    const { where, parameters, past } = conditionOf(filter)
    const scope: Scope = past ? 'ns' : 'live'
    const textOf = (sets: string[][]): string => dialect.textQuery(scope, ns, sets)
    const statistics = users.of(ns)
    const given = { ...parameters, ns, candidates: limit + margin, base: k1 * (1 - b) }
    const wordsOf = (tokens: string[]): Parameters => ({ all: textOf(tokens.map(token => [token])), words: tokens.map(token => ` ${token} `), marks: tokens.map(token => ` ${token}:`), terms: tokens.length })

    if (!statistics.sizes[scope] || tokens.some(token => !statistics.holders.has(`${scope} ${token}`))) {
      const texts = tokens.flatMap(token => [textOf([[token]]), textOf([[repeatMark(token)]])])
      const [row] = await graph.read(counting(dialect, where, scope, tokens.length), { ...given, ...wordsOf(tokens), texts, last: texts.length - 1, few: fewHolders })
      note(statistics, scope, tokens, row)
      const { corpus, asked } = known(statistics, scope, tokens)
      if (asked.length === 0) return []
      if (row?.ranked) return ranked(row.rows as Row[], corpus, asked, tokens).slice(0, limit)
    }

    const { corpus, asked } = known(statistics, scope, tokens)
    if (asked.length === 0) return []
    const held = asked.map(({ token }) => token)
    const few = promising(corpus, asked, limit)
    const [row] = await graph.read(few ? narrow(dialect, where, held.length) : wide(dialect, where, held.length), {
      ...given,
      ...wordsOf(held),
      ...few && { few: textOf(few.sets), bound: few.bound, limit },
      weights: asked.map(({ holders }) => (1 + k1) * inverseDocumentFrequency(corpus, holders)),
      slope: k1 * b / corpus.averageLength
    })
    return ranked(row?.rows as Row[], corpus, asked, held).slice(0, limit)
  }
}

/** A term that nobody holds is not noted: another process may store the first memory that does, and that one is to be found at once. */
function note ({ sizes, holders }: Statistics, scope: Scope, tokens: string[], row: Row | undefined): void {
  const counts = (row?.holders ?? []) as unknown[]
  sizes[scope] = { documents: Number(row?.docs ?? 0), terms: Number(row?.terms ?? 0) }
  for (const [place, token] of tokens.entries()) {
    const held = Number(counts[2 * place] ?? 0)
    if (held > 0) holders.set(`${scope} ${token}`, { holders: held, repeating: Number(counts[2 * place + 1] ?? 0) })
  }
}

/** A memory may have come between two counts, so no term has more holders than there are memories. */
function known ({ sizes, holders }: Statistics, scope: Scope, tokens: string[]): { corpus: Corpus, asked: Asked[] } {
  const { documents = 0, terms = 0 } = sizes[scope] ?? {}
  const asked = tokens.flatMap(token => {
    const counted = holders.get(`${scope} ${token}`)
    return counted && documents > 0 ? [{ token, repeating: counted.repeating, holders: Math.min(counted.holders, documents) }] : []
  })
  return { corpus: { documents, averageLength: terms / documents }, asked }
}

/** `tokens` are those that the statement was asked about, in its order. */
function ranked (rows: Row[], corpus: Corpus, asked: Asked[], tokens: string[]): Match[] {
  const idf = new Map(asked.map(({ token, holders }) => [token, inverseDocumentFrequency(corpus, holders)]))
  return rows.map(row => {
    const often = repeatsOf(row.repeats as string)
    const held = row.holds as boolean[]
    const score = tokens.reduce((sum, token, place) => held[place] ? sum + termScore(corpus, idf.get(token) ?? 0, often.get(token) ?? 1, Number(row.dl)) : sum, 0)
    return { id: row.id as string, score, sessionId: (row.session ?? null) as string | null, validAt: Number(row.valid_at) }
  }).sort((one, other) => other.score - one.score || other.validAt - one.validAt || (one.id < other.id ? 1 : -1))
}

/** Counts the holders of each term and of each repeated term; ranks them as well when they are few. */
function counting (dialect: Dialect, where: string, scope: Scope, terms: number): string {
  const [docs, words] = scope === 'ns' ? ['docs', 'terms'] : ['live_docs', 'live_terms']
  return `MATCH (u:User {uid: $ns}) WHERE u.${docs} > 0 WITH u.${docs} AS docs, u.${words} AS terms UNWIND range(0, $last) AS entry ` +
    `CALL { WITH entry ${dialect.callText('$texts[entry]')} RETURN count(m) AS counted } WITH docs, terms, entry, counted ORDER BY entry WITH docs, terms, collect(counted) AS holders ` +
    `WITH docs, terms, holders, reduce(sum = 0, ${places} | sum + holders[2 * place]) AS postings, ` +
    `[${places} | ${1 + k1} * log(1.0 + (docs - holders[2 * place] + 0.5) / (holders[2 * place] + 0.5))] AS weights, CASE WHEN terms > 0 THEN ${k1 * b} * docs / terms ELSE 0.0 END AS slope ` +
    'WITH docs, terms, holders, weights, slope, postings <= $few AS ranked, CASE WHEN postings <= $few THEN [$all] ELSE [] END AS asked ' +
    `CALL { WITH asked, weights, slope UNWIND asked AS text ${best(dialect, 'text', where, terms)} RETURN ${answers} AS rows } RETURN docs, terms, holders, ranked, rows`
}

const wide = (dialect: Dialect, where: string, terms: number): string => `WITH $weights AS weights, $slope AS slope ${best(dialect, '$all', where, terms)} RETURN ${answers} AS rows`

/** Asks for the few that can be among the best first, and for all only when too few of those score more than any other could. */
const narrow = (dialect: Dialect, where: string, terms: number): string => `WITH $weights AS weights, $slope AS slope ${best(dialect, '$few', where, terms)} WITH collect(score) AS scores, ${answers} AS found ` +
  'WITH found, $weights AS weights, $slope AS slope, CASE WHEN size(scores) >= $limit AND scores[$limit - 1] > $bound THEN [] ELSE [$all] END AS again ' +
  `CALL { WITH again, weights, slope UNWIND again AS text ${best(dialect, 'text', where, terms)} RETURN ${answers} AS others } RETURN CASE WHEN size(again) = 0 THEN found ELSE others END AS rows`

/** The best memories `m` that the index finds for a text, with their `score`, best first. */
const best = (dialect: Dialect, text: string, where: string, terms: number): string =>
  `${dialect.callText(text)} WITH m, weights, slope WHERE m.ns = $ns AND ${where} WITH m, ${scoreOf(dialect.dearPlans ? null : terms)} AS score ORDER BY score DESC LIMIT $candidates`

const places = 'place IN range(0, $terms - 1)'
const answers = 'collect({id: m.id, session: m.session_id, valid_at: m.valid_at, dl: m.dl, repeats: m.repeats, holds: [word IN $words | m.fts CONTAINS word]})'

/** BM25 of `m`, as a loop or, which is quicker to compute, term by term. How often a term occurs is looked up only in memories that repeat something. */
function scoreOf (terms: number | null): string {
  const held = (place: number | string, weight: (place: number | string) => string): string => `CASE WHEN m.fts CONTAINS $words[${place}] THEN ${weight(place)} ELSE 0.0 END`
  const sum = (weight: (place: number | string) => string): string => terms === null
    ? `reduce(sum = 0.0, ${places} | sum + ${held('place', weight)})`
    : `(${Array.from({ length: terms }, (_, place) => held(place, weight)).join(' + ')})`
  const length = '($base + slope * m.dl)'
  const often = (place: number | string): string => `CASE WHEN m.repeats CONTAINS $marks[${place}] THEN toFloat(split(split(m.repeats, $marks[${place}])[1], ' ')[0]) ELSE 1.0 END`
  return `CASE WHEN m.repeats = '' THEN ${sum(place => `weights[${place}]`)} / (1.0 + ${length}) ELSE ${sum(place => `weights[${place}] / (1.0 + ${length} / ${often(place)})`)} END`
}
