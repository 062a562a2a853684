/**
 * What a cache is. `suite(t, build)` with tap's `t`; `build` makes a fresh one, `close` is called after each test.
 * Requirements are numbered.
 */
import { cacheInterfaceVersion, type Cache } from '../../domain/capabilities/cache.ts'

interface Assertions {
  equal(found: unknown, wanted: unknown, message?: string): unknown
  same(found: unknown, wanted: unknown, message?: string): unknown
}
interface Tester {
  test(name: string, options: object, body: (t: Assertions) => Promise<void>): unknown
}

export interface BuiltCache {
  cache: Cache
  close?: () => Promise<void>
}

const value = Buffer.from([0, 1, 2, 255])

export function suite (t: Tester, build: () => Promise<BuiltCache>): void {
  const requirement = (name: string, body: (t: Assertions, cache: Cache) => Promise<void>) =>
    t.test(name, {}, async t => {
      const { cache, close } = await build()
      try {
        await body(t, cache)
      } finally {
        await close?.()
      }
    })

  requirement('cache.keeps: bytes come back as they were, and the version is told', async (t, cache) => {
    t.equal(cache.interfaceVersion, cacheInterfaceVersion)
    await cache.set('llm', 'k', value, 'u1')
    t.same(await cache.get('llm', 'k', 'u1'), value)
    await cache.set('llm', 'k', Buffer.from('new'), 'u1')
    t.equal((await cache.get('llm', 'k', 'u1'))?.toString(), 'new')
  })

  requirement('cache.misses: an unknown key, another space and another user are misses', async (t, cache) => {
    await cache.set('llm', 'k', value, 'u1')
    t.equal(await cache.get('llm', 'other', 'u1'), null)
    t.equal(await cache.get('embedding', 'k', 'u1'), null)
    t.equal(await cache.get('llm', 'k', 'u2'), null)
    t.equal(await cache.get('llm', 'k'), null)
  })

  requirement('cache.hostile: any key and any user id will do', async (t, cache) => {
    for (const odd of ['', '../../etc/passwd', 'a\u0000b', '🎈', 'x'.repeat(100_000)]) {
      await cache.set('llm', odd, Buffer.from(odd), odd)
      t.equal((await cache.get('llm', odd, odd))?.toString(), odd)
    }
  })

  requirement('cache.forgets: one user in every space, and nobody else', async (t, cache) => {
    for (const user of ['u1', 'u2']) {
      for (const space of ['llm', 'embedding'] as const) await cache.set(space, 'k', value, user)
    }
    await cache.set('embedding', 'k', value)
    await cache.forget('u1')
    await cache.forget('never seen')
    for (const space of ['llm', 'embedding'] as const) {
      t.equal(await cache.get(space, 'k', 'u1'), null)
      t.same(await cache.get(space, 'k', 'u2'), value)
    }
    t.same(await cache.get('embedding', 'k'), value)
    await cache.set('llm', 'k', value, 'u1')
    t.same(await cache.get('llm', 'k', 'u1'), value)
  })
}
