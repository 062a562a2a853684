/**
 * What the assistant is to do with the text or the plan at hand is no statement; the reason that stands behind it is
 * one. Cases are made of parts, so that the class is tested and no sentence.
 */
import t from 'tap'
import { wishesToForget, wishIn } from '../../../plugins/_shared/wording/wishes.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const factsOf = async (said: string) => (await distiller.distill(conversation([turn(said)]))).facts

const orders = [
  'Make it vegetarian',
  'Move it to Thursday',
  'Change the time',
  'Swap them',
  'Leave it out',
  'Give Maya the first slot',
  'Replace Tom with Maya'
]

t.test('alone it is nothing that anyone does', async t => {
  for (const order of orders) t.same(await factsOf(`${order}.`), [], order)
})

t.test('a reason of its own is stated, and the order is not', async t => {
  const reasons = [
    ["my sister doesn't eat meat", "The user's sister doesn't eat meat."],
    ['I work in Hull on Fridays', 'The user works in Hull on Fridays.'],
    ['my mum is allergic to nuts', "The user's mum is allergic to nuts."]
  ] as const
  for (const order of orders) {
    for (const [reason, stated] of reasons) {
      const facts = await factsOf(`${order}, ${reason}.`)
      t.same(facts.map(({ text }) => text), [stated], `${order}, ${reason}`)
      t.same(facts.map(({ change }) => change?.kind ?? 'none'), ['none'], `${order}, ${reason}`)
    }
  }
})

t.test('a reason that points into the order is kept with it, and with no structure', async t => {
  for (const [order, of] of [['Give the list to Sanjit', 'Sanjit'], ['Add Maya too', 'Maya']] as const) {
    for (const reason of ["he's my junior at the bank", 'she runs a bakery in Hull']) {
      for (const { text, subject, predicate, change } of await factsOf(`${order}, ${reason}.`)) {
        t.match(text, of, `${order}, ${reason}`)
        t.same([subject === 'The user' && predicate !== null, change?.kind ?? 'none'], [false, 'none'], text)
      }
    }
  }
})

t.test('what the speaker does, in as few words, stays a statement', async t => {
  for (
    const said of [
      'Gave up the choir, it was too far.',
      'Moved the wedding to July, the church was taken.',
      'Take my mum out on Sundays, she loves it.',
      'Sent it back, the sleeve was torn.'
    ]
  ) t.not((await factsOf(said)).length, 0, said)
})

t.test('to leave a part out of a text is no wish to forget, and such a wish says what is to go', t => {
  for (const part of ['bit', 'part', 'thing', 'stuff']) {
    for (const order of ['Leave out', 'Take out', 'Please leave out']) {
      t.same(wishesToForget(`${order} the ${part} about the landlord.`), [], `${order} ${part}`)
    }
  }
  for (
    const order of [
      'Forget what I told you about my credit card.',
      "Delete everything I've ever said about my credit card.",
      'Leave out what I said about my credit card.',
      'Wipe what I mentioned to you yesterday about my credit card.'
    ]
  ) {
    t.equal(wishesToForget(order).length, 1, order)
    t.match(wishIn(order), /^ ?my credit card\.$/, order)
  }
  t.end()
})
