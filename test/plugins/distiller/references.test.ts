/**
 * Words that mean what was said before their clause keep it: the sentence, the question, or what the question was
 * about. Cases are made of parts, so that the class is tested and no sentence.
 */
import t from 'tap'
import { anaphorIn } from '../../../plugins/_shared/english/anaphors.ts'
import { clausesOf } from '../../../plugins/_shared/english/clause.ts'
import { loadGrammar } from '../../../plugins/_shared/english/grammar.ts'
import { refersBack } from '../../../plugins/_shared/english/questions.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const { sentences } = await loadGrammar()
const asked = (question: string) => turn(question, { role: 'assistant' })

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  return (await distiller.distill(conversation(turns))).facts.map(({ text }) => text)
}

t.test('which word of a clause means what was said before it', async t => {
  const { sentences } = await loadGrammar()
  const anaphorOf = (text: string) => anaphorIn(clausesOf(sentences(text)[0]!)[0]!.tokens)?.lower ?? null
  for (
    const [text, word] of [
      ["I've put a bed in it.", 'it'],
      ['I see him on Sundays.', 'him'],
      ['My brother takes her to school.', 'her'],
      ['I went there in 2019.', 'there'],
      ["I've got two, both old.", 'two'],
      ['I own a few, mostly from my grandad.', 'few'],
      ['The older one is at school.', 'one'],
      ["I'm getting it replaced.", 'it'],
      ['My parents always had them.', 'them'],
      ['I drive her car.', 'her'],
      ['I water their plants.', 'their'],
      ['My sister met his parents.', null],
      ['My sister lost her keys.', null],
      ['Everyone loves their new desk.', null],
      ['In his spare time my uncle paints.', null],
      // What it means is said.
      ['I grew up in Oslo and still live there.', null],
      ['I love cheese and eat it daily.', null],
      ['We have three goats and two of them are ill.', null],
      // It means nothing, or what follows.
      ['I find it hard to sleep.', null],
      ['I hate it when trains are late.', null],
      ['There is a loom in the shed.', null],
      ['I turned forty in May.', null],
      ['I have two cats.', null],
      ['I cycle to school, it is eight kilometres.', null]
    ] as const
  ) t.equal(anaphorOf(text), word, text)
})

t.test('an answer with such a word keeps its question', async t => {
  for (
    const [question, answer] of [
      ['Do you own a boat?', "I've got two, both of wood."],
      ['Do you keep bees?', 'I gave them up last year.'],
      ['Have you ever been to Peru?', 'I went there in 2019 with my sister.'],
      ['Do you take sugar?', "I don't, not since my diagnosis."],
      ['How old are your sons?', 'The older one is twelve and the younger one is five.'],
      ['Where did you buy the loom?', 'We got it at a farm in Skåne.']
    ] as const
  ) {
    const [fact = '', ...others] = await texts(asked(question), turn(answer))
    t.ok(fact.startsWith(`Asked "${question}", the user said: `), `${question} ${answer}: ${fact}`)
    t.same(others, [], answer)
  }
  for (const question of ['How can I help?', 'Anything else?', 'What can I do for you?']) {
    t.same(await texts(asked(question), turn('I cycle to school, it is far.')), [
      'The user cycles to school, it is far.'
    ], question)
  }
})

t.test('what a question points to stands beside it', async t => {
  const grammar = await loadGrammar()
  for (const question of ['Which model?', 'How was the trip?', 'Since when?', 'What is it about?', 'For camping?']) {
    t.ok(refersBack(question, grammar), question)
  }
  for (const question of ['Any allergies?', 'Anything that helps?', 'Where do you live?', 'Do you like jazz?']) {
    t.notOk(refersBack(question, grammar), question)
  }
  for (
    const [said, question, answer] of [
      ['I bought a "Buzz" van.', 'For camping?', 'Yes, with a bed in it.'],
      ["I can't stand coriander.", 'Since when?', 'They gave it to me in hospital.'],
      ['I broke my phone.', 'Which model?', 'The small one, with a lens of glass.']
    ] as const
  ) {
    const facts = await texts(turn(said), asked(question), turn(answer))
    const whole = `Asked "${question}" after "${said.replaceAll('"', "'")}", the user said: ${answer}`
    t.same(facts.slice(1), [whole])
  }
})

