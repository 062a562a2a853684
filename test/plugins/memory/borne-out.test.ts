/**
 * What the classifier of the rules distiller proposes is ended only where the words bear it out: here it proposes to
 * end everything, and what is planned, wished, supposed, asked, quoted, dreamt, nearly done or done by others ends
 * nothing.
 */
import t, { type Test } from 'tap'
import type { CandidateFact } from '../../../domain/capabilities/distiller.ts'
import { isCalledOff } from '../../../plugins/_shared/wording/called-off.ts'
import { tellsOfChange } from '../../../plugins/_shared/wording/cues.ts'
import { isOfTheDead } from '../../../plugins/_shared/wording/deaths.ts'
import { isOutcome } from '../../../plugins/_shared/wording/outcome.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { candidateOf, type Candidate } from '../../../plugins/memory/pipeline/write/candidate.ts'
import { guard, targetOf } from '../../../plugins/memory/pipeline/write/guard.ts'
import { hearing } from '../../../plugins/memory/pipeline/write/heard.ts'
import { underOneSubject } from '../../../plugins/memory/pipeline/write/subject.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const first = Date.UTC(2025, 4, 6, 9)
const later = first + 30 * 86_400_000

async function candidates (text: string, at: number): Promise<Candidate[]> {
  const said = conversation([turn(text, { at })])
  const { facts } = await distiller.distill(said)
  const own: CandidateFact[] = await underOneSubject(facts, null)
  return own.map(fact =>
    candidateOf(fact, {
      scope: { userId: 'u', app: null, project: null, sessionId: null, tags: [], categories: [] },
      source: 'conversation',
      memoryType: null,
      metadata: null,
      attributes: {},
      validAtOf: () => at,
      uuidsOf: () => [],
      heardOf: hearing(said.turns, null),
      now: at
    })
  )
}

/** Texts that end when the later words are taken for the end of all that was said before. */
async function ended (told: string, news: string): Promise<string[]> {
  const known = (await candidates(told, first)).map(({ draft }) => draft)
  const found = (await candidates(news, later)).flatMap(candidate =>
    guard({ event: 'SUPERSEDE', targetIds: known.map(({ id }) => id), reason: '' }, candidate, known.map(targetOf))
      .targetIds
  )
  return known.filter(({ id }) => found.includes(id)).map(({ text }) => text)
}

/** What holds or has happened, and the end of it: as a clause with "I", its base form, and for another person. */
type Change = [before: string, asserted: string, base: string, others: string]
const changes: Change[] = [
  ['I work at Nordbank.', 'I left Nordbank', 'leave Nordbank', 'left Nordbank'],
  ['I drive a Volvo.', 'I sold the Volvo', 'sell the Volvo', 'sold the Volvo'],
  ['I use Evernote for notes.', 'I dropped Evernote', 'drop Evernote', 'dropped Evernote'],
  ['I play the cello.', 'I gave up the cello', 'give up the cello', 'gave up the cello'],
  ['I live in Ghent.', 'I moved away from Ghent', 'move away from Ghent', 'moved away from Ghent'],
  ['I take metformin.', 'I came off metformin', 'come off metformin', 'came off metformin'],
  ['I study law at Leiden.', 'I quit law school in Leiden', 'quit law school in Leiden', 'quit law school in Leiden'],
  ['My bank is Fortis.', 'I closed my account at Fortis', 'close my account at Fortis', 'closed an account at Fortis'],
  ['We use Jenkins.', 'We replaced Jenkins', 'replace Jenkins', 'replaced Jenkins'],
  [
    'My thesis is about bees.',
    'I changed my thesis from bees to wasps',
    'change my thesis from bees to wasps',
    'changed a thesis from bees to wasps'
  ]
]
const moods: Array<[name: string, said: (change: { asserted: string, base: string, others: string }) => string]> = [
  ['might', ({ base }) => `I might ${base}.`],
  ['plan', ({ base }) => `I'm planning to ${base}.`],
  ['will', ({ base }) => `I'll ${base} next year.`],
  ['wish', ({ base }) => `I want to ${base} someday.`],
  ['thought', ({ base }) => `I'm thinking about whether to ${base}.`],
  ['condition', ({ asserted }) => `If ${asserted}, I would miss it.`],
  ['dream', ({ asserted }) => `I had a dream that ${asserted}.`],
  ['almost', ({ asserted }) => asserted.replace(' ', ' almost ').concat('.')],
  ['should', ({ base }) => `I should ${base}.`],
  ['question', ({ base }) => `Should I ${base}?`],
  ['quoted', ({ asserted }) => `He told me "${asserted} last week".`],
  ['sister', ({ others }) => `My sister ${others}.`],
  ['colleague', ({ others }) => `My colleague Tom ${others} last week.`],
  ['name', ({ others }) => `Ana ${others} and is happy.`],
  ['for a time', ({ asserted }) => `${asserted} for the weekend.`],
  ['at times only', ({ asserted }) => `${asserted} during the week.`]
]

