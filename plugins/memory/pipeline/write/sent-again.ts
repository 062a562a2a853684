/** What waits for the model already, and is sent again. */
import type { Turn } from '../../../../domain/capabilities/distiller.ts'
import type { IngestRequest, Scope } from '../../../../domain/capabilities/memory.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { parcelOf, waiting, type Given, type Parcel } from './inbox.ts'

/** The parcel that holds the same turns: with their times any of them, without them the latest. */
export async function sentAgain (
  store: Store,
  { turns, given, userId, app, project, sessionId }:
    & Pick<IngestRequest, 'turns'>
    & { given?: Given | undefined }
    & Scope
): Promise<Memory[] | null> {
  const holders = await waiting(store, userId)
  const isDated = turns.every(({ timed, uuid }) => timed === true || uuid !== null)
  const found = (isDated ? holders : holders.slice(-1)).find(holder => {
    const { scope, ...parcel } = parcelOf(holder) as Parcel
    return scope.project === project &&
      (isDated || (scope.app === app && scope.sessionId === sessionId)) &&
      JSON.stringify(parcel.given) === JSON.stringify(given) && parcel.turns.length === turns.length &&
      parcel.turns.every((turn, place) => isSameTurn(turn, turns[place] as Turn))
  })
  if (found === undefined) return null
  const memories = await store.get(userId, parcelOf(found)?.memoryIds ?? [])
  // Rules may have read it already; what they read holds it.
  return memories.length > 0 ? memories : [found]
}

function isSameTurn (one: Turn, other: Turn): boolean {
  return one.role === other.role && one.content === other.content && one.uuid === other.uuid &&
    one.timed === other.timed && (one.timed !== true || one.at === other.at)
}
