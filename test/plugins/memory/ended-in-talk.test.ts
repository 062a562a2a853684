/** What ends of what was said, by the classifier and the words together: answers, names, counts and what is so now. */
import t from 'tap'
import { howOver } from '../../../plugins/_shared/wording/ends-by-word.ts'
import { startService } from '../../../bench/service.ts'

type Said = [asked: string, answer: string] | string

t.test('which end as they are said, and which stay', async t => {
  const { post, address, stop } = await startService(undefined, { SVC_Rerank__Provider: 'none' })
  t.teardown(stop)
  let users = 0
  const current = async (user: string) => {
    const url = `${address}/api/v1/memories?user_id=${user}&page=1&size=50`
    return (await (await fetch(url)).json() as { items: Array<{ content: string }> }).items.map(one => one.content)
  }
  const say = async (user: string, session: string, at: string, said: Said[]) =>
    await post('/api/v1/memories/from-conversation', {
      user_id: user,
      session_id: session,
      app: 'test',
      messages: said.flatMap(one =>
        typeof one === 'string'
          ? [{ role: 'user', content: one, created_at: `${at}T10:00:00Z` }]
          : one.map((content, place) => ({
            role: place === 0 ? 'assistant' : 'user',
            content,
            created_at: `${at}T10:00:00Z`
          }))
      )
    })
  for (
    const [first, news, over, ends] of [
      // "Not May" names it as over.
      [
        ["I'm Ingrid, I ordered an electric kiln.", ['When will you get it?', 'It arrives in May, they said.']],
        [['Is the kiln in place yet?', 'No, delivery turned out to be July, not May.']],
        /arrives in May/,
        true
      ],
      // What has a name is named beyond doubt.
      [
        [[
          'How do scan events reach your service?',
          'Everything goes through RabbitMQ, around 3 million events a day.'
        ]],
        ['We swapped RabbitMQ for NATS last weekend.'],
        /RabbitMQ, around/,
        true
      ],
      [
        [[
          'How do scan events reach your service?',
          'Everything goes through RabbitMQ, around 3 million events a day.'
        ]],
        ['I spent the week on RabbitMQ with a colleague.'],
        /RabbitMQ, around/,
        false
      ],
      // So it is now, of the same thing.
      [
        ['I wear contact lenses, daily ones.'],
        ['I use the monthly lenses now, felt bad about the plastic.'],
        /daily/,
        true
      ],
      [['I cook in an apron.'], ['I cook in the new kitchen now.'], /apron/, false],
      [['I get up at seven.'], ['I get up at six now and then.'], /seven/, false],
      [['My rent is 700 euros.'], ['My tenants pay 900 euros of rent now.'], /700/, false],
      // Of a count, where it is said that it grew.
      [
        ["We've got 140 subscribers."],
        ['The granola thing brought in people in whole apartment blocks, and subscribers grew to 420 in seven weeks.'],
        /140/,
        true
      ],
      [["We've got 140 subscribers."], ['The followers of my brother grew to 420 in seven weeks.'], /140/, false],
      // A sentence in front of another fact says what is over, and more.
      [
        [
          "I'm a firmware engineer at a bike-share operator in Gothenburg, and I mostly look after the locks.",
          'A lock gets about seven months out of one battery.'
        ],
        ['They promoted me to firmware lead on Monday!'],
        /a firmware engineer(?!.*no longer so)/,
        true
      ]
    ] as Array<[Said[], Said[], RegExp, boolean]>
  ) {
    const user = `talk-${users++}`
    await say(user, 'a', '2026-01-10', first)
    t.match((await current(user)).join('\n'), over, 'stored')
    await say(user, 'b', '2026-02-10', news)
    t.equal(
      (await current(user)).some(text => over.test(text)),
      !ends,
      `${JSON.stringify(first)} ${JSON.stringify(news)}`
    )
  }
})

t.test('how the words say so', async t => {
  const subject = 'the user'
  for (
    const [text, quote, how] of [
      ['The user: Our CI runs on Jenkins.', 'We retired Jenkins last sprint.', 'name'],
      ['The user plays the drums.', 'I sold the drums.', 'named'],
      ['The user: We run Jenkins.', 'Jenkins taught me patience.', 'implied'],
      ['The user: We have 140 subscribers.', 'subscribers grew to 420', 'counted'],
      ['The user: We have 140 subscribers.', 'his subscribers grew to 420', 'named'],
      ['The user: It arrives in August.', 'Delivery turned out to be July, not August.', 'named'],
      ['The user: It arrives in August.', 'Delivery turned out to be July, not June.', 'implied'],
      ['The user wears daily lenses.', 'I wear the monthly lenses now', 'now'],
      ['The user wears daily lenses.', 'I wear the monthly lenses for now', 'implied'],
      ['The user wears daily lenses.', 'I also wear monthly lenses now', 'implied'],
      ['The user wears daily lenses.', 'My sister wears daily lenses now', 'implied']
    ] as const
  ) {
    const older = { text, quote: null, subject, predicate: null, value: null }
    t.equal(
      howOver(older, { text: quote, quote, subject, predicate: null, functional: false }),
      how,
      `${text} ${quote}`
    )
  }
})
