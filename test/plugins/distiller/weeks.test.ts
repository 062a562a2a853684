/** Days named by a weekday or a week: which way they point, and which day they are. Cases are made of parts. */
import t from 'tap'
import { loadDates } from '../../../plugins/_shared/english/dates.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const find = await loadDates()
const oneDay = 86_400_000
/** A Wednesday. */
const wednesday = Date.UTC(2026, 2, 11, 18)
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const iso = (at: number) => new Date(at).toISOString().slice(0, 10)
const texts = async (said: string, at = wednesday) =>
  (await distiller.distill(conversation([turn(said, { at })]))).facts.map(({ text }) => text).join(' ')

t.test('a weekday is the one before or the one ahead, on whichever day it is said', async t => {
  const past = [
    'I saw the dentist on %.',
    'We got back from Rome %.',
    'I started at Tesco on %.',
    'On % we had the scan.'
  ]
  const ahead = [
    'I see the dentist on %.',
    'My exam is on %.',
    'The exam got moved to %.',
    'I got tickets for %.',
    "I've been invited to a wedding on %.",
    'I was told to come back on %.',
    'I was hoping to finish by %.',
    'I agreed to work on %.'
  ]
  for (const said of [...past, ...ahead]) {
    for (let today = 0; today < 7; today++) {
      const [at, named] = [wednesday + today * oneDay, (today * 3 + 1) % 7]
      const today0 = new Date(at).getUTCDay()
      const distance = past.includes(said) ? -(((today0 - named + 6) % 7) + 1) : ((named - today0 + 6) % 7) + 1
      const text = await texts(said.replace('%', days[named]!), at)
      t.match(text, `(${iso(at + distance * oneDay)})`, `${said} ${days[named]}, said on a ${days[today0]}`)
    }
  }
})

t.test('a day in two steps is one day', t => {
  for (
    const [said, past, date] of [
      ['Tuesday next week', false, '2026-03-17'],
      ['next week on Tuesday', false, '2026-03-17'],
      ['Tuesday of next week', false, '2026-03-17'],
      ['Tuesday last week', true, '2026-03-03'],
      ['last week on Tuesday', true, '2026-03-03'],
      ['two weeks ago on Friday', true, '2026-02-27'],
      ['Friday two weeks ago', true, '2026-02-27'],
      ['two Fridays ago', true, '2026-02-27'],
      ['a couple of Fridays ago', true, '2026-02-27'],
      ['the Monday after next', false, '2026-03-23'],
      ['the Friday after this one', false, '2026-03-20'],
      ['the Sunday before last', true, '2026-03-01'],
      ['this Monday', true, '2026-03-09'],
      ['this Monday', false, '2026-03-16'],
      ['the first Saturday in April', false, '2026-04-04'],
      ['the last Friday of March', false, '2026-03-27'],
      ['the last Friday of March', true, '2025-03-28'],
      ['the second Tuesday of next month', false, '2026-04-14'],
      ['in two weeks on Friday', false, '2026-03-27'],
      ['in a fortnight', false, '2026-03-25'],
      ['a fortnight ago', true, '2026-02-25'],
      ['next Tuesday, the 17th', true, '2026-03-17'],
      ['last Sunday, the 8th', false, '2026-03-08'],
      ['Thursday 26', false, '2026-03-26'],
      ['Fri 20', false, '2026-03-20'],
      ['in May, the 11th', false, '2026-05-11']
    ] as const
  ) {
    const found = find(`Busy ${said}.`, wednesday, past)
    t.same(found.map(({ iso, through }) => [iso, through]), [[date, null]], `${said}, ${past ? 'past' : 'ahead'}`)
  }
  t.end()
})