t.test('an asserted end that names what it ends', async t => {
  for (const [holds, asserted] of changes) {
    t.equal((await ended(holds, `${asserted}.`)).length, 1, `${holds} ${asserted}`)
  }
})

for (const [name, said] of moods) {
  t.test(`${name}: ends nothing, whatever is proposed`, async t => {
    for (const [holds, asserted, base, others] of changes) {
      const news = said({ asserted, base, others })
      t.same(await ended(holds, news), [], `${holds} ${news}`)
    }
  })
}

t.test('words that share nothing with it, of what has many values, end nothing', async t => {
  for (const [holds] of changes) {
    for (const news of ['I bought a red kite.', 'The weather has been awful.', 'My neighbour sold his boat.']) {
      t.same(await ended(holds, news), [], `${holds} ${news}`)
    }
  }
})

/** A statement, one of the same matter in other words, and one of another matter. */
const ofOneMatter: Array<[before: string, since: string, other: string]> = [
  ["I'm vegan.", 'I eat eggs and cheese again.', 'I read on the train again.'],
  ["I'm single.", "I've got a boyfriend now.", "I've got a kettle now."],
  ['I live in a flat in Leeds.', 'We moved into our own house in York.', 'We painted a boat in York.'],
  ['I work nights.', "I'm on day shifts now.", "I'm on holiday now."],
  ['I use Chrome.', 'Firefox is my browser now.', 'Firefly is my favourite series now.'],
  ["I'm a waiter at an Italian place.", 'I work in a call centre now.', 'I sing in a choir now.'],
  ['I take the bus to work.', 'I cycle to work these days.', 'I bake these days.'],
  ['My wife is pregnant.', 'My wife gave birth to twins.', 'My wife gave a talk.'],
  ['I weigh 92 kilos.', "I'm down to 85 kg.", "I'm down to the last page."],
  ["I don't drink coffee.", "I've started drinking coffee.", "I've started drawing."],
  ['I hate mushrooms.', 'I like mushrooms now.', 'I like maps now.']
]

t.test('of one matter, though no word is the same, and of no other', async t => {
  for (const [before, since, other] of ofOneMatter) {
    t.not((await ended(before, since)).length, 0, `${before} ${since}`)
    t.same(await ended(before, other), [], `${before} ${other}`)
    for (const mood of [`My sister says: ${since}`, `If only. ${since.replace('.', '?')}`]) {
      t.same(await ended(before, mood), [], `${before} ${mood}`)
    }
  }
  t.same(await ended("I'm vegan.", "I don't eat meat."), [], 'what is denied says nothing against it')
})

t.test('what has happened ends what it names; what goes on ends nothing; a comma alone makes no list', async t => {
  for (
    const [holds, happened, goesOn] of [
      ["I'm on the parish committee.", 'I stepped down from the parish committee.', 'I like the parish committee.'],
      ["I'm working on my thesis.", 'I handed in my thesis.', 'My thesis is on my desk.'],
      ['We rent a flat in Porto.', 'We bought the flat in Porto.', 'Our flat in Porto is warm.'],
      ['I keep bees, four hives.', "I'm down to two hives.", 'The four hives hum.']
    ] as const
  ) {
    t.equal((await ended(holds, happened)).length, 1, `${holds} ${happened}`)
    t.same(await ended(holds, goesOn), [], `${holds} ${goesOn}`)
  }
})

t.test('what was said of one that has died holds no more, of them alone', async t => {
  const lives: Array<(name: string) => string> = [
    name => `My dog ${name} is 13.`,
    name => `My cat ${name} has a bad hip.`,
    name => `My grandpa ${name} lives with us.`
  ]
  const deaths: Array<(name: string) => string> = [
    name => `${name} died in July.`,
    name => `We lost ${name} last week.`,
    name => `We had to put ${name} down on Friday.`,
    name => `${name} passed away.`
  ]
  const alive: Array<(name: string) => string> = [
    name => `We lost ${name} in the park.`,
    name => `I'm afraid that ${name} might die.`,
    name => `${name} nearly died laughing.`,
    name => `${name} never died.`,
    name => `${name} passed the exam.`,
    name => `${name} passed.`,
    name => `We lost ${name} yesterday but found him again.`,
    name => `We said goodbye to ${name} at the station.`,
    name => `${name} died laughing.`,
    name => `${name} died of embarrassment.`,
    name => `${name} was put to sleep for the surgery.`
  ]
  for (const life of lives) {
    for (const death of deaths) {
      t.equal((await ended(life('Monty'), death('Monty'))).length, 1, `${life('Monty')} ${death('Monty')}`)
      t.same(await ended(life('Monty'), death('Otto')), [], `${life('Monty')} ${death('Otto')}`)
    }
  }
  for (const news of alive) {
    t.notOk(isOfTheDead({ text: 'The dog Monty is 13.' }, { text: news('Monty') }), news('Monty'))
  }
  for (const text of ['The user has two cats, Milo and Luna.', 'My brother Tom and his dog Luna live in Oslo.']) {
    t.notOk(isOfTheDead({ text }, { text: 'Luna died.' }), 'one of two')
  }
})

