/**
 * Amounts: another one takes the place of the first where both are of the same whole, and neither is a part, a
 * difference, another's, or of another time.
 */
import t from 'tap'
import type { Memory } from '../../../domain/nouns.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, remembered, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const start = Date.UTC(2025, 4, 6, 9)

/** What the second statement ends of the first. */
async function ended (first: string, later: string): Promise<string[]> {
  const known: Memory[] = []
  const verdicts = []
  for (const [index, text] of [first, later].entries()) {
    const { facts } = await distiller.distill(conversation([turn(text, { at: start + index * 30 * 86_400_000 })]))
    const neighbours = known.map(memory => ({ memory, similarity: 0.5 }))
    verdicts.push(...await distiller.reconcile('u', facts.map(candidate => ({ candidate, neighbours }))))
    known.push(...facts.map((fact, at) => remembered(fact, known.length + at + 1)))
  }
  return verdicts.flatMap(({ targetIds }) => targetIds)
}

/** What is had, and another amount of it. */
const amounts: Array<[first: string, later: string]> = [
  ['I have seven goats.', 'I have three goats'],
  ['I own six canoes.', 'I own two canoes'],
  ['I tutor 15 girls.', 'I tutor 6 girls'],
  ['I cycle 12 km a day.', 'I cycle 4 km a day'],
  ['I drink five mugs of cocoa a day.', 'I drink two mugs of cocoa a day'],
  ['I fold 70 shirts a day.', 'I fold 25 shirts a day'],
  ['I weigh 88 kg.', 'I weigh 17 kg'],
  ['I take 60 mg of codeine.', 'I take 15 mg of codeine'],
  ['My rent is 720 euros.', 'My rent is 110 euros'],
  ['My salary is 2,900 euros.', 'My salary is 350 euros']
]
const whole = [
  'now',
  'nowadays',
  'these days',
  'now, because I got older',
  'now and that is enough',
  'now since the move'
]
const partial = [
  'more than before now',
  'less than Ida now',
  'at the lake now',
  'with my aunt now',
  'from Norway now',
  'each now',
  'extra now'
]

t.test('an amount of the same takes the place of the first', async t => {
  for (const [first, later] of amounts) {
    for (const tail of whole) t.equal((await ended(first, `${later} ${tail}.`)).length, 1, `${first} ${later} ${tail}.`)
  }
})

t.test('a part and a difference do not', async t => {
  for (const [first, later] of amounts) {
    for (const tail of partial) t.same(await ended(first, `${later} ${tail}.`), [], `${first} ${later} ${tail}.`)
    t.same(await ended(first, `Soon ${later}.`), [], `${first} Soon ${later}.`)
  }
})

t.test('what else is no amount of the same', async t => {
  const near: Array<[first: string, later: string]> = [
    ['I have seven goats.', 'I have two goats that need a vet now.'],
    ['I have seven goats.', 'I have two goats waiting outside now.'],
    ['I have seven goats.', 'I have two goats now, at the same place.'],
    ['I have seven goats.', 'I dropped two goats now.'],
    ['I have seven goats.', 'I have two goats less now.'],
    ['I grow 30 pear trees.', 'I grow 4 plum trees now.'],
    ['I have 20 roses.', 'I grew 3 roses.'],
    ['I drink five mugs of cocoa a day.', 'I drink two mugs of broth a day now.'],
    ['I drive 300 km a week.', 'I drive 40 km a day now.'],
    ['I weigh 88 kg.', 'I have 300 pounds now.'],
    ['I weigh 88 kg.', 'I hit 120 kg on the bench now.'],
    ['I weigh 88 kg.', 'I dropped 9 kg.'],
    ['I weigh 88 kg.', 'I weigh 95 bags now.'],
    ['I weigh 88 kg.', 'I weigh 9 more now.'],
    ['I am 170 cm tall.', 'I grew 3 cm.'],
    ['I take 60 mg of codeine.', 'I take 15 mg of codeine with dinner now.'],
    ['I sleep six hours a night.', 'I sleep two in the afternoon now.'],
    ['I smoke ten cigarettes a day.', 'I smoke two at parties now.']
  ]
  for (const [first, later] of near) t.same(await ended(first, later), [], `${first} ${later}`)
})

t.test('a number alone is of what the verb measures, and daily is no part', async t => {
  const told: Array<[first: string, later: string]> = [
    ['I take 60 mg of codeine and zinc daily.', 'The doctor raised the codeine to 90 mg.'],
    ['I weigh 88 kg.', 'I weigh 91 now.'],
    ['I sleep six hours a night.', 'I sleep eight now.'],
    ['I work 38 hours a week.', 'I work 30 now.'],
    ['I smoke ten cigarettes a day.', 'I smoke three now.']
  ]
  for (const [first, later] of told) t.equal((await ended(first, later)).length, 1, `${first} ${later}`)
})
