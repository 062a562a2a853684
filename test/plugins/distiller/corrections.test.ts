/**
 * A correction in a few words says the statement before again with the other word, and nothing else is changed. Cases
 * are made of parts, so that the class is tested and no sentence.
 */
import t from 'tap'
import { correctionsIn } from '../../../plugins/_shared/english/brief-correction.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const asked = (question: string) => turn(question, { role: 'assistant' })

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  const { facts } = await distiller.distill(conversation(turns))
  return facts.map(({ text }) => text.replace(/ \(\d[^)]*\)/g, ''))
}

const statements = [
  ['We fly to Oslo on Tuesday.', 'Wednesday', 'The user: We fly to Oslo on Wednesday.'],
  ['My exam is on 4 May.', '14 May', "The user's exam is on 14 May."],
  ['I booked a table for twelve.', 'fourteen', 'The user booked a table for fourteen.'],
  ['I take 50mg of sertraline.', '100mg', 'The user takes 100mg of sertraline.'],
  ['I ran 8 km this morning.', '9 km', 'The user ran 9 km this morning.'],
  ['My flight leaves at 7:30.', '8:15', "The user's flight leaves at 8:15."]
] as const
const said = [
  (value: string) => `Oops, ${value}.`,
  (value: string) => `sorry, ${value}`,
  (value: string) => `Hang on, it's ${value}.`,
  (value: string) => `wait, I've just checked, it's ${value}`,
  (value: string) => `Make that ${value}.`,
  (value: string) => `typo, should be ${value}`,
  (value: string) => `my bad, ${value}, I misread it`,
  (value: string) => `Excuse me, let me make it ${value}.`
]

t.test('a value in a few words takes the place of the one of its kind', async t => {
  for (const [statement, value, right] of statements) {
    for (const correction of said) {
      const spoken = correction(value)
      const facts = await texts(turn(statement), asked('Noted.'), turn(spoken))
      t.equal(facts.at(-1), right, `${statement} ${spoken}`)
      t.equal(facts.length, 1, 'and the slip is not stored')
    }
  }
})

t.test('what is put right in the same turn is kept where the wrong word would have been', async t => {
  const question = asked('Would you like me to prepare a schedule of stages?')
  for (const much of ['no more than % kilometres per day', 'at most % hours a day', 'a limit of % euros']) {
    for (const correct of ['Excuse me, make it 22.', 'No, sorry, 22.', 'Wait, 22.']) {
      const before = await texts(question, turn(`Yes, please, with ${much.replace('%', '24')}.`))
      const after = await texts(question, turn(`Yes, please, with ${much.replace('%', '24')}. ${correct}`))
      t.strictSame(after, before.map(text => text.replace('24', '22')), `${much}, ${correct}`)
    }
  }
})

t.test('two values of one statement are put right together, the wrong word is named, a word is spelt', async t => {
  for (
    const [statement, correction, right] of [
      [
        'My niece turns 7 on Saturday with eight friends.',
        "Oh wait, it's Sunday, and ten friends not eight.",
        'Sunday with ten'
      ],
      ['We meet on Monday at 3pm.', 'sorry, Tuesday and 4pm', 'on Tuesday at 4pm'],
      ['We fly to Oslo on Tuesday.', 'sorry wednesday not tuesday', 'on wednesday'],
      ['My sister is called Marta.', '*Martha', 'Martha'],
      ['We moved to Gothenberg in May.', 'Gothenburg*', 'Gothenburg'],
      ['The wedding is on 4 May in Leeds.', 'Sorry, I said 4 May, I meant 14 May.', 'on 14 May in Leeds'],
      ['My exam is on Tuesday in Leeds.', "It's not Tuesday, it's Wednesday.", 'on Wednesday in Leeds'],
      ['I am allergic to nuts.', 'oops not nuts but sesame', 'to sesame']
    ] as const
  ) {
    const facts = await texts(turn(statement), turn(correction))
    t.match(facts.at(-1), right, correction)
  }
})

