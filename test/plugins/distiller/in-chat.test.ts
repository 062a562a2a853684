/**
 * What a talk with an assistant asks beside what it tells, what answers mean only with their questions, and dates whose
 * direction the words beside them decide. Cases are made of parts, so that the class is tested and no sentence.
 */
import t from 'tap'
import { clausesOf } from '../../../plugins/_shared/english/clause.ts'
import { loadDates } from '../../../plugins/_shared/english/dates.ts'
import { loadGrammar } from '../../../plugins/_shared/english/grammar.ts'
import { openClassifier } from '../../../plugins/distiller/_rules/classifier.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { isEnded } from '../../../plugins/_shared/wording/cues.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const asked = (question: string) => turn(question, { role: 'assistant' })

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  return (await distiller.distill(conversation(turns))).facts.map(({ text }) => text)
}

t.test('what is asked without a question mark is no fact, and what stands beside it is', async t => {
  const requests = [
    'how do I find a good plumber',
    'where in town can I get a saddle mended',
    'what time does the museum close',
    'can you help me with a letter',
    'give me three names for a boat',
    'translate the menu please',
    'recommend me a book'
  ]
  for (const request of requests) {
    t.same(await texts(`${request}.`), [], request)
    t.same(await texts(`${request}, I live in Ghent.`), ['The user lives in Ghent.'], `${request}, I live in Ghent`)
  }
  for (const said of ['I pay for three magazines', 'We keep two goats', 'My loom is from 1910']) {
    const [fact = '', ...others] = await texts(`${said}, is that too much?`)
    t.match(fact, new RegExp(said.slice(said.indexOf(' ', 3) + 1)), said)
    t.same(others, [])
    t.same(await texts(`${said}, right?`), [], 'whether it is so is asked')
  }
})

t.test('"can\'t", "won\'t" and "I\'ll" are of the present', async t => {
  const { sentences } = await loadGrammar()
  for (const said of ["can't eat gluten", "won't fly", "'ll move to Bonn", "'ve a boat", "'d love a garden"]) {
    const [clause] = clausesOf(sentences(`I${said.startsWith("'") ? '' : ' '}${said}.`)[0]!)
    t.equal(clause?.past, false, said)
  }
  for (const said of ["didn't go", "'ve moved", "'d moved", "haven't slept"]) {
    t.equal(clausesOf(sentences(`I${said.startsWith("'") ? '' : ' '}${said}.`)[0]!)[0]?.past, true, said)
  }
})

t.test('"he\'s moved" has moved, and "he\'s called" is called', async t => {
  for (
    const [said, written] of [
      ["He's moved to Lund.", 'has moved'],
      ["He's lost his job at the mill.", 'has lost'],
      ["He's been a cook since 2019.", 'has been'],
      ["He's called Bo at work.", 'is called'],
      ["He's married to a vet.", 'is married'],
      ["He's used to night shifts.", 'is used']
    ] as const
  ) {
    const told = (await texts(`My brother works in Turku. ${said}`)).join(' ')
    t.match(told, `The user's brother ${written}`, said)
  }
})

t.test('what is done to a thing, or will be, is of the present', async t => {
  const { sentences } = await loadGrammar()
  const pastOf = (said: string) => clausesOf(sentences(said)[0]!)[0]!.past
  for (const thing of ['car', 'boat', 'piano', 'brother']) {
    for (
      const done of ['insured with Allianz', 'repaired at home', 'trained by a pro', 'called Bo', 'married to a vet']
    ) {
      t.equal(pastOf(`My ${thing}'s ${done}.`), false, `my ${thing}'s ${done}`)
      t.equal(pastOf(`My ${thing} will be ${done}.`), false, `my ${thing} will be ${done}`)
      t.equal(pastOf(`My ${thing} was ${done}.`), true, `my ${thing} was ${done}`)
    }
    for (const done of ['moved to Lund', 'lost a wheel', 'gone to Rome']) {
      t.equal(pastOf(`My ${thing}'s ${done}.`), true)
    }
  }
  const [repaired] = await texts('My car will be repaired on Friday.')
  t.match(repaired, /2025-05-09/, 'and the day lies ahead')
})

