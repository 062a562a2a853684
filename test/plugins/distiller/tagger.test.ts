/** What was read before, by whoever said it, has no say in how a text is read. */
import t from 'tap'
import { loadGrammar } from '../../../plugins/_shared/english/grammar.ts'

const { sentences, tokens } = await loadGrammar()

const texts = ['grandmother', 'plumber', 'neighbour', 'Siobhan', 'sister-in-law', 'landlord'].flatMap(whose => [
  `My ${whose}'s birthday is on 3 May.`,
  `It was the ${whose}'s.`,
  `He asked: is it my ${whose}'s, or not?`,
  `The ${whose}/owner said so (again).`
])
const readAll = () => texts.map(text => JSON.stringify([sentences(text), tokens(text)]))
const first = readAll()

t.test('texts are read the same in whatever order they come', async t => {
  t.same(readAll(), first)
  for (const text of texts.toReversed()) sentences(text)
  t.same(readAll(), first)
})

t.test('unknown words leave nothing behind, however many', async t => {
  // More beginnings of words than the model has room for.
  const odd = Array.from(
    { length: 150_000 },
    (_, at) => String.fromCodePoint(0x4e00 + at % 20_000) + at.toString(36).replace(/\d/g, 'x') + 'zq'
  )
  for (let from = 0; from < odd.length; from += 100) sentences(odd.slice(from, from + 100).join(' '))
  t.same(readAll(), first)
})
