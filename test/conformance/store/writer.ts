/**
 * The child process of `store.kill`: commits changesets as fast as it can, a few at once, and prints the number of
 * each that was acknowledged. Arguments: module that opens the store, its argument, user, first number, how many.
 */
import { fileURLToPath } from 'node:url'
import type { Store } from '../../../domain/capabilities/store.ts'
import { newEntity, newMemory, newRelation, newSession, random, randomVector, supersession } from './suite.ts'

/** What one whole changeset leaves behind, as `kill.ts` reads it. */
export const partsOfOne = ['bare superseded', 'entity', 'memory active 1', 'relation', 'session', 'supersession'].sort()
  .join()

async function writeOne (store: Store, dimensions: number, userId: string, number: number): Promise<void> {
  const entity = newEntity(userId, `Entity ${number}`, { id: `${userId}-entity-${number}` })
  const old = newMemory(userId, `old ${number}`, { id: `${userId}-old-${number}` })
  const kept = newMemory(userId, `kept ${number}`, {
    id: `${userId}-kept-${number}`,
    sessionId: `session-${number}`,
    entityIds: [entity.id],
    embedding: randomVector(dimensions, random(number))
  })
  await store.commit({
    userId,
    add: [old, kept],
    supersede: [supersession(old.id, kept.id)],
    entities: [entity],
    relations: [{ ...newRelation(userId, entity, 'is', entity, kept), id: `${userId}-relation-${number}` }],
    sessions: [newSession(userId, `session-${number}`)]
  })
  process.stdout.write(`${number}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , module = '', argument = '', userId = '', first = '0', count = '0'] = process.argv
  const { open } = await import(module) as { open: (argument: string) => Promise<Store> }
  const store = await open(argument)
  const dimensions = (await store.meta()).dimensions ?? 16
  let next = Number(first)
  const last = next + Number(count)
  await Promise.all(Array.from({ length: 8 }, async () => {
    while (next < last) await writeOne(store, dimensions, userId, next++)
  }))
  await store.close()
}
