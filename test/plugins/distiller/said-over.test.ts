/** Which words say that an older statement is over: what they name, another count or way; and what looks alike. */
import t from 'tap'
import { isGivenUp } from '../../../plugins/_shared/wording/called-off.ts'
import { isDoneOtherwise } from '../../../plugins/_shared/wording/frame.ts'
import { asDone } from '../../../plugins/_shared/wording/cues.ts'
import { maySpeakOf } from '../../../plugins/_shared/wording/ends-by-word.ts'
import { isCountedAnew } from '../../../plugins/_shared/wording/measures.ts'
import { namesAsOver } from '../../../plugins/_shared/wording/named-over.ts'
import { isRedated } from '../../../plugins/_shared/wording/redated.ts'
import { piecesOf, rejoined } from '../../../plugins/_shared/wording/pieces.ts'
import { isSettled } from '../../../plugins/_shared/wording/settled.ts'

const subject = 'the user'
type Case = [older: string, newer: string, isOver: boolean]

function judged (cases: Case[], isOver: (newer: string, older: string) => boolean): void {
  for (const [older, newer, expected] of cases) t.equal(isOver(newer, older), expected, `${older} ${newer}`)
}

t.test('the same in another place, by other means, from another, and so it is now', async () => {
  judged([
    ['The user buys flour from Millhouse.', 'I buy flour from Barton these days.', true],
    ['The user goes to work by tram.', 'I go to work on foot now.', true],
    ["The user's wool comes from a farm in Skye.", 'The wool comes from a farm in Fife from next year on.', true],
    ['The user: We host the site on Netlify.', 'Now we host the site on Vercel', true],
    ['The user buys flour from Millhouse.', 'I buy flour from Barton.', false],
    ['The user buys flour from Millhouse.', 'I also buy flour from Barton now.', false],
    ['The user buys flour from Millhouse.', 'I buy flour for my sister now.', false],
    ['The user eats lunch at a desk.', 'I eat lunch at noon now.', false],
    ['The user gets up at seven.', 'I get up at six now and then.', false],
    ['The user has a flat in Paris.', 'I have a flat in Rome now.', false],
    ["The user's car is in the garage.", 'My car is in the street now.', false],
    ['The user swims on Mondays.', 'I swim on Fridays now.', false]
  ], (said, text) => isDoneOtherwise({ text: '', quote: said, subject }, { text, quote: null, subject }))
  t.ok(
    isDoneOtherwise(
      { text: '', quote: 'I cook dinner on gas now', subject },
      { text: 'Ada cooks dinner on coal.', quote: 'I cook dinner on coal.', subject }
    ),
    'as it was said, where the fact has a name'
  )
})

t.test('what is named as over stands in the older statement, whole', async () => {
  for (
    const over of [
      'We dropped Jenkins.',
      "We've replaced Jenkins with Buildkite",
      'We ripped Jenkins out',
      "I'm done with Jenkins",
      'I stopped using Jenkins',
      'We moved off Jenkins',
      'Jenkins is history',
      'We use Buildkite instead of Jenkins',
      'I no longer use Jenkins'
    ]
  ) {
    const isNamed = !/^Jenkins/.test(over)
    t.equal(namesAsOver(over, 'We deploy with Jenkins and three scripts, which is slow.'), isNamed, over)
    t.notOk(namesAsOver(over, 'We deploy with Buildkite.'), over)
  }
  judged([
    ['I plan the routes by hand on a whiteboard each morning.', 'the whiteboard is no longer in use', true],
    ['I play the drums.', 'I sold the drum machine', false],
    ['I work at IBM.', "I'm done with work", false],
    ['I live in halls and play chess.', 'I moved out of halls', true]
  ], namesAsOver)
})