t.test('what is asked, or was said in an earlier turn, stands beside a sentence that means it', async t => {
  t.same(await texts(turn("Which vitamins are safe with warfarin? I've been on it since my stroke.")), [
    'After "Which vitamins are safe with warfarin?", the user said: I\'ve been on it since my stroke.'
  ])
  for (const [said, then] of [['Our cat died in May. She was 17.', "We'll get another one in the autumn."]] as const) {
    const facts = await texts(turn(said), turn('I am sorry.', { role: 'assistant' }), turn(then))
    t.equal(facts.at(-1), `After "Our cat died in May.", the user said: ${then}`)
  }
  // No thing was spoken of, or it is not known where.
  t.same((await texts(turn("My sister's a dentist."), turn("It's in Porto."))).slice(1), [])
  t.same((await texts(turn('My dad hates parks.'), turn("We'll look there."))).slice(1), [])
  t.same((await texts(turn("My boyfriend's called Sam."), turn("It's in Porto."))).slice(1), [])
  t.same(await texts(turn('What is good in Berlin?'), asked('Mitte.'), turn("We'll look there.")), [])
  const party = "My aunt Elaine turns 70 in June and I'm planning a party for her."
  t.match((await texts(turn(`My sister Ana is a vet. ${party}`))).at(-1), /party for Elaine/)
})

t.test('of what was said before, the last that fits stands beside the word that means it', async t => {
  const said = {
    him: ['My uncle is a baker.', 'My grandad turned ninety in May.'],
    her: ['My aunt works in Leeds.', 'My niece plays chess.'],
    it: ['I bought a loom in March.', 'We have a van with a bed in the back.'],
    them: ['I keep bees behind the shed.', 'We grow tomatoes on the balcony.']
  }
  const then = {
    him: 'I cook for him',
    her: "I'm painting her room",
    it: "I'm selling it",
    them: 'I take care of them'
  }
  for (const [word, sentences] of Object.entries(said)) {
    for (const sentence of sentences) {
      for (const [other, [between]] of Object.entries(said).filter(([other]) => other !== word)) {
        const spoken = [turn(sentence), turn(between!), turn(`${then[word as keyof typeof then]} on Sundays.`)]
        const fact = (await texts(...spoken)).at(-1) ?? ''
        const person = /uncle|grandad|aunt|niece/.exec(sentence)?.[0]
        t.ok(fact.includes(person ?? sentence), `${sentence} ${between} ${word}: ${fact}`)
        if (!person) t.notOk(fact.includes(between!), `${other} is not ${word}: ${fact}`)
      }
    }
  }
})

t.test('an answer about the person of its question is said of them', async t => {
  for (
    const [question, answer, fact] of [
      [
        'How often do you visit your dad?',
        'I see him every other Sunday.',
        "The user sees the user's dad every other Sunday."
      ],
      ['How old is your nephew?', "He's nine.", "The user's nephew is nine."],
      ['What does your gran like?', 'She does a crossword daily.', "The user's gran does a crossword daily."]
    ] as const
  ) t.same(await texts(asked(question), turn(answer)), [fact])
})

t.test('a name behind a comma is of the one in front of it', async t => {
  for (const [who, name] of [['a daughter', 'Ida'], ['one son', 'Max'], ['a greyhound', 'Pip']] as const) {
    t.same(
      await texts(turn(`We have two cats. I have ${who}, ${name}.`)).then(facts => facts.at(-1)),
      `The user has ${who}, ${name}.`
    )
  }
})

t.test('of two whom a pronoun fits neither is chosen', async t => {
  for (const then of ['I feed his cat daily', 'I see him on Sundays', 'His flat is in Leeds', 'He works as a baker']) {
    const facts = await texts(turn('My brother broke his leg. My uncle helps.'), turn(`${then}.`))
    t.equal(facts.at(-1), `After "My brother broke his leg. My uncle helps.", the user said: ${then}.`)
  }
  t.same((await texts(turn('My uncle is a baker. My brother Tom is a vet. He works in Oslo.'))).slice(2), [
    "Tom (the user's brother) works in Oslo."
  ], 'but for what is said of one right after')
})

t.test('a pronoun is another than the person of its clause', async t => {
  for (
    const [said, then, fact] of [
      ['My son Leo is six.', 'My wife drives him to school.', 'The user: My wife drives Leo to school.'],
      ['My dad is eighty.', 'My sister takes him shopping.', "The user's sister takes the user's dad shopping."],
      ['My aunt lives alone.', 'My brother mows her lawn.', "The user's brother mows the user's aunt's lawn."],
      // Their own.
      ['My aunt lives alone.', 'My sister sold her flat.', "The user's sister sold her flat."],
      ['My dad is eighty.', 'My brother sold his flat.', "The user's brother sold his flat."]
    ] as const
  ) t.equal((await texts(turn(said), turn(then))).at(-1), fact)
})

