/** Step 5: the best `top_k` that fit the budget, one hit a text, each with why it is here. */
import type { Hit, RecallRequest } from '../../../../kernel/capabilities/memory.ts'
import type { Candidate } from './rerank.ts'

export function pack (ordered: Candidate[], { topK, tokenBudget, explain }: RecallRequest): Hit[] {
  const hits: Hit[] = []
  const byFingerprint = new Map<string, Hit>()
  let tokens = 0
  for (const { memory, rrfScore, ranks, scores, rerankScore, relevance } of ordered) {
    const same = byFingerprint.get(memory.fingerprint)
    if (same !== undefined) { same.similarIds.push(memory.id); continue }
    if (hits.length === topK) break
    tokens += estimateTokens(memory.text)
    if (tokenBudget > 0 && tokens > tokenBudget) break
    const hit: Hit = {
      memory,
      rrfScore,
      textRank: ranks.text ?? null,
      vectorRank: ranks.vector ?? null,
      graphRank: ranks.graph ?? null,
      sessionRank: ranks.session ?? null,
      rerankScore,
      relevance,
      gist: null,
      similarIds: [],
      armScores: explain ? { ...scores } : null
    }
    hits.push(hit)
    byFingerprint.set(memory.fingerprint, hit)
  }
  return hits
}

/** About four characters of an alphabet to a token, one of a script without spaces. */
export function estimateTokens (text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu)?.length ?? 0
  return Math.ceil(dense + (text.length - dense) / 4)
}
