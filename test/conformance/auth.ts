/**
 * What auth is. For authors of auth plugins too: `suite(t, build)` with tap's `t` and a function that makes fresh
 * auth with requests it must accept and requests it must refuse. Requirements are numbered; codes are asserted, never
 * messages.
 */
import type { FastifyRequest } from 'fastify'
import { authInterfaceVersion, type Auth, type Principal } from '../../domain/capabilities/auth.ts'

interface Assertions {
  equal(found: unknown, wanted: unknown, message?: string): unknown
  same(found: unknown, wanted: unknown, message?: string): unknown
  ok(value: unknown, message?: string): unknown
}
interface Tester {
  test(name: string, options: object, body: (t: Assertions) => Promise<void>): unknown
}

/** What a request carries; the rest of it is not auth's to look at. */
export interface Asked {
  headers: Record<string, string | string[]>
  query: Record<string, unknown>
}

export interface Built {
  auth: Auth
  accepts: Array<{ request: Asked, principal: Principal }>
  /** Empty when auth is open. */
  refuses: Asked[]
  close?: () => Promise<void>
}

const hostile: Asked[] = [
  { headers: { authorization: 'Bearer' }, query: {} },
  { headers: { authorization: `Bearer ${'a.'.repeat(5000)}` }, query: {} },
  { headers: { authorization: 'Bearer \u0000' }, query: {} },
  { headers: { authorization: 'Basic YTpi' }, query: {} },
  { headers: { api_key: ['one', 'two'] }, query: {} },
  { headers: { api_key: '"; DROP TABLE keys; --' }, query: {} },
  { headers: {}, query: { api_key: ['one', 'two'] } },
  { headers: {}, query: { api_key: { nested: true } } },
  { headers: {}, query: { api_key: '{"alg":"none"}' } }
]

export function suite (t: Tester, build: () => Promise<Built>): void {
  const requirement = (name: string, body: (t: Assertions, built: Built) => Promise<void>) =>
    t.test(name, {}, async t => {
      const built = await build()
      try {
        await body(t, built)
      } finally {
        await built.close?.()
      }
    })
  const ask = (auth: Auth, asked: Asked) =>
    auth.authenticate({ raw: {}, params: {}, body: null, ...asked } as unknown as FastifyRequest)
  const codeOf = async (auth: Auth, asked: Asked) =>
    ask(auth, asked).then(() => null, error => (error as { code?: string }).code ?? String(error))

  requirement('auth.describes-itself: version and provider', async (t, { auth: { interfaceVersion, provider } }) => {
    t.equal(interfaceVersion, authInterfaceVersion)
    t.ok(provider.length > 0)
  })

  requirement('auth.accepts: a good request has its principal, every time', async (t, { auth, accepts }) => {
    for (const { request, principal } of [...accepts, ...accepts]) {
      t.same(await ask(auth, request), principal, JSON.stringify(request))
    }
  })

  requirement('auth.refuses: anything else is unauthorized', async (t, { auth, refuses }) => {
    for (const request of refuses) {
      t.equal(await codeOf(auth, request), 'unauthorized', JSON.stringify(request).slice(0, 100))
    }
  })

  requirement('auth.hostile: nothing a request can carry makes it fail in another way', async (t, { auth }) => {
    for (const request of hostile) {
      const code = await codeOf(auth, request)
      t.ok(code === null || code === 'unauthorized', `${JSON.stringify(request).slice(0, 60)}: ${String(code)}`)
    }
  })

  requirement('auth.apart: many requests at once do not mix their principals', async (t, { auth, accepts }) => {
    const many = Array.from({ length: 100 }, (_, at) => accepts[at % accepts.length] as Built['accepts'][number])
    const found = await Promise.all(many.map(({ request }) => ask(auth, request)))
    t.same(found, many.map(({ principal }) => principal))
  })
}
