/**
 * The rules distiller: each analysis alone, then what it makes of what people say. What that does to what is known is
 * tested with the whole pipeline, in test/scenarios/rules.test.ts.
 */
import t from 'tap'
import type { CandidateFact, Conversation } from '../../../domain/capabilities/distiller.ts'
import { clausesOf } from '../../../plugins/_shared/english/clause.ts'
import { loadDates } from '../../../plugins/_shared/english/dates.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { loadGrammar } from '../../../plugins/_shared/english/grammar.ts'
import { partsOf } from '../../../plugins/_shared/english/parts.ts'
import { inThirdPerson, spaced } from '../../../plugins/_shared/english/third-person.ts'
import type { Quoted } from '../../../plugins/_shared/wording/frame.ts'
import { isRaised, isRecounted } from '../../../plugins/_shared/wording/measures.ts'
import { ownWords } from '../../../plugins/_shared/wording/own-words.ts'
import { spelt } from '../../../plugins/_shared/wording/chat.ts'
import { withdrawnIn } from '../../../plugins/_shared/wording/withdrawn.ts'
import { conversation, suite, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const tuesday = Date.UTC(2025, 4, 6, 9)

async function facts (
  turns: Parameters<typeof conversation>[0],
  more: Partial<Conversation> = {}
): Promise<CandidateFact[]> {
  return (await distiller.distill(conversation(turns, more))).facts
}

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  return (await facts(turns)).map(({ text }) => text)
}

const asked = (question: string) => turn(question, { role: 'assistant' })

t.test('the conformance suite', t => {
  suite(t, async () => createRulesDistiller())
  t.end()
})

t.test('clauses: who, which verb, denied or not, past or not', async t => {
  const grammar = await loadGrammar()
  const read = (text: string) => grammar.sentences(text).flatMap(clausesOf)
  const cases: Array<[said: string, subject: string, verb: string, negated: boolean, past: boolean]> = [
    ['I use Vim.', 'I', 'use', false, false],
    ["I don't own a boat.", 'I', 'own', true, false],
    ["I haven't smoked in three months.", 'I', 'smoke', true, true],
    ['I no longer work at Siemens.', 'I', 'work', true, false],
    ['Well, actually, my sister moved to Lyon.', 'my sister', 'move', false, true],
    ['My mum, Elaine, is turning 70.', 'My mum , Elaine ,', 'turn', false, false],
    ['In autumn my daughter takes chemistry.', 'my daughter', 'take', false, false],
    ['My brother lives near Rome.', 'My brother', 'live', false, false],
    ['I should mention that I use Linux.', 'I', 'use', false, false],
    ['My boss on the ward is Jo.', 'My boss on the ward', 'be', false, false],
    ['A ticket costs 40 crowns.', 'A ticket', 'cost', false, false],
    ['Hilde here, I run a kiosk.', 'I', 'run', false, false]
  ]
  for (const [said, subject, verb, negated, past] of cases) {
    const [clause] = read(said)
    t.match(
      { ...clause, subject: clause!.subject.map(({ text }) => text).join(' ') },
      { subject, verb, negated, past },
      said
    )
  }
  t.same(read('I commute from Ghent to Brussels and my rent went up.').map(({ verb }) => verb), ['commute', 'go'])
  t.same(read('I left Google and joined a startup called Brightleaf.').map(({ verb }) => verb), ['leave', 'join'])
  for (
    const whole of [
      'My brother says he lives in Oslo and I know it.',
      'All the logic and UI needs to change.',
      'I started a project and configured it.'
    ]
  ) t.equal(read(whole).length, 1, whole)
})

t.test('full stops inside names and behind ordinals end no sentence', async t => {
  const grammar = await loadGrammar()
  const cases = [
    ['We use Express.js now. I like it.', 2],
    ['I booked it on trains.co.uk yesterday.', 1],
    ['Ich fange am 3. März an. Danach ziehe ich um.', 2],
    ['Sie wohnt im 4. Stock.', 1],
    ['I am 31. March is my month.', 2],
    ['It was great.it is over.', 2]
  ] as const
  for (const [line, count] of cases) t.equal(grammar.sentences(line).length, count, line)
  const [first] = grammar.sentences('We use Express.js now.')
  t.ok(first!.tokens.some(({ text }) => text === 'Express.js'), 'and the name is one word, as it was written')
  t.end()
})

