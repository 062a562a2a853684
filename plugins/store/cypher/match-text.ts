/**
 * Text search. The database's full-text index says which memories hold which term; its own score is not asked for, because no two databases
 * score alike. The database picks the candidates: all that repeat a term of the query, and the best of the rest;
 * `kernel/text/bm25` scores and orders them here.
 */
import type { Filter, Match } from '../../../kernel/capabilities/store.ts'
import { b, inverseDocumentFrequency, k1, termScore } from '../../../kernel/text/bm25.ts'
import { conditionOf } from './filter.ts'
import type { Dialect, Graph } from './graph.ts'
import { namespaceOf } from './keys.ts'
import { levels, queryTokens, raised, repeatsOf } from './tokens.ts'

/** Candidates beyond the limit, so that ties at its edge are broken here and not by the order of storage. */
const margin = 20
/** So many memories that repeat a term of the query are fetched whole, since steps would misplace them; few memories do. */
const repeating = 3000
/** Added to the weight of a memory that repeats a term: lifts it over all that do not, and costs the database no second sum. */
const lift = 1_000_000

/** What holding a term `level` times adds to holding it `below` times, in a memory of average length, where holding it once counts 1. */
function gain (level: number, below: number): number {
  const part = (frequency: number): number => frequency * (1 + k1) / (frequency + k1)
  return part(level) - part(below)
}

export function textMatcher (graph: Graph, dialect: Dialect) {
  return async function matchText (userId: string, query: string, filter: Filter, limit: number): Promise<Match[]> {
    const ns = namespaceOf(userId)
    const tokens = queryTokens(query)
    if (tokens.length === 0) return []
    const { where, parameters, past } = conditionOf(filter)
    const scope = past ? 'ns' : 'live'
    const texts = tokens.flatMap((token, place) => [{ place, below: 0, level: 1, token }, ...levels.map((level, step) => ({ place, below: levels[step - 1] ?? 1, level, token: raised(token, level) }))])
      .map(({ token, ...rest }, entry) => ({ ...rest, entry, text: dialect.textQuery(scope, ns, [token], false) }))
    const [counted, found] = await Promise.all([
      graph.read(past ? 'MATCH (u:User {uid: $ns}) RETURN u.docs AS docs, u.terms AS terms' : 'MATCH (u:User {uid: $ns}) RETURN u.live_docs AS docs, u.live_terms AS terms', { ns }),
      graph.read(`UNWIND $texts AS asked ${dialect.callText('asked.text')} RETURN asked.entry AS entry, count(m) AS df`, { texts })
    ])
    const documents = Number(counted[0]?.docs ?? 0)
    if (documents === 0 || found.length === 0) return []
    const corpus = { documents, averageLength: Number(counted[0]?.terms) / documents }
    const holders = new Map(found.map(row => [Number(row.entry), Number(row.df)]))
    const idf = new Map(texts.filter(({ entry, level }) => level === 1 && holders.has(entry)).map(({ entry, place }) => [place, inverseDocumentFrequency(corpus, Math.min(holders.get(entry) ?? 0, documents))]))
    const asked = texts.filter(({ entry }) => holders.has(entry)).map(({ place, level, below, text }) => ({ text, weight: (idf.get(place) ?? 0) * (level === 1 ? 1 : gain(level, below)) + (level === 1 ? 0 : lift) }))
    const repeated = texts.reduce((sum, { entry, level }) => sum + (level === 2 ? holders.get(entry) ?? 0 : 0), 0)
    const rows = await graph.read(
      `UNWIND $asked AS asked ${dialect.callText('asked.text')} WITH m, sum(asked.weight) AS weight WHERE m.ns = $ns AND ${where} ` +
      `WITH m, weight, weight / (1.0 + ${k1} * (${1 - b} + ${b} * m.dl / $average)) AS score ORDER BY CASE WHEN weight >= ${lift} THEN 1 ELSE 0 END DESC, score DESC LIMIT $candidates ` +
      `RETURN m.id AS id, m.session_id AS session, m.valid_at AS valid_at, m.dl AS dl, m.repeats AS repeats, [${tokens.map((_, place) => `m.fts CONTAINS $words[${place}]`).join(', ')}] AS holds`,
      { ...parameters, ns, average: corpus.averageLength, candidates: limit + margin + Math.min(repeated, repeating), asked, words: tokens.map(token => ` ${token} `) })
    return rows.map(row => {
      const often = repeatsOf(row.repeats as string)
      const score = tokens.reduce((sum, token, place) => (row.holds as boolean[])[place] ? sum + termScore(corpus, idf.get(place) ?? 0, often.get(token) ?? 1, Number(row.dl)) : sum, 0)
      return { id: row.id as string, score, sessionId: (row.session ?? null) as string | null, validAt: Number(row.valid_at) }
    }).sort((one, other) => other.score - one.score || other.validAt - one.validAt || (one.id < other.id ? 1 : -1)).slice(0, limit)
  }
}
