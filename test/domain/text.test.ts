import t from 'tap'
import { fold, termFrequencies, terms } from '../../domain/text/analyse.ts'
import { inverseDocumentFrequency, termScore } from '../../domain/text/bm25.ts'
import { fingerprint, nameKey, normaliseText } from '../../domain/text/identity.ts'
import { requireUserId, storable, storableText } from '../../domain/text/storable.ts'
import { requireVector } from '../../domain/vector.ts'

t.test('text becomes the same terms however it is written', async t => {
  const cases: Array<[text: string, expected: string[]]> = [
    ['Running runs RUN', ['run', 'run', 'run']],
    ['The cat and the hat', ['cat', 'hat']],
    ["Don't we’re Sarah's", ['sarah']],
    ['Café CAFE\u0301 ℌello ﬁne', ['cafe', 'cafe', 'hello', 'fine']],
    ['Größe Straße', ['große', 'straße']],
    ['Москва живёт', ['москва', 'живет']],
    ['北京天气', ['北', '北京', '京', '京天', '天', '天气', '气']],
    ['カタカナ', ['カタ', 'タカ', 'カナ']],
    ['ｶﾀｶﾅ', ['カタ', 'タカ', 'カナ']],
    ['서울', ['서울']],
    ['한', ['한']],
    ['v2.0 x86_64 user@example.org', ['v2', '0', 'x86', '64', 'user', 'exampl', 'org']],
    ['दिल्ली', ['दिल्ली']],
    ['!!! — … 🫖', []],
    ['', []]
  ]
  for (const [text, expected] of cases) t.same(terms(text), expected, JSON.stringify(text))
  t.equal(fold('ÀÉÎ İ'), 'aei i')
})

t.test('a term is never longer than 39 bytes, and long ones that differ stay different', async t => {
  const [one, two, wide] = [terms('a'.repeat(500)), terms('a'.repeat(501)), terms('я'.repeat(30))]
  for (const [term] of [one, two, wide]) t.ok(Buffer.byteLength(term ?? '') <= 39)
  t.not(one[0], two[0])
  t.same(terms('я'.repeat(19)), ['я'.repeat(19)])
  t.ok(
    [...terms('a\ud800b '.repeat(3)), ...terms('x\u0000y')].every(term => !/[\0\p{Surrogate}]/u.test(term)),
    'and holds nothing a database could stumble over'
  )
})

t.test('frequencies count repeats, length counts all', async t => {
  const { frequencies, length } = termFrequencies('tea Tea teas, green tea')
  t.same([...frequencies], [['tea', 4], ['green', 1]])
  t.equal(length, 5)
})

t.test('BM25 gives the values worked out by hand', async t => {
  const corpus = { documents: 10, averageLength: 8 }
  const close = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9
  t.ok(close(inverseDocumentFrequency(corpus, 2), Math.log(1 + 8.5 / 2.5)))
  t.ok(inverseDocumentFrequency(corpus, 10) > 0, 'never negative')
  t.ok(close(termScore(corpus, 2, 3, 8), 2 * 3 * 2.2 / (3 + 1.2)))
  t.ok(close(termScore(corpus, 1, 1, 16), 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2))))
  t.ok(
    termScore(corpus, 1, 2, 8) > termScore(corpus, 1, 1, 8) && termScore(corpus, 1, 1, 4) > termScore(corpus, 1, 1, 8)
  )
})

t.test('the same fact has the same fingerprint, another fact or project has another', async t => {
  const same = ['Tea is drunk at five.', 'tea  is drunk\nat FIVE', ' Tea is drunk at five! ', 'Ｔea is drunk at five']
  t.equal(new Set(same.map(text => fingerprint(text, null))).size, 1)
  const different = ['Tea is drunk at five?', 'Tea is not drunk at five.', 'Tea is drunk at 5.', 'Tee is drunk at five']
  t.equal(new Set([...different, same[0] ?? ''].map(text => fingerprint(text, null))).size, 5)
  t.not(fingerprint('tea', 'p'), fingerprint('tea', null))
  t.match(fingerprint('tea', null), /^[0-9a-f]{64}$/)
  t.not(fingerprint('!!!', null), fingerprint('...', null), 'texts that normalise to nothing stay distinct')
  t.equal(normaliseText('“It’s”  OK!!'), '"it\'s" ok')
})

t.test('names that mean the same have one key, and a key is its own key', async t => {
  for (
    const [name, key] of [
      ['New York-City ', 'new york city'],
      ['Anna Müller’s', 'anna muller'],
      ['C++', 'c++'],
      ['C#', 'c#'],
      ['東京', '東京'],
      ['  Ünïcode_x ', 'unicode x'],
      ['!!!', '!!!']
    ] as const
  ) {
    t.equal(nameKey(name), key)
    t.equal(nameKey(key), key)
  }
})

t.test('what no database can hold becomes U+FFFD; metadata and attributes are left for JSON to escape', async t => {
  t.equal(storableText('a\u0000b\ud800c\udc00d😀'), 'a\uFFFDb\uFFFDc\uFFFDd😀')
  const clean = {
    text: 'fine 😀',
    tags: ['a'],
    nested: [{ at: 1, none: null, not: undefined }],
    embedding: new Float32Array([1])
  }
  t.equal(storable(clean), clean, 'the very value when there is nothing to do')
  const dirty = {
    text: 'a\u0000',
    add: [{
      tags: ['x', '\udfff'],
      metadata: { '\u0000': '\u0000' },
      attributes: { a: '\ud800' },
      embedding: clean.embedding,
      at: 0
    }]
  }
  const cleaned = storable(dirty)
  t.same(cleaned, {
    text: 'a\uFFFD',
    add: [{
      tags: ['x', '\uFFFD'],
      metadata: { '\u0000': '\u0000' },
      attributes: { a: '\ud800' },
      embedding: clean.embedding,
      at: 0
    }]
  })
  t.equal(cleaned.add[0]?.embedding, clean.embedding)
  t.equal(dirty.text, 'a\u0000', 'the caller keeps what was handed in')
})

t.test('a user id is kept as it is or refused; a blank one is refused', async t => {
  for (const userId of ['anna', ' anna ', '😀', 'a\uFFFDb', 'x'.repeat(1000)]) t.equal(requireUserId(userId), userId)
  for (const userId of ['', ' ', '\u0000', 'a\ud800', '\udc00b']) {
    t.throws(() => requireUserId(userId), { code: 'invalid_identifier', statusCode: 400 })
  }
})

t.test('a vector has its dimension, is finite, and points somewhere', async t => {
  const good = new Float32Array([0, 1e-3, 0])
  t.equal(requireVector(good, 3, 'It'), good)
  t.equal(requireVector(good, null, 'It'), good)
  for (
    const bad of [
      new Float32Array(3),
      new Float32Array(2).fill(1),
      new Float32Array([1, NaN, 1]),
      new Float32Array([1, -Infinity, 1])
    ]
  ) {
    t.throws(() => requireVector(bad, 3, 'It'), { code: 'dimension_mismatch', message: /^It / })
  }
  t.throws(() => requireVector(new Float32Array(0), null, 'It'), { code: 'dimension_mismatch' })
})
