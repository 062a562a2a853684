/** Answers of embedders and LLMs, kept on disk. A miss is always allowed; a broken entry is a miss. */

export const cacheInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance { cache: Cache }
}

export interface Cache {
  /** `cacheInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /** `space` is `embedding` or `llm`; `key` is any text. */
  get (space: 'embedding' | 'llm', key: string): Promise<Buffer | null>
  /** `userId` says whose text is behind it, so that erasing the user can clear it. Never throws. */
  set (space: 'embedding' | 'llm', key: string, value: Buffer, userId?: string): Promise<void>
  /** Drops everything recorded for this user. */
  forget (userId: string): Promise<void>
}