t.test('what is denied to be another says nothing of what it is', async t => {
  const slots: Array<[slot: string, value: string, other: string]> = [
    ['dentist', 'Dr. Ray', 'Dr. Lim'],
    ['cofounder', 'Pavel', 'Amara'],
    ['thesis', 'about foxes', 'about bees'],
    ['car', 'a Volvo', 'a Kia'],
    ['favourite colour', 'green', 'purple']
  ]
  for (const [slot, value, other] of slots) {
    for (const isNot of ['is not', "isn't"]) {
      const holds = `My ${slot} is ${value}.`
      t.same(await ended(holds, `My ${slot} ${isNot} ${other} now.`), [], `${holds} ${isNot} ${other}`)
      t.equal((await ended(holds, `My ${slot} ${isNot} ${value} any more.`)).length, 1, `${holds} ${isNot} ${value}`)
    }
  }
})

t.test('what is put off to another day ends the day before', async t => {
  for (const plan of ['My interview at Bosch is on 12 May.', "I'm going to the interview at Bosch on 12 May."]) {
    for (const moved of ['was moved to', 'got pushed back to', 'has been postponed to', 'is brought forward to']) {
      t.equal((await ended(plan, `The Bosch interview ${moved} 14 May.`)).length, 1, `${plan} ${moved}`)
      const [text, subject] = [plan, 'user']
      t.notOk(isCalledOff({ text, subject }, { text: `The Siemens interview ${moved} 14 May.`, subject }), moved)
    }
    t.equal((await ended(plan, "We've moved the Bosch interview to 14 May.")).length, 1, plan)
    t.notOk(
      isCalledOff({ text: plan, subject: 'user' }, { text: 'We moved the interview to the attic.', subject: 'user' }),
      'to a place'
    )
  }
})

t.test('a day that was said is over once another is, or once it was put off', async t => {
  for (const event of ['exam', 'hearing', 'flight']) {
    const plan = `My ${event} is on 12 May.`
    for (
      const news of [
        `The ${event} is now on 14 May.`,
        `My ${event} is on the 14th of May instead.`,
        `They rescheduled my ${event}, it's on 14 May now.`,
        `The ${event} was postponed.`,
        `They have rescheduled my ${event}.`,
        `My ${event} had to be put off.`,
        `They had to move my ${event} to 14 May.`
      ]
    ) t.equal((await ended(plan, news)).length, 1, `${plan} ${news}`)
    const [text, subject] = [`The user's ${event} is on 12 May (2026-05-12).`, 'user']
    for (
      const other of [
        `The ${event} was not postponed.`,
        'The party is now on 14 May.',
        `The ${event} is in 2 weeks now.`,
        `If the ${event} is postponed, the user goes home.`,
        `The user never postponed the ${event}.`
      ]
    ) t.notOk(isCalledOff({ text, subject }, { text: other, subject }), other)
    const undated = { text: `The user is planning a ${event}.`, subject }
    t.notOk(isCalledOff(undated, { text: `The ${event} is now on 14 May.`, subject }), 'the plan itself goes on')
  }
})

t.test('the other items of a list stay', async t => {
  t.same(await ended('I speak English, German and French.', 'I do not speak French any more.'), [
    'The user speaks French.'
  ])
  t.same(await ended('I own a red Volvo and a bike.', 'I sold the Volvo.'), ['The user owns a red Volvo.'])
  t.same(await ended('I play guitar and piano.', 'I stopped playing guitar.'), ['The user plays guitar.'])
})

t.test('only what a change names as before, and everyday words alone name nothing', async t => {
  const news = 'I moved the newsletter from Mailchimp to Buttondown.'
  t.equal((await ended('I send the newsletter with Mailchimp.', news)).length, 1)
  t.same(await ended('I write a newsletter about moss.', news), [])
  t.same(await ended('I go to work by tram.', 'I work the late shift.'), [])
  t.same(await ended('The team meets in Delft.', 'I deal with a lot of figures and the data team helps.'), [])
  t.equal((await ended('Our team is 5 people.', 'We hired two more, so the team is now 7.')).length, 1)
  t.same(await ended('The target is under 300 ms.', 'We got down to 420 ms.'), [])
  for (const news of ["So we're five in the bakery now.", 'I hired two, which makes six in the bakery.']) {
    t.same(await ended('I own a little bakery in Delft.', news), [], 'a first count says nothing against it')
    t.equal((await ended('There are four of us in the bakery.', news)).length, 1)
  }
  t.equal((await ended('I take 20 mg of ramipril.', 'The doctor raised the ramipril to 40 mg.')).length, 1)
  t.equal((await ended("I'm a cook at Nordbank.", 'I got promoted to head cook.')).length, 1)
})

