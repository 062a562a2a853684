/**
 * A fact has a subject, a predicate and a value only where the words leave no doubt who does what. Cases are made of
 * parts, so that the class is tested and no sentence.
 */
import t from 'tap'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const factsOf = async (...said: string[]) =>
  (await distiller.distill(conversation(said.map(words => turn(words))))).facts
const structuresOf = async (said: string) =>
  (await factsOf(said)).map(({ subject, predicate, value }) => [subject, predicate, value])

t.test('what is asked of the assistant is nothing that the speaker does', async t => {
  for (const verb of ['Put', 'Write', 'Keep', 'Print', 'Mark', 'Highlight', 'Remove', 'List']) {
    for (const [order, reason] of [['', "because my mum can't read it"], ["Don't ", 'my boss hates it']] as const) {
      for (const { predicate } of await factsOf(`${order}${verb} the totals first, ${reason}.`)) {
        t.notMatch(predicate ?? '', new RegExp(`^${verb.toLowerCase()}`), `${order}${verb}`)
      }
    }
  }
})

t.test('notes of oneself are', async t => {
  for (
    const [said, predicate, value] of [
      ["Don't eat meat at all.", 'eats', 'meat at all'],
      ['Hate mushrooms in a risotto.', 'hates', 'mushrooms in a risotto'],
      ["Can't drink milk, only oat.", 'drinks', 'milk']
    ] as const
  ) t.same(await structuresOf(said), [['The user', predicate, value]], said)
})

t.test('what is said of "it", of days, of "you" and of "he" is not of the speaker', async t => {
  for (
    const said of [
      "My sister and I painted the hall. It's five days until the party.",
      'We have a rota at the clinic. There is a wreath on the door.',
      'My brother keeps goats. That is the joke at every wedding.',
      'I need the plan for the weekend. Mon Tues Wed is good for the plumber.',
      'I like quizzes. You do animal facts at breakfast for the kids.',
      'I like quizzes. The chef is 63. He can.'
    ]
  ) {
    for (const { subject, predicate } of await factsOf(said)) {
      t.notMatch(`${subject} ${predicate}`, /(?:user is|was|Mon|You|There) ?$/, said)
      t.notMatch(predicate ?? '', /^(?:is|was)$/, said)
    }
  }
})

t.test('who is named is the subject, whatever else the sentence says of the speaker', async t => {
  for (const behind of ['', ', so please respect her more than me', ', which made me cry']) {
    for (
      const [said, subject, predicate, value] of [
        ['Randi is strict', 'Randi', 'is', 'strict'],
        ['My wife Marit is a good cook', 'Marit', 'is', 'good cook'],
        ['My hired man Curtis has a broken wrist', 'Curtis', 'has', 'broken wrist'],
        ['Wednesday Fionn has a late shift', 'Fionn', 'has', 'late shift'],
        ['My mother in Arima has a bad knee', "The user's mother", 'has', 'bad knee']
      ] as const
    ) t.same((await structuresOf(`${said}${behind}.`))[0], [subject, predicate, value], `${said}${behind}`)
  }
})

t.test('a woman called as a month is another than the speaker', async t => {
  for (const name of ['June', 'April', 'Easter']) {
    t.equal((await structuresOf(`${name} moved to Leeds.`))[0]?.[0], name)
  }
})

t.test('a thing named by a relative or an animal is a thing', async t => {
  for (const thing of ['dog food', 'baby monitor', 'cat carrier', 'child benefit']) {
    const [fact] = await structuresOf(`My ${thing} is on the shelf in the garage.`)
    t.equal(fact?.[0], 'The user', thing)
    t.match(fact?.[1], thing.replace(' ', '_'), thing)
  }
})

