/**
 * What an embedder is. For authors of embedders too: `suite(t, build)` with tap's `t` and a function that makes a
 * fresh embedder; `close` is called after each test. Requirements are numbered; codes are asserted, never messages.
 */
import { embedderInterfaceVersion, type Embedder } from '../../domain/capabilities/embedder.ts'

interface Assertions {
  equal(found: unknown, wanted: unknown, message?: string): unknown
  ok(value: unknown, message?: string): unknown
  rejects(promise: Promise<unknown>): Promise<unknown>
}
interface Tester {
  test(name: string, options: object, body: (t: Assertions) => Promise<void>): unknown
}

export interface Built {
  embedder: Embedder
  close?: () => Promise<void>
}

const hostile = [
  '',
  ' ',
  '\u0000',
  '"; DROP TABLE x; --',
  '{{7*7}}',
  '\ud800 half a pair',
  '👩‍👩‍👧 family',
  '東京に住んでいます。',
  'ك'.repeat(3),
  'x'.repeat(50_000)
]

export function suite (t: Tester, build: () => Promise<Built>): void {
  const requirement = (name: string, body: (t: Assertions, embedder: Embedder) => Promise<void>) =>
    t.test(name, {}, async t => {
      const { embedder, close } = await build()
      try {
        await body(t, embedder)
      } finally {
        await close?.()
      }
    })

  requirement(
    'embedder.describes-itself: version, provider, model and dimensions',
    async (t, { interfaceVersion, provider, model, dimensions, endpoint }) => {
      t.equal(interfaceVersion, embedderInterfaceVersion)
      t.ok(provider.length > 0)
      t.ok(model.length > 0)
      t.ok(Number.isInteger(dimensions) && dimensions > 0)
      t.ok(endpoint === null || !new URL(endpoint).password, 'no password in the endpoint')
    }
  )

  requirement('embedder.nothing: an empty list answers an empty list', async (t, { embed }) => {
    t.equal((await embed([])).length, 0)
  })

  requirement(
    'embedder.shape: one vector a text, of the right length, finite, not all zero',
    async (t, { embed, dimensions }) => {
      const vectors = await embed(['I live in Lisbon.', 'My sister is called Ana.'])
      t.equal(vectors.length, 2)
      for (const vector of vectors) t.ok(whole(vector, dimensions))
    }
  )

  requirement('embedder.hostile: any string at all has a vector', async (t, { embed, dimensions }) => {
    const vectors = await embed(hostile)
    t.equal(vectors.length, hostile.length)
    for (const [at, vector] of vectors.entries()) {
      t.ok(whole(vector, dimensions), JSON.stringify(hostile[at]?.slice(0, 30)))
    }
  })

  requirement('embedder.order: a long list comes back in its order, whatever it is cut into', async (t, { embed }) => {
    const texts = Array.from({ length: 150 }, (_, at) => `Fact number ${at} is about topic ${at * 7}.`)
    const [together, [alone]] = await Promise.all([embed(texts), embed([texts[137]!])])
    t.equal(together.length, texts.length)
    t.ok(cosine(together[137]!, alone!) > 0.999)
    t.ok(cosine(together[12]!, alone!) < 0.999)
  })

  requirement('embedder.closeness: the same words are closer than other words', async (t, { embed }) => {
    const [fact, question, other] = await embed([
      'Maria works at the harbour in Porto.',
      'Where in Porto does Maria work?',
      'The recipe needs two eggs and flour.'
    ])
    t.ok(cosine(fact!, question!) > cosine(fact!, other!))
  })

  requirement('embedder.abort: nobody waits for an answer that is not wanted any more', async (t, { embed }) => {
    await t.rejects(embed(['too late'], { signal: AbortSignal.abort() }))
  })
}

function whole (vector: Float32Array, dimensions: number): boolean {
  return vector instanceof Float32Array && vector.length === dimensions && vector.every(Number.isFinite) &&
    vector.some(value => value !== 0)
}

function cosine (a: Float32Array, b: Float32Array): number {
  let [product, left, right] = [0, 0, 0]
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0
    product += value * other
    left += value * value
    right += other * other
  }
  return product / Math.sqrt(left * right)
}