t.test('another value of what there is one of', async t => {
  const values: Array<[holds: string, news: string]> = [
    ['I live in Oslo.', 'We moved to Bristol.'],
    ['I work at Nordbank.', "I'm employed at Okada these days."],
    ["I'm single.", 'I got engaged to Paul.'],
    ["I'm a junior developer.", 'I was promoted to team lead.'],
    ['I am 34.', 'I turned 35.']
  ]
  for (const [holds, news] of values) t.equal((await ended(holds, news)).length, 1, `${holds} ${news}`)
  for (const [holds, news] of values.map(([holds], at) => [holds, values[(at + 1) % values.length]![1]] as const)) {
    t.same(await ended(holds, news), [], `${holds} ${news}`)
  }
})

t.test('a plan, a wish and what is long past are not ended', async t => {
  for (
    const holds of [
      'I want to learn the cello.',
      'I might move to Oslo.',
      'I moved to Oslo in 2009.',
      'I visited Oslo last year.'
    ]
  ) {
    t.same(await ended(holds, 'I gave up the cello and left Oslo.'), [], holds)
  }
})

t.test('one thing of a list that ends leaves the others, and what was not counted is not counted anew', async t => {
  const lists: Array<[holds: string, one: string, all: string]> = [
    [
      "I'm allergic to nuts, shellfish and pollen.",
      'The pollen allergy is gone.',
      'The nuts, shellfish and pollen allergies are gone.'
    ],
    [
      'We make candles, soap and postcards.',
      'We stopped making soap.',
      'We stopped making candles, soap and postcards.'
    ],
    ['Our goals are: 1) a dashboard, 2) an API.', 'We dropped the API.', 'We dropped the dashboard and the API.']
  ]
  for (const [holds, one, all] of lists) {
    t.same(await ended(holds, one), [], one)
    t.equal((await ended(holds, all)).length, 1, all)
  }
  const noItems: Array<[holds: string, news: string]> = [
    [
      'I climb in the hall on Mondays and Wednesdays, twelve routes each time.',
      'I get my routes in at the quarry now.'
    ],
    ['We pour candles from soy wax and scent them with lavender.', 'We stopped pouring candles, soy wax got too dear.']
  ]
  for (const [holds, news] of noItems) t.equal((await ended(holds, news)).length, 1, `${holds} ${news}`)
  t.same(await ended("I'm allergic to nuts and pollen, quite badly.", 'The pollen allergy is gone.'), [])
  t.same(await ended('My thesis is about African languages.', 'So we have four languages now.'), [])
})

t.test('what is called off ends, and nothing beside it', async t => {
  const plans: Array<[told: string, thing: string]> = [
    ["I'm going to a wedding in Porto in June.", 'wedding'],
    ['We booked a cabin in Skye for July.', 'cabin'],
    ['My trip to Oslo is on 4 May.', 'trip to Oslo'],
    ["I'm flying to Oslo in May.", 'trip to Oslo'],
    ['I have a gig in Leeds next week.', 'Leeds gig'],
    ['My pottery course starts in May.', 'pottery course']
  ]
  const off = (thing: string) => [
    `We cancelled the ${thing}.`,
    `We had to cancel the ${thing}.`,
    `They cancelled my ${thing}.`,
    `The ${thing} is off.`,
    `The ${thing} is called off.`,
    `The ${thing} got cancelled.`,
    `The ${thing} fell through.`
  ]
  const notOff = (thing: string) => [
    `We did not cancel the ${thing}.`,
    `I need to cancel the ${thing} insurance.`,
    `If it rains the ${thing} is off.`,
    `We cancelled the ${thing} with Ines.`
  ]
  for (const [told, thing] of plans) {
    for (const said of off(thing)) t.ok((await ended(told, said)).length > 0, `${told} ${said}`)
    for (const text of notOff(thing)) t.notOk(isCalledOff({ text: told, subject: 'u' }, { text, subject: 'u' }), text)
  }
  t.ok((await ended("I'm going to quit my job.", "I'm not going to quit my job after all.")).length > 0)
  for (
    const [told, text] of [
      ['I go to yoga on Mondays.', 'Yoga is cancelled today.'],
      ['I bought a dress for the wedding in June.', 'The wedding is off.'],
      ["I'm going to a wedding in June.", 'We cancelled the wedding cake.']
    ] as const
  ) t.notOk(isCalledOff({ text: told, subject: 'u' }, { text, subject: 'u' }), `${told} ${text}`)
  t.same(await ended('My trip to Oslo is on 4 May.', 'We might cancel the trip to Oslo.'), [])
  t.same(await ended('My trip to Oslo is on 4 May.', 'My brother cancelled his trip to Oslo.'), [])
})

