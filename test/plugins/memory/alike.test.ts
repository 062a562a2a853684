/**
 * What a request puts together itself may say what is said elsewhere: what is left of a memory that ends in part was
 * stored alone already, or is stated in the same breath. No request is refused for it, and no two memories say the
 * same.
 */
import t from 'tap'
import { random } from '../../conformance/store/suite.ts'
import { fact, type ScriptedFact } from '../../scenarios/scenario.ts'
import { openStage } from '../../scenarios/stage.ts'
import { openEmbedded } from '../../services/embedded.ts'
import { everyStore } from '../../services/stores.ts'

t.setTimeout(1_800_000)

const seed = Number(process.env['SEED'] ?? 1)

const matters = [
  ['I work at the zoo', 'I quit the zoo.'],
  ['I play the cello on Sundays', "I don't play the cello any more."],
  ['I use Vim', "I've stopped using Vim."],
  ['I have a cat called Momo', 'I gave Momo away.'],
  ['I drive a Volvo', 'I sold the Volvo.'],
  ['My sister lives in Leeds', 'My sister has left Leeds.']
] as const
/** So many that what is stored alone is not among what a statement is compared with. */
const others = ['Figma', 'Slack', 'Notion', 'Trello', 'Jira', 'Zoom', 'Excel', 'Blender', 'Unity', 'Docker', 'Ansible']
  .map(tool => `I use ${tool} at home.`)

const oneOf = <Entry>(entries: readonly Entry[], next: () => number): Entry =>
  entries[Math.floor(next() * entries.length)]!

function saidOf (next: () => number): string {
  const [[one, over], [other]] = [oneOf(matters, next), oneOf(matters, next)]
  return oneOf([`${one} and ${other}.`, `${one}. ${other}.`, `${one}.`, over, over], next)
}

t.test('whatever is said together, alone, over and again', async t => {
  for (const { name, variables } of await everyStore(t)) {
    await t.test(name, { timeout: 1_800_000 }, async t => {
      const { app, call } = await openEmbedded(t, { SVC_Distill__Provider: 'rules', ...variables })
      const next = random(seed)
      for (let round = 0; round < (name === 'embedded' ? 24 : 4); round++) {
        const userId = `${name}-${round}`
        const sent: string[][] = []
        for (let request = 0; request < 3; request++) {
          const turns = [
            ...request === 0 && round % 2 === 0 ? others : [],
            ...Array.from({ length: 4 }, () => saidOf(next))
          ]
          sent.push(turns)
          const { status } = await call('POST', '/api/v1/memories/from-conversation', {
            user_id: userId,
            session_id: `s${request}`,
            messages: turns.map((content, place) => ({
              role: 'user',
              content,
              created_at: new Date(Date.UTC(2025, request, 3, 9, place)).toISOString()
            }))
          })
          if (status !== 200) t.fail(`answered ${status}: ${JSON.stringify(sent)}`)
        }
        const { items } = await app.store.list(userId, { page: 1, size: 200 })
        const keys = items.map(({ fingerprint }) => fingerprint)
        if (new Set(keys).size !== keys.length) t.fail(`twice: ${JSON.stringify(sent)}`)
      }
      t.pass('every round')
    })
  }
})

