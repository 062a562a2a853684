/** Step 8: the best `top_k` that fit the token budget, one hit for equal texts, each with the ranks that placed it. */
import type { Hit, RecallRequest } from '../../../../domain/capabilities/memory.ts'
import { estimateTokens } from '../../../../domain/text/tokens.ts'
import type { ScoredMemory } from './rerank.ts'

export function pack (ordered: ScoredMemory[], { topK, tokenBudget, explain }: RecallRequest): Hit[] {
  const hits: Hit[] = []
  const byFingerprint = new Map<string, Hit>()
  let tokens = 0
  for (const { memory, rrfScore, prior, ranks, scores, rerankScore, relevance } of ordered) {
    const equal = byFingerprint.get(memory.fingerprint)
    if (equal !== undefined) {
      equal.similarIds.push(memory.id)
      continue
    }
    if (hits.length === topK) break
    if (tokenBudget > 0) {
      tokens += estimateTokens(memory.text)
      if (tokens > tokenBudget) break
    }
    const hit: Hit = {
      memory,
      score: prior,
      rrfScore,
      textRank: ranks.text ?? null,
      vectorRank: ranks.vector ?? null,
      graphRank: ranks.graph ?? null,
      sessionRank: ranks.session ?? null,
      rerankScore,
      relevance,
      similarIds: [],
      armScores: explain ? { ...scores } : null
    }
    hits.push(hit)
    byFingerprint.set(memory.fingerprint, hit)
  }
  return hits
}