t.test('what was planned, sought or awaited ends when it comes about, and not before', async t => {
  const plans: Array<[planned: string, done: string]> = [
    ["I'm moving to Leith in June.", 'We moved to Leith.'],
    ['I start at Siemens on 1 June.', 'I started at Siemens.'],
    ['I might quit Nordbank.', 'I quit Nordbank.'],
    ["I'm looking for a flat.", 'We found a flat in Leith.'],
    ["I'm saving up for a new bike.", 'Bought the bike.'],
    ["I'm waiting for my visa.", 'My visa arrived today.']
  ]
  for (const [planned, done] of plans) {
    t.equal((await ended(planned, done)).length, 1, `${planned} ${done}`)
    for (const [, other] of plans) if (other !== done) t.same(await ended(planned, other), [], `${planned} ${other}`)
  }
  for (
    const said of [
      'I found a flat for my aunt.',
      'My sister found a flat.',
      "We haven't found a flat.",
      'If I found a flat, I would stay.'
    ]
  ) t.same(await ended("I'm looking for a flat.", said), [], said)
  t.same(await ended("I'm going to learn Greek.", 'I want to learn Greek and Latin.'), [])
})

/** A wish, what is due or under way; what settles it; and what speaks of it or of the like and settles nothing. */
const outcomes: Array<[open: string[], settled: string[], other: string[]]> = [
  [
    ['I want to go for the head gardener thing.', "I'm hoping to get the head gardener job, deadline next Friday."],
    ['I got the head gardener job!', 'Just landed the head gardener position.'],
    [
      'I got the head gardener to sign my form.',
      'My sister got the head gardener job.',
      'Tom got the head gardener job.'
    ]
  ],
  [
    ['I want a cargo bike.', "I'm thinking of getting a cargo bike.", 'We want to buy a cargo bike this year.'],
    ['I bought a cargo bike, a Tern.', 'We finally got the bike.', 'So we ordered a cargo bike.'],
    [
      'I bought a cargo bike cover.',
      'I bought a bike rack.',
      'I bought a cargo bike for my son.',
      'We bought our son a cargo bike.',
      "I didn't buy a cargo bike.",
      'If I bought a cargo bike, I would ride it.',
      'I might get a cargo bike.',
      'I saw a cargo bike.'
    ]
  ],
  [
    ['I have my C1 exam on 13 June.', 'I have exam C1 on 13 June.', "I'm taking the C1 test on 13 June."],
    ['I passed C1 with 82 points!', 'Passed the C1 exam.', 'I failed the C1 exam.'],
    ['I passed the B2 exam.', 'My son passed the C1 exam.', 'I hope I passed C1.', 'I have the C1 book.']
  ],
  [
    ['Chapter 2 is due on 18 May.'],
    ['Chapter 2 is finally in.', 'I handed in chapter 2.', 'Chapter 2 is done.'],
    ['Chapter 3 is in.', 'Chapter 2 is in French.', 'Chapter 2 is not done.', 'Chapter 2 will be done soon.']
  ],
  [
    ['I want to apply for the Fulbright.', 'I want apply for Fulbright.'],
    ['I applied for the Fulbright last week.', 'Fulbright is applied last week.'],
    ['I read about the Fulbright.', 'I want to apply for the Fulbright soon.', 'My cousin applied for the Fulbright.']
  ],
  [
    ['I need to find a dentist.', "I'm trying to find a dentist in Leeds."],
    ['I found a dentist.', 'We found a dentist on Elm Road.'],
    ["I found a dentist's card.", "I haven't found a dentist.", 'My dentist is on Elm Road.', 'I found a purse.']
  ],
  [
    ["We're building a shed.", 'I want to finish the shed before winter.'],
    ['The shed is done.', 'We finished the shed.'],
    ['We finished painting the shed.', 'We finished one side of the shed.', 'The shed is in the garden.']
  ],
  [
    ['My boiler is broken.', 'I need to fix the boiler.'],
    ['The boiler is fixed.', 'I repaired the boiler.'],
    ['The boiler is fixed to the wall.', 'The oven is fixed.', 'The boiler is not fixed.']
  ]
]

