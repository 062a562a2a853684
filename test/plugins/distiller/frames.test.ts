/**
 * Statements of one slot, generated: another value ends the one before it where it is said to be so now, and nothing
 * that only sounds like it does.
 */
import t from 'tap'
import type { Memory } from '../../../domain/nouns.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, remembered, turn } from '../../conformance/distiller.ts'
import { random } from '../../conformance/store/suite.ts'

interface Habit {
  /** Base, third person, past, gerund. */
  verb: [string, string, string, string]
  said: (value: string) => string
  values: string[]
}

const names = ['Harrow Ltd', 'Lindqvist', 'Pemberton', 'Okada']
const places = ['the old mill', 'the harbour', 'Elm Park', 'the town hall']
const habits: Habit[] = [
  { verb: ['order', 'orders', 'ordered', 'ordering'], said: value => `lamps from ${value}`, values: names },
  { verb: ['buy', 'buys', 'bought', 'buying'], said: value => `bread at ${value}`, values: places },
  { verb: ['sing', 'sings', 'sang', 'singing'], said: value => `at ${value}`, values: places },
  { verb: ['practise', 'practises', 'practised', 'practising'], said: value => `in ${value}`, values: places },
  {
    verb: ['grow', 'grows', 'grew', 'growing'],
    said: value => `barley on ${value} acres`,
    values: ['four', 'six', 'nine']
  },
  { verb: ['teach', 'teaches', 'taught', 'teaching'], said: value => `pottery with ${value}`, values: names },
  {
    verb: ['open', 'opens', 'opened', 'opening'],
    said: value => `the stall at ${value}`,
    values: ['seven', 'nine', 'noon']
  },
  {
    verb: ['bake', 'bakes', 'baked', 'baking'],
    said: value => `on ${value}`,
    values: ['Mondays', 'Fridays', 'Saturdays']
  },
  {
    verb: ['walk', 'walks', 'walked', 'walking'],
    said: value => `the dog ${value}`,
    values: ['on Mondays', 'every day']
  }
]
/** What stands in no slot of the old statement, or is not so. */
const nearHabits: Array<(habit: Habit, value: string) => string> = [
  ({ verb: [base], said }, value) => `I ${base} ${said(value)}.`,
  ({ verb: [base], said }, value) => `I might ${base} ${said(value)} now.`,
  ({ verb: [base], said }, value) => `I would ${base} ${said(value)} now.`,
  ({ verb: [base], said }, value) => `I'm going to ${base} ${said(value)} from now on.`,
  ({ verb: [base], said }, value) => `I want to ${base} ${said(value)} now.`,
  ({ verb: [base], said }, value) => `I don't ${base} ${said(value)} now.`,
  ({ verb: [base], said }, value) => `If I ${base} ${said(value)} now, it gets late.`,
  ({ verb: [base], said }, value) => `Should I ${base} ${said(value)} now?`,
  ({ verb: [base], said }, value) => `I also ${base} ${said(value)} now.`,
  ({ verb: [base], said }, value) => `I ${base} ${said(value)} now too.`,
  ({ verb: [base], said }, value) => `I ${base} ${said(value)} now as well.`,
  ({ verb: [base], said }, value) => `Sometimes I ${base} ${said(value)} now.`,
  ({ verb: [base], said }, value) => `I ${base} ${said(value)} for two weeks now while they paint.`,
  ({ verb: [base], said }, value) => `My boss thinks I should ${base} ${said(value)} now.`,
  ({ verb: [, third], said }, value) => `My friend ${third} ${said(value)} now.`,
  ({ verb: [, third], said }, value) => `My brother's neighbour ${third} ${said(value)} these days.`,
  ({ verb: [, , past], said }, value) => `Back in 2009 I ${past} ${said(value)}.`,
  ({ verb: [, , , gerund], said }, value) => `I'm thinking about ${gerund} ${said(value)} now.`,
  ({ verb: [, , , gerund], said }, value) => `I hate ${gerund} ${said(value)}.`
]
const endHabits: typeof nearHabits = [
  ({ verb: [base], said }, value) => `I ${base} ${said(value)} now.`,
  ({ verb: [base], said }, value) => `These days I ${base} ${said(value)}.`,
  ({ verb: [base], said }, value) => `I ${base} ${said(value)} from now on.`
]

const things = ['boat', 'apprentice', 'workshop landlord', 'sailing club', 'kiln', 'thesis topic']
const makes = ['Brockhurst', 'Veltman', 'Sorrel', 'Quintana']
const nearThings: Array<(thing: string, value: string) => string> = [
  (thing, value) => `My ${thing} is ${value}.`,
  (thing, value) => `My other ${thing} is ${value} now.`,
  (thing, value) => `My second ${thing} is ${value} now.`,
  (thing, value) => `My sister's ${thing} is ${value} now.`,
  (thing, value) => `Their ${thing} is ${value} now.`,
  (thing, value) => `My ${thing} might be ${value} now.`,
  (thing, value) => `My ${thing} is not ${value} now.`,
  (thing, value) => `My ${thing} was ${value}.`,
  (thing, value) => `My ${thing} will be ${value} from now on.`,
  (thing, value) => `If my ${thing} is ${value} now, fine.`,
  (thing, value) => `Is my ${thing} ${value} now?`,
  thing => `My ${thing} is slow now.`,
  thing => `My ${thing} is in a bad mood now.`,
  thing => `My ${thing} is in the garage now.`,
  (_thing, value) => `${value} is my friend now.`
]
const endThings: typeof nearThings = [
  (thing, value) => `My ${thing} is ${value} now.`,
  (thing, value) => `My new ${thing} is ${value}.`,
  (thing, value) => `${value} is my ${thing} now.`
]

