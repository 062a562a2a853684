/** What a statement is about stands in front of it where it does not say so itself, in words that were said. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../../../domain/package-root.ts'
import { candidatesOf, withTopic } from '../../../plugins/_shared/english/topic.ts'
import { notQuoting } from '../../../plugins/_shared/wording/lead.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const asked = (question: string) => turn(question, { role: 'assistant' })

t.test('the last sentences may be quoted, and the first two of a talk, but no long ones', async t => {
  const said = Array.from({ length: 40 }, (_, at) => `sentence ${at}`)
  const found = candidatesOf(said, 'How is it going?').map(({ text }) => text)
  t.same(found, [...said.slice(0, 2), ...said.slice(-6), 'How is it going?'])
  t.equal(candidatesOf(said, null).at(-1)?.read, '1 back: sentence 39')
  t.same(candidatesOf(['x'.repeat(161), 'short'], null).map(({ text }) => text), ['short'])
})

t.test('what asks for other words, or points to a text behind it, is not quoted', async t => {
  const ofText = ['Can you make this sound kinder?', 'pls shorten it', 'critique this opening:', 'He said      to me.']
  const ofMatter = ['Can you make a plan for our trip?', 'I fix it on Monday.', 'Please review my will: two heirs.']
  t.same(candidatesOf([...ofText, ...ofMatter], null).map(({ text }) => text), ofMatter)
})

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  return (await distiller.distill(conversation(turns))).facts.map(({ text }) => text)
}

/** A statement, and a model that takes `explains` for what it is about. */
function statement (text: string, said: string[], after: string | null = null) {
  return {
    text,
    quote: text,
    tokens: [],
    parts: [],
    before: { said, asked: null },
    after,
    language: 'english',
    change: { kind: 'none' }
  }
}
const judge = (lacks: number, explains: (sentence: string) => number) => ({
  lacks: async () => [lacks],
  explains: async (pairs: Array<[string, string]>) => pairs.map(([sentence]) => explains(sentence))
})

t.test('it is quoted where it is lacking and one sentence says it', async t => {
  const said = ['We plan a trip.', 'I like tea.']
  const ofTrip = (sentence: string): number => sentence.endsWith('trip.') ? 20 : 0.1
  const text = async (lacks: number, explains = ofTrip, after: string | null = null) =>
    (await withTopic(statement('The budget is 900.', said, after), 'The user', judge(lacks, explains))).text
  t.equal(await text(0.9), 'After "We plan a trip.", the user said: The budget is 900.')
  t.equal(await text(0.1), 'The budget is 900.', 'nothing is lacking')
  t.equal(await text(0.9, () => 0.2), 'The budget is 900.', 'no sentence says it')
  t.equal(
    await text(0.1, () => 0.2, 'I like tea.'),
    'After "I like tea.", the user said: The budget is 900.',
    'the grammar points to it'
  )
  for (const after of [null, 'I like tea.']) {
    const { text } = await withTopic(statement('The budget is 900.', said, after), 'The user', null)
    t.equal(text.startsWith('After "I like tea."'), after !== null, 'without a model, as the grammar says')
  }
  const answer = statement('Asked "How much?", the user said: 900.', ['We plan a "big" trip.'])
  t.equal(
    (await withTopic(answer, 'The user', judge(0.9, ofTrip))).text,
    'Asked "How much?" after "We plan a \'big\' trip.", the user said: 900.'
  )
})

t.test('where one of two may say it, both are quoted, as they were said', async t => {
  const said = ['We plan a trip.', 'I like tea.', 'It goes to Oslo.']
  const odds = (trip: number, tea: number, oslo: number) => (sentence: string) =>
    sentence.endsWith('trip.') ? trip : sentence.endsWith('tea.') ? tea : oslo
  const text = async (explains: (sentence: string) => number, after: string | null = null) =>
    (await withTopic(statement('The budget is 900.', said, after), 'The user', judge(0.9, explains))).text
  const both = 'After "We plan a trip. … It goes to Oslo.", the user said: The budget is 900.'
  t.equal(await text(odds(2, 0, 2)), both)
  t.equal(await text(odds(2, 0, 3)), both, 'in their order, whichever is likelier')
  t.equal(await text(odds(1, 0, 3)), 'After "It goes to Oslo.", the user said: The budget is 900.', 'far likelier')
  t.equal(await text(odds(9, 0, 0.1)), 'After "We plan a trip.", the user said: The budget is 900.', 'no doubt')
  t.equal(await text(odds(2, 0.1, 0.1)), 'After "We plan a trip.", the user said: The budget is 900.', 'no other')
  t.equal(await text(odds(0, 0.1, 0.2), 'I like tea.'), 'After "I like tea.", the user said: The budget is 900.')
})

