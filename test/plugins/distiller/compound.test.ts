/** What says several things ends one by one: the others stay, and what leans on what is over goes with it. */
import t from 'tap'
import type { Comparison, Verdict } from '../../../domain/capabilities/distiller.ts'
import {
  isLeftOf,
  isSaidIn,
  partsIn,
  quotedOver,
  without,
  withRemaining
} from '../../../plugins/_shared/wording/compound.ts'
import { startService } from '../../../bench/service.ts'

const fact = (text: string) => ({ id: 'm', text, quote: text, value: 'x', subject: 'Sam' })

type Over = number | undefined | { place: number, isNeeded: boolean }

function remaining (text: string, ...places: Over[]): string | undefined {
  const compared = { neighbours: [{ memory: fact(text), similarity: 1 }] } as unknown as Comparison
  const verdict: Verdict = { event: 'SUPERSEDE', targetIds: ['m'], reason: '' }
  return withRemaining(
    verdict,
    compared,
    places.map(over => ({ id: 'm', ...(typeof over === 'number' ? { place: over } : over) }))
  )
    .remaining?.['m']
}

t.test('sentences that may end are told apart, and abbreviations and past ones are not', async t => {
  for (
    const [text, parts] of [
      ['Sam uses Vim. Sam is on a Mac.', ['Sam uses Vim.', 'Sam is on a Mac.']],
      ['The user: I use Vim. My desk is at home.', ['The user: I use Vim.', 'The user: My desk is at home.']],
      ['Asked "Where?", Sam said: In Leeds. The rent is 780.', ['In Leeds.', 'The rent is 780.']],
      ['Sam uses Vim. Sam painted a boat. Sam had a cat. Sam is based in Leeds.', [
        'Sam uses Vim.',
        'Sam is based in Leeds.'
      ]],
      ['Sam is an embedded engineer. Sam uses the advanced mode.', [
        'Sam is an embedded engineer.',
        'Sam uses the advanced mode.'
      ]],
      ['Asked "What with?", Sam said: An STM32 with FreeRTOS. The drone flies for 22 minutes.', [
        'An STM32 with FreeRTOS.',
        'The drone flies for 22 minutes.'
      ]],
      ["The user: We've got 140 subscribers. We got a van.", ["The user: We've got 140 subscribers."]],
      ['Sam works at St. Mary with Dr. Amin at 7.30.', []],
      ['Sam is with J. R. Moss and the U.S. Army.', []],
      ['Sam uses Vim.', []]
    ] as const
  ) t.strictSame(partsIn(fact(text)).map(({ text }) => text), parts, text)
})

t.test('what is left keeps its speaker, and not the question of what is over', async t => {
  const [one, two, three] = ['Sam works at the zoo.', 'Sam plays the cello.', 'Sam has a cat.']
  for (const lead of ['', 'After "We moved.", Sam said: ']) {
    t.equal(remaining(`${lead}${one} ${two} ${three}`, 0), `${lead}${two} ${three}`)
    t.equal(remaining(`${lead}${one} ${two} ${three}`, 1), `${lead}${one} ${three}`)
    t.equal(remaining(`${lead}${one} ${two} ${three}`, 0, 2), `${lead}${two}`)
    t.equal(remaining(`${lead}${one} ${two} ${three}`, 0, 1, 2), undefined)
  }
  t.equal(remaining('Asked "Where?", Sam said: In Leeds. My rent is 780.', 0), 'Sam: My rent is 780.')
  t.equal(remaining('Asked "Where?", Sam said: In Leeds. My rent is 780.', 1), 'Asked "Where?", Sam said: In Leeds.')
  for (const pronoun of ['It is', 'They are', 'She is', 'This is']) {
    t.equal(remaining(`${one} ${pronoun} big.`, 0), undefined, pronoun)
    t.equal(remaining(`${one} ${pronoun} big. ${two}`, 0), two, pronoun)
  }
  t.equal(without(`${one} ${two}`, two), one)
  for (const left of [two, `Sam: ${two}`]) t.ok(isLeftOf(`${one} ${two}`, left), left)
  for (const left of [three, `${two} Sam is rich.`]) t.notOk(isLeftOf(`${one} ${two}`, left), left)
})

