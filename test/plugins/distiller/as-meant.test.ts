/**
 * What is said without being so, and words that mean nothing or another than the one who stands nearest. Cases are made
 * of parts, so that the class is tested and no sentence.
 */
import t from 'tap'
import { isEmptyIt, lacksWords } from '../../../plugins/_shared/english/incomplete.ts'
import { opensMatter } from '../../../plugins/_shared/english/leaning.ts'
import { clausesOf } from '../../../plugins/_shared/english/clause.ts'
import { endOf } from '../../../plugins/_shared/english/date-ends.ts'
import { loadDates } from '../../../plugins/_shared/english/dates.ts'
import { loadGrammar } from '../../../plugins/_shared/english/grammar.ts'
import { isOwnAnswer, namesNothing, questionIn } from '../../../plugins/_shared/english/questions.ts'
import { otherDates } from '../../../plugins/_shared/wording/other-dates.ts'
import { spanStart } from '../../../plugins/_shared/english/spans.ts'
import { withoutAdded } from '../../../plugins/_shared/wording/lead.ts'
import { wishesToForget, wishIn } from '../../../plugins/_shared/wording/wishes.ts'
import { isAbout, meantToForget } from '../../../plugins/_shared/wording/withdrawn.ts'
import { isInvented, isPlayed } from '../../../plugins/_shared/wording/role-play.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const asked = (question: string) => turn(question, { role: 'assistant' })

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  return (await distiller.distill(conversation(turns))).facts.map(({ text }) => text)
}

t.test('who somebody is in a story, a game or a dream is nothing of theirs', async t => {
  for (const frame of ["In the novel I'm writing,", 'In our campaign', 'In my game', "In the film we're making,"]) {
    for (const role of ["I'm a spy who lives in Prague.", 'I am the king of the elves.', "you're a pirate."]) {
      t.ok(isInvented(`${frame} ${role}`), `${frame} ${role}`)
    }
  }
  for (const dream of ['I dreamt I was a pilot.', 'I had a weird dream that my house was gone.']) {
    t.ok(isInvented(dream), dream)
  }
  for (
    const so of [
      'In my book I explain how to bake bread.',
      'In my job I meet a lot of people.',
      'In the game the player has three lives.',
      'I dream of a house by the sea.',
      'In the story I wrote about Leeds there is a map.'
    ]
  ) t.notOk(isInvented(so), so)
  t.strictSame(await texts(turn("In the novel I'm writing, I'm a spy who lives in Prague.")), [])
})

t.test('"it" that means nothing is no thing spoken of before', async t => {
  const { sentences } = await loadGrammar()
  for (
    const [text, empty] of [
      ['It took me three weeks to read the book.', true],
      ['It is hard to find a parking space.', true],
      ["It's not that I dislike the place.", true],
      ['It was my mum who rang.', true],
      ['It costs us a fortune to heat the house.', true],
      ['It has a balcony.', false],
      ['It is far from the station.', false],
      ['It takes two hours.', false]
    ] as const
  ) {
    const { verb, rest } = clausesOf(sentences(text)[0]!)[0]!
    t.equal(isEmptyIt(verb, rest), empty, text)
  }
  for (const thing of ['My lease runs out in June.', 'My car is ten years old.']) {
    const said = await texts(turn(`${thing} It took me three weeks to read Middlemarch.`))
    t.notOk(said.some(text => /(?:lease|car) took/.test(text)), thing)
  }
})

t.test('he and she are whom the sentence before speaks of, where it speaks of one such', async t => {
  for (const [girl, boy] of [['Ema', 'Luka'], ['Sarah', 'Tom'], ['My daughter Ida', 'my son Ben']] as const) {
    const facts = await texts(turn(`${boy} gets carsick and ${girl} is scared of boats. She's nine and he's six.`))
    const said = facts.map(withoutAdded)
    t.ok(said.some(text => text.endsWith(`${girl.replace(/^.* /, '')} is nine.`)), girl)
    t.ok(said.some(text => text.endsWith(`${boy.replace(/^.* /, '')} is six.`)), boy)
  }
  t.notOk((await texts(turn('Tom met Paul at the club. He is a plumber.'))).some(text => /(?:Tom|Paul) is/.test(text)))
})

