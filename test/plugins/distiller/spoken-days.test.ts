/**
 * A day of the week has a date only where it is the next or the last: not in a talk of another week, nor where it comes
 * every week. Cases are made of parts, so that the class is tested and no sentence.
 */
import t from 'tap'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
/** A Wednesday. */
const at = Date.UTC(2026, 2, 11, 18)
const dated = /\(\d{4}/

async function texts (...said: string[]): Promise<string[]> {
  const turns = said.flatMap(one => [turn(one, { at }), turn('Noted.', { role: 'assistant', at })])
  return (await distiller.distill(conversation(turns))).facts.map(({ text }) => text)
}

const week = [
  'I need the rota for 23-29 March.',
  "We're on holiday from 6 to 13 April.",
  "I'm planning the week of my move, 20 to 26 April."
]
const days = ['Monday', 'Tuesday', 'Friday', 'Saturday']
const clauses = (
  day: string
) => [`My brother wants ${day} free.`, `I have physio on ${day}.`, `My aunt visits me ${day} evening.`]

t.test('in a talk of another week none is of the days that come', async t => {
  for (const named of week) {
    for (const day of days) {
      for (const clause of clauses(day)) {
        const facts = await texts(named, clause)
        t.notMatch(facts.filter(text => !text.includes('2026-04-') && text.includes(day)).join(), dated, clause)
      }
    }
  }
})

t.test('without one, and where the words say which, it has a date', async t => {
  for (const day of days) {
    t.match((await texts(`I have physio on ${day}.`)).join(), dated, day)
    t.match(
      (await texts('I need the rota for 23-29 March.', `I have physio next ${day}.`)).join(),
      dated,
      `next ${day}`
    )
  }
})

t.test('a day that comes every week has none either', async t => {
  for (const day of days) {
    for (const regular of [`Choir is on ${day}s.`, `I have choir every ${day}.`, `We sing every other ${day}.`]) {
      t.notMatch((await texts(regular, `I can't do ${day}, I have choir.`)).join(), dated, regular)
    }
    for (const habit of ['Which evenings do you work?', 'What two nights are you off?', 'Which days do you teach?']) {
      const turns = [turn(habit, { role: 'assistant', at }), turn(`${day} and Wednesday.`, { at })]
      const { facts } = await distiller.distill(conversation(turns))
      t.notMatch(facts.map(({ text }) => text).join(), dated, habit)
    }
    for (
      const plan of [
        'I need a weekly schedule for us.',
        'Help me with a training plan.',
        'Can you make me a cleaning rota?'
      ]
    ) {
      t.notMatch((await texts(plan, `I have choir with my sister on ${day}.`)).join(), dated, plan)
      t.match((await texts(plan, `I see the dentist next ${day}.`)).join(), dated, `${plan} next ${day}`)
    }
    t.notMatch((await texts(`Choir is on ${day}s.`, `I can't do ${day.slice(0, 3)}, I have choir.`)).join(), dated)
    t.notMatch((await texts(`I can leave on the ${day}, my sister is in Rome then.`)).join(), dated, `the ${day}`)
  }
  t.notMatch((await texts('HR exports it every 25th.', 'The export is on the 25th.')).join(), dated)
  t.notMatch((await texts('I live in the cabin from Monday to Friday.')).join(), dated)
})

t.test('a day with its number is that day, or none where they do not fit', async t => {
  const cases = [
    ['Friday 13th', ['2026-03-13']],
    ['Wed 18th', ['2026-03-18']],
    ['Friday 3rd', ['2026-04-03']],
    ['Tuesday 6th', []]
  ] as const
  for (const [said, found] of cases) {
    t.same((await texts(`My exam is on ${said}.`)).join().match(/\d{4}-\d{2}-\d{2}/g) ?? [], found, said)
  }
})

t.test('"from" in front of a day of a month is no hour', async t => {
  for (const month of ['June', 'July', 'September', 'August']) {
    for (const number of [5, 14, 21]) {
      const [fact] = await texts(`I work at the clinic from ${number} ${month}.`)
      const day = new Date(`${number} ${month} 2026 UTC`).toISOString().slice(0, 10)
      t.match(fact, `(${day})`, month)
    }
  }
})

t.test('what says which day it is keeps the next one away', async t => {
  for (
    const said of [
      'The party is on Saturday the twenty ninth, at the club.',
      "I'm free from Tuesday 7 to Saturday 11 April, for my sister.",
      "I've been doing this nine years, in the zinc works.",
      "Hugh can't do the last Sunday of any month, he plays the organ.",
      'We celebrate the weekend before my birthday, at the lake.',
      'My sister Amal is visiting that weekend with her kids.',
      'My daughter finishes school on 20 April, so from Saturday she is with me.'
    ]
  ) t.notMatch((await texts(said)).join().replace(/April \(2026-04-\d\d\)/, ''), dated, said)
  t.match((await texts('I have physio on Friday, first thing in the morning.')).join(), dated, 'first thing')
  const away = await texts("I'm on leave from next Wednesday, at my in-laws till Sunday.")
  t.match(away.join(), /2026-03-18.*2026-03-22/, 'the end follows the beginning')
  const bills = [
    turn('What are your fixed bills each month?', { role: 'assistant', at }),
    turn('Rent is 975, due on the 1st.', { at })
  ]
  t.notMatch((await distiller.distill(conversation(bills))).facts.map(({ text }) => text).join(), dated, 'each month')
})

t.test('a day by its number is the one that was named with its month', async t => {
  const said = async (...turns: string[]) =>
    (await distiller.distill(conversation(turns.map(said => turn(said, { at }))))).facts.at(-1)!.text
  for (const month of ['May', 'September', 'November']) {
    for (const number of ['12th', '22nd', '24th']) {
      const day = new Date(`${parseInt(number)} ${month} 2026 UTC`).toISOString().slice(0, 10)
      const named = `The wedding of my brother Tom is on ${parseInt(number)} ${month}.`
      const ofTom = await said(named, 'Tom asked a photographer.', `She is booked already on the ${number}.`)
      t.match(ofTom, `(${day})`, named)
      t.notMatch(await said(named, 'My rent is due on the 3rd of every month.', 'I pay the rent on the 3rd.'), day)
    }
  }
})

t.test('a day in the answer about a habit, or of a range of every week, is of every week', async t => {
  for (const day of days) {
    for (
      const [asked, answer] of [
        ['How many pages do you write a day?', `Thirty, but on ${day} none, I have the course.`],
        ['What time do you start?', `At seven, but on ${day} I have the market.`],
        ['Do you sleep in?', `On ${day} my sister is here. I work four nights, ${day} to Wednesday.`]
      ] as const
    ) {
      const turns = [turn(asked, { role: 'assistant', at }), turn(answer, { at })]
      const { facts } = await distiller.distill(conversation(turns))
      t.notMatch(facts.map(({ text }) => text).join(), dated, answer)
    }
    const later = [
      turn('How many pages do you write a day?', { role: 'assistant', at }),
      turn('I write thirty pages.', { at }),
      turn('Noted.', { role: 'assistant', at }),
      turn(`My sister visits me on ${day}.`, { at })
    ]
    t.match(
      (await distiller.distill(conversation(later))).facts.at(-1)!.text,
      dated,
      'what is said later is of this week'
    )
    t.notMatch((await texts(`My wife cleans it each Thursday and on ${day} the mould is back.`)).join(), dated, day)
    t.notMatch((await texts(`I work Wednesday to Sunday.`, 'I have my niece on Sunday.')).join(), dated, day)
    t.match((await texts(`I'm in Oslo from Monday to Friday.`, `I have physio on ${day}.`)).join(), dated, day)
  }
  const monthly = await texts('HR exports it every 25th.', 'The export is on the 25th but the script runs on the 26th.')
  t.notMatch(monthly.join(), dated, 'the 26th of every month')
  t.match(
    (await texts('HR exports it every 25th.', 'I fly to Rome on the 26th.')).join(),
    dated,
    'the 26th of another turn'
  )
})

t.test('where one event lies some weeks ahead, the week of a day alone is open', async t => {
  for (
    const [event, isOpen] of [['21 March', true], ['18 April', true], ['13 March', false], ['4 July', false]] as const
  ) {
    for (const day of days.filter(day => day !== 'Saturday')) {
      const said = [`My brother Tom's wedding is on ${event}.`, `My aunt flies home on ${day}.`]
      t.equal(dated.test((await texts(...said)).at(-1)!), !isOpen || false, said.join(' '))
      t.match((await texts(said[0]!, `My aunt flies home next ${day}.`)).at(-1)!, dated, 'next')
      t.match((await texts(said[0]!, `I saw the dentist on ${day}.`)).at(-1)!, dated, 'what is over')
      t.match((await texts(...said.toSpliced(1, 0, 'My visa ends on 2 May.'))).at(-1)!, dated, 'two events')
    }
  }
})

t.test('a day alone is of no month where another that lies ahead is named alone', async t => {
  const datesOf = async (said: string) =>
    (await createRulesDistiller().distill(conversation([turn(said, { at: Date.UTC(2026, 2, 10, 18) })])))
      .facts.map(({ text }) => text).join(' ').match(/(?<=\()\d{4}[^)]*/g) ?? []
  for (const month of ['May', 'June', 'October']) {
    for (const event of ['The trip is in', "We're going to Rome in", 'My wedding is in']) {
      const [named] = await datesOf(`${event} ${month}.`)
      t.same(await datesOf(`${event} ${month}. We fly home on the 19th.`), [named], `${event} ${month}`)
    }
  }
  t.same(await datesOf('We went to Rome in May. We fly home on the 19th.'), ['2025-05', '2026-03-19'])
  t.same(await datesOf('The trip is in May, and then June. We fly home on the 19th.'), [
    '2026-05',
    '2026-06',
    '2026-03-19'
  ])
})
