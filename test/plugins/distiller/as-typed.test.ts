/**
 * Talk as people type it: what is put right in the next breath, answers with their questions, hyphens, dates beside
 * verbs of either tense, other languages, and orders to forget. Corrections are made of parts, so that the class is
 * tested and no sentence.
 */
import t from 'tap'
import { clausesOf } from '../../../plugins/_shared/english/clause.ts'
import { loadDates } from '../../../plugins/_shared/english/dates.ts'
import { loadGrammar } from '../../../plugins/_shared/english/grammar.ts'
import { spaced } from '../../../plugins/_shared/english/third-person.ts'
import { wishIn } from '../../../plugins/_shared/wording/wishes.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const asked = (question: string) => turn(question, { role: 'assistant' })

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  return (await distiller.distill(conversation(turns))).facts.map(({ text }) => text)
}

/** What was said, with one word that is put right: the word, the right one, and how it is said shortly. */
const wrong: Array<[said: string, word: string, right: string, short: string]> = [
  ['My flight is on the 12th at 9am.', '12th', '13th', 'the 13th'],
  ['My flight is on 12 May at 9am.', '12', '13', 'the 13th'],
  ['My flight is on 12 May at 9am.', '9am', '10am', '10am'],
  ['My viva is on Wednesday.', 'Wednesday', 'Thursday', 'Thursday'],
  ['I bought a 2018 Skoda for 8,400 pounds.', '2018', '2017', 'a 2017'],
  ['I pay 950 a month for the flat.', '950', '980', '980'],
  ['My son Ole is six.', 'six', 'seven', 'seven'],
  ['I have 3 cats and 2 dogs.', '3 cats', '4 cats', '4 cats'],
  ['My sister lives in Porto.', 'Porto', 'Lisbon', 'Lisbon']
]
const leads = ['Sorry, ', 'Oops, I meant ', 'Wait, no, ', 'Correction: ', "Sorry, it's "]

t.test('a day, a time, a year, a number or a name puts right the one of its kind', async t => {
  for (const [said, word, right, short] of wrong) {
    for (const lead of leads) {
      const facts = await distiller.distill(conversation([said, asked('Noted.'), `${lead}${short}.`]))
      const last = facts.facts.at(-1)
      const known = /^[^.]*?(?=\d{1,2} May|\d|\p{Lu}\p{Ll}+\.|six)/u.exec(said)![0].replace(/^(?:My|I) \w+/, '')
      t.match(last, { change: { kind: 'correction' } }, `${said} ${lead}${short}`)
      t.ok(last?.text.includes(right) && last.text.includes(known.trim()), `${said} ${lead}${short}: ${last?.text}`)
      t.notOk(last?.text.includes(word), `${word} is gone`)
    }
  }
})

t.test('what has two of its kind, or none, is left', async t => {
  for (
    const [said, next] of [
      ['We pay 40 euros for 12 lessons.', 'Sorry, 45.'],
      ['I live in Oslo.', 'Sorry, I was away.'],
      ['I live in Oslo.', 'Actually, 45.'],
      ['I have a loom.', 'Sorry, the 24th.']
    ] as const
  ) t.notMatch((await texts(said, asked('Noted.'), next)).slice(0, 1), [/45|24th/], `${said} ${next}`)
})

t.test('words that belong together, and what is owned', async t => {
  const grammar = await loadGrammar()
  const cases: Array<[said: string, subject: string, verb: string, past: boolean]> = [
    ["My brother-in-law's on the wind farms.", 'My brother-in-law', 'be', false],
    ["I'm left-handed.", 'I', 'be', false],
    ['I practise the cello.', 'I', 'practise', false],
    ["I've got a dog.", 'I', 'have', false],
    ["I've got married.", 'I', 'get', true],
    ["From September she's at the station.", 'she', 'be', false]
  ]
  for (const [said, subject, verb, past] of cases) {
    const [clause] = grammar.sentences(said).flatMap(clausesOf)
    t.match({ ...clause, subject: spaced(clause!.subject) }, { subject, verb, past }, said)
  }
})

