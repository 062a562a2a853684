/**
 * What is made up is not stored as so, and what is so beside it is: stories on demand, jokes, parts that are played,
 * suppositions. And what there is one of is read from words that say it. The talks are put together from parts.
 */
import t from 'tap'
import type { CandidateFact } from '../../../domain/capabilities/distiller.ts'
import { loadGrammar } from '../../../plugins/_shared/english/grammar.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const answer = (content: string) => turn(content, { role: 'assistant' })

async function factsOf (...turns: Parameters<typeof conversation>[0]): Promise<CandidateFact[]> {
  return (await distiller.distill(conversation(turns))).facts
}
const textsOf = async (...turns: Parameters<typeof conversation>[0]) =>
  (await factsOf(...turns)).map(({ text }) => text).join('\n')

const true_ = 'I work at the harbour in Split.'
const isStored = /works at the harbour in Split/

t.test('a story that is asked for says nothing of anybody', async t => {
  const requests = ['Write me', 'Can you write', 'Please tell me', 'Hey, make up', 'Now compose']
  const works = ['a short story', 'a fairy tale', 'a sad poem', 'another bedtime story', 'a song']
  const heroes = ['a girl named Wren', 'two brothers who own a bakery', 'an old sailor from Genoa']
  const further = ['She is nine and lives in a lighthouse.', 'Her mother drowned last year.', 'They have three dogs.']
  for (const [at, request] of requests.entries()) {
    for (const hero of heroes) {
      const story = [`${request} ${works[at]} about ${hero}.`, ...further].join(' ')
      const later = ['Make it sadder. He is allergic to nuts.', 'She should have a twin called Tove.']
      const texts = await textsOf(`${true_} ${story}`, answer('Once upon a time …'), ...later)
      t.match(texts, isStored, story)
      t.notMatch(texts, /wren|brothers|sailor|nine|lighthouse|drowned|dogs|nuts|Tove/i, story)
    }
  }
  const own = await textsOf('Write a poem about my dog Biscuit. He is twelve and he is a whippet.')
  t.match(own, /twelve/, 'what it is about is so')
  const after = await textsOf('Write a story about a fox.', answer('…'), `Thanks. ${true_}`)
  t.match(after, isStored, 'what is said of oneself afterwards is so')
})

t.test('a joke says nothing, nor does a part that is played until it is stopped', async t => {
  for (const lead of ['Let me tell you a joke: ', "Here's a good joke. ", 'I heard a joke: ']) {
    const texts = await textsOf(`${lead}I told my wife that I live in a fridge. She works at a circus.`, true_)
    t.notMatch(texts, /fridge|circus|wife/, lead)
    t.match(texts, isStored, lead)
  }
  const casts = [
    "Pretend you're a travel agent and I'm a rich widow called Mrs. Pemberton.",
    "Let's say you're my doctor's clerk and I'm a patient from Mars.",
    'You are a stern librarian. I am a student of law.',
    "You're a grumpy old innkeeper. I'm a knight from Aragon."
  ]
  for (const cast of casts) {
    for (const stop of ['Haha ok stop.', 'Stop please.', 'Ok, back to my real questions.']) {
      const played = 'My late husband left me four yachts. I study medicine and I live in Monaco.'
      const texts = await textsOf(cast, answer('Welcome! Which dates?'), played, answer('And then?'), stop, true_)
      t.notMatch(texts, /widow|Pemberton|Mars|student|knight|yacht|medicine|Monaco|stop/i, cast)
      t.match(texts, isStored, `${cast} ${stop}`)
    }
  }
  t.match(
    await textsOf('You are an experienced dietician. I am a diabetic and I live in Hull.'),
    /diabetic/,
    'who asks for advice is not played'
  )
})

t.test('what is supposed is not so', async t => {
  for (const lead of ['Say', 'Suppose', "Let's say", 'So assume', "Okay, let's assume that"]) {
    for (const matter of ['I have 300 goats', 'my landlord raises the rent', 'there are two of us in Monaco']) {
      t.equal(
        await textsOf(`I need to explain interest. ${lead} ${matter} in a bank.`).then(texts =>
          /goats|landlord|Monaco/.test(texts)
        ),
        false,
        `${lead} ${matter}`
      )
    }
  }
})