t.test('a parent without "my" is the speaker\'s', async t => {
  for (const parent of ['Mum', 'Dad', 'Grandma', 'Mom']) {
    t.strictSame(await texts(turn(`${parent}'s a nurse.`)), [`The user's ${parent.toLowerCase()}'s a nurse.`], parent)
  }
  t.notOk((await texts(turn('Her dad is a baker in Ghent.'))).some(text => text.includes("the user's dad")))
})

t.test('what a question takes for known is stated', async t => {
  for (
    const [question, fact] of [
      ['Did I mention that I play the cello?', 'The user plays the cello.'],
      ['Have I told you I moved to Leeds?', 'The user moved to Leeds.'],
      ["Isn't it weird that I've got a twin who lives next door?", 'The user has got a twin who lives next door.'],
      ["How do I tell my boss that I'm leaving IBM?", 'The user is leaving IBM.']
    ] as const
  ) t.strictSame(await texts(turn(question)), [fact], question)
  for (const question of ['Did he say that I must pay?', 'Is it true that you are a machine?', 'How do I get there?']) {
    t.strictSame(await texts(turn(question)), [], question)
  }
})

t.test("an answer to a question of one's own stands with it", async t => {
  t.strictSame(
    await texts(
      turn("The neighbours' dog is called Rex. Who is the one that's allergic? That'd be me, to penicillin.")
    ),
    ["The neighbours' dog is called Rex.", "The user: Who is the one that's allergic? That'd be me, to penicillin."]
  )
  const { sentences } = await loadGrammar()
  const answers = (question: string, answer: string) => isOwnAnswer(question, sentences(answer)[0]!.tokens)
  t.ok(answers('The catch?', 'No pets.'))
  t.ok(answers('Why am I vegan?', 'Because of the climate.'))
  t.notOk(answers('Can you help me with my taxes?', 'No rush.'))
  t.notOk(answers('What should I cook?', 'My wife loves fish.'))
})

t.test('an answer to a question that names nothing stands with what the talk is about', async t => {
  const grammar = await loadGrammar()
  for (const question of ["What's your budget?", 'When did it start?', 'Was anyone hurt?', 'How many people?']) {
    t.ok(namesNothing(question, grammar), question)
  }
  for (const question of ['Where do you live?', 'Do you have children?', 'Have you seen a doctor?', 'How is she?']) {
    t.notOk(namesNothing(question, grammar), question)
  }
  for (const need of ["I'm looking for a present.", 'Can you help me pick a laptop?', 'I need a new bike.']) {
    t.strictSame(
      (await texts(turn(need), asked("What's your budget?"), turn('Forty quid, tops.'))).at(-1),
      `Asked "What's your budget?" after "${need}", the user said: Forty quid, tops.`
    )
  }
})

t.test('a question about what one has in mind names nothing either', async t => {
  const grammar = await loadGrammar()
  for (const question of ['What do you have in mind?', 'Any brand preferences?', 'Which style?', 'What level?']) {
    t.ok(namesNothing(question, grammar), question)
  }
  for (const question of ['Which dog do you have in mind?', 'Any allergies?', 'Do you mind her dog?']) {
    t.notOk(namesNothing(question, grammar), question)
  }
  for (const need of ['I want to buy a canoe.', 'Can you help me pick a laptop?', "I'm building a shed."]) {
    for (const question of ['What budget do you have in mind?', 'What do you have in mind?']) {
      t.strictSame(
        (await texts(turn(need), asked(question), turn('Forty quid, tops.'))).at(-1),
        `Asked "${question}" after "${need}", the user said: Forty quid, tops.`
      )
    }
  }
})

t.test('whoever does something then, the question says what', async t => {
  const question = 'Do you cook at home?'
  for (const who of ['My wife', 'My flatmate']) {
    for (const when of ['during the week', 'on weekdays', 'at weekends', 'in winter']) {
      const said = `${who} does ${when}.`
      t.match((await texts(asked(question), turn(said))).at(-1), `Asked "${question}", the user said: ${said}`)
    }
    t.notMatch((await texts(asked(question), turn(`${who} does yoga on Fridays.`))).at(-1), /^Asked/)
  }
})

t.test('few words of what he does are English', async t => {
  for (const does of ['restores pianos', 'tunes organs', 'repaired clocks']) {
    t.match(await texts(turn(`My partner Tom has a workshop in Bremen. He ${does}.`)), [
      /Tom/,
      new RegExp(`^Tom \\(the user's partner\\) ${does}`)
    ])
  }
})