t.test('what tells something else, or answers a question, puts nothing right', async t => {
  for (
    const then of [
      'Wait, I also have a dog.',
      'Sorry, I have to go.',
      'Well, 9 is a lot.',
      'Actually my aunt bakes.',
      "Ok not mine, my husband's.",
      'Sorry, I said so, my mum knows.',
      "Wait, it's not far, we can walk.",
      '*laughs*'
    ]
  ) {
    const facts = await texts(turn('I ran 8 km on Tuesday.'), turn(then))
    t.equal(facts[0], 'The user ran 8 km on Tuesday.', then)
  }
  for (
    const then of [
      'Wait, Lisbon is great.',
      'Pretty good actually.',
      'oops, Wrong chat',
      'Great actually',
      'Sorry, Bad day.'
    ]
  ) {
    t.equal((await texts(turn('I live in Porto.'), turn(then)))[0], 'The user lives in Porto.', then)
  }
  const [office] = await texts(turn('My office is far away.'), turn("It's not far, it's nice there."))
  t.equal(office, "The user's office is far away.")
  const [first] = await texts(turn('My son is nine.'), asked('How old is your daughter?'), turn('sorry, 14'))
  t.equal(first, "The user's son is nine.")
  t.equal(correctionsIn('sorry, 14', true), null)
  t.equal(correctionsIn('oops, 14', true)?.[0]?.value, '14')
})

t.test('a number is put right by what it is the number of', async t => {
  for (const thing of ['budget', 'rent', 'deposit', 'fare']) {
    const told = `We fly to Split on 3 June, four of us, ${thing} 2400 euros.`
    for (
      const then of [
        `Actually the ${thing} is 2800.`,
        `sorry, my ${thing} is 2800`,
        `and our ${thing} is 2800 actually, I looked it up`
      ]
    ) {
      t.same(
        await texts(turn(told), asked('Noted.'), turn(then)),
        [`The user: We fly to Split on 3 June, four of us, ${thing} 2800 euros.`],
        then
      )
    }
    const [first] = await texts(turn(told), asked('Noted.'), turn('Actually my flat is 40 square metres.'))
    t.equal(first, `The user: ${told}`, 'of another thing it says nothing')
    const [, second] = await texts(turn(told), asked('Noted.'), turn(`My ${thing} is 2800 a month.`))
    t.ok(second!.endsWith(`${thing} is 2800 a month.`), 'and without a word that corrects it is another')
  }
})

t.test('a correction that may mean several stands with what was said, and neither alone', async t => {
  for (
    const [said, correction] of [
      ['My son is allergic to eggs.', "No hang on, it's my daughter who's allergic."],
      ['I work at Boots in Crewe.', 'I mean Superdrug.'],
      ['My brother is a plumber.', 'I mean my brother-in-law.'],
      ['My husband is allergic to shellfish.', "Wait, that's me, he's fine with it."]
    ] as const
  ) {
    const found = await texts(turn(said), turn('Noted.', { role: 'assistant' }), turn(correction))
    t.equal(found.length, 1, said)
    t.ok(found[0]!.endsWith(correction), correction)
  }
  for (const other of ['Sorry, I am busy today.', 'Hang on, my dog is barking.', 'I mean it is fine.']) {
    t.ok((await texts(turn('I work at Boots.'), turn(other))).includes('The user works at Boots.'), other)
  }
})

t.test('marks in front, behind or a star put right what was said, or stand with it', async t => {
  for (
    const [said, correction] of [
      ['My aunt is from Ghana.', '*Togo haha, I always do that.'],
      ['I studied law at KUL.', 'ULB*'],
      ['My son is in 2nd grade.', '3rd*'],
      ['I broke my wrist.', 'A finger, to be exact.'],
      ['My mother has a boat.', 'Step-mother, I should say.'],
      ['I have 2 sisters.', '3 lol, forgot the little one.'],
      ['My locker number is 555-12.', 'Sorry 555-21'],
      ["I'm allergic to peaches.", "No, that's my wife."],
      ['My uncle is a pilot.', 'He was, he is retired.']
    ] as const
  ) {
    const found = await texts(turn(said), turn('Noted.', { role: 'assistant' }), turn(correction))
    t.equal(found.length, 1, said)
    t.match(found[0], `The user: ${correction.slice(0, 5)}`, correction)
  }
  t.same(await texts(turn('I make 40k a year.'), asked('Ok.'), turn('45k, typo')), ['The user makes 45k a year.'])
  t.same(
    await texts(turn('My aunt is from Ghana.'), turn('Togo I mean')),
    ['The user: Togo I mean.'].map(text => `The user's aunt is from Ghana. ${text}`)
  )
  for (const other of ['I mean well.', 'No, my wife is at work.', '4 cats are enough for anybody.', 'He was late.']) {
    t.ok((await texts(turn('I have 2 sisters.'), turn(other))).includes('The user has 2 sisters.'), other)
  }
})

