/**
 * What holds beside what was said before ends nothing, though both are of a home, an employer, a title or a status, and
 * another one of these ends the one before. Each class is put together from values and ways of saying them.
 */
import t from 'tap'
import { openEmbedded } from '../../services/embedded.ts'

t.setTimeout(1_800_000)

/** What was said first, and what stands beside it. */
const beside: Record<string, Array<[older: string, newer: string[]]>> = {
  'who works somewhere works with somebody, at some time, for fun': [
    ['I work at Tesco.', [
      'I work with Excel a lot.',
      'I work with Ana at the lab.',
      'I work at Christmas.',
      "I work for Tom's sister on Saturdays.",
      'I work out at PureGym.',
      "I'm working at Costa today.",
      'I joined Strava last week.',
      'I joined the Labour Party.'
    ]],
    ['I work as a nurse.', [
      'I work as hard as Sam.',
      'I work from home as well.',
      'I work as a lifeguard on Sundays.'
    ]],
    ['I work at Tesco on Saturdays.', ['I work at Aldi.', 'I work for the BBC.']]
  ],
  'who lives somewhere lives near, in a flat, in hope, and moves to other programs': [
    ['I live in Leeds.', [
      'I live near my parents.',
      'I live in a flat with two friends.',
      'I live in fear of Spiders.',
      "I'm living in my van this summer.",
      'I moved to Excel from Sheets.',
      'I moved into Marketing.',
      'We moved to Tuesdays.',
      'I moved to Team Red.',
      'I live in the UK.',
      'I live in Yorkshire.',
      'I live in Spain in the winter.'
    ]],
    ['I live in Germany.', ['I live in Berlin.', 'I live in Bavaria.']],
    ['I live in Kiel during term.', ['I live in Bonn.']]
  ],
  'who has a status is other things': [
    ["I'm married.", [
      "I'm single-minded.",
      "I'm engaged in a lawsuit.",
      "I'm separated from my luggage.",
      'My brother is single.'
    ]],
    ["I'm single.", ["I'm married to my work.", 'I got married to the idea.', "I'm divorced.", "I'm widowed."]],
    ["I'm vegan.", ["I'm a vegetarian on weekdays.", 'My wife is vegetarian.']]
  ],
  'whose somebody is': [
    ['Dan works at Lidl.', ["Dan's brother works at Aldi.", "Dan's best friend works at Tesco."]],
    ['Anna lives in Oslo.', ["Anna's mum lives in Bergen.", "Anna's husband lives in London."]]
  ]
}
/** What was said first, and what takes its place. */
const instead: Array<[older: string, newer: string[]]> = [
  ['I live in Leeds.', [
    'I live in York now.',
    'I moved to York.',
    'I moved from Leeds to Ballyvaughan.',
    "I've moved back home to Foix.",
    'I moved to Hull for work.',
    'I live in Peckham now.'
  ]],
  ['I live with my aunt in Hull.', ['I live in Bergen now.']],
  ['I live in Germany.', ['I moved to Lisbon.', 'I live in France.']],
  ['I work at Tesco.', ['I work at Aldi.', 'I work for Lidl now.']],
  ["I'm employed by the NHS.", ['I work for Bupa now.']],
  ["I'm single.", ["I'm married.", 'I got married last month.', "I'm engaged to Tom."]],
  ["I'm married to Tom.", ["I'm divorced now."]],
  ["I'm vegan.", ["I'm a vegetarian now."]],
  ['My son is six.', ['My son is seven now.', 'My son turned 7.']],
  ["I'm a nurse.", ['I was promoted to head nurse this week.']]
]

t.test('two statements of one person, a month apart', async t => {
  const { app, call } = await openEmbedded(t, { SVC_Distill__Provider: 'rules' })
  let users = 0
  async function stillHolds (older: string, newer: string): Promise<boolean> {
    const userId = `u${++users}`
    for (const [month, content] of [older, newer].entries()) {
      const { status } = await call('POST', '/api/v1/memories/from-conversation', {
        user_id: userId,
        session_id: `s${month}`,
        messages: [{ role: 'user', content, created_at: new Date(Date.UTC(2025, month, 3, 9)).toISOString() }]
      })
      if (status !== 200) t.fail(`answered ${status}: ${older} ${newer}`)
    }
    const { items } = await app.store.list(userId, { page: 1, size: 10, includeSuperseded: true })
    return items.every(({ state }) => state === 'active')
  }
  for (const [name, pairs] of Object.entries(beside)) {
    await t.test(name, async t => {
      for (const [older, newer] of pairs) {
        for (const said of newer) t.ok(await stillHolds(older, said), `${older} ${said}`)
      }
    })
  }
  await t.test('another one of these', async t => {
    for (const [older, newer] of instead) {
      for (const said of newer) t.notOk(await stillHolds(older, said), `${older} ${said}`)
    }
  })
})
