/** No reranker: the fused order stands, and nothing is missing from the answer. */
import fp from 'fastify-plugin'
import { rerankerInterfaceVersion, type Reranker } from '../../../domain/capabilities/reranker.ts'

export const noReranker: Reranker = {
  interfaceVersion: rerankerInterfaceVersion,
  provider: 'none',
  model: 'none',
  calibration: null,
  rerank: async () => ({ scores: [] })
}

export default fp(async fastify => {
  fastify.decorate('reranker', noReranker)
}, { name: 'reranker-none', fastify: '5.x' })
