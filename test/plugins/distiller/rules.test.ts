/** The rules distiller: what it reads in plain English, what it leaves, and what it does to what is known. */
import t from 'tap'
import type { CandidateFact, Conversation, Verdict } from '../../../kernel/capabilities/distiller.ts'
import type { Memory } from '../../../kernel/nouns.ts'
import { createRulesDistiller } from '../../../plugins/distiller/rulebook/distiller.ts'
import { conversation, remembered, suite, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const tuesday = Date.UTC(2025, 4, 6, 9)

async function facts (turns: Parameters<typeof conversation>[0], more: Partial<Conversation> = {}): Promise<CandidateFact[]> {
  return (await distiller.distill(conversation(turns, { userName: 'Sam', ...more }))).facts
}

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  return (await facts(turns)).map(({ text }) => text)
}

/** Tells one thing after another and answers the verdict on the last, with what was known before it. */
async function story (...told: string[]): Promise<{ verdict: Verdict, ended: string[] }> {
  const known: Memory[] = []
  for (const [index, text] of told.entries()) {
    const at = tuesday + index * 86_400_000
    for (const candidate of await facts([turn(text, { at })])) {
      const neighbours = known.filter(({ state }) => state === 'active').map(memory => ({ memory, similarity: 0.5 }))
      const [verdict] = await distiller.reconcile('u', [{ candidate, neighbours }]) as [Verdict]
      if (index === told.length - 1) return { verdict, ended: verdict.targetIds.map(id => known.find(memory => memory.id === id)?.text ?? '?') }
      known.push({ ...remembered(candidate, known.length + 1), validAt: candidate.validAt ?? at })
    }
  }
  throw new Error('nothing was read')
}

t.test('the conformance suite', t => { suite(t, async () => createRulesDistiller()); t.end() })

t.test('statements', async t => {
  t.test('who speaks is named, and two facts are two', async t => {
    t.same(await texts("I'm a nurse based in Oslo and I use Vim for everything."), ['Sam is a nurse.', 'Sam is based in Oslo.', 'Sam uses Vim for everything.'])
    t.same((await facts(["I'm Sarah. I write in Rust."], { userName: null })).map(({ text }) => text), ["The user's name is Sarah.", 'Sarah writes in Rust.'])
    t.same((await facts(['I live in Oslo.'], { userName: null })).map(({ text }) => text), ['The user lives in Oslo.'])
    t.same((await facts([turn('I live in Oslo.', { name: 'Ada Lovelace' })], { userName: null })).map(({ text }) => text), ['Ada Lovelace lives in Oslo.'])
  })
  t.test('verbs and possessives follow', async t => {
    t.same(await texts('I rely on my notes and carry them everywhere.'), ['Sam relies on their notes and carries them everywhere.'])
    t.same(await texts("My garden needs rain and I don't own a hose."), ["Sam's garden needs rain and Sam does not own a hose."])
    t.same(await texts('We hit 2000 users with our app.'), ["Sam's team hit 2000 users with their app."])
  })
  t.test('subject, predicate, value', async t => {
    const cases: Array<[string, string, string, string, boolean]> = [
      ['I live in Oslo.', 'Sam', 'lives_in', 'Oslo', true],
      ['I work at Google.', 'Sam', 'works_at', 'Google', true],
      ["I'm a data scientist at Spotify.", 'Sam', 'works_at', 'Spotify', true],
      ['I got promoted to head nurse last Friday.', 'Sam', 'job_title', 'head nurse', true],
      ["I'm a backend developer at a startup in Hamburg.", 'Sam', 'works_at', 'startup', true],
      ["I'm 34.", 'Sam', 'age', '34', true],
      ["I'm married.", 'Sam', 'marital_status', 'married', true],
      ['My favourite color is blue.', 'Sam', 'favorite_color', 'blue', true],
      ['Our team is 8 people.', 'Sam', 'team_size', '8 people', true],
      ['The board meeting got pushed to May 15th.', 'board meeting', 'scheduled_for', 'May 15th', true],
      ['I love sushi.', 'Sam', 'likes', 'sushi', false],
      ['My wife Anna works at Google.', 'Anna', 'works_at', 'Google', true],
      ['My brother lives in Lyon.', "Sam's brother", 'lives_in', 'Lyon', true],
      ['I lived in Rome as a child.', 'Sam', 'former_lives_in', 'Rome', false],
      ['I want to live in Paris.', 'Sam', 'wants_to_live', 'Paris', false]
    ]
    for (const [said, subject, predicate, value, functional] of cases) {
      const [fact] = await facts([said])
      t.match(fact, { subject, predicate, value, functional }, said)
    }
  })
  t.test('entities and relations', async t => {
    const [fact] = await facts(['My wife Anna works at Google.'])
    t.match(fact?.entities.map(({ name, type }) => `${name} ${type}`), ['Sam person', 'Anna person', 'Google organisation'])
    t.ok(fact?.relations.some(({ to }) => to === 'Google'))
  })
  t.test('relative dates gain the day they meant', async t => {
    t.same(await texts('My interview is next Tuesday.'), ["Sam's interview is next Tuesday (2025-05-13)."])
    t.match(await facts(['I moved to Berlin last month.']), [{ text: 'Sam moved to Berlin last month (2025-04).', validAt: Date.UTC(2025, 3, 6) }])
    t.same(await texts('I swim every Monday.'), ['Sam swims every Monday.'])
    t.same((await facts(['I run a bakery in Leeds.'], { userName: 'June' })).map(({ text }) => text), ['June runs a bakery in Leeds.'])
  })
  t.test('pronouns are resolved, or the sentence stays with its neighbour', async t => {
    t.same(await texts('My boss is Karen. She hates meetings.'), ["Sam's boss is Karen.", 'Karen hates meetings.'])
    t.same(await texts('I set up a Vite project. It compiles in two seconds.'), ['Sam set up a Vite project. It compiles in two seconds.'])
  })
  t.test('an answer keeps its question', async t => {
    t.same(await texts('Hm.', turn('Which languages do you focus on?', { role: 'assistant' }), 'Swahili and Yoruba mostly.'), ['Asked "Which languages do you focus on?", Sam said: Swahili and Yoruba mostly.'])
  })
  t.test('an accepted offer is an interest, a bare yes is not', async t => {
    const offer = turn('Would you like me to plan a rye bread workshop?', { role: 'assistant' })
    t.match(await facts(['Hm.', offer, 'Yes! That would be perfect.']), [{ predicate: 'interested_in', text: /rye bread workshop/ }])
    t.same(await facts(['Hm.', offer, 'Yes please.']), [])
  })
  t.test('how to answer is remembered', async t => {
    t.match(await facts(['Can you keep your answers short and direct?']), [{ predicate: 'prefers', memoryType: 'procedural', text: /answers short and direct/ }])
    t.same(await facts(['Keep the response JSON flat.']), [])
  })
})

