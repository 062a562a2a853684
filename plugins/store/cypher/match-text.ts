/**
 * Text search. The database's full-text index says which memories hold which term; its own score is not asked for, because no two databases
 * score alike. The database computes BM25 over the user's own statistics only to pick the candidates; `kernel/text/bm25` scores them here.
 */
import type { Filter, Match } from '../../../kernel/capabilities/store.ts'
import { b, inverseDocumentFrequency, k1, termScore } from '../../../kernel/text/bm25.ts'
import { conditionOf } from './filter.ts'
import type { Dialect, Graph } from './graph.ts'
import { namespaceOf } from './keys.ts'
import { queryTokens, repeatsOf } from './tokens.ts'

/** Candidates beyond the limit, so that ties at its edge are broken here and not by the order of storage. */
const margin = 20
/** How often the term occurs: `repeats` has an entry like ` tea:4 ` for those that occur more than once. */
const frequency = 'CASE WHEN m.repeats CONTAINS asked.mark THEN toInteger(split(split(m.repeats, asked.mark)[1], \' \')[0]) ELSE 1 END'

export function textMatcher (graph: Graph, dialect: Dialect) {
  return async function matchText (userId: string, query: string, filter: Filter, limit: number): Promise<Match[]> {
    const ns = namespaceOf(userId)
    const tokens = queryTokens(query)
    if (tokens.length === 0) return []
    const { where, parameters, past } = conditionOf(filter)
    const scope = past ? 'ns' : 'live'
    const texts = tokens.map((token, place) => ({ place, mark: ` ${token}:`, text: dialect.textQuery(scope, ns, [token], false) }))
    const [counted, found] = await Promise.all([
      graph.read(past ? 'MATCH (u:User {uid: $ns}) RETURN u.docs AS docs, u.terms AS terms' : 'MATCH (u:User {uid: $ns}) RETURN u.live_docs AS docs, u.live_terms AS terms', { ns }),
      graph.read(`UNWIND $texts AS asked ${dialect.callText('asked.text')} RETURN asked.place AS place, count(m) AS df`, { texts })
    ])
    const documents = Number(counted[0]?.docs ?? 0)
    if (documents === 0 || found.length === 0) return []
    const corpus = { documents, averageLength: Number(counted[0]?.terms) / documents }
    const idf = new Map(found.map(row => [Number(row.place), inverseDocumentFrequency(corpus, Math.min(Number(row.df), documents))]))
    const rows = await graph.read(
      `UNWIND $texts AS asked ${dialect.callText('asked.text')} WITH m, asked, ${frequency} AS tf ` +
      `WITH m, sum(asked.idf * tf / (tf + ${k1} * (${1 - b} + ${b} * m.dl / $average))) AS score, collect(asked.place) AS places ` +
      `WHERE m.ns = $ns AND ${where} WITH m, places, score ORDER BY score DESC LIMIT $candidates ` +
      'RETURN m.id AS id, m.session_id AS session, m.valid_at AS valid_at, m.dl AS dl, m.repeats AS repeats, places',
      { ...parameters, ns, average: corpus.averageLength, candidates: limit + margin, texts: texts.filter(text => idf.has(text.place)).map(text => ({ ...text, idf: idf.get(text.place) })) })
    return rows.map(row => {
      const repeats = repeatsOf(row.repeats as string)
      const score = (row.places as number[]).reduce((sum, place) =>
        sum + termScore(corpus, idf.get(Number(place)) ?? 0, repeats.get(tokens[Number(place)] ?? '') ?? 1, Number(row.dl)), 0)
      return { id: row.id as string, score, sessionId: (row.session ?? null) as string | null, validAt: Number(row.valid_at) }
    }).sort((one, other) => other.score - one.score || other.validAt - one.validAt || (one.id < other.id ? 1 : -1)).slice(0, limit)
  }
}