t.test('a question that stands behind a quotation is without it', t => {
  for (const draft of ["'Dear Mr Hall, the damp is back.'", "'Dear Ms Lee: it leaks...'"]) {
    t.equal(questionIn(`Here it is: ${draft} Shall I keep the date?`), 'Shall I keep the date?')
    t.equal(questionIn(`Here it is: ${draft} Shall I send it?`), null, 'an offer')
  }
  t.equal(questionIn("Sure. 'Dear' or 'Hello'?"), "'Dear' or 'Hello'?")
  t.equal(questionIn('You said "us". "All of us" — do you have children?'), '"All of us" — do you have children?')
  t.equal(questionIn('What did you mean by "all of\nus" — do you have children?'), 'Do you have children?')
  t.end()
})

t.test('days of a list are days of every week, and the days of a list that lies ahead are in order', async t => {
  const find = await loadDates()
  const monday = Date.UTC(2026, 9, 5, 12)
  const days = (text: string, past = false) => find(text, monday, past).map(({ iso }) => iso)
  for (const text of ['Practice is tue, thu and sat.', 'I work Tuesdays and Fridays.', 'My Tuesday class is full.']) {
    t.strictSame(days(text), [], text)
  }
  t.strictSame(days("She said yes so I'm only dropping Tuesday and Thursday.", true), [])
  t.strictSame(days('I have exams on Friday and Wednesday.'), ['2026-10-09', '2026-10-14'])
  t.strictSame(days('Mum comes on the 24th for three months.'), ['2026-10-24'])
  t.strictSame(days('The flat is on the 24th floor.'), [])
})

t.test('what ended at a date began so long before it', async t => {
  const { facts: [fact] } = await distiller.distill(
    conversation([turn('I worked at Nestlé for ten years, until 2022.')])
  )
  t.equal(new Date(fact!.validAt!).getUTCFullYear(), 2012)
  t.equal(new Date(fact!.invalidAt!).getUTCFullYear(), 2023)
})

t.test('dates of other languages stand in their month, and the tense says in which year', t => {
  const now = Date.UTC(2026, 2, 10)
  for (
    const [text, ...days] of [
      ['En juin, on part en Corse avec les enfants.', '2026-06'],
      ['Mon fils est né en avril à Lyon.', '2025-04'],
      ['Je ne bois plus de café depuis janvier.', '2026-01'],
      ['Je travaille ici depuis mars 2020.', '2020-03'],
      ['Mi nieta nace en diciembre.', '2026-12'],
      ['Me operan de cataratas mañana en el hospital.', '2026-03-11'],
      ['Trabajo por la mañana en la panadería.'],
      ['A minha prova de inglês é dia 8 de novembro.', '2026-11-08'],
      ['Wij verhuizen in juni naar Utrecht.', '2026-06'],
      ['Ik ben in mei getrouwd met mijn vriendin.', '2025-05'],
      ['Ho sposato Marco il 3 maggio 2019.', '2019-05-03'],
      ['Ich ziehe im Mai nach Kiel.']
    ] as const
  ) {
    const found = otherDates(text, now).map(({ at, precision }) => new Date(at).toISOString().slice(0, precision))
    t.strictSame(found, days, text)
  }
  t.end()
})

t.test('a game is one however it is proposed', t => {
  for (
    const begin of [
      "Let's play a game: I'm a pirate called Redbeard and I live on a ship.",
      "Let's practise my interview. You're the manager, I'm the candidate.",
      "You're the judge, I'm the accused."
    ]
  ) t.ok(isPlayed(begin, false), begin)
  for (const none of ["Let's play tennis on Sunday.", "You're the best, I'm so happy."]) {
    t.notOk(isPlayed(none, false), none)
  }
  t.end()
})

t.test('what is not a date, and which way the others point', async t => {
  const find = await loadDates()
  const now = Date.UTC(2026, 3, 9, 12)
  const days = (text: string, past: boolean) => find(text, now, past).map(({ iso }) => iso)
  for (const text of ['My twins are called May and June.', 'I was born on 7/11/88.', 'He turns 75 on Easter Sunday.']) {
    for (const past of [true, false]) t.strictSame(days(text, past), [], text)
  }
  t.strictSame(days('It is four years this August since I retired.', true), ['2026-08'])
  t.strictSame(days('We had no water since 28 March and the lease runs out on 31 August.', true), [
    '2026-03-28',
    '2026-08-31'
  ])
  t.strictSame(days('I applied for six months, they decide on 20 May.', true), ['2026-05-20'])
  t.strictSame(
    (await texts(turn('My cousin crashed her car.'), asked('Where did that happen?'), turn('Near Zwolle, on Tuesday.')))
      .at(-1)?.includes('Tuesday (2025-04-29)'),
    true
  )
})