t.test('a switch is asked about as made, unless it is put off or takes its time', async t => {
  for (
    const [said, done] of [
      ["I'm switching from tea to maté", 'I switched from tea to maté'],
      ['Yuki is now switching the game from turns to real time', 'Yuki switched the game from turns to real time'],
      ['We’re pivoting away from ads', 'We pivoted away from ads']
    ] as const
  ) t.equal(asDone(said), done)
  for (
    const said of [
      "I'm not switching from tea to maté",
      "I'm switching from tea to maté next month",
      "We're migrating from Jira to Linear",
      'I am switching lanes',
      "I'm thinking about switching from tea"
    ]
  ) t.equal(asDone(said), said)
})

t.test('the same event on another date', async () => {
  const dated = (text: string, value: string, predicate = 'date_of_album') => ({
    text,
    quote: text,
    subject,
    value,
    predicate
  })
  const older = dated('The album comes out on 14 June.', '14 June')
  for (
    const [newer, expected] of [
      [dated('The album comes out on 21 June.', '21 June'), true],
      [dated('The album now comes out on 2 August, for good.', '2 August'), true],
      [dated('The album comes out on 14 June.', '14 June'), false],
      [dated('The second album comes out on 2 August.', '2 August'), false],
      [dated('The album comes out on vinyl.', 'vinyl', 'album_comes_out'), false]
    ] as const
  ) t.equal(isRedated(newer, older), expected, newer.text)
})

t.test('what is named beside what is not over is the only thing that is', async () => {
  const stated = (text: string) => ({ text, quote: text, subject, predicate: 'uses', value: null, functional: false })
  const newer = stated("I'm going with an electric kiln instead of gas.")
  t.notOk(maySpeakOf(stated('I fire at a shared kiln.'), newer))
  t.ok(maySpeakOf(stated('I want to buy a gas kiln.'), newer))
  t.ok(maySpeakOf(stated('I fire at a shared kiln.'), stated('I have an electric kiln now.')))
})

t.test('what is named beside "not" is over, also without a comma, and whole', async () => {
  for (
    const [right, wrong] of [['Thursday', 'Tuesday'], ['Tom', 'Toby'], ['Inga', 'Ines'], ['Bath', 'Forth'], [
      '24',
      '42'
    ]]
  ) {
    const older = `The user's one is called ${wrong}.`
    for (
      const said of [
        `its ${right} not ${wrong}`,
        `it's ${right} not ${wrong}`,
        `it is ${right} not ${wrong}`,
        `not ${wrong}`
      ]
    ) {
      t.ok(namesAsOver(said, older), `${older} ${said}`)
      t.notOk(namesAsOver(said, `The user's one is called ${right}.`), said)
    }
    for (const word of ['still', 'probably', 'just', 'also', 'now', '']) {
      const said = `it is ${word} not ${wrong}`.replace('  ', ' ')
      t.notOk(namesAsOver(said, older), `${older} ${said}`)
    }
    t.notOk(namesAsOver(`I know ${right} not ${wrong}`, older), 'of nothing that it is')
  }
})

t.test('a work is on another topic now', async () => {
  const stated = (text: string, quote = text) => ({
    text,
    quote,
    subject,
    predicate: 'work',
    functional: true,
    negated: false,
    memoryType: 'semantic',
    state: 'active',
    change: { kind: 'none', previous: null },
    value: text.replace(/^.* (?:about|on) (?:now )?/, '').replace(/(?: now)?\.$/, '')
  })
  for (const work of ['thesis', 'dissertation', 'novel', 'talk', 'research']) {
    const older = stated(`The user's ${work} is about urban foxes.`)
    for (
      const [said, expected] of [
        [`is on hedgehogs now.`, true],
        [`is now about hedgehogs.`, true],
        [`is about hedgehogs.`, false],
        [`is about half done now.`, false],
        [`is on hold now.`, false],
        [`is also about hedgehogs now.`, false],
        [`is about urban foxes and owls now.`, false]
      ] as const
    ) {
      const newer = stated(`The user's ${work} ${said}`, `My ${work} ${said}`)
      t.equal(isSettled(older as never, newer as never), expected, newer.text)
    }
    const other = stated(`The user's old ${work} is about hedgehogs now.`)
    t.notOk(isSettled(older as never, other as never), other.text)
  }
})

