/** A memory as an arm found it, not read by the reranker yet. */
import type { ScoredMemory } from '../../../plugins/memory/pipeline/read/rerank.ts'
import { newMemory } from '../../conformance/store/suite.ts'

export const candidate = (id: string): ScoredMemory => ({
  id,
  rrfScore: 1,
  ranks: {},
  scores: {},
  memory: { ...newMemory('ana', id), id },
  previous: null,
  prior: 0,
  rerankScore: null,
  relevance: null
})