t.test('a value names something', async t => {
  for (const adverb of ['literally', 'only', 'still', 'really', 'just']) {
    t.same((await structuresOf(`I ${adverb} have a treadmill at home.`))[0]?.[2], 'treadmill at home', adverb)
  }
  for (
    const [said, value] of [
      ['I know literally nothing about electrolysis.', 'nothing'],
      ['I want to learn the cello before my wedding.', 'learn the cello'],
      ["I don't want to switch from Vim to Emacs.", 'switch from Vim to Emacs'],
      ['I can run there, but only hills.', null],
      ['We rent, since the bank said no.', null],
      ['I dropped out because my mom got sick.', null]
    ] as const
  ) t.same((await structuresOf(said))[0]?.[2], value, said)
})

t.test('what is done to a thing is not what the thing does', async t => {
  for (
    const [said, predicate] of [
      ['The movers are booked for Saturday.', /is_booked_for$/],
      ['My cousin was fired as photographer.', /^was_fired_as$/],
      ["Obinna's been fired as photographer.", /^was_fired_as$/],
      ["My car's insured with Allianz.", /is_insured_with$/],
      ["My wife's left Siemens.", /^left$/],
      ["My nephew's got a graduation in May.", /^has$/]
    ] as const
  ) t.match((await structuresOf(said))[0]?.[1], predicate, said)
})

t.test('"going to" and "used to" stand in front of the verb that counts', async t => {
  for (
    const [said, predicate, value] of [
      ['My dad is going to be eighty-one in June.', 'planned_age', 'eighty-one'],
      ['My mum will be seventy next month.', 'planned_age', 'seventy'],
      ['My brother is turning 30 on 5 June.', 'planned_age', '30'],
      ['My sister is going to start at Siemens.', 'planned_starts_at', 'Siemens'],
      ['My sister used to be on amlodipine.', 'was_on', 'amlodipine'],
      ['My uncle used to live in Leeds.', 'lived_in', 'Leeds']
    ] as const
  ) t.same((await structuresOf(said))[0]?.slice(1), [predicate, value], said)
  t.same((await factsOf('I used to live in Leeds.')).map(({ functional }) => functional), [false])
})

t.test('a name that is, has or costs something is the subject, and an age is one of a life', async t => {
  for (const name of ['Delphine', 'Juniper', 'Tom', 'Xero']) {
    t.same(await structuresOf(`${name}'s got glandular fever.`), [[name, 'got', 'glandular fever']])
    t.same(await structuresOf(`${name}'s live as of Monday.`), [[name, 'is', 'live']])
  }
  t.match(await structuresOf("Tom's got married."), [['Tom', 'marital_status', 'married']])
  for (const thing of ['Rent', 'Petrol', 'Lunch', 'Netflix', 'Wifi']) {
    t.notMatch(await structuresOf(`${thing}'s 695.`), [[thing, 'age']], thing)
  }
  for (const person of ['My mum', 'Rashid', 'Ida', 'Our dog', 'Bella', 'Ottilie']) {
    t.equal((await structuresOf(`I have family in York. ${person}'s 42.`)).at(-1)?.[1], 'age', person)
  }
  t.match(await structuresOf("I met my friend Xoli. Xoli's 42."), [[], ['Xoli', 'age', '42']])
})

t.test('the parts of a list are of the kind of its first', async t => {
  const texts = async (said: string) =>
    (await factsOf(said)).map(({ text }) => text.replace(/^The user(?:: I| \S+) /, ''))
  for (const verb of ['have', 'own', 'love']) {
    for (const place of ['near the harbour', 'above the bakery', 'with a sauna', 'by the river']) {
      t.same(await texts(`I ${verb} a flat in Leeds, ${place}.`), [`a flat in Leeds, ${place}.`])
      t.same(await texts(`I ${verb} a flat in Leeds, ${place}, and a hut in Wales.`), [
        `a flat in Leeds, ${place}.`,
        'a hut in Wales.'
      ])
    }
    t.same(await texts(`I ${verb} a flat in Leeds, a hut in Wales.`), ['a flat in Leeds.', 'a hut in Wales.'])
  }
  t.same(await texts('I teach at a school in York and at a college in Leeds.'), [
    'at a school in York.',
    'at a college in Leeds.'
  ])
})
