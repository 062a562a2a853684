/** Lists: an item says what its heading says of it, and nothing by itself. Cases are made of parts. */
import t from 'tap'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const factsOf = async (...turns: Parameters<typeof conversation>[0]) =>
  (await distiller.distill(conversation(turns))).facts

const items = ['Swim twice a week at the lido', 'Stop smoking', 'Move to Leeds', 'Call my mum every Sunday']
const marks = [(at: number) => `${at + 1}. `, (at: number) => `${at + 1}) `, () => '- ', () => '* ', () => '• ']

t.test('an item stands under its heading, ends nothing and states nothing by itself', async t => {
  for (const heading of ['My resolutions for 2026:', 'New year. My resolutions for 2026:', 'Resolutions for 2026']) {
    for (const mark of marks) {
      for (const gap of ['\n', '\n\n']) {
        const list = items.map((item, at) => `${mark(at)}${item}`).join(gap)
        const facts = await factsOf(turn(`${heading}${gap}${list}`))
        t.ok(facts.length > 0, `${heading} ${mark(0)}`)
        for (const { text, predicate, change, quote } of facts) {
          t.match(text, /^The user: (?:My r|R)esolutions for 2026: /, text)
          t.equal(predicate, null, text)
          t.equal(change.kind, 'none', text)
          t.ok(list.includes(quote), quote)
        }
      }
    }
  }
})

t.test('what is ticked is done, and what is not is to do', async t => {
  const facts = await factsOf(
    turn('Move\n- [x] handed back the keys to the old flat\n- [ ] register my daughter at the school in Leeds')
  )
  t.same(facts.map(({ text }) => text), [
    'The user: Move, done: handed back the keys to the old flat.',
    'The user: Move, to do: register my daughter at the school in Leeds.'
  ])
})

t.test('a list without a heading answers the question that was put', async t => {
  const question = 'Will you be setting goals for 2026?'
  const facts = await factsOf(
    turn(question, { role: 'assistant' }),
    turn('1. Run a half marathon\n2. Get my son into a good school')
  )
  t.ok(facts.length > 0)
  for (const { text } of facts) t.ok(text.startsWith(`Asked "${question}", the user said: `), text)
})

t.test('what has a subject of its own is said as ever, and one line with a dash is no list', async t => {
  const [own] = await factsOf(turn("About me:\n- I'm a nurse\n- I live in Ghent"))
  t.equal(own?.text, 'The user is a nurse.')
  const [sons] = await factsOf(turn('I have two sons:\n- Tom, who is nine\n- Ben, who is four'))
  t.equal(sons?.text, 'The user has two sons.')
  const [dash] = await factsOf(turn('Family\n- I have two sons'))
  t.match(dash?.text, /The user has two sons/)
})
