/**
 * Of whom an answer is said, which of several questions it answers, and what stands behind a fact. Cases are made of
 * parts, so that the class is tested and no sentence.
 */
import t from 'tap'
import { answeredBy, questionIn } from '../../../plugins/_shared/english/questions.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const asked = (question: string) => turn(question, { role: 'assistant' })
const facts = async (...turns: Parameters<typeof conversation>[0]) =>
  (await distiller.distill(conversation(turns))).facts
const texts = async (...turns: Parameters<typeof conversation>[0]) => (await facts(...turns)).map(({ text }) => text)

t.test('an answer about another says of them what it says without a subject, also in its later sentences', async t => {
  for (const who of ['brother', 'sister', 'neighbour']) {
    for (const done of ['Lost the house in May', 'Moved to Leeds in May', 'Asked for a loan in May']) {
      const about = await facts(
        turn(`My ${who} is in hospital.`),
        asked(`How's your ${who}?`),
        turn(`Not great. ${done}.`)
      )
      t.notMatch(about.map(({ text }) => text).join(' '), /the user (?:lost|moved|asked)/i, `${who}: ${done}`)
      t.match(about.at(-1)!.text, new RegExp(done), 'as it was said')
      t.equal(about.at(-1)?.predicate, null)
      for (
        const [question, answer] of [
          [`Have you seen your ${who}?`, `Not yet. ${done}.`],
          [`How's your ${who}?`, `I've been busy myself. ${done}.`],
          ['What did you do in May?', `A lot. ${done}.`]
        ] as const
      ) {
        const own = (await texts(turn(`My ${who} is in hospital.`), asked(question), turn(answer))).join(' ')
        t.match(own, /the user (?:lost|moved|asked)/i, `${question} ${answer}`)
      }
    }
  }
  t.match(
    (await texts(asked("How's your brother?"), turn('Better. Took him to Leeds on Monday.'))).join(' '),
    /user took/
  )
  for (const given of ['Offered me the job', 'Sent us a voucher', 'Gave me a discount']) {
    t.notMatch(
      (await texts(asked('Did they reply?'), turn(`Yes. ${given} on Monday.`))).join(' '),
      /user \w+(?:ed|ent|ave) /
    )
  }
})

t.test('of several questions those are quoted that the answer may be meant for', async t => {
  t.equal(
    questionIn('Lovely. How old is he, and what does he like? Dinosaurs?'),
    'How old is he, and what does he like? Dinosaurs?'
  )
  t.equal(questionIn('Is it the knee? That sounds bad. Since when?'), 'Since when?', 'not what stands further up')
  t.equal(questionIn('How about a soup? And who is coming?'), 'Who is coming?', 'no proposal')
  t.equal(questionIn('Any allergies? Would you like me to find recipes?'), null, 'an offer')
  t.equal(questionIn(`Is it ${'very '.repeat(30)}old? And is it blue?`), 'Is it blue?', 'as far as there is room')
  const [place, work, age, pet] = [
    'Where do you live?',
    'What do you do all day?',
    'How old are you?',
    'Do you have a dog?'
  ]
  for (const number of ['34', 'thirty', 'About 40', 'nearly 50']) {
    t.equal(answeredBy(number, `${place} ${age}`), age, number)
    t.equal(answeredBy(number, `${pet} ${age}`), age, number)
    t.equal(answeredBy(number, `${age} How long is the trip?`), `${age} How long is the trip?`, 'two ask for one')
  }
  for (const yes of ['Yes', 'No, sadly', 'yep']) {
    t.equal(answeredBy(yes, `${place} ${pet}`), pet)
    t.equal(answeredBy(yes, `${pet} Is it old enough?`), `${pet} Is it old enough?`)
  }
  t.equal(
    answeredBy('No', 'How is the knee? Any better?'),
    'How is the knee? Any better?',
    'few words lean on those before'
  )
  for (const city of ['Ghent', 'Turku', 'Leeds']) {
    const [found] = await facts(asked(`${place} And ${work.toLowerCase()}`), turn(`${city}.`))
    t.equal(found?.text, `Asked "${place} ${work}", the user said: ${city}.`)
    t.equal(found?.predicate, null, 'not known to be a home')
    const [home] = await facts(asked(place), turn(`${city}.`))
    t.equal(home?.predicate, 'lives_in')
  }
})

