/** Which words are a date, on which day, and what they end. Cases are made of parts, each with its look-alikes. */
import t from 'tap'
import { endOf } from '../../../plugins/_shared/english/date-ends.ts'
import { loadDates } from '../../../plugins/_shared/english/dates.ts'
import { otherDates } from '../../../plugins/_shared/wording/other-dates.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const find = await loadDates()
/** A Tuesday. */
const tuesday = Date.UTC(2026, 2, 10, 18)
const days = (text: string, past = false) => find(text, tuesday, past).map(({ iso }) => iso)
const predicates = async (said: string) =>
  (await distiller.distill(conversation([turn(said)]))).facts.map(({ predicate }) => predicate ?? '')
const iso = (at: number | null | undefined) => at == null ? null : new Date(at).toISOString().slice(0, 10)

t.test('a span that is over is no date to come', t => {
  for (const span of ['three years', '2 months', 'ten weeks']) {
    for (
      const said of [
        'My brother is over for Easter, first time in',
        'It is the only time off in',
        'This is my best sleep in',
        'We have the coldest spring in',
        "Nina hasn't rung in",
        'No rain here in'
      ]
    ) t.same(days(`${said} ${span}.`), [], `${said} ${span}`)
  }
  for (
    const said of ['My first exam is in', 'The lease ends in', "I can't stay, we fly in", 'My oldest starts school in']
  ) {
    t.same(days(`${said} two years.`), ['2028'], said)
  }
  t.end()
})

t.test('what is put off to a day is ahead, and does not end on it', async t => {
  for (const put of ['has been put off', 'was postponed', 'got pushed back', 'has been rescheduled', 'is put off']) {
    for (const to of ['to', 'until', 'till']) {
      const { facts: [fact] } = await distiller.distill(
        conversation([turn(`The concert ${put} ${to} 10 May.`, { at: tuesday })])
      )
      t.match(fact?.text, /\(2026-05-10\)/, `${put} ${to}`)
      t.equal(iso(fact?.invalidAt), null, `${put} ${to}`)
    }
  }
  const { facts: [lease] } = await distiller.distill(
    conversation([turn('I am in Rome until 10 May.', { at: tuesday })])
  )
  t.equal(iso(lease?.invalidAt), '2026-05-11')
})

t.test('"mon" and "wed" are days of the week only beside words that say so', t => {
  for (
    const said of ['wed love to go', 'if we could wed leave', 'avec mon fils', 'mon mari et mon chat', 'wed rather not']
  ) {
    t.same(days(said), [], said)
  }
  for (const said of ['see you on wed', 'wed at 5 is fine', 'choir is wed.', 'next wed we fly', 'wed 11 march']) {
    t.equal(days(said)[0]?.slice(0, 7), '2026-03', said)
  }
  t.same(days('the dentist is mon morning'), ['2026-03-16'])
  t.end()
})

t.test('what is owed or offered is ahead, in whatever is past', t => {
  for (const first of ['The council came round and', 'They cancelled the flight,']) {
    for (
      const then of ['he has to fix it by', 'she must answer by', "they'll refund it by", 'he needs to pay by']
    ) {
      t.same(days(`${first} ${then} the 5th.`, true), ['2026-04-05'], then)
      t.same(days(`${first} ${then} saturday.`, true), ['2026-03-14'], then)
    }
  }
  for (
    const said of [
      'They gave me',
      'They cancelled the flight, she offers us',
      'The clinic put me down for',
      'He suggested us for'
    ]
  ) {
    t.same(days(`${said} friday.`, true), ['2026-03-13'], said)
  }
  for (
    const said of [
      'They offered me the job on',
      'She gave me a lift on',
      "I didn't have to work on",
      'He should have paid on',
      'We have to sell it because it broke on'
    ]
  ) t.same(days(`${said} friday.`, true), ['2026-03-06'], said)
  t.end()
})