t.test('a week is all of its days', t => {
  for (
    const [said, from, through] of [
      ['next week', '2026-03-16', '2026-03-22'],
      ['last week', '2026-03-02', '2026-03-08'],
      ['this week', '2026-03-09', '2026-03-15'],
      ['the week after next', '2026-03-23', '2026-03-29'],
      ['the week before last', '2026-02-23', '2026-03-01']
    ] as const
  ) {
    const found = find(`We are busy ${said}.`, wednesday, said.includes('last'))
    t.same(found.map(({ iso, through }) => [iso, through]), [[from, through]], said)
  }
  t.same(find('Ill since last week.', wednesday, true).map(({ iso, through }) => [iso, through]), [[
    '2026-03-02',
    null
  ]])
  t.same(find('The last week of the month suits me.', wednesday, false), [])
  t.end()
})

t.test('what is no day of the calendar, or of which the week is not said, has no date', t => {
  for (
    const said of [
      'I hate Friday deploys.',
      'Any weekday works for me.',
      'My favourite day is Friday.',
      'I want to move in the next couple of years.',
      'I lost weight over the last few months.',
      "Thursday's exam got moved.",
      'Our trip: Mon: Iona',
      'Is it 7 on a Friday 5?'
    ]
  ) t.same(find(said, wednesday, false).map(({ text }) => text), [], said)
  t.end()
})

t.test('the day of a question and that of its answer point each its way', async t => {
  const { facts: [fact] } = await distiller.distill(conversation([
    turn('A takeaway on Friday and something small on Saturday?', { role: 'assistant', at: wednesday }),
    turn('Maybe. My girlfriend kept the cat on Sunday.', { at: wednesday })
  ]))
  t.notMatch(fact?.text, /2026-03-0[67]/)
  const { facts: [open] } = await distiller.distill(conversation([
    turn('Are you free this weekend?', { role: 'assistant', at: wednesday }),
    turn('She asked me to babysit on the weekend.', { at: wednesday })
  ]))
  t.notMatch(open?.text, /2026-03-07/)
  for (const said of ['I walked the dog at the weekend.', 'My brother went climbing at the weekend.']) {
    const facts = (await distiller.distill(conversation([
      turn('What do you usually do on Sundays and at the weekend? Any hobbies?', { role: 'assistant', at: wednesday }),
      turn(said, { at: wednesday })
    ]))).facts.map(({ text }) => text).join(' ')
    t.notMatch(facts, /2026-03-1[0-9]/, said)
  }
  t.match(await texts('I bought paint for this coming weekend.'), /2026-03-14/)
})

t.test('a month of last year is not of the last or the next year that has it', async t => {
  for (const [month, day] of [['February', '2025-02'], ['June', '2025-06'], ['December', '2025-12']] as const) {
    for (const said of [`I haven't seen him since ${month} last year.`, `We met in ${month} last year at the fair.`]) {
      t.match(await texts(said), `(${day})`, said)
    }
  }
})

t.test('"this week", said at the weekend, is the one that ends only of what is over', t => {
  for (
    const [said, isWeekend, isSunday] of [['2026-03-11', false, false], ['2026-03-14', true, false], [
      '2026-03-15',
      true,
      true
    ]] as const
  ) {
    const now = Date.parse(`${said}T18:00Z`)
    for (const verb of ["I'm off", 'My mum visits', 'We have exams', 'I work late']) {
      t.equal(find(`${verb} this week.`, now, false).length, isWeekend ? 0 : 1, `${verb} ${said}`)
      t.equal(find(`${verb} this weekend.`, now, false).length, isSunday ? 0 : 1, `${verb} ${said}`)
    }
    for (const verb of ['We moved house', 'My mum visited', "I've been off"]) {
      t.match(find(`${verb} this week.`, now, true), [{ iso: '2026-03-09' }], `${verb} ${said}`)
      const weekend = said === '2026-03-11' ? '2026-03-07' : '2026-03-14'
      t.match(find(`${verb} this weekend.`, now, true), [{ iso: weekend }], `${verb} ${said}`)
    }
  }
  t.end()
})
