/** The strict count of what was wrongly retired: a successor that tells of some update is no excuse. */
import t from 'tap'
import { measure, type Expected, type Stored } from '../../bench/eval/measure.ts'

const facts = (...expected: Array<[fact: string, type: string, contradicts?: string]>): Expected[] =>
  expected.map(([fact, type, contradicts]) => ({ fact, type, ...(contradicts !== undefined && { contradicts }) }))
const active = (id: string, text: string): Stored => ({ id, text, current: true, supersededBy: null })

/** What is counted when the second memory ended the first. */
function retired (first: string, second: string, expected: Expected[]): string[] {
  const before = [active('a', first)]
  const after = [{ ...active('a', first), current: false, supersededBy: 'b' }, active('b', second)]
  return measure([{ expected, before, after }], null).detail.wronglyRetired
}

t.test('an ended memory is excused by the fact that it held, or by an update of the same', async t => {
  const moved = facts(['Grew to 40 brown chickens', 'farm_update'], [
    'Moved to Rome',
    'location_update',
    'Lives in Bonn'
  ])
  t.same(retired('Kim lives in Bonn.', 'Kim moved to Rome.', moved), [])
  t.same(retired('Kim has 30 brown chickens.', 'Kim grew to 40 brown chickens.', moved), [])
  t.same(retired('Kim sails.', 'Kim sails on lakes.', moved), [], 'the successor says it too')
})

t.test('the successor of something else is no excuse', async t => {
  const told = facts(['Grew to 40 chickens', 'farm_update'])
  t.same(retired('Kim plays the cello.', 'Kim grew to 40 chickens.', told), [
    'Kim plays the cello. ⇐ Kim grew to 40 chickens.'
  ])
})

t.test('what stands in a current memory in the same words did not end', t => {
  const expected = facts(['Grew to 40 chickens', 'farm_update'])
  const counted = (first: string, ...left: string[]) => {
    const before = [active('a', first)]
    const after = [
      { ...active('a', first), current: false, supersededBy: 'b' },
      active('b', 'Kim grew to 40 chickens.'),
      ...left.map((text, at) => active(`c${at}`, text))
    ]
    return measure([{ expected, before, after }], null).detail.wronglyRetired
  }
  const one = 'Kim plays the cello.'
  t.same(counted(`After "I have 30 chickens.", Kim said: ${one}`, one), [], 'only its quotation is gone')
  t.same(counted(`${one} Kim sails on lakes.`, one), ['Kim sails on lakes. ⇐ Kim grew to 40 chickens.'])
  t.same(counted(one, 'Kim plays the harp.').length, 1, 'other words')
  t.end()
})

t.test('a new title takes the place of the old one, whatever its words', async t => {
  const told = facts(['Gardener in Ghent', 'profession'], ['Promoted to site lead', 'profession_update'])
  t.same(retired('Kim is a gardener in Ghent.', 'Kim got promoted to site lead.', told), [])
  t.same(retired('Kim plays the cello.', 'Kim got promoted to site lead.', told).length, 1)
})

t.test('the old number of a contradicted fact gives way to the new one of the same', async t => {
  const told = facts(['Weighs 84 kg', 'fact', 'Weighs 91 kg'])
  t.same(retired('Kim is down to 91 kg.', 'Kim weighs 84 now.', told), [])
  t.same(retired('Kim is down to 90 kg.', 'Kim weighs 84 now.', told).length, 1, 'another number')
  t.same(retired('Kim has 91 hens.', 'Kim weighs 84 now.', told).length, 1, 'of another thing')
  t.same(retired('Kim is down to 91 kg.', 'Kim rents flat 84.', told).length, 1, 'by another thing')
})

t.test('a number is the same in words and in digits', t => {
  const expected = facts(['9 bakers on the team', 'team_size', 'Team of 6 bakers'], ['Owns 12 hens', 'hens'])
  t.same(retired('We have six bakers on the team.', 'We have nine bakers on the team.', expected), [])
  const found = (text: string) => measure([{ expected, before: [], after: [active('a', text)] }], null).tally.found
  t.equal(found('Kim owns twelve hens.'), 1)
  t.equal(found('Kim owns two hens.'), 0)
  t.equal(found('Kim owns twelve-year-old hens.'), 0, 'part of a word')
  t.end()
})