t.test('quotes are the words of the turn', async t => {
  const said = 'Hm. I’ve moved to Berlin!  It’s  cold in winter here, and\nI’m a nurse.'
  for (const { quote, text } of await facts([said])) t.ok(said.includes(quote) && quote.length < said.length, `${text} ⇐ ${quote}`)
})

t.test('what is no fact', async t => {
  for (const said of ['How are you?', 'Thanks a lot!', 'Can you help me with my code?', "I'm so tired today.", 'Ugh, the traffic was terrible this morning.', "Let's start with the first chapter.",
    'Oh man, I just spilled coffee all over my desk.', 'That makes sense.', 'Sounds good.', 'I need help with this.', '```js\nconst name = "I live in Oslo"\n```']) {
    t.same(await texts(said), [], said)
  }
})

t.test('other languages are kept as they are, with who said it', async t => {
  t.same(await texts('Ich wohne in Berlin und arbeite als Arzt.'), ['Sam: Ich wohne in Berlin und arbeite als Arzt.'])
  t.same(await texts('我住在北京，是一名医生。'), ['Sam: 我住在北京，是一名医生。'])
  t.same(await texts('¿Dónde está la biblioteca?'), [])
})

t.test('facts about the assistant when they are asked for', async t => {
  const turns = ['I live in Oslo.', turn('I work on your garden plan.', { role: 'assistant' })]
  t.same((await facts(turns, { aboutAssistant: true })).map(({ text }) => text), ["The assistant works on the user's garden plan."])
})

t.test('hostile text does no harm', async t => {
  for (const said of ['\u0000', '\ud800 I live in Oslo', '$&$1 \\ "I" \'', 'I '.repeat(5000), '(((((', '🙂'.repeat(300), 'a'.repeat(50_000), "I live in O'$&Brien's", '—;—:—, and I']) {
    const read = await facts([said])
    t.ok(read.every(({ text }) => text.length > 0 && text.length <= 50_000), JSON.stringify(said.slice(0, 20)))
  }
})

t.test('change', async t => {
  const cases: Array<[string, 'correction' | 'ending' | 'forget', string]> = [
    ['I switched from VS Code to Neovim.', 'correction', 'VS Code'],
    ['We are migrating from Postgres to BigQuery.', 'correction', 'Postgres'],
    ["I'm using XLM-R instead of MAML.", 'correction', 'MAML'],
    ['Actually, I work at Netflix, not Spotify.', 'correction', 'Spotify'],
    ['We replaced Jenkins with GitHub Actions.', 'correction', 'Jenkins'],
    ["I'm not using Figma any more.", 'ending', 'Figma'],
    ['I no longer work at Google.', 'ending', 'Google'],
    ['I stopped eating meat.', 'ending', 'eating meat'],
    ['We dropped the Switch version.', 'ending', 'Switch'],
    ['Please forget that I like tea.', 'forget', 'I like tea']
  ]
  for (const [said, kind, previous] of cases) t.match(await facts([said]), [{ change: { kind, previous } }], said)
  t.match(await facts(['The inventory system is done and I like it.']), [{ change: { kind: 'none' } }])
  for (const said of ['Delete the file, please.', 'Forget about the bus.', 'Remove the second paragraph.', 'Forget it.']) t.notMatch(await facts([said]), [{ change: { kind: 'forget' } }], said)
  t.match(await facts(['I injured my left knee.']), [{ change: { kind: 'none' } }])
})

