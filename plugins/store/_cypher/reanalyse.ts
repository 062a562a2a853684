/** What memories are found by, made of their texts again. */
import type { Changeset } from '../../../domain/capabilities/store.ts'
import { cypher } from './cypher.ts'
import type { Graph, Step } from './graph.ts'
import { uidOf } from './keys.ts'
import { indexed } from './tokens.ts'

export interface Reanalysed {
  uid: string
  properties: ReturnType<typeof indexed>
}

/** Those that differ from what is stored; a text never changes, so that this may be read before the write. */
export async function reanalysedOf (
  graph: Graph,
  ns: string,
  { reanalyse: ids = [] }: Changeset
): Promise<Reanalysed[]> {
  if (ids.length === 0) return []
  const rows = await graph.read(
    cypher`
      MATCH (m:Memory)
      WHERE m.uid IN $uids
      RETURN m.uid AS uid, m.text AS text, m.fts AS fts, m.dl AS dl, m.repeats AS repeats`,
    { uids: ids.map(id => uidOf(ns, id)) }
  )
  return rows.flatMap(({ uid, text, fts, dl, repeats }) => {
    const properties = indexed(text as string)
    const same = properties.fts === fts && properties.dl === Number(dl) && properties.repeats === repeats
    return same ? [] : [{ uid: uid as string, properties }]
  })
}

export function reanalyseStep (reanalysed: Reanalysed[]): Step {
  return {
    body: cypher`
      UNWIND $reanalysed AS x
      MATCH (m:Memory {uid: x.uid})
      WITH x, m, x.properties.dl - m.dl AS more, CASE WHEN m.live IS NULL THEN 0 ELSE 1 END AS live
      SET m += x.properties
      WITH sum(more) AS terms, sum(more * live) AS live_terms
      MATCH (u:User {uid: $ns})
      SET u.terms = u.terms + terms, u.live_terms = u.live_terms + live_terms`,
    parameters: { reanalysed }
  }
}