t.test('a month or day has no date where neither a verb nor nearness says which', t => {
  for (const month of ['January', 'February', '2 December', '15 February']) {
    for (const said of ['Wages are indexed, from %.', 'From % I am in another team.', 'Wages yes, the index in %.']) {
      t.same(days(said.replace('%', month)), [], `${said} ${month}`)
    }
    t.equal(days(`I will be in Rome in ${month}.`).length, 1, `a verb says it: ${month}`)
    t.equal(days(`I fly in April, or ${month} at the latest.`).length, 2, `so does the date before: ${month}`)
  }
  for (const month of ['April', 'June', '21 September']) t.equal(days(`From ${month} I'm in another team.`).length, 1)
  for (const plan of ['The user meant to be off till', 'He was to join in', 'They were supposed to move in']) {
    t.same(days(`${plan} October.`, true), [], plan)
    t.same(days(`${plan} October but it will be more like June.`, true).length, 1, `${plan}, and another clause`)
  }
  t.same(days('The user meant to say 14 May.', true).length, 1)
  t.same(days('She went back to work last Monday.', true), [], 'that was yesterday')
  t.same(days('She went back to work last Sunday.', true), ['2026-03-08'])
  t.end()
})

t.test('ages, numbers, quotes and what was said are read as such', t => {
  t.same(days('Asked "How old is she?", the user said: Five weeks tomorrow.'), ['2026-03-11'])
  t.same(days("She's five weeks tomorrow."), ['2026-03-11'])
  t.same(days('The wedding is five weeks tomorrow.'), ['2026-04-15'])
  t.same(days('20 pieces on Saturday 14, 20 on Monday 16, 25 on the 17th.').slice(0, 2), ['2026-03-14', '2026-03-16'])
  t.same(days('I go home in August first time since my wedding.'), ['2026-08'])
  t.same(find('O filho disse "na próxima semana".', tuesday, false, 'other'), [])
  for (const name of ['She', 'The doctor']) {
    t.same(days(`${name} said Friday.`, true), ['2026-03-13'], name)
    t.same(days(`${name} said it on Friday.`, true), ['2026-03-06'], name)
  }
  for (const verb of ['getting a new hip', 'moving to Cork']) {
    t.same(days(`He's after ${verb} in October.`), ['2025-10'], verb)
    t.same(days(`He's ${verb} in October.`), ['2026-10'], verb)
  }
  t.end()
})

t.test('the days of a plan follow each other, or are none', t => {
  for (const said of ['Mon swim, Tue off, Wed intervals, Thu choir', 'Plan: Monday yoga, Wednesday run, Friday rest']) {
    t.same(days(said), [], said)
  }
  t.same(days('Wed swim, Thu off, Fri intervals'), ['2026-03-11', '2026-03-12', '2026-03-13'])
  t.same(days('I have exams on Friday and Wednesday.'), ['2026-03-13', '2026-03-18'])
  t.end()
})

t.test('until a month is until it begins, through it until it is over', async t => {
  for (
    const [said, over] of [
      ['My gym is shut till september', '2026-09-01'],
      ['My sister stays with us until September', '2026-09-01'],
      ['My lease runs until the end of September', '2026-10-01'],
      ['The shop is open through September', '2026-10-01'],
      ['My brother is here til the 20th', '2026-03-21']
    ] as const
  ) t.equal(iso(endOf(said, find(said, tuesday, false))), over, said)
  for (
    const said of [
      'My supervisor is Bakker, but he is away until September.',
      'My landlord is Pia and she is abroad until May.',
      'Our vet is Dr Lund, who is on leave until June.',
      'I sing in a choir although our hall is shut until May.'
    ]
  ) {
    t.equal(endOf(said, find(said, tuesday, false)), null, said)
    const { facts } = await distiller.distill(conversation([turn(said, { at: tuesday })]))
    t.ok(facts.every(({ text, invalidAt }) => invalidAt === null || !/is Bakker|is Pia|Lund|choir/.test(text)), said)
  }
})