t.test('a sentence quoted in front may be over without the fact', t => {
  const fact = 'My rent is 780.'
  const both = `After "I live in Leeds. … I use Vim.", Sam said: ${fact}`
  t.strictSame(
    partsIn({ text: both, quote: fact, value: null, subject: 'Sam' }).map(({ text, place }) => [place, text]),
    [
      [-2, 'Sam: I live in Leeds.'],
      [-1, 'Sam: I use Vim.']
    ]
  )
  t.equal(remaining(both, -2), `After "I use Vim.", Sam said: ${fact}`)
  t.equal(remaining(both, -1), `After "I live in Leeds.", Sam said: ${fact}`)
  t.equal(remaining(both, -2, -1), `Sam: ${fact}`)
  t.equal(remaining(both, -1, 0), undefined, 'nothing of its own is left')
  t.equal(remaining(both, -1, undefined), undefined, 'the whole is over')
  t.equal(remaining('After "I have a dog.", Sam said: He limps.', -1), undefined, 'it leans on what is over')
  const asked = `Asked "How much?" after "I live in Leeds.", Sam said: ${fact}`
  t.equal(remaining(asked, -1), `Asked "How much?", Sam said: ${fact}`)
  t.equal(remaining(`${asked} I have a cat.`, 0), 'Sam: I have a cat.')
  t.equal(without(both, `Sam: ${fact}`), 'Sam: I live in Leeds. Sam: I use Vim.')
  t.ok(isLeftOf(both, `After "I use Vim.", Sam said: ${fact}`))
  t.notOk(isLeftOf(both, `After "I use Emacs.", Sam said: ${fact}`))
  t.end()
})

t.test('without which a fact is not understood, it stays and is marked, and is not asked about again', async t => {
  const fact = 'The budget is 900.'
  const both = `After "We plan a trip. … I use Vim.", Sam said: ${fact}`
  const marked = `After "We plan a trip. [no longer so] … I use Vim.", Sam said: ${fact}`
  t.equal(remaining(both, { place: -2, isNeeded: true }), marked)
  t.equal(remaining(both, { place: -2, isNeeded: true }, -1), marked.replace(' … I use Vim.', ''))
  t.strictSame(
    partsIn({ text: marked, quote: fact, value: null, subject: 'Sam' }).map(({ place }) => place),
    [-1]
  )
  t.ok(isLeftOf(both, marked))
  t.equal(without(both, marked), 'Sam: We plan a trip.')
  t.strictSame(quotedOver(both, marked), ['We plan a trip.'])
  t.strictSame(quotedOver(both, `Sam: ${fact}`), ['We plan a trip.', 'I use Vim.'])
  t.equal(quotedOver(both, 'After "I use Vim.", Sam said: The budget is 100.'), null, 'its own words are over as well')
  t.ok(isSaidIn('We plan a trip.', ['So we plan a trip, and "soon".']))
  t.notOk(isSaidIn('We plan a trip.', ['We plan a party.']))
  t.ok(isSaidIn("I'm a nurse, and I cycle to work.", ["I'm a nurse"]), 'what is over is said by it')
  t.notOk(isSaidIn("I'm a nurse, and I cycle to work.", ["I'm a nurse in Leeds"]))
  t.notOk(isSaidIn("I'm a nurse, and I cycle to work.", ['nurse']), 'by more than a word')
})

