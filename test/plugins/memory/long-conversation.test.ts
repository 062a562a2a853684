/** A long conversation takes time in proportion to its length, in slices, and ends when nobody waits for it. */
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { CandidateFact } from '../../../domain/capabilities/distiller.ts'
import type { Store } from '../../../domain/capabilities/store.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import {
  candidateOf,
  verbatimFact,
  withoutRepeats,
  type Candidate
} from '../../../plugins/memory/pipeline/write/candidate.ts'
import { withMarks } from '../../../plugins/memory/pipeline/write/cascade.ts'
import { decide } from '../../../plugins/memory/pipeline/write/decide.ts'
import { mention } from '../../../plugins/memory/pipeline/write/entities.ts'
import { heardAlone } from '../../../plugins/memory/pipeline/write/heard.ts'
import { match } from '../../../plugins/memory/pipeline/write/match.ts'
import { underOneSubject } from '../../../plugins/memory/pipeline/write/subject.ts'
import { createSqliteStore } from '../../../plugins/store/sqlite/store.ts'
import { openEmbedded, temporaryFolder } from '../../services/embedded.ts'
import { ticksDuring } from '../../services/ticks.ts'

/** More than these are not looked at: eight nearest, twelve of the subject, twelve that hold the words. */
const mostNeighbours = 8 + 12 + 12

function candidatesOf (facts: Array<Partial<CandidateFact> & { text: string }>): Candidate[] {
  return facts.map((fact, place) =>
    candidateOf({ ...verbatimFact(fact.text), ...fact, ownReading: true }, {
      scope: { userId: 'u', app: null, project: null, sessionId: null, tags: [], categories: [] },
      source: 'conversation',
      memoryType: null,
      metadata: null,
      attributes: {},
      validAtOf: () => place,
      uuidsOf: () => [],
      heardOf: () => heardAlone(fact.text),
      now: place
    })
  )
}

const nothingStored = {
  byFingerprint: async () => [],
  nearest: async () => [],
  matchText: async () => [],
  aboutSubject: async () => [],
  get: async () => []
} as unknown as Store

/** All texts are alike to it. */
const embedder = { embed: async (texts: string[]) => texts.map(() => new Float32Array([1, 0])) } as never

const plays = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    text: `The user plays game ${place}.`,
    subject: 'user',
    predicate: 'plays',
    value: `game ${place}`
  }))

const matched = async (facts: Array<Partial<CandidateFact> & { text: string }>, signal?: AbortSignal) =>
  await match(nothingStored, embedder, undefined, 'u', candidatesOf(facts), 'all', signal)

t.test('as many facts told before are looked at, however many there are', async t => {
  for (const count of [100, 400]) {
    const neighbours = (await matched(plays(count))).map(one => one.neighbours.length)
    t.ok(Math.max(...neighbours) <= mostNeighbours, `${Math.max(...neighbours)} of ${count}`)
  }
})

t.test('what is over is found among them by its words', async t => {
  const over = {
    text: 'The user does not play game 3 any more.',
    subject: 'user',
    predicate: 'plays',
    value: 'game 3',
    negated: true,
    change: { kind: 'ending' as const, previous: 'game 3' }
  }
  const found = (await matched([...plays(300), over])).at(-1)
  t.ok(found?.neighbours.some(({ memory }) => memory.value === 'game 3'))
})

t.test('deciding leaves the event loop free', async t => {
  const facts = await matched(plays(600))
  t.ok(await ticksDuring(async () => await decide(createRulesDistiller(), 'u', facts)) > 3)
})

/** How often the work looked whether it should pause; it does each time, since every look is a slice later. */
async function looksDuring (work: () => Promise<unknown>): Promise<number> {
  const { now } = performance
  let looks = 0
  performance.now = () => 100 * ++looks
  try {
    await work()
    return looks
  } finally {
    performance.now = now
  }
}

