/** Work that rests on what was read is done anew when another write came between. */
import { StoreConflict } from '../../domain/errors.ts'

const attempts = 5

/**
 * `work` hears which attempt it is, from 1. Rejects with the last conflict, and at once with what is none or what
 * `isFinal` says no new attempt would change.
 */
export async function retryOnConflict<T> (
  work: (attempt: number) => Promise<T>,
  isFinal: (conflict: InstanceType<typeof StoreConflict>) => boolean = () => false
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      if (!(error instanceof StoreConflict) || attempt === attempts || isFinal(error)) throw error
    }
  }
}