t.test('what a clause lacks is said before it', async t => {
  const { sentences } = await loadGrammar()
  for (
    const [text, lacks] of [
      ['I do Wednesdays and Sundays.', true],
      ["My partner isn't keen.", true],
      ['I would, but my wife has.', true],
      ["Or maybe I'll just stay.", true],
      ['The inventory is done!', false],
      ['My partner is keen on sailing.', false],
      ['I do pottery on Wednesdays.', false]
    ] as const
  ) t.equal(lacksWords(clausesOf(sentences(text)[0]!)[0]!), lacks, text)
})

t.test('what is reported ends where the speaker says "but I"', async t => {
  t.ok(
    (await texts(turn("She told me to swim, but I'm allergic to chlorine."))).includes(
      'The user is allergic to chlorine.'
    )
  )
  t.strictSame(await texts(turn("My mother says that I'm lazy.")), [])
})

t.test('notes without a subject stand one by one, and an answer takes no other matter', async t => {
  t.strictSame(await texts(turn('Been vegan since uni. Off to Skye for good. Two kids, both girls.')), [
    'The user: Been vegan since uni.',
    'The user: Off to Skye for good.',
    'The user: Two kids, both girls.'
  ])
  const { sentences } = await loadGrammar()
  for (
    const [text, opens] of [['My husband drives a bus.', true], ['Anyway, I moved.', true], [
      'I moved.',
      false
    ]] as const
  ) {
    t.equal(opensMatter({ tokens: sentences(text)[0]!.tokens, sentence: text }), opens, text)
  }
})

t.test('which one "the" means stands in the same sentence', async t => {
  t.strictSame(await texts(turn("We're on pnpm and the monorepo has fourteen packages.")), [
    "The user: We're on pnpm and the monorepo has fourteen packages."
  ])
  t.equal((await texts(turn('I work for IBM and my sister lives in Rome.'))).length, 2)
})

t.test('a correction says what it corrects again', async t => {
  for (
    const [said, again, right] of [
      ['I fly on the 22nd and come back on the 30th.', 'Hang on, I come back on the 31st.', 'come back on the 31st'],
      ['My shift ends at 6pm and begins at 9am.', 'Sorry, it ends at 7pm.', 'ends at 7pm'],
      [
        'The hall is booked for 16 May at noon.',
        "It isn't the hall any more, it's the Plough now.",
        'the Plough is booked'
      ],
      ['About 40 people come to the party.', "It's 50 people now.", '50 people come']
    ] as const
  ) {
    const facts = await texts(turn(said), turn(again))
    t.equal(facts.length, 1, said)
    t.match(facts[0]!.toLowerCase(), right.toLowerCase(), said)
  }
})

t.test('what is taken back right behind, or told of a dream, is not so', async t => {
  for (
    const taken of ['Not.', 'I wish!', 'In my dreams.', 'As if.', 'April fools.', 'Ha, if only.', 'Said nobody ever.']
  ) {
    t.strictSame(await texts(turn(`I live in a castle near York. ${taken}`)), [], taken)
  }
  t.strictSame(await texts(turn('I had a dream last night. I was married to a fisherman. Anyway, I work at Boots.')), [
    'The user works at Boots.'
  ])
  for (
    const joke of ["Yeah right, and I'm the Queen of Sheba.", "Sure, and I'm the Pope.", 'I speak Greek, yeah right.']
  ) {
    t.strictSame(await texts(turn(joke)), [], joke)
  }
  t.strictSame(await texts(turn('Write a bio for my friend: I live in York and I have two dogs.')), [])
  t.strictSame(await texts(asked('What would you do if you were rich?'), turn('I live on an island.')), [])
})

t.test('words without a subject that agree with another are said of nobody else', async t => {
  for (const about of ['Our nanny is called Rosa.', 'My brother got a job in May.', 'My uncle is a farmer.']) {
    const said = await texts(turn(`${about} Has forty cows. Speaks three languages.`))
    t.notOk(said.some(text => /^The user: (?:Has|Speaks)/.test(text)), about)
  }
})