t.test('a sentence with such a word keeps the one before it', async t => {
  for (const thing of ['a boat', 'a van', 'a barn', 'a tent']) {
    for (const then of ["I've put a stove in it", 'I sleep in it most weekends', 'I keep my tools in it']) {
      const facts = await texts(turn(`I bought ${thing} in May. ${then}.`))
      t.ok(facts.some(fact => fact.includes(thing) && / in it\b/.test(fact)), `${thing}, ${then}: ${facts.join(' | ')}`)
    }
  }
})

t.test('whose words they are is said in front of those that say "I"', async t => {
  const [fact] = await texts(turn('I bought a house in Leeds. I am painting it myself.'))
  t.match(fact, /^The user bought a house in Leeds\. The user: I am painting it myself\.$/)
})

t.test('what there is one of ends with what was said of it', async t => {
  const compared = [turn('We start at four in the morning. I cycle there.')]
  const [alone, both] = (await distiller.distill(conversation(compared))).facts
  t.equal(alone?.quote, 'We start at four in the morning.')
  t.equal(both?.quote, 'We start at four in the morning. I cycle there.')
})

t.test('an answer in another language keeps its question, and an offer is no question', async t => {
  for (
    const [question, answer] of [
      ['Dort-il dans votre chambre ?', 'Non, dans le salon, parce que mon copain est allergique aux chats.'],
      ['¿Vive alguien más con usted?', 'Mi madre, que tiene 79 años y está mal del corazón.'],
      ['Mit wem fahren Sie?', 'Mit meiner Schwester, die aus Bern kommt und gern wandert.']
    ] as const
  ) t.same(await texts(asked(question), turn(answer)), [`Asked "${question}", the user said: ${answer}`])
  for (const offer of ['Wie kann ich helfen?', '¿En qué puedo ayudarte?', 'Comment puis-je vous aider ?']) {
    t.same(await texts(asked(offer), turn('Je cherche un vélo pour ma fille de huit ans, elle est gauchère.')), [
      'The user: Je cherche un vélo pour ma fille de huit ans, elle est gauchère.'
    ], offer)
  }
})

t.test('of several people none is taken where another may be meant', async t => {
  for (
    const [said, then, wrong] of [
      // An unknown word for a person, a name that is no known one, a pronoun of the clause before.
      [
        'My friend Karl plays pool. If I pass my gaffer will pay for it, he said.',
        'He promised me a rise.',
        /Karl (?:said|promised)/
      ],
      ['My sister Ana takes her to the vet on Mondays.', 'She sleeps in a crate.', /Ana sleeps/],
      ['Mrs Pell teaches music.', 'I have a meeting with him in May.', /Pell in May/],
      ['My aunt drives her to school.', 'She hates maths.', /aunt hates/]
    ] as const
  ) {
    const facts = await texts(turn(`${said} ${then}`))
    t.notOk(facts.some(fact => wrong.test(fact)), facts.join(' | '))
  }
  const spoken = [
    turn('My aunt Ana takes her out.'),
    asked('Does Pickle sleep near you?'),
    turn('She sleeps in a crate.')
  ]
  t.notOk((await texts(...spoken)).some(fact => /Ana sleeps/.test(fact)))
})

t.test('an answer that hedges keeps its question', async t => {
  for (const hedge of ['Not really', 'Just about', 'hardly', 'Not anymore']) {
    const [fact = ''] = await texts(asked('Do you have time to read?'), turn(`${hedge}, I work nights in Leeds.`))
    t.match(fact, /^Asked "Do you have time to read\?", the user said: /, hedge)
  }
  t.same(await texts(turn('Usually, I cycle to work.')), ['The user cycles to work.'])
})

t.test('in other languages what is said of another stays with who it is, and a list is one', async t => {
  for (
    const said of [
      "Mon frère s'appelle Luc. Il habite à Lyon.",
      'Mi hermana se llama Ana. Su marido es cocinero.',
      'Meine Schwester heißt Ida. Ihr Mann ist Koch.',
      'Mijn zus heet Noor. Zij woont in Gent.'
    ]
  ) t.same(await texts(turn(said)), [`The user: ${said}`])
  const garden = 'Ich habe einen Garten in Leipzig und keine Ahnung von Tomaten.'
  t.same(await texts(turn(garden)), [`The user: ${garden}`])
  t.equal((await texts(turn('Il faut partir à midi. Il fait froid à Lyon.'))).length, 2, 'none is meant')
})

