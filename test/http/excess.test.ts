/** A list or an object that is far too large is refused as that, before its entries are looked at one by one. */
import Type from 'typebox'
import t from 'tap'
import { argumentName, checker } from '../../http/validation.ts'

/** Entries that count how often they are looked at. */
function counted (length: number): { list: unknown[], looks: () => number } {
  let looks = 0
  const list = new Proxy(Array.from({ length }, () => 1), {
    get (entries, name, receiver) {
      if (/^\d+$/.test(String(name))) looks++
      return Reflect.get(entries, name, receiver)
    }
  })
  return { list, looks: () => looks }
}

t.test('a list that is too long is not walked', async t => {
  const check = checker(Type.Object({ texts: Type.Array(Type.String(), { maxItems: 10 }) }))
  const long = counted(10_000)
  t.match(check({ texts: long.list }), {
    error: { errors: { Texts: ['The Texts field must hold at most 10 items; it holds 10000.'] } }
  })
  t.equal(long.looks(), 0)
  const short = counted(10)
  t.match(check({ texts: short.list }), { error: { errors: { 'Texts[0]': ['The Texts[0] field must be a string.'] } } })
})

t.test('of thousands of unknown fields one is named', async t => {
  const check = checker(Type.Object({ a: Type.Integer() }, { additionalProperties: false }), 'body', argumentName)
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`x${place}`, 1]))
  t.same((check({ a: 1, ...many }) as { error: { errors: object } }).error.errors, {
    x0: ['The x0 field is not known here.']
  })
  t.match(check({ a: 1 }), { value: { a: 1 } })
})
