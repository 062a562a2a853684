/**
 * The rules distiller with the whole service: what a later statement ends, and what it leaves. Each user says two
 * things, a month apart, and the list of what is current is read.
 */
import t from 'tap'
import { openEmbedded } from '../services/embedded.ts'

t.setTimeout(600_000)

const { call } = await openEmbedded(t, { SVC_Distill__Provider: 'rules' })
const first = Date.UTC(2025, 4, 6, 9)
const month = 30 * 86_400_000

/** Of the first thing that was said, what is current after the others. */
async function left (user: string, told: string, ...news: string[]): Promise<string[]> {
  await say(user, told, first)
  const before = await current(user)
  t.ok(before.length > 0, `"${told}" is stored`)
  for (const [place, words] of news.entries()) await say(user, words, first + (place + 1) * month)
  const after = await current(user)
  return before.filter(text => after.includes(text))
}

async function say (user: string, content: string, at: number): Promise<void> {
  const { status } = await call('POST', '/api/v1/memories/from-conversation', {
    user_id: user,
    app: 'test',
    messages: [{ role: 'user', content, created_at: new Date(at).toISOString() }]
  })
  t.equal(status, 200, content)
}

async function current (user: string): Promise<string[]> {
  const { body } = await call<{ items: Array<{ content: string }> }>(
    'GET',
    `/api/v1/memories?user_id=${encodeURIComponent(user)}&size=100`
  )
  return body.items.map(({ content }) => content)
}

const ends: Array<[told: string, news: string]> = [
  ['I live in Manchester.', 'I moved to Bristol last month.'],
  ['I work at IBM as a tester.', 'I quit IBM last week.'],
  ['I work at Nordbank.', 'I left my job at Nordbank yesterday.'],
  ['Ich wohne in Dortmund.', 'Ich bin letzte Woche nach Münster gezogen.'],
  ['I am a junior developer.', 'I got promoted to team lead.'],
  ["I'm single.", 'I got engaged to Paul.'],
  ['I use Vim.', 'I switched from Vim to Helix.'],
  ['I write everything in Word.', "I'm switching from Word to Scrivener, finally."],
  ['We use DeepSpeed for training.', "We're switching from DeepSpeed to FSDP, it's simpler to maintain."],
  ['I drive a Volvo.', 'I sold the Volvo.'],
  ['My dentist is Dr Kim.', 'My dentist is Dr Park now.'],
  ['My meeting with Ben is on Friday.', 'My meeting with Ben was moved to Monday.'],
  ['I drink three coffees a day.', 'I gave up coffee.'],
  ['I own a house in Kilkenny.', 'I signed the house over to my son.']
]
for (const [told, news] of ends) {
  t.test(`"${told}" ends with "${news}"`, async t => {
    t.same(await left(`ends: ${told}`, told, news), [])
  })
}

t.test('what was said long ago is found by its words, among all that came since', async t => {
  const since = [
    'oak',
    'elm',
    'ash',
    'yew',
    'fir',
    'plum',
    'pear',
    'fig',
    'lime',
    'beech',
    'birch',
    'cedar',
    'maple',
    'hazel'
  ]
  const user = 'long-ago'
  await say(user, 'The frontend is written in Vue.', first)
  for (const [place, tree] of since.entries()) await say(user, `I planted a ${tree} in plot ${place}.`, first + place)
  await say(user, 'The frontend was rewritten in Angular.', first + month)
  const texts = await current(user)
  t.notOk(texts.some(text => text.includes('Vue')), 'it ended')
  t.equal(texts.filter(text => text.includes('planted')).length, since.length, 'and nothing else did')
})

const stays: Array<[told: string, news: string[]]> = [
  ['I use Vim.', [
    "I don't want to switch from Vim to Emacs.",
    "I'm thinking about switching from Vim to Emacs.",
    "My coworkers keep telling me to move from Vim to VS Code, but I won't.",
    "I'm switching from Vim to Emacs next month.",
    "I'm not switching from Vim to Emacs.",
    "Once the course is over I'm switching from Vim to Emacs.",
    'My brother switched from Vim to Emacs.'
  ]],
  ['I live in Ghent.', ['I commute from Ghent to Brussels.', 'We visited Lyon last week.', 'My sister moved to Rome.']],
  ['I work at IBM.', ['I might quit IBM.', 'I need to leave IBM early today.', 'They said "we left IBM".']],
  ['My meeting with Anna is on Tuesday.', ['My meeting with Ben is on Friday.']],
  ['I own a boat.', ['If I sold the boat, I would miss it.', 'I dreamt that I sold the boat.']],
  // Named, and with a word of change, but not as over.
  ['I use Figma for all my design work.', ["Figma has variables now and they're brilliant."]],
  ['We use Slack at work.', ['I use Teams with one customer and Slack with everyone I actually work with.']],
  ["I'm a nurse.", ["I'm a nurse in Turin now, it was Genoa before."]],
  // What is asserted beside it does not make a plan of it true.
  ['I use VS Code.', ["I'm going to switch from VS Code to Neovim. The weather is nice here."]],
  ['I take metformin.', ['My mother stopped taking metformin.', 'Should I stop taking metformin?']]
]
for (const [told, news] of stays) {
  t.test(`"${told}" stays`, async t => {
    t.equal((await left(`stays: ${told}`, told, ...news)).length, 1)
  })
}

t.test('of a list, one may end without the others', async t => {
  t.same(await left('list', 'I own a red Volvo and a bike.', 'I sold the Volvo.'), ['The user owns a bike.'])
})

t.test('a wish to forget at two thirds of the words', async t => {
  t.same(await left('forget', 'My locker at the pool has number 42.', 'Forget my locker number.'), [])
})
