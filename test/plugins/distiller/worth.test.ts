/**
 * What of a talk is kept: remarks behind a fact are no part of it, what tells more of it is, and so are a few words
 * that tell of oneself. Cases are made of parts, so that the class is tested and no sentence.
 */
import t from 'tap'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const asked = (question: string) => turn(question, { role: 'assistant' })

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  return (await distiller.distill(conversation(turns))).facts.map(({ text }) => text)
}

const hosts = [
  'I work as a nurse at the Royal Infirmary',
  'My daughter Ida is allergic to peanuts',
  'We moved to Bristol in 2019',
  'I play the cello in an orchestra'
]

t.test('a remark behind a fact is not kept with it', async t => {
  const remarks = [
    'Oops.',
    'Keep it short please.',
    'Hang on, let me look.',
    'Thanks for your patience.',
    'Pray for me.',
    'Never mind all that.'
  ]
  for (const host of hosts) {
    const alone = await texts(`${host}.`)
    for (const remark of remarks) t.same(await texts(`${host}. ${remark}`), alone, `${host}. ${remark}`)
  }
})

t.test('what tells more of it is', async t => {
  for (
    const [host, more, kept] of [
      ['I bought a boat', 'It is nine metres long', /nine metres/],
      ['My son got a dog', "It's a beagle called Moss", /beagle called Moss/],
      ['I work for a printer in Ghent', 'They pay 2,400 a month', /2,400/],
      ['We postponed the trip to autumn', 'Probably November', /November/]
    ] as const
  ) t.match((await texts(`${host}. ${more}.`)).join(' '), kept, `${host}. ${more}`)
})

t.test('a few words that tell of oneself are kept, and how one is at the moment is not', async t => {
  const traits = [
    "I'm pregnant",
    "I'm a widower",
    'I hate running',
    'I have insomnia',
    "I'm an atheist",
    'I vote Labour'
  ]
  for (const trait of traits) t.equal((await texts(`${trait}.`)).length, 1, trait)
  for (
    const mood of [
      "I'm tired",
      "I'm ready",
      'I like that',
      "I'm confused",
      'I have a question',
      'I agree',
      'I have to go'
    ]
  ) {
    t.same(await texts(`${mood}.`), [], mood)
  }
  const [fact] = (await distiller.distill(conversation(["I'm not married."]))).facts
  t.match(fact, { text: 'The user is not married.', negated: true })
})

t.test('what else a sentence tells is said of the name that it gives', async t => {
  for (const name of ['Maria', 'Ole', 'Priya']) {
    const told = await texts(`Hey! I'm ${name}, a baker at a hotel in Porto. I have two dogs.`)
    t.same(told, [
      `The user's name is ${name}.`,
      `${name} is a baker at a hotel in Porto.`,
      `${name} has two dogs.`
    ])
  }
})

t.test('what is said in a game is not so, and what is said behind it is', async t => {
  const games = [
    "Let's play: you are a dragon and I'm a knight called Roland.",
    "Can we do a role-play? I'm a smuggler.",
    "Pretend I'm a pirate with two parrots.",
    "Let's role-play a heist.",
    "Wanna play a noir detective game? I'm Inspector Mallory, you're the suspect.",
    "I'm the captain, you're the stowaway."
  ]
  for (const game of games) {
    t.same(await texts(game, asked('Halt! Who goes there?'), 'I am Roland of Ghent and I have one leg.'), [], game)
    t.same(
      await texts(
        game,
        asked('Halt! Who goes there?'),
        'I have one leg. Ok, stopping here. I work at a mill in Ghent.'
      ),
      ['The user works at a mill in Ghent.'],
      game
    )
  }
  for (
    const end of ['Haha that was fun!', 'Ok enough.', 'For real now.', 'Back to the real me.', 'Haha ok, pausing here.']
  ) {
    const told = await texts(
      "Let's role-play a heist.",
      asked('Halt!'),
      `I have one leg. ${end} I work at a mill in Ghent.`
    )
    t.match(told, [/The user works at a mill in Ghent/], end)
    t.notMatch(told.join(' '), 'leg', end)
  }
  for (
    const said of [
      "Let's play tennis on Sunday.",
      'You are a chef.',
      'We play chess together.',
      "I'm Ann, you're the best."
    ]
  ) {
    t.match((await texts(`${said} I'm vegan.`)).join(' '), 'The user is vegan.', said)
  }
})

t.test('a question may give a reason that is so', async t => {
  const facts: Array<[said: string, told: string]> = [
    ["I'm lactose intolerant", 'The user is lactose intolerant.'],
    ['I have two dogs', 'The user has two dogs.'],
    ['my brother is a vegan', "The user's brother is a vegan."]
  ]
  for (const [said, told] of facts) {
    for (const joint of ['given that', 'now that', 'since', 'because']) {
      t.same(await texts(`What would you recommend, ${joint} ${said}?`), [told], `${joint} ${said}`)
    }
    t.same(await texts(`Since ${said}, what would you recommend?`), [told], `since ${said}`)
  }
  t.same(await texts('How long is it since I moved to Ghent?'), [], 'a time, and no reason')
})

t.test('what is asked of every answer is kept, and what is asked of one is not', async t => {
  const lasting = [
    'Can you keep explanations short and direct?',
    'Could you please stop using emojis?',
    'Also, could you always use metric units?',
    'Would you mind answering in French?',
    'Call me Max.'
  ]
  for (const wish of lasting) t.equal((await texts(wish)).length, 1, wish)
  const once = [
    'Can you use that example again?',
    'Can you make the answers in the FAQ shorter?',
    'Can you answer my question?',
    'Can you explain why it always crashes?',
    'Could you talk in more detail about that?',
    'Can you use emojis in this tweet?',
    'Call me later.'
  ]
  for (const request of once) t.same(await texts(request), [], request)
})