t.test('an animal may be meant by he and she, and whom a question named may be another', async t => {
  for (const pet of ['cat', 'horse', 'tortoise']) {
    const said = await texts(turn(`My aunt has a ${pet} and she's 15 and half blind.`))
    t.notOk(said.some(text => /aunt is/.test(text)), pet)
  }
  for (
    const [question, answer] of [['How is your wife?', "She's my ex-wife now."], [
      'Is Rex your dog?',
      "He's my brother's."
    ]]
  ) {
    const said = await texts(
      asked(question!),
      turn(`${answer} I see ${answer!.slice(0, 2) === 'He' ? 'him' : 'her'} on Sundays.`)
    )
    t.match(said[0], `Asked "${question}", the user said: ${answer}`)
  }
})

t.test('each date points where the verb beside it points', async t => {
  const find = await loadDates()
  const saturday = Date.UTC(2026, 2, 21, 12)
  const days = (text: string) => find(text, saturday, true).map(({ iso }) => iso)
  t.strictSame(days('I moved a year ago and turn 65 in July.').at(-1), '2026-07')
  t.strictSame(days('I had surgery on Thursday and have a check-up on Thursday.'), ['2026-03-19', '2026-03-26'])
  t.strictSame(days('My sister got married last Saturday and flies to Bali on Saturday.'), ['2026-03-14', '2026-03-28'])
  t.strictSame(days('I got a new job, start on Monday.'), ['2026-03-23'])
  t.strictSame(find('I have a test in January and had one in December.', saturday, false).map(({ iso }) => iso), [
    '2027-01',
    '2025-12'
  ])
  for (
    const none of ['He was born three weeks before Christmas.', 'My boss was Jan.']
  ) {
    t.strictSame(days(none), [], none)
  }
  t.strictSame(days('I saw her the Sunday before last.'), ['2026-03-08'])
  t.strictSame(days('The holiday was from the 10th to the 24th of July.').length, 2)
})

t.test('a span before an event of the past is not counted from today', async t => {
  for (
    const text of [
      "I'd been a teacher for ten years before I retired.",
      'I was a postman for 12 years before I became a teacher.',
      'We lived in Lyon until just before my son was born in 2014.',
      "I didn't start at Sky until 2021."
    ]
  ) {
    const { facts } = await distiller.distill(conversation([turn(text)]))
    t.notOk(facts.some(({ validAt, invalidAt }) => validAt !== null || invalidAt !== null), text)
  }
})

t.test('what is exaggerated beside irony is not meant either', async t => {
  t.strictSame(
    await texts(turn('Fantastic, the lift is broken again. I live on the ninth floor. My knee is thrilled.')),
    [
      'The user lives on the ninth floor.'
    ]
  )
  t.match(await texts(turn('I live on the ninth floor. My sister is thrilled about her new job at IBM.')), /thrilled/)
})

t.test('praise alone behind bad news mocks it, and joy behind it is not meant', async t => {
  const trouble = ['The dishwasher is leaking again.', 'My car makes a new noise.', 'They lost our suitcases.']
  for (const bad of trouble) {
    for (const praise of ['Brilliant.', 'Oh great!', 'Just lovely.']) {
      const facts = await texts(turn(`${bad} ${praise} I'm thrilled to spend my holidays at the garage.`))
      t.notMatch(facts.join(), /thrilled/, `${bad} ${praise}`)
    }
  }
  for (
    const meant of [
      "I got the job. Brilliant. I'm thrilled to be joining Arup.",
      "The boiler was broken and they fixed it for free. Brilliant. I'm thrilled with the new plumber.",
      "My sister passed her exam. Lovely! I'm thrilled to become an aunt as well."
    ]
  ) t.match((await texts(turn(meant))).join(), /thrilled/, meant)
})

