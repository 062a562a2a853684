/** A whole search of one user, as the routes ask for it; what a test is about is said by the test. */
import type { RecallRequest } from '../../../domain/capabilities/memory.ts'

export const recallRequest = (how: Partial<RecallRequest> = {}): RecallRequest => ({
  userId: 'ana',
  query: 'Which whale did Ana see?',
  topK: 10,
  mode: 'hybrid',
  rerank: true,
  sessionArm: true,
  tokenBudget: 0,
  expandQuery: false,
  filter: {},
  app: null,
  explain: false,
  ...how
})