t.test('numbers of the same, in the same words', t => {
  const cases: Array<[older: string, newer: string, same: boolean]> = [
    ['I rent two garages.', 'I rent three garages now.', true],
    ['A lesson costs 30 euros.', 'A lesson costs 35 euros now.', true],
    ['I grow oats on five hectares.', 'I grow oats on 7 hectares since I bought the meadow.', true],
    ['I pay €40 a month.', 'I pay €45 a month.', true],
    ['I rent two garages.', 'I rent two sheds.', false],
    ['I rent two garages.', 'I rent two garages now.', false],
    ['I drive a Volvo 240.', 'I drive a Volvo 740.', false],
    ['I take bus 5 to work.', 'I take bus 7 to work.', false],
    ['I teach 12 children.', 'My sister teaches 14 children.', false]
  ]
  for (const [older, newer, same] of cases) {
    const [now, before] = [newer, older].map(text => ({ text, quote: null, subject: 'the user' })) as [
      Quoted,
      Quoted
    ]
    t.equal(isRecounted(now, before), same, `${older} ${newer}`)
  }
  t.ok(isRaised('The vet raised the thyroxine to 30 mg.', 'The cat takes 20 mg of thyroxine.'))
  t.notOk(isRaised('The vet raised the thyroxine to 30 mg.', 'The cat takes 20 ml of cough syrup.'))
  t.notOk(isRaised('The rent was raised to 900 euros.', 'The cat takes 20 mg of thyroxine.'))
  t.end()
})

t.test('the third person only where it is certain', async t => {
  const grammar = await loadGrammar()
  const write = (text: string) => inThirdPerson(grammar.sentences(text)[0]!.tokens, 'Ada', grammar)
  const cases: Array<[said: string, written: string]> = [
    ['I carry my keys.', "Ada carries Ada's keys."],
    ["I'm a nurse.", 'Ada is a nurse.'],
    ["I don't own a hose.", "Ada doesn't own a hose."],
    ["I've never been to Japan.", 'Ada has never been to Japan.'],
    ["I'd been there.", 'Ada had been there.'],
    ["My sister's a dentist.", "Ada's sister's a dentist."],
    ["My cat's name is Tiger's Eye.", "Ada's cat's name is Tiger's Eye."],
    ['We moved to Bristol.', 'Ada: We moved to Bristol.'],
    ['I set up the shelves.', 'Ada: I set up the shelves.'],
    ["I know where and don't care.", "Ada: I know where and don't care."],
    ['Tom and I sing.', 'Ada: Tom and I sing.'],
    ['I run a kiosk and mostly rely on my niece.', 'Ada: I run a kiosk and mostly rely on my niece.']
  ]
  for (const [said, written] of cases) t.equal(write(said), written, said)
})

t.test('dates point where the tense points', async t => {
  const find = await loadDates()
  const at = Date.UTC(2026, 2, 20)
  const iso = (text: string, past: boolean) => find(text, at, past).map(({ iso }) => iso)
  t.same(iso('The race is on the 18th of October.', false), ['2026-10-18'])
  t.same(iso('We met on 24 December.', true), ['2025-12-24'])
  t.same(iso('I lived in Madrid in 2015.', true), ['2015'])
  t.same(iso('I found a room, moving in on April 1st.', true), ['2026-04-01'], 'what goes on from a past lies ahead')
  t.same(iso('I promised to call before the course begins on May 2nd.', true), ['2026-05-02'], 'a clause of its own')
  t.same(iso('We agreed to meet on April 3rd.', true), ['2026-04-03'], 'what was agreed to')
  t.same(iso('I live here since March.', false), ['2026-03'], 'since points back')
  for (
    const length of ["I haven't smoked in three months.", 'In 2 weeks I had lost 3 kg.', 'I lived there for two years.']
  ) t.same(iso(length, true), [], length)
  for (const often of ['I swim every Monday.', 'We meet on Mondays.', 'We meet on the first Tuesday of the month.']) {
    t.same(iso(often, false), [], often)
  }
})

