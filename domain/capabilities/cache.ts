/** Answers of embedders and LLMs, kept on disk. A miss is always allowed; a broken entry is a miss. */

export const cacheInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    cache: Cache
  }
}

export interface Cache {
  /** `cacheInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /**
   * `space` is `embedding` or `llm`; `key` is any text, kept as a hash only. Finds what was set with the same
   * `userId`, and nothing of another's.
   */
  get(space: 'embedding' | 'llm', key: string, userId?: string): Promise<Buffer | null>
  /**
   * `userId` says whose words the value holds, so that erasing the user can clear it; without one the value must hold
   * no words. `since` (`performance.now()`) is when the value was asked for: after a later `forget` of the user it is
   * not kept. Never throws.
   */
  set(space: 'embedding' | 'llm', key: string, value: Buffer, userId?: string, since?: number): Promise<void>
  /** Drops everything recorded for this user. Throws when it could not. */
  forget(userId: string): Promise<void>
}