t.test('what never was before a date, and what went on beside one, did not begin then', async t => {
  for (
    const [said, began] of [
      ['I never touched Docker before this month.', null],
      ["I hadn't ridden a horse before February.", null],
      ["I've been throwing pots for 3 years, quit my insurance job in January to do it properly.", '2023-03-10'],
      ["I've been learning Polish for two years, passed the exam in February.", '2024-03-10'],
      ['I quit my insurance job in January.', '2026-01-01']
    ] as const
  ) {
    const { facts: [fact] } = await distiller.distill(conversation([turn(said, { at: tuesday })]))
    t.equal(iso(fact?.validAt), began, said)
  }
})

t.test('a child that is born on a day of the month was born on the last of that number', async t => {
  for (const [said, past] of [['He is born the 9th.', false], ['Our baby was born on the 9th.', true]] as const) {
    t.same(days(said, past), ['2026-03-09'], said)
  }
  t.same(days('He is born the 19th.'), ['2026-02-19'])
  const { facts } = await distiller.distill(conversation([turn('My niece is born the 19th.', { at: tuesday })]))
  t.match(facts[0]?.text, '19th (2026-02-19)')
})

t.test('the verb of its clause says which way a date of another language points', t => {
  for (
    const [said, wanted] of [
      ["Ah pardon, je me suis trompé, c'est le 25 avril la fête de ma mère.", '2026-04-25'],
      ['La fête de ma sœur est samedi 25 avril à Lyon.', '2026-04-25'],
      ['Mon fils est né le 25 avril à Lyon.', '2025-04-25'],
      ['Te veré el 25 de abril en la casa de mi hermana.', '2026-04-25'],
      ['Mi tía María viene el 25 de abril a nuestra casa.', '2026-04-25'],
      ['Mi hermana se casó el 25 de abril en la playa.', '2025-04-25'],
      ['Ho un appuntamento il 25 aprile con il medico.', '2026-04-25'],
      ['Il concerto della scuola è sabato 25 aprile.', '2026-04-25'],
      ['Ho sposato Marco il 25 aprile in Toscana.', '2025-04-25'],
      ['O meu aniversário é no dia 25 de abril.', '2026-04-25'],
      ['Eu vou visitar a minha mãe em 25 de abril.', '2026-04-25'],
      ['Ik heb een gesprek met mijn baas op 25 april.', '2026-04-25'],
      ['Ik heb het huis op 25 april gekocht van mijn oom.', '2025-04-25']
    ] as const
  ) t.same(otherDates(said, tuesday).map(({ at }) => iso(at)), [wanted], said)
  t.end()
})

t.test('what is so did not begin with what happened beside it', async t => {
  for (const happened of ['Fell off his bike two weeks ago.', 'Broke it on 1 March.']) {
    const [, fact] = (await distiller.distill(conversation([
      turn('Kev broke his leg.', { at: tuesday }),
      turn('How did it happen?', { role: 'assistant', at: tuesday }),
      turn(`${happened} He's my flatmate, not my boyfriend.`, { at: tuesday })
    ]))).facts
    t.match(fact, { text: /2026-0|1 March/, validAt: null }, happened)
  }
  const [, alone] = (await distiller.distill(conversation([
    turn('Kev broke his leg.', { at: tuesday }),
    turn('How did it happen?', { role: 'assistant', at: tuesday }),
    turn('Fell off his bike two weeks ago.', { at: tuesday })
  ]))).facts
  t.type(alone?.validAt, 'number')
})

t.test('a date of another clause does not put off what is counted or named', async t => {
  const other = ['and the deadline is on March 3rd', 'but the exhibition opens on 4 October', 'and Ana comes on 1 May']
  for (const said of ['The rough cut runs 95 minutes', "We're six people", 'I live in Oslo', 'I work at Siemens']) {
    for (const clause of other) t.notMatch((await predicates(`${said}, ${clause}.`))[0], /^planned_/, said + clause)
    t.match((await predicates(`${said} from 1 June 2031.`))[0], /^planned_/, said)
  }
  t.match((await predicates('My new employer is Siemens, and it starts on 1 June 2031.'))[0], /^planned_/)
})