t.test('what was a joke or sarcasm is taken back', async t => {
  for (
    const back of [
      'just messing with you',

      'that was sarcasm lol',
      'I was being sarcastic',
      'pulling your leg'
    ]
  ) {
    t.same(await texts(turn('I love my new job.'), asked('Great!'), turn(back)), [], back)
  }
})

t.test('no word is replaced within another, and what is made of a text puts nothing right', async t => {
  for (const choice of ["let's do window seats", "Let's go with the blue one", 'lets take the early train']) {
    for (const right of ['actually no, aisle for me', 'no wait, the green one', 'Actually no, the late one']) {
      const found = (await texts(turn(`I am off to Oslo in May. ${choice}.. ${right}`))).join(' ')
      t.notMatch(found, /\p{L}aisle|\p{L}green|\p{L}late|window seats|blue one|early train/u, `${choice} ${right}`)
    }
  }
  for (
    const order of [
      'make that a list',
      'Make it a poem',
      'make it shorter',
      'make that sound nicer',
      'make it more formal'
    ]
  ) {
    t.same(await texts(turn('My dad had a stroke at 60.'), asked('I am sorry.'), turn(order)), [
      "The user's dad had a stroke at 60."
    ], order)
  }
})

t.test('a month takes the place of a month, whatever stands in front of either', async t => {
  for (
    const [statement, right] of [
      ["My mum's 60th is in June.", "The user's mum's 60th is in July."],
      ['My trip is in June.', "The user's trip is in July."],
      ['We fly to Rome in June.', 'The user: We fly to Rome in July.'],
      ['We fly to Rome on 12 June.', 'The user: We fly to Rome on 12 July.']
    ] as const
  ) {
    for (const correction of ['sorry, July', "wait, it's in July", "wait, no, it's in July", "oops, it's July"]) {
      t.same(await texts(turn(statement), asked('Noted.'), turn(correction)), [right], `${statement} ${correction}`)
    }
  }
})

t.test('"its" behind what opens a correction is "it is"', async t => {
  for (const opening of ['hang on', 'wait', 'sorry', 'oops', 'actually', 'oh no']) {
    const facts = await texts(turn('I take 20mg of citalopram.'), asked('Noted.'), turn(`${opening} its 40mg`))
    t.same(facts, ['The user takes 40mg of citalopram.'], opening)
  }
})

t.test('who begins again takes back what was said, and who explains does not', async t => {
  const begun = 'I work two weeks on'
  for (const again of ['no, let me explain that again', 'hm, let me start over', 'sorry, let me rephrase']) {
    for (const joint of ['... ', '. ']) {
      const facts = await texts(turn(`${begun}${joint}${again}. I work three weeks on.`))
      t.match(facts, [/three weeks on/], `${joint}${again}`)
      t.notMatch(facts.join(' '), /two|begin|explain|rephrase/, 'nor is it quoted in front')
    }
  }
  const facts = await texts(turn('My boss Ann is a good cook. Let me explain: she runs a bakery in Leeds.'))
  t.match(facts.join(' '), /good cook.*bakery/)
})

type Assertions = Pick<typeof t, 'ok' | 'same'>
type Talk = readonly [spoken: readonly string[], first: string, again: string]

/** Talks in which the last words of the speaker say something again: what must be together, and stands nowhere else. */
async function revised (t: Assertions, [spoken, first, again]: Talk): Promise<void> {
  const facts = await texts(...spoken.map(text => text.startsWith('> ') ? asked(text.slice(2)) : turn(text)))
  const [whole, ...others] = facts.filter(fact => fact.includes(first))
  t.ok(whole?.includes(again), `${again}: ${facts.join(' | ')}`)
  t.same(others, [], 'and it does not hold alone')
}