t.test('sentences of one matter stand with it, and what is clear alone stands alone', async t => {
  for (
    const [matter, parts] of [
      ["I'm planning a trip to Norway with my sister.", ['We want two nights everywhere.', 'We fly home on the 27th.']],
      ['We are buying a boat from a man in Hull.', ['He wants 4000 for it.', 'We pay half of it in May.']]
    ] as const
  ) {
    for (const part of parts) {
      const { facts } = await distiller.distill(conversation([turn(matter), asked('Nice.'), turn(part)]))
      t.ok(facts.at(-1)?.text.startsWith(`After "${matter}", the user said: `), `${part}: ${facts.at(-1)?.text}`)
    }
    for (const clear of ['I work as a nurse in Leeds.', 'My daughter is allergic to nuts.', 'I like green tea.']) {
      const { facts } = await distiller.distill(conversation([turn(matter), asked('Nice.'), turn(clear)]))
      t.notMatch(facts.at(-1)?.text, /^After/, clear)
    }
  }
})

t.test('what stands in front of it in the same sentence may say it', async t => {
  for (const reason of ['My wife starts at Siemens on 1 June', 'Our landlord sells the house in May']) {
    const talk = [turn('Which parts of Berlin are good for families?'), asked('Try Pankow.')]
    const found = await texts(...talk, turn(`${reason}, so we need something by mid-May.`))
    t.match(found.at(-1), `${reason}", the user said: We need something by mid-May.`, reason)
  }
})

t.test('what was taken back or is to be forgotten is quoted in front of nothing', async t => {
  for (const back of ['Please forget about the boat.', 'Scratch that about the boat.']) {
    const said = [turn("We're buying a boat from a man in Hull."), asked('Nice.'), turn('He wants 4000 for it.')]
    t.notMatch((await texts(...said, asked('I see.'), turn(back))).filter(text => !/forget/.test(text)).join(), /boat/)
  }
})

t.test('of two that are quoted either may be taken back', t => {
  const bare = 'The budget is 900.'
  for (const lead of ['After "We plan a trip. … It goes to Oslo.", the user said: ', 'After "We plan a trip.", ']) {
    t.notMatch(notQuoting({ text: lead + bare }, ['We plan a trip.']).text, /trip/, lead)
    t.equal(notQuoting({ text: lead + bare }, ['We plan', bare]).text, lead + bare)
  }
  t.end()
})

t.test('what is quoted was said before, to the letter, and gives the fact no date', async t => {
  const file = join(packageRoot, 'models', 'train', 'statements', 'talks', '39.txt')
  const talks = readFileSync(file, 'utf8').split(/^## .*\n/m).slice(1, 13)
  for (const talk of talks) {
    const turns = [...talk.matchAll(/^(A: |[+~-](?:\^\S+)? )(.+)$/gm)].map(([, who, text]) =>
      turn(text!, { role: who === 'A: ' ? 'assistant' : 'user' })
    )
    const all = turns.map(({ content }) => content.replaceAll('"', "'").toLowerCase()).join('\n')
    const { facts } = await distiller.distill(conversation(turns))
    for (const { text } of facts) {
      const [, quoted] = /\bafter "([^"]*)"/i.exec(text) ?? []
      // Chat is spelt out, and a mark stands at its end.
      const words = quoted?.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(word => word.length > 4) ?? []
      for (const word of words) t.ok(all.includes(word), `${word} in ${text}`)
      t.notMatch(quoted, /\(\d{4}-\d\d/, text)
    }
  }
})