t.test('parts that may come to an end one without the others', async t => {
  const grammar = await loadGrammar()
  const parts = (text: string) =>
    grammar.sentences(text).flatMap(clausesOf).flatMap(partsOf).map(({ tokens }) => spaced(tokens))
  t.same(parts('I play tennis and squash'), ['I play tennis', 'I play squash'])
  t.same(parts('I take aspirin and metformin'), ['I take aspirin', 'I take metformin'])
  t.same(parts('I use Evernote for notes and Todoist for tasks'), [
    'I use Evernote for notes',
    'I use Todoist for tasks'
  ])
  t.same(parts("I'm a nurse at St Mary's"), ["I'm a nurse", "I work at St Mary's"])
  t.same(parts("I'm Sarah, a nurse based in Leeds"), ["I'm Sarah", "I'm a nurse", "I'm based in Leeds"])
  for (const whole of ['I like salt and vinegar crisps', 'I have two kids, Tim and Lena', 'I played chess and go']) {
    t.same(parts(whole), [whole], whole)
  }
})

t.test("words that are not the user's own", async t => {
  const notOwn = [
    '```js\nconst name = "I live in Oslo"\n```',
    '> I live in Oslo',
    'Translate this into French: I live in Oslo.',
    'Proofread the following:\nI live in Oslo and work at IBM.',
    'Here is the email I got: I live in Oslo.',
    'He told me "I live in Oslo".'
  ]
  for (const said of notOwn) {
    t.notMatch(ownWords(said), /Oslo/, said)
    t.equal(ownWords(said).length, said.length, 'places stay the same')
    t.notMatch((await texts(said)).join(), /Oslo/, said)
  }
  for (const role of ['web', 'assistant ', 'tool', 'assistant', 'ai']) {
    t.same(await texts(turn('I live in Oslo.', { role })), [], role)
  }
  for (const role of ['User', 'human', 'CUSTOMER']) {
    t.same(await texts(turn('I live in Oslo.', { role })), ['The user lives in Oslo.'], `the user as ${role}`)
  }
})

t.test('what is stated, of whom, and whether there is one value at a time', async t => {
  const cases: Array<[said: string, subject: string, predicate: string, value: string | null, functional: boolean]> = [
    ['I live in Oslo.', 'The user', 'lives_in', 'Oslo', true],
    ['We moved to Bristol last month.', 'The user', 'lives_in', 'Bristol', true],
    ['I work at Nordbank.', 'The user', 'works_at', 'Nordbank', true],
    ['I just got promoted to head nurse.', 'The user', 'job_title', 'head nurse', true],
    ["I'm 34.", 'The user', 'age', '34', true],
    ["I'm engaged to Paul.", 'The user', 'marital_status', 'engaged', true],
    ['My favourite colour is blue.', 'The user', 'favorite_color', 'blue', true],
    ['My meeting with Ben is on Friday.', 'The user', 'date_of_ben_meet', 'Friday', true],
    ['My flight got moved to Friday.', 'The user', 'date_of_flight', 'Friday', true],
    ['We pushed the launch back to 3 May.', 'The user', 'date_of_launch', '3 May', true],
    ['They had to move my operation to 29 May.', 'The user', 'date_of_operation', '29 May', true],
    ['The exam is now on 5 May.', 'The user', 'date_of_exam', '5 May', true],
    ['The launch is now Friday.', 'The user', 'date_of_launch', 'Friday', true],
    ['My essay is still due on 3 May.', 'The user', 'date_of_essay', '3 May', true],
    ['Our flight leaves on 3 May.', 'The user', 'date_of_flight', '3 May', true],
    ['I moved the sofa to the attic.', 'The user', 'moved', 'sofa', false],
    ['I weigh 92 kg.', 'The user', 'weigh_count_of_kg', '92 kg', true],
    ['My boss on the ward is Jo.', "The user's boss", 'name', 'Jo', true],
    ['Ferdinand is my apprentice now.', 'The user', 'apprentice', 'Ferdinand', true],
    ['My apprentice is called Maud.', 'The user', 'apprentice', 'Maud', true],
    ['The shop opens at nine.', 'The user', 'shop_opens_at', 'nine', true],
    ['My brother lives in Lyon.', "The user's brother", 'lives_in', 'Lyon', true],
    ['My doctor put me on ramipril.', 'The user', 'put', null, false],
    ['I use Vim.', 'The user', 'uses', 'Vim', false],
    ['I lived in Rome as a child.', 'The user', 'lived_in', 'Rome', false],
    ['I want to live in Paris.', 'The user', 'planned_wants', 'live in Paris', false],
    ['My sister Ana might work at Nordbank.', 'Ana', 'planned_works_at', 'Nordbank', false]
  ]
  for (const [said, subject, predicate, value, functional] of cases) {
    t.match((await facts([said]))[0], { subject, predicate, value, functional }, said)
  }
})

