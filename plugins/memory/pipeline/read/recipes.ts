/**
 * Named ways to recall: each a whole of weights and depths that was measured as one. `Recall:Recipe` picks one, the
 * other `Recall` settings override parts of it.
 */
import type { Static } from 'typebox'
import type { RecallOptions } from './options.ts'

export interface Recipe {
  /**
   * `session` scales the propagation of scores within a session, the others what an arm or the cross-encoder adds
   * to a memory's own score.
   */
  weights: { text: number, vector: number, graph: number, session: number, rerank: number }
  /** Candidates each arm brings. */
  depth: number
}

/** For conversations, and for the facts distilled from them. */
const balanced: Recipe = { weights: { text: 1, vector: 0.7, graph: 0.25, session: 1, rerank: 1.5 }, depth: 100 }

/** For notes and documents: what stands beside a memory says nothing about it. */
const plain: Recipe = { ...balanced, weights: { ...balanced.weights, session: 0 } }

const recipes: Record<Static<typeof RecallOptions>['Recipe'], Recipe> = { balanced, plain }

export function recipeOf (
  { Recipe, TextWeight, VectorWeight, GraphWeight, SessionWeight, RerankWeight, Depth }: Static<typeof RecallOptions>
): Recipe {
  const { weights, depth } = recipes[Recipe]
  return {
    weights: {
      text: TextWeight ?? weights.text,
      vector: VectorWeight ?? weights.vector,
      graph: GraphWeight ?? weights.graph,
      session: SessionWeight ?? weights.session,
      rerank: RerankWeight ?? weights.rerank
    },
    depth: Depth ?? depth
  }
}