t.test('a month or a day is no home, and what is moved into one lies ahead', async t => {
  for (const when of ['March', 'May', 'October', 'Easter']) {
    t.notMatch(await predicates(`We moved in ${when}.`), /lives_in/, when)
    t.match((await predicates(`We moved to Leeds in ${when}.`))[0], /lives_in$/, when)
  }
  for (const verb of ['moved the concert', 'pushed the launch', 'shifted it', 'postponed the trip']) {
    t.same(days(`We ${verb} into January.`, true), ['2027-01'], verb)
    t.same(days(`We ${verb} into May, they say.`, true), ['2026-05'], `${verb}, and no "may" of what is possible`)
  }
  t.notMatch((await predicates('The exam was pushed into may.'))[0], /^planned_/)
})

t.test('whoever did it, and whenever it was last so, is behind', t => {
  for (const who of ['the doctor', 'my neighbour', 'Chidi', 'a colleague', 'the whole team']) {
    for (const did of ['made the test', 'took the car', 'went to Ghent', 'sold the van', 'gave up the plot']) {
      t.same(days(`It is all over, ${who} ${did} in October.`), ['2025-10'], `${who} ${did}`)
    }
    for (const will of ['will make the test', 'is made a partner', 'takes the car', 'has to sell the van']) {
      t.same(days(`It is all set, ${who} ${will} in October.`), ['2026-10'], `${who} ${will}`)
    }
  }
  t.same(days("I'm prediabetic as of January."), ['2026-01'])
  t.same(days('I have the keys as of April.'), ['2026-04'])
  t.end()
})

t.test('a range of days, days of rest and the exception come every week', t => {
  for (const day of ['Wednesday', 'Thu', 'fri']) {
    for (
      const said of [
        `I work ${day} thru Sunday on second shift.`,
        `The salon is closed ${day}, other days I go out at eight.`,
        `We're shut on ${day}.`,
        `She has all days except ${day}.`,
        `He is there all week apart from ${day}.`
      ]
    ) t.same(days(said), [], said)
    t.equal(days(`My exam is on ${day}, so wish me luck.`).length, 1, day)
  }
  t.end()
})

t.test('a date goes with the verb of its own clause, whatever its neighbours say', t => {
  const over = ['my brother japaned to Canada', 'she texted the landlord', 'the stitches came out', 'they let us in']
  const ahead = ['we are having it replaced', 'the lease runs out', 'I want to see him', 'he would be ready']
  for (const past of over) {
    for (const next of ahead) {
      for (const joint of ['and', 'so', 'but', 'because']) {
        t.strictSame(days(`Well, ${past} in May ${joint} ${next} in June.`), ['2025-05', '2026-06'], `${past}, ${next}`)
        t.strictSame(days(`Well, ${next} in May ${joint} ${past} in June.`), ['2026-05', '2025-06'], `${next}, ${past}`)
      }
      // A person that is described is another clause as well.
      t.strictSame(days(`My cousin, who moved in May, says ${next} in June.`), ['2025-05', '2026-06'], next)
    }
  }
  for (const said of ['I passed it', 'Pushed', 'They took the exam', 'He switched the viewing']) {
    t.strictSame(days(`${said} to 13 September.`, true), ['2026-09-13'], said)
  }
  for (const said of ['The doctor gave me until', 'She agreed to pay it in', 'They asked us to come in']) {
    t.strictSame(days(`${said} May.`, true), ['2026-05'], said)
  }
  for (
    const said of ['We went to see her in', 'He should have paid in', 'I had to leave in', 'He was born in']
  ) {
    t.strictSame(days(`${said} May.`), ['2025-05'], said)
  }
  t.strictSame(days('Mention my email of 11 August.'), ['2025-08-11'])
  t.end()
})