t.test('an answer that needs its question has it, with what goes on', async t => {
  for (
    const [question, answer, kept] of [
      [
        'Do you have any pets?',
        'A goat, Mo, and my flatmate has a parrot.',
        /Asked ".+", .*A goat, Mo, and my flatmate/
      ],
      ['A peanut sauce?', 'No, allergic. Well, my flatmate is.', /allergic\. The user's flatmate is\./],
      ['So you run a bakery?', "I used to. Now it's a café.", /Asked ".+", .*I used to\. Now it's a café\./],
      [
        'Which pet is it?',
        "The tortoise. Agamemnon. He's forty.",
        /Asked .*Agamemnon\. He's forty\./
      ]
    ] as const
  ) t.match((await texts(asked(question), answer)).join('\n'), kept, answer)
  const apart = await texts(asked('Is there anything that helps?'), 'Heat does.')
  t.match(apart, [/Asked "Is there anything that helps\?", the user said: Heat does/])
  const offered = await texts(
    asked('Would you like me to suggest recipes?'),
    'Yes please, but nothing with leeks, I hate them.'
  )
  t.same(offered, ['Nothing with leeks, the user hates them.'], 'what is said to an offer stands by itself')
})

t.test('a slip is put right in the same breath', async t => {
  for (const [wrong, right] of [['Monday', 'Tuesday'], ['Friday', 'Thursday'], ['Sunday', 'Saturday']] as const) {
    for (const turn of [' no wait, ', ', no wait ', ', sorry, ', ' - sorry, ', '. No wait, ']) {
      const told = await texts(`My interview is on ${wrong}${turn}${right}.`)
      t.match(told.at(-1), `interview is on ${right}`, `${wrong}${turn}${right}`)
      t.notMatch(told.at(-1), wrong)
    }
  }
})

t.test('who is asked of is named whole', async t => {
  for (
    const [relative, pronoun] of [['half sister', 'she'], ['mother in law', 'she'], ['great uncle', 'he']] as const
  ) {
    const told = await texts(`My ${relative} is ill.`, asked(`How old is ${pronoun}?`), 'About 80, still sharp.')
    t.match(told.at(-1), `Asked "How old is ${pronoun} (the user's ${relative})?"`)
    const where = await texts(`My ${relative} moved.`, asked(`Where does ${pronoun} live now?`), 'In Bonn.')
    t.match(
      where.at(-1),
      `Asked "Where does ${pronoun} (the user's ${relative}) live now?"`,
      'the pronoun, not letters'
    )
  }
})

t.test('answers in other languages are kept, and thanks are not', async t => {
  for (
    const [question, answer] of [
      ['Welche Klasse machst du?', 'A2.'],
      ['¿Vives en Madrid?', 'Sí.'],
      ['お一人で住んでいますか？', 'はい。'],
      ['Habites-tu à Lyon ?', 'Oui.']
    ] as const
  ) t.match(await texts(asked(question), answer), [`Asked "${question}", the user said: ${answer}`], answer)
  for (
    const thanks of [
      'Dank je.',
      'Muchas gracias!',
      'Vielen Dank!',
      'Merci beaucoup.',
      'Ok merci.',
      'Super, danke!',
      'ありがとうございます。'
    ]
  ) {
    t.same(await texts(thanks), [], thanks)
  }
  for (const request of ['簡単なレシピを教えてください。', '予定をお願いします。', '책을 추천해 주세요.']) {
    t.same(await texts(request), [], request)
  }
})

t.test('which side of the body is no leaving', async t => {
  for (const part of ['knee', 'hip', 'shoulder']) {
    const [fact = ''] = await texts(`left ${part} is stiff since i tore a tendon in october`)
    t.match(fact, new RegExp(`Left ${part} is stiff`), part)
  }
  t.match((await texts('left home at 18'))[0], /The user left home/)
})

t.test('a verb that looks the same in the past, of one thing, is past', async t => {
  const { sentences } = await loadGrammar()
  const past = (said: string) => clausesOf(sentences(said)[0]!)[0]?.past
  for (const verb of ['shut', 'cut', 'hit']) {
    t.equal(past(`The mill ${verb} its prices in April.`), true, verb)
    t.equal(past(`We ${verb} the prices every April.`), false, `we ${verb}`)
    t.equal(past(`The mill can ${verb} its prices.`), false, `can ${verb}`)
  }
})

t.test('what leans on nothing that was said here keeps its words', async t => {
  t.same(await texts('Handed it in with an hour to spare.'), ['The user handed it in with an hour to spare.'])
  t.same(await texts('She got a distinction for the cello.'), ['The user: She got a distinction for the cello.'])
  t.same(await texts('It was a mess.'), [])
})

t.test('what has gone on since may end, and verbs that agree with nobody are quoted', async t => {
  const { facts: [fact] } = await distiller.distill(conversation(["I've been a fire warden since I was 18."]))
  t.equal(fact?.memoryType, 'semantic')
  t.match(await texts('I moved out and live alone.'), [/^The user: I moved out and live alone\.$/])
  t.match(await texts('I had to cook and clean for six.'), [/^The user had to cook and clean for six\.$/])
})

t.test('who one is, in one list', async t => {
  for (const [name, age, work] of [['Anna', 28, 'nurse from Graz'], ['Ole', 61, 'a retired pilot']] as const) {
    t.same(
      await texts(`I'm ${name}, ${age}, ${work}.`),
      [`The user's name is ${name}.`, `${name} is ${age}.`, `${name} is ${work}.`]
    )
  }
  t.same(await texts('call me Max'), ['The user: Call me Max.'])
})

t.test('a capital within a sentence is a name, and each thing of a list may end alone', async t => {
  for (
    const [said, things] of [
      ['The game targets Windows and Nintendo Switch.', ['Windows', 'Nintendo Switch']],
      ['We use Google Meet and Zoom.', ['Google Meet', 'Zoom']],
      ['The shop sells bread and cakes.', ['bread', 'cakes']],
      ['We support Linux and macOS.', ['Linux', 'macOS']]
    ] as const
  ) {
    const stored = await texts(said)
    t.equal(stored.length, things.length, said)
    for (const [at, thing] of things.entries()) t.match(stored[at], new RegExp(`\\b${thing}\\.$`), said)
  }
})

const day = 86_400_000
const iso = (at: number) => new Date(at).toISOString().slice(0, 10)

t.test('a day of the month is the next, or the last of what is done', async t => {
  const find = await loadDates()
  for (const told of ['2026-01-31', '2026-02-28', '2026-03-10', '2028-02-29', '2026-12-31']) {
    const at = Date.parse(`${told}T18:00:00Z`)
    for (let number = 1; number <= 31; number++) {
      const said = `${number}${
        ['th', 'st', 'nd', 'rd'][(number > 3 && number < 21) || number % 10 > 3 ? 0 : number % 10]
      }`
      const wanted = (step: number) => {
        let date = Date.parse(told)
        while (new Date(date).getUTCDate() !== number) date += step * day
        return iso(date)
      }
      t.equal(find(`My flight is on the ${said}`, at, false).at(-1)?.iso, wanted(1), `on the ${said}, told ${told}`)
      t.equal(find(`I flew on the ${said}`, at, true).at(-1)?.iso, wanted(-1), `flew on the ${said}, told ${told}`)
      t.equal(find(`I live here since the ${said}`, at, false).at(-1)?.iso, wanted(-1), `since the ${said}`)
    }
  }
  t.same(find('I live on the 4th floor', Date.now(), false), [], 'a floor is none')
})

t.test('the words beside a date say which way it points', async t => {
  const find = await loadDates()
  const at = Date.parse('2026-03-11T18:00:00Z')
  const first = (text: string, past: boolean, language?: 'german') => find(text, at, past, language)[0]?.iso ?? null
  for (
    const [text, past, wanted] of [
      ['My phone died so I am on an old one till Friday', true, '2026-03-13'],
      ['I told them I would move out by the end of May', true, '2026-05-31'],
      ["I said I'd call on Friday", true, '2026-03-13'],
      ["I'd moved in May", true, '2025-05'],
      ['Booked in on the 24th', true, '2026-03-24'],
      ['My knee is stiff since the user tore a tendon in October', false, '2025-10'],
      ['No more beer since may', false, '2025-05'],
      ['May is my sister', false, null],
      ['We were supposed to fly in May', true, null],
      ['The dentist is a week today', false, '2026-03-18'],
      ["That's a Friday", false, null],
      ['No, Sunday the 15th', false, '2026-03-15'],
      ['The regatta is Sunday the 8th', false, '2026-11-08'],
      ['The regatta is on 8 November, 12 canoes', false, '2026-11-08'],
      ['The bridge is shut since Otto resigned in May', false, '2025-05'],
      ['We host a party on Wednesday', false, '2026-03-18'],
      ['We met on Wednesday', true, '2026-03-04'],
      ["It's on Thursday the 19th", false, '2026-03-19'],
      ['I pay 40 crowns in the month', false, null],
      ['The last week of the month suits me', false, null],
      ['Give me times in 24h format', false, null],
      ["We've gone for a cottage instead, 8 to 15 August", true, '2026-08-08'],
      ['The dentist is two weeks tomorrow', false, '2026-03-26'],
      ['New date for the opening: 8 October', true, '2026-10-08'],
      ['The original date was 4 May', true, '2026-05-04'],
      ['The vet said to come back on Monday', true, '2026-03-16'],
      ['She told me to call again on Friday', true, '2026-03-13'],
      ['I said to the vet on Monday', true, '2026-03-09'],
      ['The hearing was adjourned to 14 May', true, '2026-05-14'],
      ['It began and runs until June', true, '2026-06'],
      ['I bought a pass until January', true, '2027-01'],
      ['I lived there until January', true, '2026-01'],
      ['His mother wanted January', true, '2027-01'],
      ['The rent for March is due', false, '2026-03'],
      ["It's a Nikon; ____ finished there in February", false, '2026-02'],
      ['I drink wine every weekend', false, null],
      ['I study at the weekend', false, null],
      ['I nap in the day', false, null],
      ['I swim two days a week', false, null],
      ['I march every day', false, null],
      ['She works away mon to fri', false, null],
      ['Choir is every Tuesday and Friday', false, null],
      ['We train on tue and thu evenings', false, null],
      ['I usually shop on Saturday', false, null],
      ['I have Friday off every week', false, null],
      ['Market day is Wednesday', false, null],
      ['My days off are Monday and Thursday', false, null],
      ['Friday is film night', false, null],
      ['Tuesday is my day off', false, null],
      ['Friday is the wedding', false, '2026-03-13'],
      ['The big day is Friday', false, '2026-03-13'],
      ['I always forget, is it this Friday', false, '2026-03-13'],
      ['I fly in June, second try', false, '2026-06'],
      ["I'm away from Monday to Friday", false, '2026-03-16'],
      ['We moved the games night from Monday to Friday', true, null]
    ] as const
  ) t.equal(first(text, past), wanted, text)
  for (const joint of [' and ', ', ', ' or the ']) {
    const days = find(`We booked a hut for the 18th${joint}19th of July`, at, true).map(({ iso }) => iso)
    t.same(days, ['2026-07-18', '2026-07-19'], `one way for both: ${joint}`)
  }
  for (
    const [text, wanted] of [
      ['Am Freitag hab ich den Führerschein gekriegt', '2026-03-06'],
      ['Ich war am Freitag beim Arzt', '2026-03-06'],
      ['Wir sind am Freitag umgezogen', '2026-03-06'],
      ['Am Freitag gehe ich zum Arzt', '2026-03-13'],
      ['Ich habe am Freitag einen Termin', '2026-03-13'],
      ['Seit Oktober wohne ich in Bern', '2025-10'],
      ['Im Juli fliegen wir nach Rom', '2026-07'],
      ['Wir sind letzten März umgezogen', '2026-03'],
      ['Seit Mai 2024 arbeite ich hier', '2024-05'],
      ['August ist mein Bruder', null]
    ] as const
  ) t.equal(first(text, false, 'german'), wanted, text)
})

t.test('ends as people say them, whatever it is', async t => {
  const ends = (thing: string) => [
    `I let the ${thing} go`,
    `the ${thing} and I parted ways`,
    `we said goodbye to the ${thing}`,
    `the ${thing} went to the charity shop`,
    `I donated the ${thing}`,
    `we scrapped the ${thing}`,
    `they took me off the ${thing}`,
    `no more ${thing}`
  ]
  const goesOn = (thing: string) => [
    `I let the dog out near the ${thing}`,
    `the ${thing} went to the final`,
    `no more than one ${thing}`,
    `I took the ${thing} along`
  ]
  for (const thing of ['golf', 'keyboard', 'metformin', 'rabbit']) {
    for (const said of ends(thing)) t.equal(isEnded(said), true, said)
    for (const said of goesOn(thing)) t.equal(isEnded(said), false, said)
  }
})

t.test('what the classifier says of a statement does not depend on those beside it', async t => {
  const { keeps } = await openClassifier()
  const pairs = ['I keep six hens.', 'Ha, good one.', 'My brother Ole is a pilot who lives in Turku with two dogs.']
    .map(text => ['', text] as [string, string])
  const together = await keeps(pairs)
  for (const [at, pair] of pairs.entries()) t.same(await keeps([pair]), [together[at]], pair[1])
})

t.test('runs of the same take time in proportion to them', async t => {
  for (const unit of [' ', 'no wait ', '1. ', ', ', '-', 'cancel the ']) {
    const [one, four] = [500, 2000].map(count => `a${unit.repeat(count)}`) as [string, string]
    const took = async (text: string) => {
      const from = process.cpuUsage()
      await texts(text)
      return process.cpuUsage(from).user
    }
    await took(one)
    const [short, long] = [await took(one), await took(four)]
    t.ok(long < 16 * short + 200_000, `${JSON.stringify(unit)}: ${short} and ${long} microseconds`)
  }
})

t.test('a name in letters beyond the western ones is one word', async t => {
  for (const name of ['Tomáš', 'Łukasz', 'Jiří', 'Şebnem', 'Győző', 'Đorđe', 'Anaïs']) {
    t.same(
      await texts(`My friend ${name} lives in Łódź. My cousin ${name} plays chess.`),
      [`The user's friend ${name} lives in Łódź.`, `The user's cousin ${name} plays chess.`],
      name
    )
  }
})

t.test('what holds until a month holds until it begins, and what holds until a year to its end', async t => {
  for (
    const [said, wanted] of [
      ['My lease runs until the end of June.', '2025-07-01'],
      ['My sister is staying with us until August.', '2025-08-01'],
      ['My pass is valid until 2028.', '2029-01-01'],
      ['My sister is staying with us until 31 May.', '2025-06-01']
    ] as const
  ) {
    const [fact] = (await distiller.distill(conversation([said]))).facts
    t.equal(iso(fact?.invalidAt ?? 0), wanted, said)
  }
})

t.test('what announces a statement is no part of it', async t => {
  const announced = [
    "It's official",
    'It is official now',
    "That's decided",
    "It's done",
    'It finally happened',
    'I did it',
    "You won't believe this"
  ]
  for (const opening of announced) {
    t.same(await texts(`${opening}, I sold the Volvo.`), ['The user sold the Volvo.'], opening)
    t.same(await texts(`${opening}: we moved to Ghent.`), ['The user: We moved to Ghent.'], opening)
  }
})

t.test('what is so stays so beside what only may be', async t => {
  const predicates = async (said: string) =>
    (await distiller.distill(conversation([turn(said)]))).facts.map(({ predicate }) => predicate ?? '')
  const beside = [
    ', you may call me counsellor',
    ', and whatever the neighbours might say is no business of mine',
    ', my brother would never have believed it'
  ]
  for (const said of ['I passed the bar exam', 'I sold the farm', 'My thesis is about bees']) {
    for (const other of beside) {
      const [first = ''] = await predicates(said + other)
      t.notMatch(first, /^planned_/, said + other)
    }
  }
  for (const said of ['If I sell the farm, I buy a boat.', 'Maybe I sold the farm, I said so already.']) {
    t.match((await predicates(said))[0], /^planned_/, said)
  }
  t.match((await predicates('I might sell the farm, my brother bought one already.'))[0], /^planned_/)
})

t.test('a perfect spelt as the base form is of the relative, and a noun spelt so is a thing of theirs', async t => {
  const subjects = async (said: string) =>
    (await distiller.distill(conversation([turn(said)]))).facts.map(({ subject }) => subject)
  const done = ['quit smoking', 'become a vet', 'come home', 'put the house up for sale', 'let a flat', 'cut two hours']
  const owned = ['cut healed well', 'run was cancelled', 'set of keys is lost', 'split screen is broken']
  for (const [who, subject] of [['My sister', "The user's sister"], ['My dad', "The user's dad"], ['Tom', 'Tom']]) {
    for (const what of done) t.same(await subjects(`${who}'s ${what}.`), [subject], `${who}'s ${what}`)
    for (const what of owned) for (const found of await subjects(`${who}'s ${what}.`)) t.not(found, subject, what)
  }
})

t.test('"my wife\'s left Siemens" is of the wife, and "my wife\'s left knee hurts" of no leaving', async t => {
  const subjects = async (said: string) =>
    (await distiller.distill(conversation([turn(said)]))).facts.map(({ subject, predicate }) => [subject, predicate])
  const done = [
    ['left Siemens', 'left'],
    ['stopped smoking', 'stopped'],
    ['started school', 'started'],
    ['dropped chemistry', 'dropped']
  ]
  for (const [who, subject] of [['My wife', "The user's wife"], ['My uncle', "The user's uncle"], ['Tom', 'Tom']]) {
    for (const [what = '', predicate] of done) {
      for (const behind of ['', ', and I envy it', ' in May']) {
        t.same((await subjects(`${who}'s ${what}${behind}.`))[0], [subject, predicate], `${who}'s ${what}${behind}`)
      }
    }
    for (const owned of ['left knee hurts', 'painted chairs are lovely', 'broken leg is healing']) {
      for (const [found] of await subjects(`${who}'s ${owned}.`)) t.not(found, subject, `${who}'s ${owned}`)
    }
  }
})
