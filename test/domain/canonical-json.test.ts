/** Equal JSON is one text: idempotency hashes and digests rest on it. */
import t from 'tap'
import { canonicalJson } from '../../domain/canonical-json.ts'

t.test('the example of RFC 8785, section 3.2.2', async t => {
  const value = {
    numbers: [333333333.3333333, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false]
  }
  t.equal(
    canonicalJson(value),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
  )
})

t.test('the order of names does not matter, at any depth; the order of a list does', async t => {
  t.equal(canonicalJson({ b: [{ y: 1, x: 2 }], a: null }), canonicalJson({ a: null, b: [{ x: 2, y: 1 }] }))
  t.not(canonicalJson([1, 2]), canonicalJson([2, 1]))
  t.equal(
    canonicalJson(Object.fromEntries(['é', 'z', '\u{1f600}', '\ufb33'].map((name, at) => [name, at]))),
    '{"z":1,"é":0,"\u{1f600}":2,"\ufb33":3}'
  )
})

t.test('what JSON cannot hold is written as JSON.stringify would, and a lone surrogate does not fail', async t => {
  t.equal(canonicalJson({ a: undefined, b: Number.NaN, c: [undefined] }), '{"b":null,"c":[null]}')
  t.equal(canonicalJson(undefined), 'null')
  t.equal(canonicalJson({ '\udc00': 'x\ud800' }), '{"\ufffd":"x\ufffd"}')
  t.equal(canonicalJson('\\ud800'), '"\\\\ud800"', 'a backslash before the letters is no escape')
})