t.test('what there is one of is said to be so, in words of that and of no one else', async t => {
  const single = async (said: string) =>
    (await factsOf(said)).filter(({ functional }) => functional).map(({ subject, predicate, value }) => [
      subject,
      predicate,
      value
    ])
  for (const how of ['well', 'usual', 'much as she can', 'a team', 'long as she likes', 'planned']) {
    t.strictSame(await single(`My wife works from home as ${how}.`), [], how)
  }
  for (const relative of ['brother', 'wife', 'mum', 'best friend']) {
    const [[subject] = []] = await single(`Dan's ${relative} works at Aldi.`)
    t.not(subject, 'Dan', relative)
  }
  for (
    const [said, age] of [['34', '34'], ['seven', 'seven'], ['12 now', '12'], ['six, and he loves it', 'six']] as const
  ) {
    t.strictSame(await single(`My son is ${said}.`), [["The user's son", 'age', age]], said)
    t.strictSame(await single(`We're ${said.replace('he', 'she')}.`), [], `we ${said}`)
  }
  for (const more of ['and a half', 'or three', 'in total', 'of them']) {
    t.notMatch((await factsOf(`I have two ${more}.`)).map(({ predicate }) => predicate).join(), /count/, more)
  }
  const [rent] = await factsOf("We're paying £1,200 now for the flat in Dundee.")
  t.match(rent?.value, '£1,200', 'a comma inside a number is of it')
})

t.test('a word in capitals stays so, and the name of a file is one word', async t => {
  t.match(await textsOf("I DON'T eat pork."), /^The user DOESN'T eat pork\.$/)
  const { sentences } = await loadGrammar()
  for (const file of ['llama.cpp', 'main.kt', 'model.gguf', 'run.bat', 'theme.php']) {
    t.equal(sentences(`It crashes when I run ${file} on it.`).length, 1, file)
  }
})

t.test('which way a month points', async t => {
  const at = Date.UTC(2026, 7, 18)
  for (
    const [said, date] of [
      ['My tenant Marek still owes me for July.', '2026-07'],
      ['My sister owed me the rent for June.', '2026-06'],
      ['I live with my aunt, who moved in with us after her surgery in February.', '2026-02'],
      ['I share a flat with Ines, who started at the mint in March.', '2026-03']
    ] as const
  ) t.match((await factsOf(turn(said, { at }))).map(({ text }) => text).join(), date, said)
})

t.test('who is played along with speaks of a part, and who is answered of themselves', async t => {
  const matters = [
    'My name is Edric. I have a brother in Lyon and I am allergic to shellfish.',
    'I live in a mill with my wife Odile. I once stole a ring in Lyon.',
    'I was a captain once. I have two sons in Lyon and a bad knee.'
  ]
  const playing = [
    [
      '*The innkeeper squints at you over the ledger.* One room left, good man. Two silvers. Who are you?',
      '*She raises an eyebrow and slides the key across.* Then mind your tongue, traveller. The king has ears here.'
    ],
    [
      'The guard’s boots echo down the corridor. "Quiet in there, thief!" he barks. You see a loose stone.',
      'The stone scrapes free and dust pours over your hands. Behind it glints a rusted key. The guard comes closer …'
    ],
    [
      'The dragon lowers its head until you see yourself in its eye. "Speak, small one," it rumbles. "Who comes?"',
      'The dragon laughs, and the cave shakes. "Then you may pass," it says. A door of bone swings open before you.'
    ]
  ]
  const answering = [
    ['Hello! How can I help you today?', 'Thanks for sharing that. Would you like ideas for a present for him?'],
    ['Of course. What would you like to plan?', 'That is good to know. I will keep it in mind for the plan.']
  ]
  for (const matter of matters) {
    for (const [first, second] of playing) {
      t.notMatch(await textsOf(answer(first!), matter, answer(second!)), /brother|Odile|sons/, `${first} ${matter}`)
    }
    for (const [first, second] of answering) {
      t.match(await textsOf(answer(first!), matter, answer(second!)), /brother|Odile|sons/, `${first} ${matter}`)
    }
    t.match(await textsOf(matter), /brother|Odile|sons/, `with no reply, ${matter}`)
  }
})

t.test('persons of a story that is written, and what is shown of a game, are not of the speaker', async t => {
  const stories = [
    "I'm writing a novel. The main character is Adrian, a widowed lighthouse keeper. His daughter Mina lives in Oslo.",
    'The villain is called Bo. She works at a bank and has three sons.',
    'I want to write a backstory. Half orc cleric called Brunhild, lost her left hand, hates boats.',
    'Rate my city in Frostholm. I rule as Archduke Bonk, I have three wives and live in a tower.',
    'In my last playthrough I married the smith. I have three sons.'
  ]
  for (const said of stories) {
    const found = await textsOf(turn(said))
    t.notMatch(found, /Mina|Bo\b|She works|Brunhild|Archduke|wives|smith|sons/, said)
  }
  for (
    const said of [
      'I want to write a novel. My daughter Mina lives in Oslo.',
      "I'm making a new character for our game. I live in Oslo with my daughter.",
      'My son plays the main character in the school play. He lives in Oslo.'
    ]
  ) t.match(await textsOf(turn(said)), /Oslo/, said)
})
