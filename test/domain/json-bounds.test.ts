/** JSON of many small values is recognised before it is parsed, and nothing else is taken for it. */
import t from 'tap'
import { tooManyValues } from '../../domain/json-bounds.ts'
import { random } from '../conformance/store/suite.ts'

const next = random(41)
const oneOf = <T>(choices: T[]): T => choices[Math.floor(next() * choices.length)] as T

/** A value of any kind, with texts full of what looks like structure. */
function madeUp (depth: number): unknown {
  const leaf = depth === 0 || next() < 0.3
  if (leaf) return oneOf<unknown>([0, -1.5e9, true, null, '', ',', '[{,"', '\\', '\\",', '"', 'é,\n', '\u2028[', 'a'])
  const entries = Array.from({ length: Math.floor(next() * 5) }, () => madeUp(depth - 1))
  if (next() < 0.5) return entries
  return Object.fromEntries(entries.map((entry, place) => [oneOf([',', '"', '\\', 'key', '{[']) + place, entry]))
}

/** Of a list or an object: itself, and what follows its first entry. */
function counted (value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const entries: unknown[] = Object.values(value)
  return 1 + Math.max(0, entries.length - 1) + entries.reduce<number>((sum, entry) => sum + counted(entry), 0)
}

t.test('what is counted is structure, never a text that looks like it', async t => {
  const wrong: string[] = []
  for (let round = 0; round < 500; round++) {
    const value = [madeUp(4)]
    const values = 1 + counted(value)
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      if (tooManyValues(text, values) || !tooManyValues(text, values - 1)) wrong.push(text)
    }
  }
  t.same(wrong, [])
})

t.test('the most values are counted however they are written, and nothing has to be JSON', async t => {
  for (const text of ['['.repeat(200_000), '{}, '.repeat(200_000), '[1' + ',1'.repeat(100_000)]) {
    t.equal(tooManyValues(text), true)
  }
  for (const text of ['', '"', '"\\', '}', `"${','.repeat(200_000)}"`, ' '.repeat(200_000)]) {
    t.equal(tooManyValues(text), false)
  }
})
