/**
 * What may happen only once, remembered in the store under the user whom it is about, so that it holds for all replicas
 * and after a restart. It is kept as long as a refresh token lives.
 */
import { replaysKeptMs, type Store } from '../../../domain/capabilities/store.ts'
import { StoreConflict } from '../../../domain/errors.ts'

/** A mark must outlive what it is about. */
export const longestSeconds = replaysKeptMs / 1000 - 3600

/** That a person let a client in. */
export const offerOf = (family: string) => `offered ${family}`
/** That a code or a refresh token was used up. */
export const useOf = (id: string) => `used ${id}`
/** That what came of one signing in has ended. */
export const endOf = (family: string) => `ended ${family}`

export interface Once {
  /** Marks it; false when it was marked before. */
  mark(userId: string, what: string): Promise<boolean>
  isMarked(userId: string, what: string): Promise<boolean>
}

export function createOnce (store: Store): Once {
  const keyOf = (what: string) => `oauth ${what}`
  return {
    async mark (userId, what) {
      const replay = { key: keyOf(what), requestHash: '', response: '{}', createdAt: Date.now() }
      try {
        await store.commit({ userId, replay })
        return true
      } catch (error) {
        if (error instanceof StoreConflict && error.replayTaken) return false
        throw error
      }
    },
    isMarked: async (userId, what) => await store.replay(userId, keyOf(what)) !== null
  }
}