t.test('"no" behind one\'s own words, and words of doubt, keep both in one', async t => {
  for (
    const talk of [
      [['> How many hens do you keep?', 'Nine. No, eleven, we got two more.'], 'Nine', 'No, eleven'],
      [['> How many are in your team?', 'Six. No, seven, I forgot Ravi.'], 'Six', 'No, seven'],
      [['My brother lives in Porto. No, Braga, he moved last year.'], 'Porto', 'No, Braga'],
      [['> When does it start?', 'Every Monday, from 3 August. No, not the 3rd, we are away.'], '3 August', 'No, not'],
      [['> Which evenings?', 'Monday and Thursday. No, Thursday is choir now.'], 'Monday and', 'No, Thursday'],
      [['> Front or back?', 'Front. Hmm. Wait. Last year it was on the back.'], 'Front.', 'Hmm. Wait. Last year'],
      [['> What deadline?', 'Ten days, so 12 June. Hmm. The 10th is a holiday, so 19 June.'], '12 June', '19 June'],
      [['> Which size do you take?', 'Medium. Hang on. The last one was tight.'], 'Medium', 'Hang on. The last'],
      [['> Where should the desk go?', 'By the window. Er, hold on, the radiator is there.'], 'By the', 'radiator']
    ] as const
  ) await revised(t, talk)
  for (
    const [spoken, fact] of [
      [['My mum is 71. Hmm, I should call her.'], "The user's mum is 71."],
      [
        ['> Where do you live, and do you have kids?', 'I live in Porto. No, I have no kids.'],
        'The user lives in Porto.'
      ],
      [['I have two sisters. No brothers.'], 'The user has two sisters.']
    ] as const
  ) {
    const turns = spoken.map(text => text.startsWith('> ') ? asked(text.slice(2)) : turn(text))
    t.ok((await texts(...turns)).includes(fact), fact)
  }
})

t.test('what was said turns ago, and is said to be wrong, moved or another, does not hold alone', async t => {
  for (
    const talk of [
      [
        ['> What day?', 'Wednesday works.', '> Shall I book?', 'Hm, no, Wednesday I have the kids.'],
        'works',
        'the kids'
      ],
      [['The deposit is 300 euros.', '> Noted.', 'The deposit is wrong.'], '300', 'is wrong'],
      [['Date of next rehearsal: 9 March.', '> Ok.', 'The date of the next rehearsal is wrong.'], '9 March', 'wrong'],
      [['My exam is on Thursday.', '> What now?', 'Acids. Oh wait, they moved my exam.'], 'on Thursday', 'they moved'],
      [['My test is on Monday.', '> Good luck!', 'Ugh, they have postponed my test.'], 'on Monday', 'postponed'],
      [['Marco is her dad.', '> Who else?', "No, he's the brother, not her dad."], 'Marco', 'the brother'],
      [['Our flight is at 9:40.', '> Who drives?', 'Sorry, I meant the return flight.'], '9:40', 'the return flight']
    ] as const
  ) await revised(t, talk)
})

t.test('what the other proposed is put right, and not what was said of something else', async t => {
  const facts = await texts(
    turn('I spend 30 a day on food.'),
    asked('If 500 a month goes to the loan you are clear by May. Does that feel doable?'),
    turn('make it 450')
  )
  t.match(facts.join(' '), /30 a day/)
  t.notMatch(facts.join(' '), /450 a day/)
  t.same(await texts(turn('I booked a table for twelve.'), asked('Noted, twelve.'), turn('Make that fourteen.')), [
    'The user booked a table for fourteen.'
  ])
  const scrapped = await texts(
    asked('Who could help?'),
    turn('My sister Orla might. Actually scrap that, she is away.')
  )
  t.notMatch(scrapped.join(' '), /might/)
})

t.test('words of a correction that put nothing right are none', async t => {
  const kindOf = async (said: string) =>
    (await distiller.distill(conversation([turn(said)]))).facts.map(({ change: { kind } }) => kind)
  for (
    const said of [
      "I'm a vet, what am I meant to do, leave a labrador open on the table",
      "I'm a nurse and I'm meant to be studying for my exams",
      'She is my best mate but living together was a mistake.',
      'My cat Bo has something wrong with her left ear.',
      'I wait tables at a diner in Cork.',
      'I live in Leeds with my mum at the moment.',
      'My wife works nights after all these years.',
      'I say sorry to my students far too often.'
    ]
  ) t.notMatch(await kindOf(said), ['correction'], said)
  for (
    const said of [
      'I live in Leeds, not York, I made a mistake.',
      'I meant that I live in Leeds.',
      'My mistake, I live in Leeds.',
      'I got that wrong, I live in Leeds.',
      'I live in Leeds after all.'
    ]
  ) t.match(await kindOf(said), ['correction'], said)
})