t.test('an order to forget is one in whatever words, and says what', t => {
  const matters = [['knee operation', 'I had a knee operation.'], [
    'ex-husband',
    'My ex-husband lives in Hull.'
  ]] as const
  for (const [matter, memory] of matters) {
    for (
      const order of [
        `Please forget what I said about my ${matter}.`,
        `Could you forget the bit about my ${matter}?`,
        `Strike the thing about my ${matter} from your memory.`,
        `Actually, please don't store the thing about my ${matter}.`,
        `I'd rather you didn't remember my ${matter}.`,
        `I don't want you to remember my ${matter}.`,
        `Wipe what I told you about my ${matter}.`,
        `That thing about my ${matter} - forget it.`,
        `Would you mind forgetting about my ${matter}?`,
        `Can we pretend I never mentioned my ${matter}?`,
        `Never mind what I said about my ${matter}.`,
        `Drop the ${matter} thing from memory.`,
        `Please keep the ${matter} thing off the record.`,
        `Erase the bit on my ${matter}, will you?`
      ]
    ) {
      t.equal(wishesToForget(order).length, 1, order)
      t.ok(isAbout(memory, wishIn(order), 2 / 3), `${order} ${wishIn(order)}`)
    }
  }
  for (
    const none of [
      "Don't keep the meat in the fridge.",
      'Scrap the plan.',
      'Keep it off the record player.',
      'Never mind what I think.',
      "Don't forget my birthday.",
      'My boss said to forget it.',
      "I don't want you to go.",
      'Drop the gym thing, I would rather swim.'
    ]
  ) t.strictSame(wishesToForget(none), [], none)
  t.end()
})

t.test('an order to forget means the speaker, or whom it names', async t => {
  const own = (thing: string) => ({ text: `The user has ${thing}.`, subject: 'The user' })
  const of = (whose: string, thing: string) => ({
    text: `The user's ${whose} has ${thing}.`,
    subject: `The user's ${whose}`
  })
  for (const whose of ['dad', 'wife', 'son', 'neighbour']) {
    for (const thing of ['asthma', 'a kayak', 'a dentist in Lyon']) {
      const known = [own(thing), of(whose, thing)]
      const bare = thing.replace(/^a /, '')
      t.same(meantToForget(known, `that I have ${thing}`), [own(thing)], `${thing}, mine, and not of the ${whose}`)
      t.same(meantToForget(known, `my ${whose}'s ${bare}`), [of(whose, thing)], `${thing} of the ${whose}`)
      t.same(meantToForget([of(whose, thing)], `my ${bare}`), [], `${thing}, of the ${whose} alone`)
      t.same(meantToForget([of(whose, thing)], `the ${bare}`), [of(whose, thing)], `${thing}, of which there is one`)
    }
  }
  t.same(await texts(turn("Off the record, I'm looking for a new job.")), [])
  const turns = [turn('I love pizza. My mum loves pizza.'), turn('Forget that I love pizza.')]
  t.notOk((await texts(...turns)).includes('The user loves pizza.'))
  t.ok((await texts(...turns)).includes("The user's mum loves pizza."))
})

t.test('a past that looks like the present, and what a past has ahead', async t => {
  const find = await loadDates()
  const march = Date.UTC(2026, 2, 10, 18)
  const days = (text: string, past: boolean) => find(text, march, past).map(({ iso }) => iso)
  for (const verb of ['split', 'put it down', 'read it', 'beat it', 'shut the shop', 'quit']) {
    for (const whose of ['We', 'My parents', "________'s parents"]) {
      t.same(days(`${whose} ${verb} in January.`, false), ['2026-01'], `${whose} ${verb}`)
    }
  }
  t.same(days('He lives alone since my mum moved to a care home in January.', false), ['2026-01'])
  t.same(days('The rent is set in May.', false), ['2026-05'])
  for (const asking of ['asked for an extension', 'talked me into staying', 'convinced me to stay']) {
    t.same(days(`They ${asking} until 15 August.`, true), ['2026-08-15'], asking)
  }
  t.same(days('I signed up for the race on 24 May.', true), ['2026-05-24'])
  t.same(days('The deadline was 1 June.', true), ['2026-06-01'])
  for (const unit of ['year', 'week', 'term']) {
    t.same(days(`In my last ${unit} of college I broke a leg.`, true), [], unit)
  }
})

t.test('a span that is granted counts from now, and what came through has no end', async t => {
  for (
    const [said, began] of [
      ['has signed me off for six weeks', false],
      ['has lent us the flat for two years', false],
      ['has lived with us for two years', true]
    ] as const
  ) t.equal(spanStart(`My aunt ${said}.`, Date.UTC(2026, 2, 10), true) !== null, began, said)
  const find = await loadDates()
  for (
    const [said, over] of [
      ['The visa came through yesterday.', false],
      ['We got through Friday.', false],
      ['The shop was open through Friday.', true]
    ] as const
  ) t.equal(endOf(said, find(said, Date.UTC(2026, 2, 10), true)) !== null, over, said)
})