t.test('what is named without a word of whose it is stands with what was said before', async t => {
  for (const whole of ['We moved to a cottage near Bath in May.', 'I bought a used van from a farmer last week.']) {
    for (
      const part of ['The roof is broken.', 'We got the keys on Monday.', 'The insurance is 40 pounds a month.']
    ) {
      const [, said] = await texts(whole, asked('Nice.'), part)
      t.match(said, `After "${whole}", the user said: ${part.slice(0, 8)}`, `${whole} ${part}`)
    }
  }
  for (
    const whole of [
      'The key of the shed is under the pot.',
      'My garden is huge.',
      'The kids are in bed by eight.',
      'Bees sting me.'
    ]
  ) {
    const found = await texts('We moved to a cottage near Bath in May.', asked('Nice.'), whole)
    t.notMatch(found.join(), /After/, whole)
  }
  const alone = await texts(asked('Hello.'), 'The roof of my house leaks.')
  t.notMatch(alone.join(), /After/)
})

t.test('he or she is no one where two of what was spoken of may be meant, or one who has no name', async t => {
  for (
    const [first, then, named] of [
      ['I have a cat and a dog.', 'He is four.', "The user's dog is four."],
      ['My mum called my aunt.', 'She is getting divorced.', "The user's aunt is getting divorced."],
      ['My dog bit the mailman.', 'He needed stitches.', "The user's dog needed stitches."],
      ['My niece is staying with me. Her mum is in hospital.', 'She had a stroke.', "The user's mum had a stroke."],
      ['My nephew lives with us. His father is a pilot.', 'He had a stroke.', "The user's nephew had a stroke."]
    ] as const
  ) t.notOk((await texts(`${first} ${then}`)).includes(named), `${first} ${then}`)
  t.ok((await texts('I have a dog. He is four.')).includes("The user's dog is four."))
  t.ok((await texts('My sister is called Ana. She is twelve.')).includes("Ana (the user's sister) is twelve."))
})

t.test('"instead" means something said before, unless it says of what', async t => {
  for (
    const [text, word] of [
      ["We're doing Budapest instead.", 'instead'],
      ['I take the bus instead of the car.', undefined]
    ] as const
  ) t.equal(anaphorIn(sentences(text)[0]!.tokens)?.lower, word, text)
})

