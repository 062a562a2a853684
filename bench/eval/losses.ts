/**
 * Where missing evidence was lost: never retrieved, fused out of the candidates, or put below the tenth place by the
 * reranker.
 */
import { table } from '../../cli/table.ts'
import type { Service } from '../service.ts'
import type { Talk } from './talks.ts'

interface Hit {
  id: string
  rrf_score: number
  text_rank: number | null
  vector_rank: number | null
  graph_rank: number | null
  session_rank: number | null
}

const stages = [
  'in the first ten',
  'reranked away',
  'below ten before and after',
  'fused away',
  'not retrieved'
] as const
type Stage = (typeof stages)[number]

export interface Losses {
  /** Pieces of evidence by category and by what became of them. */
  fates: Map<string, Map<Stage, number>>
  /** Pieces of evidence among the candidates that each arm had found. */
  arms: Map<string, number>
  pieces: number
}

const cutoff = 10
/** The most one search may return. */
const most = 50

/** Places count from 0; -1 is a piece that is not among the hits. */
function stageOf (reranked: number, fused: number, foundByAnArm: boolean): Stage {
  if (reranked === -1) return foundByAnArm ? 'fused away' : 'not retrieved'
  if (reranked < cutoff) return 'in the first ten'
  return fused < cutoff ? 'reranked away' : 'below ten before and after'
}

export async function lossesOf (
  service: Service,
  conversations: Talk[],
  turnOf: Map<string, string>
): Promise<Losses> {
  const losses: Losses = { fates: new Map(), arms: new Map(), pieces: 0 }
  for (const { id: user, questions } of conversations) {
    for (const { text: query, category, evidence } of questions) {
      const search = async (how: object) =>
        (await service.post<{ results: Hit[] }>('/api/v1/memories/search', {
          user_id: user,
          query,
          top_k: most,
          explain: true,
          ...how
        })).results
      const final = await search({ rerank: 'cross_encoder' })
      const [text, vector] = [await search({ mode: 'text' }), await search({ mode: 'vector' })]
      const fused = [...final].sort((a, b) => b.rrf_score - a.rrf_score)
      const placeOf = (hits: Hit[], turn: string) =>
        hits.findIndex(({ id }) => turnOf.get(id)?.split(' ').includes(turn))
      for (const turn of evidence) {
        const after = placeOf(final, turn)
        const found = placeOf(text, turn) !== -1 || placeOf(vector, turn) !== -1
        const stage = stageOf(after, placeOf(fused, turn), found)
        const counts = losses.fates.get(category) ?? new Map<Stage, number>()
        losses.fates.set(category, counts.set(stage, (counts.get(stage) ?? 0) + 1))
        losses.pieces++
        const hit = final[after]
        if (hit === undefined) continue
        for (const arm of ['text', 'vector', 'graph', 'session'] as const) {
          if (hit[`${arm}_rank`] !== null) losses.arms.set(arm, (losses.arms.get(arm) ?? 0) + 1)
        }
      }
    }
  }
  return losses
}

export function printLosses ({ fates, arms, pieces }: Losses): void {
  const share = (count: number, of: number) => `${(100 * count / Math.max(1, of)).toFixed(1)} %`
  const rows = [...fates].map(([category, counts]) => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return [`${category} (${total})`, ...stages.map(stage => share(counts.get(stage) ?? 0, total))]
  })
  const all = [
    'all',
    ...stages.map(stage =>
      share([...fates.values()].reduce((sum, counts) => sum + (counts.get(stage) ?? 0), 0), pieces)
    )
  ]
  console.log(table(`Where ${pieces} pieces of evidence ended, hybrid + rerank`, ['', ...stages], [...rows, all]))
  console.log(
    table(
      `Among the first ${most}, found by`,
      ['arm', 'evidence'],
      [...arms].map(([arm, count]) => [arm, share(count, pieces)])
    )
  )
}