t.test('what the assistant says of itself is never of the user, whatever name is known', async t => {
  const said = ['I live in Oslo. I prefer short answers.', "I'm Claude. I write in Rust.", "Hello! I'm Claude."]
  const named = ["I'm Sam. I write in Rust.", "Hello! I'm Sam."]
  for (const userName of [null, 'Sam', 'Claude']) {
    const ofAssistant = said.map(content => turn(content, { role: 'assistant' }))
    t.same((await facts(ofAssistant, { aboutAssistant: true, userName })).map(({ text }) => text), [
      'The assistant lives in Oslo.',
      'The assistant prefers short answers.',
      "The assistant's name is Claude.",
      'Claude writes in Rust.',
      "The assistant's name is Claude."
    ], `${userName}`)
  }
  for (const turns of [named, named.map(content => turn(content, { name: 'Sam' }))]) {
    t.same((await facts(turns, { userName: 'Sam' })).map(({ text }) => text), [
      "The user's name is Sam.",
      'Sam writes in Rust.',
      "The user's name is Sam."
    ])
  }
})

t.test("texts are the speaker's words, by name once it is said", async t => {
  t.same(await texts('I live in Oslo.'), ['The user lives in Oslo.'])
  t.same((await facts(['I live in Oslo.'], { userName: 'Sam' })).map(({ text }) => text), ['Sam lives in Oslo.'])
  t.same(await texts("I'm Sarah. I write in Rust."), ["The user's name is Sarah.", 'Sarah writes in Rust.'])
  t.same(await texts("J'habite à Lyon depuis deux ans."), [
    "The user: J'habite à Lyon depuis deux ans."
  ], 'another language is kept word for word')
  t.match(
    await facts([turn('Hallo, ich wohne seit letztem Jahr in Leipzig und arbeite als Lehrer.', { at: tuesday })]),
    [
      { text: 'The user: Ich wohne seit letztem Jahr (2024) in Leipzig.', predicate: 'lives_in', value: 'Leipzig' },
      { text: 'The user: Ich arbeite als Lehrer.' }
    ],
    'of German the home is read'
  )
})

t.test('when it holds', async t => {
  const [until] = await facts([turn('I work from Lisbon until March 31, 2026.', { at: Date.UTC(2026, 0, 10) })])
  t.equal(until?.invalidAt, Date.UTC(2026, 3, 1))
  const [since] = await facts(['I have worked at Bosch since 2019.'])
  t.equal(since?.validAt, Date.UTC(2019, 0, 1))
  const began = async (said: string) => (await facts([turn(said, { at: tuesday })]))[0]?.validAt
  t.equal(await began('I moved to Bristol last month.'), Date.UTC(2025, 3, 1))
  t.equal(await began('I live in Lisbon since two years.'), Date.UTC(2023, 4, 6))
  t.equal(await began('I have played the cello for six years.'), Date.UTC(2019, 4, 6))
  t.equal(await began('Ich wohne seit drei Jahren in Kiel.'), Date.UTC(2022, 4, 6))
  t.equal(await began('I lived in Rome for two years.'), null, 'a length that is over')
  const [ahead] = await facts([turn('My wife starts at Siemens on 1 June.', { at: tuesday })])
  t.match(ahead, { text: "The user's wife starts at Siemens on 1 June (2025-06-01).", functional: false })
  const [history] = await facts([turn('I moved to Bergen in 2009.', { at: tuesday })])
  t.match(history, { predicate: 'once_lives_in', functional: false, change: { kind: 'none' } })
})