t.test('dates: the last is never ahead, the verb beside one says where it lies, weeks count on', async t => {
  const find = await loadDates()
  const monday = Date.UTC(2026, 6, 6, 12)
  const cases: Array<[text: string, past: boolean, iso: string | undefined]> = [
    ['From last Monday I am here', false, '2026-06-29'],
    ["The hob's ordered, comes Friday", true, '2026-07-10'],
    ['Three weeks on Saturday, to Rome', false, '2026-08-01'],
    ['A week on Tuesday', false, '2026-07-14'],
    ['I sing every Thursday, alto', false, undefined]
  ]
  for (const [text, past, iso] of cases) t.equal(find(text, monday, past)[0]?.iso, iso, text)
  t.equal(find('Seit dem 1. April bin ich hier', monday, false, 'german')[0]?.iso, '2026-04-01')
  t.same(find('Geht so, die Wohnung ist klein', monday, false, 'german'), [])
  t.same(find('en plus de mon boulot', monday, false, 'other'), [])
})

t.test('each part that was joined has its own tense', async t => {
  t.match(await texts(asked("What's new?"), 'I passed my test on Friday.', asked('Does that change much?'), 'A lot.'), [
    /^The user passed the user's test on Friday \(2025-05-02\)\.$/,
    /^Asked "Does that change much\?" after "I passed my test on Friday\.", the user said: A lot\.$/
  ])
})

t.test('answers stand with their question, and with what it is about', async t => {
  t.same(await texts('My girlfriend Noor and I live in Leeds.', asked('What does she do?'), 'Paramedic, nights.'), [
    'The user: My girlfriend Noor and I live in Leeds.',
    'Asked "What does she (Noor) do?" after "My girlfriend Noor and I live in Leeds.", the user said: ' +
    'Paramedic, nights.'
  ])
  t.match(await texts(asked('Insurance?'), '61 a month, with my wife as named driver.'), [/^Asked "Insurance\?"/])
  t.match(await texts(asked('What is he into?'), 'Steam trains, crosswords.'), [/^Asked "What is he into\?"/])
  t.same(await texts('I adopted a parrot.', asked('How did that happen?'), 'By chance, at a fair.'), [
    'The user adopted a parrot.',
    'Asked "How did that happen?" after "I adopted a parrot.", the user said: By chance, at a fair.'
  ])
})

t.test('other languages, sentence by sentence and word for word', async t => {
  t.same(await texts('はじめまして。去年の秋に仙台から福岡に引っ越してきました。今は水族館で飼育員をしています。'), [
    'The user: 去年の秋に仙台から福岡に引っ越してきました。',
    'The user: 今は水族館で飼育員をしています。'
  ])
  t.same(await texts(asked('担当は何ですか？'), 'ペンギンです。'), [
    'Asked "担当は何ですか？", the user said: ペンギンです。'
  ])
  t.same(await texts(asked('¿Con quién?'), 'Con Marisol, mi prima.'), [
    'Asked "¿Con quién?", the user said: Con Marisol, mi prima.'
  ])
  t.same(await texts('Bastien, mon copain, chante dans une chorale à Lyon !'), [
    'The user: Bastien, mon copain, chante dans une chorale à Lyon.'
  ])
})

t.test('what is to be deleted is left out of the same talk', async t => {
  t.same(await texts('The wifi code is moose.', 'Actually please delete the wifi code, I do not want it kept.'), [
    'The user asked to forget: The wifi code.'
  ])
  t.equal(wishIn('forget my door code, it changed'), 'my door code')
})

t.test('what is said of whom is not certain is quoted, and general wisdom is none', async t => {
  t.match(await texts('Locked out on Tuesday, and my bike is gone.'), [/^The user: Locked out/])
  t.same(await texts("You never know a dog until you've shared a tent with it."), [])
  t.same(await texts('Much better, ta.'), [])
})

t.test('an interjection is no part of what is said', async t => {
  const { sentences } = await loadGrammar()
  const written = (text: string) => sentences(text)[0]?.written
  for (
    const said of [
      'oh my god',
      'holy cow,',
      'yikes',
      'ffs',
      'long story short,',
      'Fun fact:',
      'good grief',
      'Damn,',
      'Change of plans,',
      'problem is'
    ]
  ) {
    for (const statement of ['my sister is expecting', 'I lost my keys', 'we broke up']) {
      t.equal(written(`${said} ${statement}`), statement, said)
    }
  }
  for (const statement of ['My god daughter is six.', 'My days off are Monday and Friday.', 'God is great.']) {
    t.equal(written(statement), statement)
  }
})