t.test('what holds for a moment only is not kept, and what lasts is', async t => {
  const passing = [
    'Just got off a double shift, my feet are killing me.',
    'Just got home from work. My brain is fried.',
    'My build is failing with ENOSPC on the runner.',
    'The tests keep crashing on my laptop.',
    "I'm getting a segfault in my assignment.",
    'Ok pruned.',
    'Done, restarted it.',
    'My landlord just sent me this:'
  ]
  for (const text of passing) t.strictSame(await texts(turn(text)), [], text)
  for (
    const [text, kept] of [
      ['I just got back from Peru with my sister.', 'Peru'],
      ['My back has been killing me since the accident in May.', 'accident'],
      ['I just got a job at Siemens.', 'Siemens'],
      ['My landlord just sent me this contract for two more years.', 'contract'],
      ['My build is failing, we use GitLab on our own servers.', 'GitLab'],
      ['I got divorced and moved to Leeds.', 'Leeds']
    ] as const
  ) t.match((await texts(turn(text))).join(), kept, text)
})

t.test('a person of whom only "she" is known may be meant by "her" later', async t => {
  for (const stranger of ["She's been my uncle's customer for years.", 'She left a bad review of our bakery.']) {
    for (const own of ['wife', 'sister']) {
      const facts = await texts(
        turn(stranger),
        turn(`My ${own} redid the menu last week. I do the tables. We are closed on Mondays so I'll answer her then.`)
      )
      t.notMatch(facts.join(), new RegExp(`answer the user's ${own}`), `${stranger} ${own}`)
    }
  }
  t.match(
    (await texts(turn('My wife redid the menu. I do the tables. I pay her on Mondays.'))).join(),
    /pays? the user's wife/
  )
})

t.test('what is taken out of a text, a list or a plan is not to be forgotten', t => {
  const texts = [
    'the letter',
    'my cover letter',
    'the list',
    'our guest list',
    'your draft',
    'the recipe',
    'the to-do list'
  ]
  for (const verb of ['Remove', 'Delete', 'Please delete', 'Can you remove', 'Erase', 'ok remove']) {
    for (const text of texts) {
      for (const what of ['salmon', 'my name', 'the bit about my knee', 'my mother']) {
        t.same(wishesToForget(`${verb} ${what} from ${text}.`), [], `${verb} ${what} from ${text}`)
      }
    }
    for (
      const part of ['second paragraph', 'last line', 'third row', 'sentence about my ex', 'part where I complain']
    ) {
      t.same(wishesToForget(`${verb} the ${part}.`), [], `${verb} the ${part}`)
    }
    for (
      const what of ['my address', 'everything about my job', 'the bit about my knee', 'what I said about my boss']
    ) {
      for (const where of ['', ' from your memory', ' from memory', ' from my profile', ' from your notes']) {
        t.equal(wishesToForget(`${verb} ${what}${where}.`).length, 1, `${verb} ${what}${where}`)
      }
    }
  }
  for (const instead of ["let's do Friday", 'tell me a joke', "we'll just have cheese", 'make it funny']) {
    for (const what of ['dessert', 'the romantic part', 'about dinner', 'Thursday']) {
      t.same(wishesToForget(`Forget ${what}, ${instead}.`), [], `Forget ${what}, ${instead}`)
    }
    t.equal(wishesToForget(`Forget my address, ${instead}.`).length, 1, instead)
  }
  t.end()
})

t.test('a title is a job, and no taste, habit or kin', async t => {
  const titleOf = async (said: string) =>
    (await distiller.distill(conversation([said]))).facts.find(({ predicate }) => predicate === 'job_title')?.value
  for (
    const what of [
      'a cat person',
      'a morning person',
      'a heavy smoker',
      'a good cook',
      'a light sleeper',
      'a keen gardener',
      'a homeowner',
      'a first-time buyer',
      'a dual citizen',
      'a grandmother',
      'a blood donor',
      'a city boy',
      'a slow learner'
    ]
  ) t.equal(await titleOf(`I'm ${what}.`), undefined, what)
  for (const job of ['midwife', 'paralegal', 'tram driver', 'barista', 'vet', 'surveyor', 'nurse', 'senior buyer']) {
    t.equal(await titleOf(`I'm a ${job}.`), job, job)
  }
})
