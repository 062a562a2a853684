/**
 * Whole classes of what a careless or hostile model proposes, generated: the words decide, whatever it says of them.
 */
import t from 'tap'
import { random } from '../conformance/store/suite.ts'
import { until } from '../services/running.ts'
import { fact, lives, type Step } from './scenario.ts'
import { openStage } from './stage.ts'

const stage = await openStage(t, { SVC_Embedding__TimeoutMs: '5000' })

const names = ['Alice', 'Bob', 'Chiara', 'Deniz', 'Elif', 'Farid', 'Goran', 'Hana', 'Ivo', 'Jonas']
const places = ['Berlin', 'Hamburg', 'Lyon', 'Porto', 'Ghent', 'Oslo', 'Kyoto', 'Turin']
const things = ['tea', 'coffee', 'trains', 'planes', 'jazz', 'rock', 'chess', 'poker']

/** Statements whose meaning turns round with their words, in several languages. */
const statements: Array<[kinds: string[], predicate: string, say: (a: string, b: string) => string]> = [
  [names, 'manages', (a, b) => `${a} manages ${b}.`],
  [names, 'owes', (a, b) => `${a} owes ${b} 20 euros.`],
  [names, 'older_than', (a, b) => `${a} is older than ${b}.`],
  [things, 'prefers', (a, b) => `I prefer ${a} over ${b}.`],
  [places, 'train', (a, b) => `My train goes from ${a} to ${b}.`],
  [names, 'leads', (a, b) => `${a} leitet das Team von ${b}.`],
  [names, 'helps', (a, b) => `${a} ayuda siempre a ${b}.`],
  [names, 'teaches', (a, b) => `${a} enseigne le piano à ${b}.`],
  [names, 'lent_to', (a, b) => `${a} ha prestato la bici a ${b}.`]
]

const proposals = ['SKIP_DUPLICATE', 'UPDATE', 'SUPERSEDE', 'INVALIDATE', 'NONE']

t.test('the same words in another order are another fact, whatever the model makes of it', async t => {
  const next = random(14)
  const pick = <T>(list: T[]): T => list[Math.floor(next() * list.length)] as T
  for (let round = 0; round < 60; round++) {
    const [kinds, predicate, say] = statements[round % statements.length] as (typeof statements)[number]
    const a = pick(kinds)
    const b = pick(kinds.filter(other => other !== a))
    const event = pick(proposals)
    const stating = (one: string, other: string) => {
      const text = say(one, other)
      const subject = kinds === names ? one : 'user'
      return { text, fact: fact(text, text, { subject, predicate, value: other, single: next() < 0.5 }) }
    }
    const [first, second] = [stating(a, b), stating(b, a)]
    const { userId } = await stage.play({
      steps: [
        { say: first.text, facts: [first.fact] },
        { say: second.text, facts: [second.fact], decides: [{ fact: second.text, event, old: [first.text] }] }
      ]
    })
    t.same((await stage.stored(userId)).active, [first.text, second.text].sort(), `${event}: ${second.text}`)
  }
})

t.test('what another speaker says, or what is quoted, ends nothing of the user', async t => {
  const moved = 'I moved to Rome last week.'
  const spoken: Array<[name: string, turns: Array<[role: string, content: string]>]> = [
    ['the assistant', [['user', 'Tell me a story.'], ['assistant', moved]]],
    ['an assistant by another name', [['user', 'Tell me a story.'], ['ai', moved]]],
    ['a tool', [['user', 'Read my mail.'], ['tool', moved]]],
    ['a function', [['user', 'Read my mail.'], ['function', moved]]],
    ['the system', [['system', moved], ['user', 'Hello.']]],
    ['the developer', [['developer', moved], ['user', 'Hello.']]]
  ]
  for (const [name, turns] of spoken) {
    for (const event of ['SUPERSEDE', 'UPDATE', 'INVALIDATE']) {
      const said = turns.findIndex(([, content]) => content === moved) + 1
      const facts = [
        lives('The user lives in Rome.', moved.slice(0, -1), 'Rome', {
          turn: said,
          change: 'correction',
          previous: 'Lisbon'
        })
      ]
      const { userId } = await stage.play({
        steps: [
          { say: 'I live in Lisbon.', facts: [lives('The user lives in Lisbon.', 'I live in Lisbon', 'Lisbon')] },
          { say: turns, facts, decides: [{ fact: 'Rome', event, old: ['Lisbon'] }] }
        ]
      })
      t.ok((await stage.stored(userId)).active.includes('The user lives in Lisbon.'), `${name}: ${event}`)
    }
  }
})