t.test('of a stored fact the other part stays, with its time, and an undo takes that back', async t => {
  const { app, post, address, stop } = await startService(undefined, { SVC_Rerank__Provider: 'none' })
  t.teardown(stop)
  const tell = async (user: string, session: string | null, at: string, ...said: string[]) =>
    await post('/api/v1/memories/from-conversation', {
      user_id: user,
      ...(session !== null && { session_id: session }),
      app: 'test',
      messages: said.map((content, place) => ({ role: 'user', content, created_at: `${at}T10:0${place}:00Z` }))
    })
  const current = async (user: string) => {
    const url = `${address}/api/v1/memories?user_id=${user}&page=1&size=50`
    const { items } = await (await fetch(url)).json() as { items: Array<{ content: string, valid_at: string }> }
    return items
  }
  // A quoted sentence is over: what holds without it stands without it, and what does not says what it is of.
  for (
    const [first, then, news, left] of [
      [
        'I use Figma for all my design work.',
        'We do research every two weeks with a panel of 20 testers.',
        "I've switched from Figma to Penpot.",
        /^The user: We do research/
      ],
      [
        "I'm planning a trip to Norway with my sister.",
        'The budget is 900 euros.',
        'The Norway trip is off.',
        /^After "I'm planning a trip [^"]* \[no longer so\]", the user said: The budget is 900 euros\.$/
      ],
      // Whatever the fact itself is about.
      [
        "I'm an embedded engineer at a bicycle maker in Ghent.",
        "I've been doing this for six years.",
        'I got promoted to firmware lead on Monday.',
        /^After "I'm an embedded engineer[^"]* \[no longer so\]", the user said: I've been doing this/
      ],
      // What a new count is of is said by the one before.
      [
        'Our team is 8 people: four engineers, two designers and two in sales.',
        'I like short answers.',
        "We've also grown to 10,000 beta users. I hired 3 more engineers too, so we're at 11 people now.",
        /^After "Our team is 8 people[^"]*", the user said: We're at 11 people now\.$/
      ]
    ] as const
  ) {
    await tell(first, 'a', '2026-01-10', first, then)
    const before = (await current(first)).map(({ content }) => content).toSorted()
    await tell(first, 'b', '2026-02-10', news)
    const now = (await current(first)).map(({ content }) => content)
    t.equal(now.filter(content => left.test(content)).length, 1, now.join(' | '))
    await post('/api/v1/changes/undo', { user_id: first, session_id: 'b' })
    t.strictSame((await current(first)).map(({ content }) => content).toSorted(), before, `${first} as it was`)
  }
  await tell('found', 'a', '2026-01-10', 'I work at the zoo and I play the cello on Sundays.')
  await tell('found', 'b', '2026-02-10', 'I quit the zoo.')
  const [vector] = await app.embedder.embed(['The user plays the cello on Sundays.'])
  const [nearest] = await app.store.nearest('found', vector!, {}, 1)
  const [found] = await app.store.get('found', [nearest!.id])
  t.match(found!.text, /cello/, 'what stays is found by its vector')
  t.ok(nearest!.score > 0.99, 'its own one')
  await tell('once', null, '2026-01-10', 'I work at the zoo and I play the cello on Sundays.', 'I quit the zoo.')
  const texts = (await current('once')).map(({ content }) => content).toSorted()
  t.strictSame(texts, ['The user plays the cello on Sundays.', 'The user quit the zoo.'], 'in one request')
  const works = [['zoo', 'I quit the zoo.'], ['museum', 'I left the museum.']] as const
  for (const [place, [work, quit]] of works.entries()) {
    const user = `u${place}`
    await tell(user, 'a', '2026-01-10', `I work at the ${work} and I play the cello on Sundays.`)
    const [before] = await current(user)
    await tell(user, 'b', '2026-02-10', quit)
    const after = await current(user)
    t.notMatch(after.map(({ content }) => content).join(), new RegExp(`works at the ${work}`), work)
    t.equal(after.find(({ content }) => content.includes('cello'))?.valid_at, before!.valid_at, work)
    await post('/api/v1/changes/undo', { user_id: user, session_id: 'b' })
    t.strictSame((await current(user)).map(({ content }) => content), [before!.content], `${work} as it was`)
  }
})