t.test('what leans on a fact stands behind it, and does not state it twice', async t => {
  for (const name of ['Bram', 'Ottilie', 'Rosa']) {
    for (const next of ["Edda's the one with asthma.", "Edda's the one with the bad knee, the left one."]) {
      const fact = `${name}'s birthday is on 16 May.`
      const found = await texts(turn(`${fact} ${next}`))
      t.match(found[0], `${name}'s birthday is on 16 May`)
      t.equal(found[1], `After "${fact}", the user said: ${next}`)
    }
  }
  // "Not yet" tells nothing without its question.
  const [, other] = await texts(
    asked('Are you a member?'),
    turn('Not yet. My colleague Tobias is and he says it costs 100.')
  )
  t.notMatch(other ?? '', /^After "Not yet/)
  t.same(await texts(turn('My rent is 700 euros. It includes the water.')), [
    "The user's rent is 700 euros.",
    "The user's rent includes the water."
  ])
})

t.test('what few words say of one\'s people or name is kept, and "it" beside what is one\'s own', async t => {
  for (const who of ['kids', 'sons', 'daughters']) {
    for (const can of ['swim', 'cook', 'drive']) {
      t.match((await texts(turn(`I don't dislike coriander. None of my ${who} can ${can}.`))).join(' '), `can ${can}`)
    }
  }
  t.match(await texts(turn("My surname's O'Dowd-Ndiaye, good luck with that.")), [/O'Dowd-Ndiaye/])
  t.same(
    await texts(turn('We sell phones in Kisumu. My wife said the same.')),
    await texts(turn('We sell phones in Kisumu.'))
  )
  for (const found of ['thyroid', 'kidney', 'liver']) {
    const said = `It isn't cancer, it's a benign cyst, but they found my ${found}'s underactive.`
    t.match((await texts(turn(`Had the results back. ${said}`))).join(' '), `${found}'s underactive`)
  }
  t.same(await texts(turn("It's not true that we've left Monzo, my brother-in-law made that up.")), [])
  t.notMatch((await texts(turn('Had the results back. It has my name on it.'))).join(' '), 'name on it')
})

t.test('each of a list behind names answers the question', async t => {
  for (const [first, second] of [['Wilf', 'Imogen'], ['Rosa', 'Tom'], ['Grandad', 'Auntie Bo']] as const) {
    const found = await texts(
      asked('Any dietary needs?'),
      turn(`me: low carb, type 1. ${first}: eats nothing but pasta. ${second}: no mushrooms.`)
    )
    for (const said of [`${first}: eats nothing but pasta`, `${second}: no mushrooms`]) {
      t.ok(found.some(text => text.startsWith('Asked "Any dietary needs?"') && text.endsWith(`${said}.`)), said)
    }
  }
})

t.test('assent, orders and what mocks a question are no facts', async t => {
  for (const assent of ['Bonne idée.', 'Buena idea, gracias.', 'Gute Idee!', '...fine.', 'Parfait, merci.']) {
    t.same(await texts(asked('Une bande dessinée ?'), turn(assent)), [], assent)
  }
  t.equal((await texts(asked('Une bande dessinée ?'), turn('Bonne idée, il adore Tintin.'))).length, 1)
  for (const what of ['the bus times to Leeds', 'three names for a boat']) {
    t.same(await texts(turn(`Just give me ${what}.`)), [], what)
    t.same(await texts(turn(`You could find me ${what}.`)), [], what)
  }
  t.match(await texts(turn('You could show me some tents, I love camping.')), [/loves camping/])
  for (const yes of ['Yes', 'Yeah', 'Yep', 'Sure']) {
    for (const who of ['the Queen of Sheba', 'the Pope', 'Father Christmas', 'Napoleon']) {
      t.same(await texts(asked('A tempting change?'), turn(`${yes}, and I'm ${who}.`)), [], `${yes}: ${who}`)
    }
  }
  t.match(await texts(asked('So you run it?'), turn("Yes, and I'm the president of the club.")), [/president/])
})