t.test('another count of the same, by now', async () => {
  judged([
    ['The user samples at three coves south of the city.', "I'm down to two coves", true],
    ['We have a team of 8 people.', "so we're at 11 people now", true],
    ['A lock gets about seven months out of one battery, which is little.', 'a battery is now at eleven months', true],
    ["The user: We've got 140 subscribers.", 'subscribers grew to 420 in seven weeks', true],
    ["The user: We've got 140 subscribers.", 'orders went up to 420', false],
    ['The user has two cats.', 'I have three dogs now', false],
    ['The user sleeps seven hours.', 'I work nine hours now', false],
    ["The user's rent is 700 euros.", 'My tenants pay 900 euros of rent now', false],
    ['The contract runs for twelve months.', 'The contract has been running for three months now', false],
    ['The user has two cats.', 'I have three cats', false],
    ['The user keeps four hives of bees.', 'I only have two hives left after the winter', true],
    ['The user has five students.', "I've three students left", true],
    ['The user has five students.', 'I have three students who left early', false],
    ['The user has five students.', 'Just three students left the room', false]
  ], isCountedAnew)
})

t.test('a wish that is given up', async () => {
  judged([
    ['The user wants to be a judge.', 'I no longer want to be a judge', true],
    ['The user wants to be a judge.', "I don't want to be a judge any more", true],
    ['The user is thinking of a garage.', 'I decided against the garage in the end', true],
    ['The user wants to be a judge.', "I don't want to be a judge in Leeds", false],
    ['The user wants to be a judge.', 'I no longer want to be a notary', false],
    ['The user is a judge.', 'I no longer want to be a judge', false],
    ['The user wants to buy a gas kiln this spring.', "I'm going with an electric kiln instead of gas", true],
    ['The user is thinking of getting a van.', 'I bought a cargo bike instead of the van', true],
    ['The user wants to move to Berlin.', 'I spent Easter in Munich instead of Berlin', false],
    ['The user wants to buy a gas kiln this spring.', 'I might go with an electric kiln instead of gas', false],
    ['The user wants to buy a gas kiln this spring.', 'I ordered rice instead of pasta', false]
  ], (newer, older) => isGivenUp({ text: older, subject }, { text: newer, subject }))
})

t.test('a text in its sentences and clauses, and any of them without the others', async t => {
  const text =
    'Sam bakes at home, and for parties Sam makes cakes. We meet Dr. Amin; his son sings, but I hum. Sam rests.'
  const pieces = piecesOf(text)
  t.strictSame(pieces.map(({ words }) => words), [
    'Sam bakes at home',
    'for parties Sam makes cakes.',
    'We meet Dr. Amin',
    'his son sings',
    'I hum.',
    'Sam rests.'
  ])
  t.equal(rejoined(pieces, () => true), text)
  for (let kept = 1; kept < 2 ** pieces.length; kept++) {
    const left = rejoined(pieces, place => (kept >> place) % 2 === 1)
    t.match(left, /^[A-Z].*\.$/)
    for (const [place, { words }] of pieces.entries()) {
      t.equal(left.toLowerCase().includes(words.replace(/\.$/, '').toLowerCase()), (kept >> place) % 2 === 1, left)
    }
  }
  const clauses: Array<[text: string, count: number]> = [
    ['Ada lives in Leeds and Ada Li plays the cello.', 2],
    ['The user lives in Leeds, and the user plays the cello.', 2],
    ['Ada likes Oslo and Bergen in winter.', 1],
    ['Ada likes Oslo and Bergen always.', 1],
    ['I have a cat and a dog and my sister.', 1]
  ]
  for (const [words, count] of clauses) t.equal(piecesOf(words).length, count, words)
  t.equal(rejoined(pieces, place => place === 1 || place === 4), 'For parties Sam makes cakes. I hum.')
})