t.test('reconcile ends what the words end', async t => {
  const ends: Array<[string[], string]> = [
    [['I live in Oslo.', 'I moved to Bergen.'], 'Sam lives in Oslo.'],
    [['I use VS Code for everything.', 'I switched from VS Code to Neovim.'], 'Sam uses VS Code for everything.'],
    [['Our team is 5 people.', 'We hired two, so our team is now 7.'], "Sam's team is 5 people."],
    [['I have a board meeting on May 12th.', 'The board meeting got pushed to May 20th.'], 'Sam has a board meeting on May 12th (2025-05-12).'],
    [['I work at Google.', 'I no longer work at Google.'], 'Sam works at Google.'],
    [['I eat meat.', "I don't eat meat."], 'Sam eats meat.'],
    [["I'm vegetarian.", "I'm not vegetarian any more."], 'Sam is vegetarian.'],
    [['The game targets PC and Switch.', 'I decided to drop the Switch version and focus on PC.'], 'The game targets PC and Switch.']
  ]
  for (const [told, ended] of ends) t.match(await story(...told), { verdict: { event: 'SUPERSEDE' }, ended: [ended] }, told.join(' '))
  t.match(await story('I like tea.', 'Forget that I like tea.'), { verdict: { event: 'INVALIDATE' }, ended: ['Sam likes tea.'] })
  t.match(await story('I like tea.', 'Forget that I own a boat.'), { verdict: { event: 'NONE' } })
})

t.test('reconcile leaves what nothing ends', async t => {
  const stays = [
    ['I live in Oslo.', 'My sister Mia lives in Rome.'],
    ['I live in Oslo.', 'I lived in Rome as a child.'],
    ['I live in Oslo.', 'I want to live in Paris.'],
    ['I use Vim.', 'I use Emacs.'],
    ["I'm a nurse.", "I'm a mother."],
    ['I have been writing Python for six years.', 'We switched from Python to Rust at work.'],
    ['The Rotterdam Marathon is on April 13th.', 'I moved from Rotterdam to Bergen.'],
    ['I use Figma, Sketch and Slack.', 'I dropped Sketch.'],
    ['I have a meeting on Monday.', 'I have a meeting on Thursday.'],
    ['My wife Anna uses Figma.', "I'm not using Figma any more."],
    ['I have 2 dogs.', 'I have 3 cats.'],
    ['I live in Oslo.', 'My sister lives in Rome.'],
    ['My sister lives in Rome.', 'I live in Oslo.'],
    ['Our target is 120 participants.', 'We hit 120 participants.']
  ]
  for (const told of stays) t.match(await story(...told), { verdict: { event: 'ADD', targetIds: [] } }, told.join(' '))
})

t.test('reconcile knows the same fact again', async t => {
  t.match(await story('I live in Oslo.', 'I live in Oslo!'), { verdict: { event: 'SKIP_DUPLICATE' } })
  t.match(await story('I own a red boat with two sails.', 'I own a red boat.'), { verdict: { event: 'SKIP_DUPLICATE' } })
  t.match(await story('I own a red boat.', 'I own a red boat with two sails.'), { verdict: { event: 'UPDATE' } })
  t.match(await story('I like tea.', "I don't like tea."), { verdict: { event: 'SUPERSEDE' } })
  t.match(await story('I love olives.', 'I hate olives.'), { verdict: { event: 'SUPERSEDE' } })
  t.match(await story('I love olives.', 'I hate capers.'), { verdict: { event: 'ADD' } })
})

t.test('a move goes where the speaker goes', async t => {
  t.match(await facts(['I accepted an offer in Bergen! I am moving next month.']), [{}, { predicate: 'lives_in', value: 'Bergen' }])
  t.notMatch(await facts(['My sister lives in Rome. I am moving next month.']), [{}, { predicate: 'lives_in' }])
})

t.test('an older statement told late ends nothing', async t => {
  const [now] = await facts([turn('I live in Oslo.', { at: tuesday })])
  const [before] = await facts([turn('I moved to Bergen in March 2019.', { at: tuesday + 1000 })])
  const memory = { ...remembered(now as CandidateFact), validAt: tuesday }
  const [verdict] = await distiller.reconcile('u', [{ candidate: before as CandidateFact, neighbours: [{ memory, similarity: 0.5 }] }])
  t.match(verdict, { event: 'ADD' })
})

t.test('summaries are the facts\' own sentences', async t => {
  const known = ['Ada works as a nurse at the harbour clinic in Oslo.', 'Ada has two cats.', 'Ada works as a nurse.']
  const [summary] = await distiller.summarise('u', [{ title: 'Ada', kind: 'entity', facts: known }])
  t.equal(summary, 'Ada works as a nurse at the harbour clinic in Oslo. Ada has two cats.')
  t.same(await distiller.summarise('u', [{ title: 'Ada', kind: 'entity', facts: [] }]), [''])
  const [long] = await distiller.summarise('u', [{ title: 'Ada', kind: 'entity', facts: ['word '.repeat(500)] }])
  t.ok((long?.length ?? 0) <= 400)
})