t.test('the only one of a talk whom a pronoun fits is named, however long ago', async t => {
  const between = [asked('Noted.'), turn('I like tea.'), asked('Good.'), turn('It rains here daily.'), asked('I see.')]
  t.match(await texts(turn('My uncle Karl has a van.'), ...between, turn('He sold his boat in May.')), [
    /Karl has a van/,
    /likes tea/,
    /^Karl \(the user's uncle\) sold his boat in May/
  ])
  const [fact] = await texts(turn('My uncle Karl has a van.'), asked('Where is his garage?'), turn('In Leeds.')).then(
    facts => facts.slice(-1)
  )
  t.equal(fact, 'Asked "Where is his (Karl\'s) garage?", the user said: In Leeds.')
})

t.test('a day alone follows the date before it, and what was joined has its own time', async t => {
  for (
    const [said, day] of [['We leave on 8 August, back on the 22nd.', '08-22'], [
      'I fly on 28 June and return on the 3rd.',
      '07-03'
    ]]
  ) {
    t.match((await texts(turn(said!))).join(' '), day!)
  }
  const answer = turn('He did until 2020. He draws octopuses.')
  const { facts } = await distiller.distill(conversation([asked('Does your son see a therapist?'), answer]))
  t.notOk(facts.some(({ text, invalidAt }) => /octopuses/.test(text) && invalidAt !== null), 'drawing goes on')
})

t.test('who he and she are is open where a name that nothing is known of stands between', async t => {
  for (const [known, he] of [['My boss', 'he'], ['My brother', 'he'], ['My mother', 'she']] as const) {
    for (const other of ['Joost', 'Tvrtko', 'Zsazsa', 'Quillon']) {
      for (
        const then of [
          `${other} moved the launch. ${he} is our lead.`,
          `${other} can set it up, ${he} is good at that.`,
          `${other}. ${he} starts in May.`,
          `We took young ${other}, who is often late, and ${he} sold his car.`
        ]
      ) {
        const found = (await texts(turn(`${known} wants the report by Friday. ${then}`))).join(' ')
        const person = known.replace('My ', "The user's ")
        t.notMatch(found, new RegExp(`${person} (?:is our|is good|starts in|sold)`, 'i'), then)
      }
    }
  }
  // A place or a firm behind a verb is no person.
  t.same(
    (await texts(turn('My sister Ana lives in Tvedestrand. She works as a nurse.'))).at(-1),
    [
      "Ana (the user's sister) works as a nurse."
    ][0]
  )
})

t.test('what a thing did, or was done to the speaker, is not theirs', async t => {
  for (
    const said of [
      'Rev 4.2 of the scheduler is out. Broke the calendar for 300 clinics.',
      'The boiler is ten years old. Stopped in the night.',
      'The new server is live. Crashed twice on Sunday.',
      'Not any more. Laid off in April.',
      'Not any more. Made redundant in April.'
    ]
  ) for (const text of await texts(turn(said))) t.notMatch(text, /^The user (?:broke|stopped|crashed|laid|made)/, said)
  for (
    const [said, text] of [
      ['My laptop is old. Broke my wrist on a hike.', "The user broke the user's wrist on a hike."],
      ['Work was busy. Took up pottery.', 'The user took up pottery.']
    ] as const
  ) t.ok((await texts(turn(said))).includes(text), said)
})

t.test('he or she may be who has a title, is dealt with, or stands in a text that is worked on', async t => {
  for (
    const [wrong, ...spoken] of [
      [/Frank .*took/, 'My late husband Frank loved nuts.', "I'm seeing Dr Lally. He took me off the old tablets."],
      [/Orla.* owes/, 'My sister Orla plays.', "I'll ask Bríd from the hotel, she owes me for the party."],
      [/Kayleigh wo/, 'Kayleigh is 11.', "I send my mama 50 a month, she won't take it but I hide it."],
      [/Achieng's father/, 'My wife Achieng is a vet.', "Don't use the snoring, her father sleeps badly."],
      [/Stavros/, 'One guest wrote. It is my cousin Stavros who has the cat.', 'I told her we have goat milk.']
    ] as const
  ) {
    const facts = await texts(...spoken.flatMap(text => [turn(text), asked('Noted.')]))
    const said = facts.map(fact => fact.replace(/After "[^"]*"/, ''))
    t.notOk(said.slice(1).some(fact => wrong.test(fact)), said.join(' | '))
  }
  const mondays = await texts(asked('Who looks after Mees?'), turn("My mother-in-law, Mondays. She's 71."))
  t.notMatch(mondays.join(' '), /Mondays (?:\(|is)/)
  const addressed = await texts(
    turn('My landlord came by. I showed him the leak.'),
    asked('And what does he want to do, Dennis?'),
    turn('He sends a plumber on Monday.')
  )
  t.notMatch(addressed.join(' '), /Dennis sends/)
})

t.test('what "that" means in a question is what was said right before it, and not the matter of the talk', async t => {
  const matter = "I'm planning a party for my sister in May."
  for (const proposal of ['Then the cake is baked on Saturday.', "I'd put the music from 9 to 11 p.m. in the barn."]) {
    for (
      const [question, answer] of [
        ['Does that work?', 'Only with my aunt Rosa.'],
        ['Would that be possible?', 'At home, yes.'],
        ['How about that?', 'Only with my cousin Elio.']
      ] as const
    ) {
      const found = await texts(turn(matter), asked(`Nice! ${proposal} ${question}`), turn(answer))
      t.equal(found.at(-1), `Asked "${question}" after "${proposal}", the user said: ${answer}`)
    }
  }
  // It leans on others itself, tells nothing, asks or gives the words of another; and no "that" is no such word.
  for (
    const [before, question] of [
      ['That sounds like a lot of work.', 'Does that work?'],
      ['Lovely!', 'Does that work?'],
      ['Shall the cake be baked on Saturday?', 'Does that work?'],
      ['"We would love to have you with us."', 'Does that work?'],
      ['Then the cake is baked on Saturday.', 'Which is the cake that you like?'],
      ['Then the cake is baked on Saturday.', 'When do you want it?']
    ] as const
  ) {
    const found = await texts(turn(matter), asked(`${before} ${question}`), turn('Friday at the earliest.'))
    t.notMatch(found.at(-1), before.replaceAll('"', ''), `${before} ${question}`)
  }
})