/** As the distiller reads it: the user's own relative, one with a name, or the user. */
const whose = (text: string) =>
  /^(?:My (?:sister|son|cousin|wife)|Tom)\b/.exec(text)?.[0].replace('My', "The user's") ?? 'The user'

t.test('what was wished, due or under way ends when the thing itself has come about', async t => {
  const subject = 'The user'
  for (const [open, settled, others] of outcomes) {
    for (const [at, planned] of open.entries()) {
      for (const news of settled) t.equal((await ended(planned, news)).length, 1, `${planned} ${news}`)
      if (at > 0) continue
      for (const text of others) {
        t.notOk(isOutcome({ text: planned, subject }, { text, subject: whose(text) }), `${planned} ${text}`)
      }
    }
  }
})

t.test('what else such a statement says goes on, and what is done again and again', async t => {
  for (
    const [planned, news] of [
      ['I want a van because I have two dogs.', 'I bought a van.'],
      ['My wife wants a van.', 'I bought a van.'],
      ['I want a van.', 'My wife bought a van.'],
      ['I want to run the marathon again.', 'I ran the marathon.'],
      ['I need to pay the rent every month.', 'I paid the rent.'],
      ['I need to take my pills.', 'I took my pills.'],
      ['I have a van.', 'I got the van.'],
      ['I want to finish the course.', 'I finished the first week of the course.'],
      ['I want to run a marathon.', 'I ran a half marathon.']
    ] as const
  ) {
    t.notOk(
      isOutcome({ text: planned, subject: whose(planned) }, { text: news, subject: whose(news) }),
      `${planned} ${news}`
    )
  }
  t.same(await ended('I want to run the marathon.', 'I ran the marathon in 2019.'), [], 'another one, before')
})

t.test('what is said not to be over goes on', async t => {
  for (
    const [holds, goesOn] of [
      ['I am learning Italian.', "I've not given up Italian."],
      ['I work at Nordbank.', "I didn't quit Nordbank in the end."],
      ['I am married to Joe.', "I've not divorced Joe, we're in counselling."],
      ['I take statins.', "I haven't stopped taking statins."],
      ['I play the cello.', "I've not given up the cello for good."],
      ['I use Evernote for notes.', "I haven't really dropped Evernote."],
      ['My dad smokes and so does my brother.', 'My brother quit smoking.']
    ] as const
  ) t.strictSame(await ended(holds, goesOn), [], goesOn)
  t.not((await ended('I take statins.', "I've stopped taking statins.")).length, 0)
})

t.test('a part of it, a relative who moves, or work elsewhere leaves it standing', async t => {
  for (
    const [holds, news] of [
      ['I have a son, Tim.', "Tim moved out, he's in Graz for university."],
      ['I have two sisters.', 'My sister left her husband.'],
      ["I'm dating Sara.", 'Sara and I moved in together.'],
      ['I live in Oslo.', "I don't work in Oslo any more."],
      ['I work at Nordbank.', "I don't work in Oslo any more."],
      ['I live in Hamburg.', 'I moved my mum to Bremen.'],
      ['I live in Hamburg.', 'We moved offices to Bremen.']
    ] as const
  ) t.same(await ended(holds, news), [], `${holds} ${news}`)
  for (const [holds, thing] of [['I work at Nordbank.', 'Nordbank'], ['I play tennis.', 'tennis']] as const) {
    for (const part of ['club', 'team', 'course', 'magazine']) {
      for (const news of [`I quit the ${thing} ${part}.`, `I left the ${part} at ${thing}.`]) {
        t.same(await ended(holds, news), [], `${holds} ${news}`)
      }
    }
  }
  t.equal((await ended('I play tennis.', 'I gave up tennis.')).length, 1)
  t.equal((await ended('I have two kids.', 'I have three kids now.')).length, 1)
  for (
    const move of [
      'back to Bremen',
      'last month to Bremen',
      'yesterday to Bremen',
      'straight to Bremen',
      'my mum to Kiel and moved to Bremen'
    ]
  ) t.equal((await ended('I live in Hamburg.', `We moved ${move}.`)).length, 1, move)
})

t.test('what is done another way now ends the old way, and what is also so does not', async t => {
  for (
    const [holds, since, before] of [
      ["I'm training for a half marathon.", "Now I'm training for a full marathon.", /half/],
      ['I take notes by hand.', 'I take notes on a tablet now.', /by hand\./],
      ["I'm training for a half marathon.", "I'm training for a half marathon now.", null]
    ] as const
  ) {
    const over = await ended(holds, since)
    if (before === null) t.same(over, [], since)
    else t.match(over, [before], since)
  }
  t.ok(tellsOfChange('I cook at six now.'))
  for (const often of ['now and then', 'now and again']) t.notOk(tellsOfChange(`I cook at six ${often}.`), often)
})