t.test('more than five endings that their words do not name: none ends, and the answer says so', async t => {
  for (const count of [5, 6, 9]) {
    const people = names.slice(0, count)
    const living = (place: string) =>
      people.map(name => lives(`${name} lives in ${place}.`, `${name} lives in ${place}`, place, { subject: name }))
    const all = (place: string) => people.map(name => `${name} lives in ${place}.`).join(' ')
    const { userId, answers } = await stage.play({
      steps: [
        { say: all('Lyon'), facts: living('Lyon') },
        {
          say: all('Turin'),
          facts: living('Turin'),
          decides: people.map(name => ({
            fact: `${name} lives in Turin`,
            event: 'SUPERSEDE',
            old: [`${name} lives in Lyon`]
          }))
        }
      ]
    })
    const { active, superseded } = await stage.stored(userId)
    const withheld = count > 5
    t.equal(superseded.length, withheld ? 0 : count, `${count} endings`)
    t.equal(active.length, withheld ? 2 * count : count)
    t.same(answers[1]?.body['degraded'] ?? [], withheld ? ['too_many_endings'] : [])
  }
})

t.test('a fact of a day to come hides nothing before it, and takes over by itself on that day', async t => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const works = (company: string, quote: string, when = '') =>
    fact(`The user works at ${company}.`, quote, { predicate: 'works_at', value: company, single: true, when })
  const { userId } = await stage.play({
    steps: [
      { say: 'I work at Nokia.', on: day(-20), facts: [works('Nokia', 'I work at Nokia')] },
      {
        say: `From ${day(30)} I will work at Acme.`,
        on: day(-1),
        facts: [works('Acme', `From ${day(30)} I will work at Acme`, `From ${day(30)}`)],
        decides: [{ fact: 'Acme', event: 'SUPERSEDE', old: ['Nokia'] }]
      }
    ]
  })
  const listed = async (query = '') => {
    const path = `/api/v1/memories?user_id=${userId}${query}`
    const { body } = await stage.service.call<{ items: Array<{ content: string }> }>('GET', path)
    return body.items.map(({ content }) => content)
  }
  t.same(await listed(), ['The user works at Nokia.'])
  t.same(await listed(`&as_of=${day(29)}T00:00:00Z`), ['The user works at Nokia.'])
  t.same(await listed(`&as_of=${day(31)}T00:00:00Z`), ['The user works at Acme.'])
})

t.test('what was said without an embedder is found by its words, and read in its order later', async t => {
  const moves: Step[] = ['Berlin', 'Hamburg', 'Lyon'].map((place, day) => ({
    say: `I live in ${place} now.`,
    on: `2026-0${day + 1}-01`,
    with: { session_id: `s${day}` },
    facts: [lives(`The user lives in ${place}.`, `I live in ${place} now`, place)],
    decides: [{ fact: place, event: 'SUPERSEDE', old: ['lives in'] }]
  }))
  // Kept and read in one go later, so the model is asked of all of them.
  stage.server.always('embeddings', { status: 503, headers: { 'retry-after-ms': '5' } })
  const { userId, answers } = await stage.play({ steps: moves.map(step => ({ ...step, atOnce: true })) })
  t.same(answers.map(({ body }) => body['degraded']), moves.map(() => ['embeddings']))
  const { body } = await stage.service.call<{ results: Array<{ content: string }> }>(
    'POST',
    '/api/v1/memories/search',
    {
      user_id: userId,
      query: 'Hamburg',
      mode: 'text'
    }
  )
  t.same(body.results.map(({ content }) => content), ['I live in Hamburg now.'])
  stage.server.always('embeddings', {})
  const { active, superseded } = await until(
    async () => await stage.stored(userId),
    ({ active }) => active.includes('The user lives in Lyon.') && active.length === 1
  )
  t.same(active, ['The user lives in Lyon.'])
  t.equal(superseded.length, 2)
})