t.test('days that are named as they come every week have no date', t => {
  for (
    const said of [
      'My church allows no Sunday work',
      'He has a Saturday job',
      'On Sunday we are closed',
      'Down to three nights, fri sat sun',
      'She swapped, so tuesday thursday friday',
      'I double-booked myself every blessed weekend',
      'No more volleyball on Tuesday',
      'She works Saturday to Wednesday 8 to 5',
      'Monday to Saturday 8am to 7:30pm',
      'On Sunday we open after church',
      'She comes Monday to Thursday, and Friday he is at home',
      'I swim thrice in a week',
      'I got eleven calls in one Sunday',
      "We're off that whole weekend",
      'Ascension weekend is no good',
      'I try to plan my next months'
    ]
  ) t.same([days(said), days(said, true)], [[], []], said)
  for (
    const said of ['I have exams thursday, friday, saturday', 'On Sunday we are leaving', 'No more news until Tuesday']
  ) {
    t.not(days(said).length, 0, said)
  }
  t.end()
})

t.test('what is not said of a date is not made up', async t => {
  t.strictSame(days('We need a route for the end of May.'), ['2026-05'])
  for (const said of ['I need it by the end of', 'I stay until the end of']) {
    t.strictSame(days(`${said} May.`), ['2026-05-31'])
  }
  t.strictSame(days('We share it from last April.'), ['2025-04'])
  t.strictSame(days('My boss said "see you on Monday" and left.'), [])
  t.strictSame(days('He was to join college in September.', true), [])
  const said = async (...turns: string[]) =>
    (await distiller.distill(conversation(turns.map(said => turn(said, { at: tuesday }))))).facts.map(({ text }) =>
      text
    )
  // The next 19th is in March, and the talk is of May.
  const [, whitsun] = await said('My daughter marries on 9 May.', 'Her hen weekend is on the 19th.')
  t.notMatch(whitsun, /\(2026/)
  const [, dentist] = await said('My daughter married last year.', 'My dentist appointment is on the 19th.')
  t.match(dentist, /\(2026-03-19\)/)
})

t.test('a day of a month and of the week is of the year that both fit', async t => {
  for (
    const [said, day] of [
      ['The match is Sat 14 November at the park.', '2026-11-14'],
      ['The match was Sat 14 November at the park.', '2026-11-14'],
      ['We met on Friday, November 14th.', '2025-11-14'],
      ['The hearing is on Tuesday 2 March, 2027.', '2027-03-02']
    ]
  ) {
    for (const past of [false, true]) t.strictSame(days(said!, past), [day], `${said} ${past}`)
  }
})

t.test('a participle in front of its noun is no verb', t => {
  for (const thing of ['left shoe', 'left front tyre', 'lost parcel', 'broken heel', 'changed diet', 'finished plan']) {
    for (const whose of ["Juniper's", "my sister's", 'the', 'our', 'their old']) {
      for (const act of ['I must see them about', 'need to ring the farrier about', 'I collect', 'We return']) {
        t.same(days(`${act} ${whose} ${thing} on Saturday`), ['2026-03-14'], `${act} ${whose} ${thing}`)
      }
    }
  }
  t.same(days("note to self, the farrier about Juniper's left front shoe on Saturday"), ['2026-03-14'])
  t.same(days("The user's lost keys turn up on Saturday"), ['2026-03-14'], 'a name that is hidden owns them')
  for (const front of ['', 'I think ', 'I heard that ', 'We know ', "I'm glad "]) {
    for (const done of ['left town', 'finished treatment']) {
      t.same(days(`${front}Juniper's ${done} on Saturday`), ['2026-03-07'], `${front}${done}`)
    }
  }
  t.end()
})

t.test('a month of what was arranged is the nearer one', t => {
  for (
    const said of [
      'I booked a trip to Rome in',
      'We planned to marry in',
      "I've been invited to a wedding in",
      'We bought two tickets for a concert in',
      "I've applied for a course starting in"
    ]
  ) {
    t.same(days(`${said} June`, true), ['2026-06'], said)
  }
  for (const said of ['I booked my flights in', 'We married in', 'I lost my place on the course in']) {
    t.same(days(`${said} October`, true), ['2025-10'], said)
  }
  t.end()
})