t.test('what leans on what was said before is kept with it', async t => {
  t.match(await facts(['Hm.', asked('Where do you live?'), 'Denver.']), [{
    text: 'Asked "Where do you live?", the user said: Denver.',
    predicate: 'lives_in',
    value: 'Denver'
  }])
  t.same(await texts('I built a shed for the goats. It is four metres long.'), [
    'The user built a shed for the goats. It is four metres long.'
  ])
  t.same(await texts('I sell to a shop in Bonn. The kiosk opens at nine.'), [
    'The user sells to a shop in Bonn.',
    'The kiosk opens at nine.'
  ])
  t.same(await texts("Promised Ida I'd read her draft before she leaves on June 1."), [
    'The user promised Ida the user would read her draft before she leaves on June 1 (2025-06-01).'
  ])
  t.same(await texts("My sister Ana is a dentist. She's moving to Porto in July."), [
    "The user's sister Ana is a dentist.",
    "Ana (the user's sister) is moving to Porto in July (2025-07)."
  ])
  t.match(
    await facts(['My dentist appointment is on Wednesday.', asked('Noted.'), 'Sorry, it is Tuesday, not Wednesday.']),
    [{ text: /is on Tuesday/, change: { kind: 'correction', previous: 'Wednesday' } }]
  )
})

t.test('chat is read as if it were written with care, and quoted as it was typed', async t => {
  const cases: Array<[typed: string, written: string]> = [
    ['hey so i finally quit lol', 'so I finally quit'],
    ['yeah n u dont have it', "yeah and you don't have it"],
    ['its a dog tho haha. its tail is long', "it's a dog. its tail is long"],
    ['the school marks its 50th year, its only 9km away', "the school marks its 50th year, it's only 9km away"],
    ['Ich wohne im Dorf, im ersten Stock', 'Ich wohne im Dorf, im ersten Stock']
  ]
  for (const [typed, written] of cases) t.equal(spelt(typed).text, written, typed)
  const { text, placeOf } = spelt('hi, i dont smoke')
  t.equal('hi, i dont smoke'.slice(placeOf(text.indexOf('smoke'))), 'smoke')
  t.match(await facts(['hiya, i live in bristol n i work nights lol']), [
    { text: 'The user lives in Bristol.', predicate: 'lives_in' },
    { text: 'The user works nights.' }
  ])
})

t.test('what is taken back in the same talk is not kept', async t => {
  const cases: Array<[turns: string[], left: string[]]> = [
    [['I just bought a yacht. jk, it is a used kayak.'], ['The user just bought a used kayak.']],
    [["I'm a vegan. Actually no, scratch that, I eat cheese."], ['The user eats cheese.']],
    [['My recital is on 5 July.', 'Scratch that about the recital, they moved it to 12 July.'], [
      "The user's recital is on 12 July (2025-07-12)."
    ]],
    [['I have five hens. Just kidding, only two.'], ['The user has two hens.']],
    [['I own a barge. Never mind about the dinner, I found the recipe.'], ['The user owns a barge.']]
  ]
  for (const [turns, left] of cases) {
    t.same((await texts(...turns)).slice(0, left.length), left, turns.join(' / '))
  }
  t.match(
    await texts('I live in Rome.', asked('Do you like cafés?'), 'Actually no, I avoid them.'),
    [/Rome/],
    'an answer takes nothing back'
  )
  for (const plain of ['I was kidding my sister about it.', 'Never eat there.', 'Forgive me.']) {
    t.equal(withdrawnIn(plain), null, plain)
  }
})

