/** What every store can hold: replaced where it must be, and the very value where nothing is to be replaced. */
import t from 'tap'
import { storable } from '../../domain/text/storable.ts'

t.test('what can be stored is answered as it is, without a copy', async t => {
  const value = { text: 'Zoë 𝄞', list: ['a', { b: [1, null] }], vector: new Float32Array(2), none: undefined }
  t.equal(storable(value), value)
})

t.test('what holds a NUL or half a pair is copied, and only there', async t => {
  const kept = { text: 'kept' }
  const value = { one: ['a\0b', kept], two: { three: '\uD800!' }, metadata: { raw: '\0' } }
  const changed = storable(value)
  t.same(changed, { one: ['a\uFFFDb', kept], two: { three: '\uFFFD!' }, metadata: { raw: '\0' } })
  t.equal(changed.one[1], kept)
  t.equal(changed.metadata, value.metadata)
  t.same(value.one[0], 'a\0b', 'what was given is left alone')
})

t.test('a field named __proto__ is a field', async t => {
  const changed = storable(JSON.parse('{"__proto__": {"text": "a\\u0000"}, "b": 1}') as object)
  t.equal(JSON.stringify(changed), '{"__proto__":{"text":"a\uFFFD"},"b":1}')
  t.equal(Object.getPrototypeOf(changed), Object.prototype)
})