t.test('every step of a write leaves the event loop free, fact by fact', async t => {
  const count = 300
  const facts = await matched(plays(count))
  const { decided } = await decide(createRulesDistiller(), 'u', facts)
  const commutes = facts.map(({ draft, embedding }) => ({
    ...draft,
    embedding,
    predicate: 'commute',
    text: 'The commute is long.'
  }))
  const stored = { aboutSubject: async () => [], matchText: async () => [], entities: async () => ({ items: [] }) }
  const store = stored as unknown as Store
  const steps: Record<string, () => Promise<unknown>> = {
    'one subject': async () =>
      await underOneSubject(plays(count).map(fact => ({ ...verbatimFact(''), ...fact })), 'Ada'),
    entities: async () => await mention(store, 'u', decided, [], 0),
    'what rests on what': async () => await withMarks(store, { userId: 'u', add: commutes }, 0)
  }
  for (const [name, step] of Object.entries(steps)) {
    const looks = await looksDuring(step)
    t.ok(looks >= count, `${name}: ${looks}`)
  }
})

t.test('the embedded store is given a long changeset in slices', async t => {
  const count = 300
  const store = await createSqliteStore({ path: join(await temporaryFolder(t), 'long.db') })
  t.teardown(store.close)
  await store.ensureIndexes({ model: 'test', dimensions: 2 })
  const add = (await matched(plays(count))).map(({ draft, embedding }) => ({ ...draft, embedding }))
  const looks = await looksDuring(async () => await store.commit({ userId: 'u', add }))
  t.ok(looks >= count, String(looks))
  t.equal((await store.list('u', { page: 1, size: 1 })).total, count)
})

t.test('what is said again is left out, unless it may have changed in between', async t => {
  const home = (value: string) => ({
    text: `The user lives in ${value}.`,
    subject: 'user',
    predicate: 'lives_in',
    value
  })
  const tea = { text: 'The user likes tea.', subject: 'user', predicate: 'likes', value: 'tea' }
  const over = { ...tea, text: 'No tea any more.', change: { kind: 'ending' as const, previous: 'tea' } }
  const kept = (...facts: Array<Partial<CandidateFact> & { text: string }>) =>
    withoutRepeats(candidatesOf(facts)).map(({ draft }) => draft.value)
  t.same(kept(home('Berlin'), tea, home('Berlin')), ['Berlin', 'tea'])
  t.same(kept(home('Berlin'), home('Lyon'), home('Berlin')), ['Berlin', 'Lyon', 'Berlin'])
  t.same(kept(home('Berlin'), home('Lyon'), home('Lyon')), ['Berlin', 'Lyon'])
  t.same(kept(tea, over, tea), ['tea', 'tea', 'tea'])
})

t.test('nothing goes on once nobody waits', async t => {
  const gone = new AbortController()
  setImmediate(() => gone.abort())
  await t.rejects(matched(plays(3_000), gone.signal), { name: 'AbortError' })
  const facts = await matched(plays(600))
  const left = new AbortController()
  setImmediate(() => left.abort())
  await t.rejects(decide(createRulesDistiller(), 'u', facts, left.signal), { name: 'AbortError' })
})

t.test('reading stops when nobody waits, and the next conversation is read', async t => {
  const distiller = createRulesDistiller()
  const read = async (content: string, signal?: AbortSignal) =>
    await distiller.distill({
      userId: 'u',
      turns: [{ role: 'user', content, uuid: null, name: null, at: 0 }],
      aboutAssistant: false,
      userName: null,
      ...(signal !== undefined && { signal })
    })
  const left = new AbortController()
  const reading = read('I play the cello in Oslo. '.repeat(2_000), left.signal)
  left.abort()
  await t.rejects(reading, { name: 'AbortError' })
  t.equal((await read('I live in Oslo.')).facts.length, 1)
})

t.test('more than can be read at once is refused in words', async (t: Test) => {
  const { call } = await openEmbedded(t, { SVC_Server__BodyLimitMb: '40' })
  const messages = Array.from({ length: 500 }, () => ({ role: 'user', content: 'x'.repeat(5_000) }))
  const { status, body } = await call<{ errors: { Messages: string[] } }>(
    'POST',
    '/api/v1/memories/from-conversation',
    { user_id: 'u', messages }
  )
  t.equal(status, 400)
  t.match(body.errors.Messages[0], /at most 2000000 characters in all; it holds 2500000.*parts.*session_id/)
})
