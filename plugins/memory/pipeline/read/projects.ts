/** Summaries rest on facts; one that rests on those of another project is shown to no reader of this one. */
import type { Store } from '../../../../domain/capabilities/store.ts'

/** Facts looked at; an entity of more than these is taken for one that several projects speak of. */
const mostFacts = 500

/** The entities that only this project speaks of; all of them without a project. */
export async function withinProject (
  store: Store,
  userId: string,
  entityIds: string[],
  project: string | null | undefined
): Promise<Set<string>> {
  if (project === undefined || entityIds.length === 0) return new Set(entityIds)
  const [all, own] = await Promise.all(
    [{}, { project }].map(async filter => await store.neighbours(userId, entityIds, filter, mostFacts))
  ) as [Awaited<ReturnType<Store['neighbours']>>, Awaited<ReturnType<Store['neighbours']>>]
  if (all.length === mostFacts) return new Set()
  const ofProject = new Set(own.map(({ memoryId }) => memoryId))
  return new Set(
    entityIds.filter(id =>
      all.every(({ entityId, memoryId, distance }) => distance > 0 || entityId !== id || ofProject.has(memoryId))
    )
  )
}