t.test('whom he, she and it mean, and no one where it is not certain', async t => {
  t.same(await texts('I adopted a cat. She is called Pepper.'), [
    'The user adopted a cat.',
    "The user's cat is called Pepper."
  ])
  t.same(await texts('My flight leaves on Friday. It is with KLM.'), [
    "The user's flight leaves on Friday (2025-05-09).",
    "The user's flight is with KLM."
  ])
  t.notMatch((await texts('My aunt gave us a piano. It is a Yamaha.')).join(), /aunt is/, 'no aunt is a piano')
  t.notMatch((await texts("My sister's a dentist. It's in Porto.")).join(), /Porto/, 'nothing was there to be in Porto')
  t.notMatch((await texts('My sister Ana met my aunt Eva. She sings in a choir.')).join(), /(?:Ana|Eva) sings/)
  t.match(await texts('Broke my wrist two days ago.'), [/^The user broke the user's wrist/])
})

t.test('irony, opinions of others and speech that was cut out are no facts', async t => {
  for (
    const said of [
      'I just LOVE filling in forms, said no one ever.',
      'Because who needs sleep, right.',
      "My neighbour thinks I'm lonely.",
      'My mum says you get what you pay for.',
      'My boss wrote me: "I live in Singapore and I want the report."'
    ]
  ) t.same(await texts(said), [], said)
  t.match(await texts('My new job is a dream come true.'), [/dream/], 'meant as it is said')
})

t.test('secrets are refused, and a wish to forget is no fact', async t => {
  t.same(await texts('My password is hunter2. I like green tea.'), ['The user likes green tea.'])
  t.same(await texts('My credit card is 4111 1111 1111 1111.'), [])
  t.match(await facts(['Forget my credit card number.']), [{
    change: { kind: 'forget', previous: 'my credit card number.' }
  }])
})

t.test('what a person would note down, and what not', async t => {
  const kept = [
    'I run a small ceramics studio with two employees.',
    'My daughter Ines started kindergarten in March.',
    'We use Postgres for everything.',
    "I'm allergic to penicillin.",
    'I prefer short answers without bullet points.',
    'My flight to Oslo leaves at nine on Friday.'
  ]
  const left = [
    'Thanks, that helps a lot!',
    'Ugh, what a morning.',
    'Can you help me write a newsletter?',
    'What is the capital of Peru?',
    'Ha, you are funny.',
    'That makes sense.',
    'Hello there.'
  ]
  for (const said of kept) t.equal((await facts([said])).length, 1, said)
  for (const said of left) t.same(await texts(said), [], said)
})

t.test('a long conversation leaves the event loop free', async t => {
  const line = 'I use the blue kettle in the morning and my brother lives near the river with two old dogs. '
  const turns = Array.from({ length: 20 }, (_, at) => turn(line.repeat(21).slice(0, 2000), { at: tuesday + at }))
  let rounds = 0
  const timer = setInterval(() => {
    rounds++
  }, 1)
  const { user, system } = process.cpuUsage()
  await facts(turns)
  clearInterval(timer)
  const used = process.cpuUsage({ user, system })
  const worked = (used.user + used.system) / 1000
  // Processor time, so that a busy machine is no reason to fail.
  t.ok(rounds > worked / 50, `${rounds} rounds of the event loop in ${worked.toFixed(0)} ms of work`)
})

t.test('twice the conversation takes twice the time', async t => {
  const line = 'I use the blue kettle in the morning and my brother lives near the river with two old dogs. '
  const told = (count: number) =>
    Array.from({ length: count }, (_, at) => turn(line.repeat(21).slice(0, 2000), { at: tuesday + at }))
  const used = async (count: number) => {
    const before = process.cpuUsage()
    await facts(told(count))
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await used(30)
  const [once, twice] = [await used(30), await used(60)]
  t.ok(twice < once * 3, `${once} and ${twice} microseconds of processor time`)
})

t.test("summaries are the facts' own sentences", async t => {
  const known = ['Ada works as a nurse at the harbour clinic in Oslo.', 'Ada has two cats.', 'Ada works as a nurse.']
  const [summary] = await distiller.summarise('u', [{ title: 'Ada', kind: 'entity', facts: known }])
  t.equal(summary, 'Ada works as a nurse at the harbour clinic in Oslo. Ada has two cats.')
  t.same(await distiller.summarise('u', [{ title: 'Ada', kind: 'entity', facts: [] }]), [''])
})