t.test('what is dropped for now does not hold now, and only what is named is dropped', async t => {
  for (const [one, other] of [['Android', 'iOS'], ['Windows', 'Linux'], ['Polish', 'German']] as const) {
    const over = await ended(
      `Our app supports ${one} and ${other}.`,
      `We dropped the ${one} version for now and focus on ${other}.`
    )
    t.match(over, [new RegExp(one)], one)
    t.equal(over.length, 1, `${other} stays`)
  }
})

t.test('what another did, or what was done to another, is not what was planned', async t => {
  const plans = [
    ["I'm moving to Leith in June.", 'moved to Leith', /moving/],
    ['I want to visit the Louvre.', 'visited the Louvre', /visit/],
    ['I plan to climb Ben Nevis in May.', 'climbed Ben Nevis', /climb/]
  ] as const
  for (const [plan, done, over] of plans) {
    for (const one of ['The neighbours', 'My office', 'Our old choir', 'My favourite band', 'The whole class']) {
      t.same(await ended(plan, `${one} ${done}.`), [], `${one} ${done}`)
    }
    for (const one of ['We', 'I finally', 'In the end we', 'Last week I']) {
      t.match(await ended(plan, `${one} ${done}.`), [over], `${one} ${done}`)
    }
  }
  for (const whom of ['my grandma', 'my savings', 'our servers', 'the office']) {
    t.same(await ended(plans[0][0], `We moved ${whom} to Leith.`), [], whom)
  }
})

t.test('another one of the kind that is over leaves the one that was named', async t => {
  const kinds = [
    ['I have a subscription to', 'I cancelled my subscription to', 'Netflix', 'Spotify'],
    ['I have a contract with', 'I dropped my contract with', 'Vodafone', 'Telekom'],
    ['I have an account at', 'I closed the account at', 'Fortis', 'Nordbank'],
    ['On 14 April I have an appointment with', 'I cancelled the appointment with', 'Dr Sharma', 'Dr Klein'],
    ['I do a podcast with', 'I gave up the podcast with', 'Mira', 'Finn'],
    ['My daughter is in the choir of', 'My daughter left the choir of', 'St Mary', 'St Anne']
  ] as const
  for (const [have, over, one, other] of kinds) {
    t.same(await ended(`${have} ${one}.`, `${over} ${other}.`), [], `${over} ${other}`)
    t.same(await ended(`${have} ${other}.`, `${over} ${one}.`), [], `${over} ${one}`)
    t.equal((await ended(`${have} ${one}.`, `${over} ${one}.`)).length, 1, `${over} ${one}`)
  }
  for (const event of ['meeting', 'lunch', 'call']) {
    const held = `I have a ${event} with Ben on Monday.`
    for (const put of ['got pushed to Wednesday', 'has been moved to Thursday', 'was cancelled']) {
      t.same(await ended(held, `The ${event} with Clara ${put}.`), [], `${event} ${put}`)
      t.equal((await ended(held, `The ${event} with Ben ${put}.`)).length, 1, `${event} ${put}`)
    }
    t.same(await ended(held, `I moved the ${event} with Clara to Thursday.`), [], event)
    t.equal((await ended(held, `I moved the ${event} with Ben to Thursday.`)).length, 1, event)
  }
  t.equal((await ended('I have a job at Lidl.', 'I quit Lidl for a job at Aldi.')).length, 1, 'left for another')
})

t.test('what is over at one time, in one place or way goes on beside it', async t => {
  for (
    const [holds, bound] of [
      ['I go running before work.', 'go running after work'],
      ['I read the Guardian.', 'read the Guardian in print'],
      ['I have a Volvo.', 'drive the Volvo to work'],
      ['I take metformin.', 'take metformin in the evening'],
      ['I play the cello.', 'play the cello at parties'],
      ['I drink beer.', 'drink beer at home'],
      ['I own a bakery.', 'open the bakery on Mondays'],
      ['I do yoga in the morning.', 'do yoga in the evening']
    ] as const
  ) {
    t.same(await ended(holds, `I don't ${bound} any more.`), [], bound)
    t.same(await ended(holds, `I no longer ${bound}.`), [], bound)
    t.equal((await ended(`I ${bound}.`, `I don't ${bound} any more.`)).length, 1, `the same: ${bound}`)
  }
  for (
    const [holds, over] of [
      ['I read the Guardian.', "I don't read the Guardian any more."],
      ['I take the bus to work.', 'I no longer take the bus to work.'],
      ['I work at Nordbank.', 'I left Nordbank after the holidays.'],
      ['I play the cello.', 'I gave up the cello in March.'],
      ['I drive a Volvo.', 'I sold the Volvo on Monday.']
    ] as const
  ) t.equal((await ended(holds, over)).length, 1, over)
})