const distiller = createRulesDistiller()
const read = async (text: string, at: number) => (await distiller.distill(conversation([turn(text, { at })]))).facts

/** The texts that the second statement ends. */
async function endedBy (first: string, later: string): Promise<string[]> {
  const at = Date.UTC(2025, 4, 6, 9)
  const known: Memory[] = (await read(first, at)).map((fact, place) => ({
    ...remembered(fact, place + 1),
    attributes: fact.negated ? { negated: true } : {},
    validAt: fact.validAt ?? at
  }))
  const neighbours = known.map(memory => ({ memory, similarity: 0.9 }))
  const candidates = await read(later, at + 30 * 86_400_000)
  const verdicts = await distiller.reconcile('u', candidates.map(candidate => ({ candidate, neighbours })))
  return verdicts.filter(({ event }) => event === 'SUPERSEDE' || event === 'INVALIDATE')
    .flatMap(({ targetIds }) => known.filter(({ id }) => targetIds.includes(id)).map(({ text }) => text))
}

const next = random(7)
const shuffled = <Entry>(entries: Entry[]): Entry[] =>
  entries.map(entry => ({ entry, key: next() })).sort((one, other) => one.key - other.key).map(({ entry }) => entry)

t.test('a habit with another value', async t => {
  for (const habit of habits) {
    const first = (value: string) => `I ${habit.verb[0]} ${habit.said(value)}.`
    for (const near of nearHabits) {
      const [old, other] = shuffled(habit.values) as [string, string]
      t.same(await endedBy(first(old), near(habit, other)), [], `${first(old)} ${near(habit, other)}`)
    }
    for (const end of endHabits) {
      const [old, other] = shuffled(habit.values) as [string, string]
      t.equal((await endedBy(first(old), end(habit, other))).length, 1, `${first(old)} ${end(habit, other)}`)
    }
  }
})

t.test('a habit of another verb or object', async t => {
  for (const habit of habits) {
    for (const other of habits.filter(one => one !== habit)) {
      const [first] = shuffled(habit.values) as [string]
      const [second] = shuffled(other.values) as [string]
      const told = [
        `I ${habit.verb[0]} ${habit.said(first)}.`,
        `I ${other.verb[0]} ${other.said(second)} now.`
      ] as const
      t.same(await endedBy(...told), [], told.join(' '))
    }
  }
})

t.test('what stands behind a preposition is a place, a tool or a manner, and none gives way to another', async t => {
  const near: Array<[string, string]> = [
    ['I sleep in my socks.', 'I sleep in the guest room now.'],
    ['I sleep on my left side.', 'I sleep in the guest room now.'],
    ['I swim in the deep end.', 'I swim in the lake now.'],
    ['I park on the left side.', 'I park on Elm Street now.'],
    ['I write on the train.', 'I write on my tablet now.'],
    ['I type on the bus.', 'I type on the new keyboard now.'],
    ['I keep my phone on silent.', 'I keep my phone in my bag now.'],
    ['I drink my coffee on the balcony.', 'I drink my coffee in the blue mug now.'],
    ['I live with my parents.', 'I live with asthma now.']
  ]
  for (const [first, later] of near) t.same(await endedBy(first, later), [], `${first} ${later}`)
  t.equal((await endedBy('I edit videos in Resolve.', 'I edit videos on my tablet now.')).length, 1)
  t.equal((await endedBy('I live with my parents.', 'I live with Ada now.')).length, 1)
})

t.test("a thing of one's own with another value", async t => {
  for (const thing of things) {
    const first = (value: string) => `My ${thing} is ${value}.`
    for (const near of nearThings) {
      const [old, other] = shuffled(makes) as [string, string]
      t.same(await endedBy(first(old), near(thing, other)), [], `${first(old)} ${near(thing, other)}`)
    }
    for (const end of endThings) {
      const [old, other] = shuffled(makes) as [string, string]
      t.equal((await endedBy(first(old), end(thing, other))).length, 1, `${first(old)} ${end(thing, other)}`)
    }
  }
})

t.test('base forms, orders and names are read as they stand', async t => {
  const told: Array<[string, string]> = [
    ['I sing alto in a choir in Turku.', 'The user sings alto in a choir in Turku.'],
    ['My topic is land law.', "The user's topic is land law."],
    ['I go to work by bus.', 'The user goes to work by bus.']
  ]
  for (const [said, text] of told) t.match(await read(said, 0), [{ text }], said)
  t.match(await read('My topic is land law.', 0), [{ predicate: 'topic_is', value: 'land law' }])
  t.equal((await endedBy('My thesis topic is land law.', 'New thesis topic: maritime law.')).length, 1)
  t.match(await read('The concert was put off to 9 June.', Date.UTC(2025, 4, 6)), [{ text: /2025-06-09/ }])
})