t.test('whatever a model makes of it', async t => {
  const stage = await openStage(t)
  const next = random(seed)
  const cities = ['Graz', 'Linz', 'Bonn', 'Ghent']
  const times = ['', 'since March 2025', 'from June 2031', 'from June 2033']
  const changes = ['none', 'correction', 'ending', 'forget'] as const
  const homeIn = (city: string, when: string): ScriptedFact =>
    fact(`The user lives in ${city}.`, `I live in ${city}`, {
      predicate: 'lives_in',
      value: city,
      when,
      single: next() < 0.7,
      ...next() < 0.3 && { change: oneOf(changes, next), previous: oneOf(cities, next) }
    })
  for (let round = 0; round < 40; round++) {
    const steps = Array.from({ length: 4 }, () => {
      const said = Array.from({ length: 3 }, () => [oneOf(cities, next), oneOf(times, next)] as const)
      return {
        say: said.map(([city, when]) => `I live in ${city} ${when}.`).join(' '),
        facts: said.map(([city, when]) => homeIn(city, when)),
        decides: said.map(([city]) => ({
          fact: city,
          event: oneOf(['ADD', 'UPDATE', 'SUPERSEDE', 'INVALIDATE', 'SKIP_DUPLICATE'], next),
          old: [oneOf(cities, next), oneOf(cities, next)]
        }))
      }
    })
    const { answers, userId } = await stage.play({ steps })
    const { memories } = await stage.stored(userId)
    const keys = memories.filter(({ state }) => state === 'active').map(({ fingerprint }) => fingerprint)
    const isWhole = answers.every(({ status }) => status === 200) && new Set(keys).size === keys.length
    if (!isWhole) t.fail(`${answers.map(({ status }) => status).join()}: ${JSON.stringify(steps)}`)
  }
  t.pass('every round')
})

t.test('what is sent again brings nothing back', async t => {
  const { app, call } = await openEmbedded(t, { SVC_Distill__Provider: 'rules' })
  const next = random(seed)
  for (let round = 0; round < 12; round++) {
    const messages = Array.from({ length: 5 }, (_, place) => ({
      role: 'user',
      content: saidOf(next),
      created_at: new Date(Date.UTC(2025, 3, 1 + place, 9)).toISOString()
    }))
    const words = JSON.stringify(messages.map(({ content }) => content))
    const send = async (userId: string, ...requests: object[][]): Promise<void> => {
      for (const messages of requests) {
        const { status } = await call('POST', '/api/v1/memories/from-conversation', { user_id: userId, messages })
        t.equal(status, 200)
      }
    }
    const stored = async (userId: string) =>
      (await app.store.list(userId, { includeSuperseded: true, page: 1, size: 200 })).items
        .map(({ text, state, validAt, invalidAt }) => JSON.stringify({ text, state, validAt, invalidAt })).toSorted()
    const each = messages.map(message => [message])
    const growing = messages.map((_, place) => messages.slice(0, place + 1))
    for (const [user, requests] of [[`each-${round}`, each], [`all-${round}`, [messages]]] as const) {
      await send(user, ...requests)
      const before = await stored(user)
      await send(user, ...requests.toSorted(() => next() - 0.5))
      t.strictSame(await stored(user), before, `${user}: ${words}`)
    }
    const over = (await stored(`each-${round}`)).map(memory => JSON.parse(memory))
    const current = over.filter(({ state }) => state === 'active').map(({ text }) => text)
    // Without times it is stated now, and what is stated again behind it ends it again.
    const undated = growing.map(messages => messages.map(({ role, content }) => ({ role, content })))
    for (const [user, requests] of [[`growing-${round}`, growing], [`undated-${round}`, undated]] as const) {
      await send(user, ...requests)
      const again = (await stored(user)).map(memory => JSON.parse(memory)).filter(({ text, state }) =>
        state === 'active' && !current.includes(text) && over.some(memory => memory.text === text)
      )
      t.strictSame(again, [], `${user}, each time with all before it: ${words}`)
    }
  }
})

t.test('what ended with nothing in its place is not brought back either', async t => {
  const { app, call } = await openEmbedded(t, { SVC_Distill__Provider: 'rules' })
  const tell = async (content: string) => {
    const messages = [{ role: 'user', content, created_at: '2025-01-03T09:00:00Z' }]
    await call('POST', '/api/v1/memories/from-conversation', { user_id: 'ada', messages })
  }
  const believed = async () => (await app.store.list('ada', { page: 1, size: 10 })).items
  await tell('I play the cello.')
  const [cello] = await believed()
  await call('POST', `/api/v1/memories/${cello?.id}/retire`, { user_id: 'ada', reason: 'over' })
  await tell('I play the cello.')
  t.same(await believed(), [])
  await call('POST', `/api/v1/memories/${cello?.id}/restore`, { user_id: 'ada' })
  t.match(await believed(), [{ id: cello?.id }])
})