t.test('where one only seems to live ends no home', async t => {
  for (const where of ['at the gym', 'in the lab', 'in sweatpants', 'on the train', 'in spreadsheets']) {
    for (const since of ['now', 'these days']) {
      t.same(await ended('I live in Hamburg.', `I live ${where} ${since}.`), [], `${where} ${since}`)
    }
  }
  for (const where of ['in Bremen', 'in a village', 'at the coast', 'on a boat']) {
    t.equal((await ended('I live in Hamburg.', `I live ${where} now.`)).length, 1, where)
  }
})

t.test('who works there may be its customer too', async t => {
  for (const thing of ['account', 'savings account', 'loan']) {
    t.same(await ended('I work at Nordbank.', `I closed my ${thing} at Nordbank.`), [], thing)
  }
  t.equal((await ended('My bank is Nordbank.', 'I closed my account at Nordbank.')).length, 1, 'the bank')
})

const takenUp: Change[] = [
  ['I quit the choir.', 'I rejoined the choir', 'rejoin the choir', 'rejoined the choir'],
  ['I gave up the cello.', 'I picked the cello up again', 'pick the cello up again', 'picked the cello up again'],
  ['I stopped eating meat.', 'I went back to meat', 'go back to meat', 'went back to meat'],
  ['We replaced Jenkins with Buildkite.', 'I went back to Jenkins', 'go back to Jenkins', 'went back to Jenkins'],
  [
    'I cancelled my gym membership.',
    'I renewed my gym membership',
    'renew my gym membership',
    'renewed my gym membership'
  ],
  ['I closed my Etsy shop.', 'I reopened my Etsy shop', 'reopen my Etsy shop', 'reopened my Etsy shop'],
  [
    'I stepped down as treasurer.',
    'I took the treasurer job up once more',
    'be the treasurer again',
    'took the treasurer job up once more'
  ]
]
const over: Change[] = [
  ['I joined a rowing club.', 'I quit the rowing club', 'quit the rowing club', 'quit the rowing club'],
  ['I bought a Volvo.', 'I sold the Volvo', 'sell the Volvo', 'sold the Volvo'],
  ["I've started learning Danish.", 'I gave up Danish', 'give up Danish', 'gave up Danish'],
  ['I enrolled in a nursing degree.', 'I dropped out of nursing', 'drop out of nursing', 'dropped out of nursing'],
  ['I subscribed to the Courier.', 'I cancelled the Courier', 'cancel the Courier', 'cancelled the Courier'],
  [
    'I opened an account at Fortis.',
    'I closed the account at Fortis',
    'close the account at Fortis',
    'closed the account at Fortis'
  ]
]

async function isUndoneOnlyBy (t: Test, undone: Change[], unlike: string[], stays: Array<[string, string]>) {
  for (const [happened, asserted, base, others] of undone) {
    t.equal((await ended(happened, `${asserted}.`)).length, 1, `${happened} ${asserted}`)
    const supposed = moods.map(([, said]) => said({ asserted, base, others }))
    const more = [`I'd love to ${base} one day.`, `I'll ${base} when I retire.`, `I won't ${base}.`]
    for (const other of [...supposed, ...more, ...unlike]) {
      t.same(await ended(happened, other), [], `${happened} ${other}`)
    }
  }
  for (const [happened, more] of stays) t.same(await ended(happened, more), [], `${happened} ${more}`)
}

t.test('what was given up is over once it is taken up again, and by nothing else', async t => {
  await isUndoneOnlyBy(t, takenUp, ['I bought a red kite again.'], [
    ['I visited the choir in Leeds.', 'I visited the choir in Leeds again.'],
    ['I broke my cello in May.', "I've got the cello back."],
    ['I quit the choir.', 'The choir sang in our church.']
  ])
  for (const [happened, asserted] of takenUp) {
    const news = `Guess what, ${asserted.replace(/^I/, 'we')} in May.`
    t.equal((await ended(happened, news)).length, 1, `${happened} ${news}`)
  }
})

t.test('what was begun is over once it is given up, and what merely happened stays', async t => {
  await isUndoneOnlyBy(t, over, ['I sold a red kite.'], [
    ['I visited Lisbon in May.', 'I left Lisbon on Sunday.'],
    ['I won the chess cup.', 'I quit chess.'],
    ['I met Ada at the choir.', 'I left the choir.'],
    ['I bought my dad a Volvo.', 'I sold my Volvo.'],
    ['I bought a kayak for my son.', 'I sold my kayak.'],
    ['I installed solar panels.', 'The firm that made my solar panels is finished.'],
    ['I bought the blue bike.', 'I sold the red bike.'],
    ['I started the violin.', 'My teacher gave up the violin.'],
    ['I ran a marathon in May.', 'I quit marathons.']
  ])
})
