/** The steps of the pipelines that are pure: what goes in, what comes out. */
import t from 'tap'
import type { CandidateFact, Verdict } from '../../../domain/capabilities/distiller.ts'
import type { RecallRequest, Scope } from '../../../domain/capabilities/memory.ts'
import type { Entity, Memory } from '../../../domain/nouns.ts'
import { findCommunities } from '../../../plugins/memory/pipeline/enrich/communities.ts'
import { fuse, type Arm } from '../../../plugins/memory/pipeline/read/fuse.ts'
import { pack } from '../../../plugins/memory/pipeline/read/pack.ts'
import type { ScoredMemory } from '../../../plugins/memory/pipeline/read/rerank.ts'
import { rerank } from '../../../plugins/memory/pipeline/read/rerank.ts'
import {
  candidateOf,
  verbatimFact,
  withoutRepeats,
  type Candidate
} from '../../../plugins/memory/pipeline/write/candidate.ts'
import { guard as guardTargets, targetOf } from '../../../plugins/memory/pipeline/write/guard.ts'
import { heardAlone } from '../../../plugins/memory/pipeline/write/heard.ts'
import { createSerialiser } from '../../../plugins/memory/pipeline/write/serialise.ts'
import { underOneSubject } from '../../../plugins/memory/pipeline/write/subject.ts'

const scope: Scope = { userId: 'u', app: null, project: null, sessionId: null, tags: [], categories: [] }

function candidate (fact: Partial<CandidateFact> & { text: string }, validAt = 2000): Candidate {
  return candidateOf({ ...verbatimFact(fact.text), ...fact }, {
    scope,
    source: 'conversation',
    memoryType: null,
    metadata: null,
    attributes: {},
    validAtOf: () => validAt,
    uuidsOf: () => [],
    heardOf: () => ({ ...heardAlone(fact.quote ?? fact.text), breath: `at ${validAt}` }),
    now: validAt
  })
}

function memory (fact: Partial<CandidateFact> & { text: string }, validAt = 1000): Memory {
  return candidate(fact, validAt).draft
}

const guard = (verdict: Verdict, told: Candidate, stored: Memory[]) =>
  guardTargets(verdict, told, stored.map(one => targetOf(one)))

const lives = (city: string) => ({
  text: `Sarah lives in ${city}`,
  subject: 'Sarah',
  predicate: 'lives_in',
  value: city,
  functional: true
})
const verdict = (event: Verdict['event'], ...targets: Memory[]): Verdict => ({
  event,
  targetIds: targets.map(({ id }) => id),
  reason: 'because'
})

t.test('guard', async t => {
  const boston = memory(lives('Boston'))

  t.test('a new value of a functional predicate of the same subject supersedes', async t => {
    t.match(guard(verdict('SUPERSEDE', boston), candidate(lives('Berlin')), [boston]), {
      event: 'SUPERSEDE',
      targetIds: [boston.id]
    })
  })
  t.test("another person's value does not", async t => {
    const anna = candidate({ ...lives('Berlin'), text: 'Anna lives in Berlin', subject: 'Anna' })
    t.equal(guard(verdict('SUPERSEDE', boston), anna, [boston]).event, 'ADD')
  })
  t.test('a predicate with many values does not, without words that end the old one', async t => {
    const tea = memory({ text: 'Sarah likes tea', subject: 'user', predicate: 'likes', value: 'tea' })
    const coffee = { text: 'Sarah likes coffee', subject: 'user', predicate: 'likes', value: 'coffee' }
    t.equal(guard(verdict('SUPERSEDE', tea), candidate(coffee), [tea]).event, 'ADD')
    const instead = candidate({
      ...coffee,
      quote: 'Actually I like coffee, not tea',
      change: { kind: 'correction', previous: 'tea' }
    })
    t.equal(guard(verdict('SUPERSEDE', tea), instead, [tea]).event, 'SUPERSEDE')
  })
  t.test('a correction by our own rules names what changes: the hour that stays is not said again', async t => {
    const wednesday = { text: 'Her exam is on Wednesday at 3pm', subject: 'user', predicate: 'date_of_exam' }
    const older = memory({ ...wednesday, value: 'Wednesday at 3pm', ownReading: true, functional: true })
    const tuesday = (quote: string, value: string) =>
      candidate({
        ...wednesday,
        value,
        quote,
        text: value,
        ownReading: true,
        change: { kind: 'correction', previous: 'Wednesday' }
      })
    t.equal(
      guard(verdict('SUPERSEDE', older), tuesday("Sorry, it's Tuesday not Wednesday", 'Tuesday at 3pm'), [older]).event,
      'SUPERSEDE'
    )
  })
  t.test('an older fact never ends a newer one', async t => {
    t.equal(guard(verdict('SUPERSEDE', boston), candidate(lives('Berlin'), 500), [boston]).event, 'ADD')
  })
  t.test('a negation is no duplicate of its opposite, and other numbers are another fact', async t => {
    const meat = memory({ text: 'Sarah eats meat', subject: 'Sarah', predicate: 'eats', value: 'meat' })
    t.equal(
      guard(
        verdict('SKIP_DUPLICATE', meat),
        candidate({ text: 'Sarah does not eat meat', subject: 'Sarah', negated: true }),
        [meat]
      ).event,
      'ADD'
    )
    const three = memory({ text: 'Sarah has 3 cats', subject: 'Sarah' })
    t.equal(
      guard(verdict('SKIP_DUPLICATE', three), candidate({ text: 'Sarah has 4 cats', subject: 'Sarah' }), [three]).event,
      'ADD'
    )
  })
  t.test('an update retells the old fact', async t => {
    const acme = memory({ text: 'Sarah works at Acme', subject: 'Sarah' })
    t.equal(
      guard(verdict('UPDATE', acme), candidate({ text: 'Sarah works at Acme as a nurse', subject: 'Sarah' }), [acme])
        .event,
      'UPDATE'
    )
    t.equal(
      guard(verdict('UPDATE', acme), candidate({ text: 'Sarah bought a red bicycle', subject: 'Sarah' }), [acme]).event,
      'ADD'
    )
  })
  t.test('only a wish to forget or an ending invalidates, and only what it speaks of', async t => {
    t.equal(
      guard(verdict('INVALIDATE', boston), candidate(lives('Berlin')), [boston]).event,
      'SUPERSEDE',
      'the new value is stored'
    )
    const forget = (text: string) => candidate({ text, quote: text, change: { kind: 'forget', previous: text } })
    t.equal(guard(verdict('INVALIDATE', boston), forget('forget that I live in Boston'), [boston]).event, 'INVALIDATE')
    t.equal(guard(verdict('INVALIDATE', boston), forget('forget my birthday'), [boston]).event, 'NONE')
  })
  t.test('a target that is not among the neighbours, or no longer active, does not count', async t => {
    t.equal(guard(verdict('SUPERSEDE', memory(lives('Rome'))), candidate(lives('Berlin')), [boston]).event, 'ADD')
    t.equal(
      guard(verdict('SUPERSEDE', boston), candidate(lives('Berlin')), [{ ...boston, state: 'superseded' }]).event,
      'ADD'
    )
  })
})

t.test('the same fact told twice in one request is one candidate', async t => {
  t.equal(
    withoutRepeats([
      candidate({ text: 'Sarah likes tea.' }),
      candidate({ text: 'sarah  likes tea' }),
      candidate({ text: 'Sarah likes coffee' })
    ]).length,
    2
  )
})

t.test('the user is one subject, before and after their name is known', async t => {
  const facts = [
    { text: "The user's name is Sarah Chen", subject: 'Sarah Chen', predicate: 'name', value: 'Sarah Chen' },
    { text: 'Sarah lives in Rome', subject: 'Sarah' },
    { text: 'Anna lives in Rome', subject: 'Anna' }
  ]
  t.strictSame(
    (await underOneSubject(facts.map(fact => ({ ...verbatimFact(fact.text), ...fact })), null))
      .map(({ subject }) => subject),
    ['user', 'user', 'Anna']
  )
})

t.test('writes of one user wait for each other, and an error does not stop the next', async t => {
  const serialise = createSerialiser(() => Promise.resolve(0))
  const order: string[] = []
  let release = () => {}
  const gate = new Promise<void>(resolve => {
    release = resolve
  })
  const first = serialise('a', async () => {
    await gate
    order.push('a1')
    throw new Error('no')
  })
  const second = serialise('a', async () => {
    order.push('a2')
  })
  await serialise('b', async () => {
    order.push('b')
  })
  release()
  await t.rejects(first, { message: 'no' })
  await second
  t.strictSame(order, ['b', 'a1', 'a2'])
})

t.test('of many writes that rest on nothing the next begins when one ends, whatever the others do', async t => {
  const serialise = createSerialiser(() => Promise.resolve(0))
  const begun: number[] = []
  const gates: Array<() => void> = []
  const all = Array.from({ length: 18 }, async (_, place) =>
    await serialise('a', async () => {
      begun.push(place)
      await new Promise<void>(resolve => {
        gates[place] = resolve
      })
    }, { together: true }))
  const turn = async () => await new Promise(setImmediate)
  await turn()
  t.equal(begun.length, 16)
  gates[7]?.()
  await turn()
  t.strictSame(begun.slice(16), [16])
  gates[16]?.()
  await turn()
  t.strictSame(begun.slice(16), [16, 17])
  for (const open of gates) open()
  await Promise.all(all)
})

t.test('writes that rest on nothing go together, and one that does waits for them and they for it', async t => {
  const serialise = createSerialiser(() => Promise.resolve(0))
  const order: string[] = []
  const gates = new Map<string, () => void>()
  const begin = (name: string, together: boolean) =>
    serialise('a', async () => {
      order.push(`${name} begins`)
      await new Promise<void>(resolve => gates.set(name, resolve))
      order.push(`${name} ends`)
    }, { together })
  const turn = async () => await new Promise(setImmediate)
  const all = [begin('one', true), begin('two', true), begin('apart', false), begin('three', true), begin('four', true)]
  await turn()
  t.strictSame(order.splice(0), ['one begins', 'two begins'])
  gates.get('two')?.()
  await turn()
  t.strictSame(order.splice(0), ['two ends'], 'one is still under way')
  gates.get('one')?.()
  await turn()
  t.strictSame(order.splice(0), ['one ends', 'apart begins'])
  gates.get('apart')?.()
  await turn()
  t.strictSame(order.splice(0), ['apart ends', 'three begins', 'four begins'])
  gates.get('three')?.()
  gates.get('four')?.()
  await Promise.all(all)
  order.splice(0)
  const many = Array.from({ length: 40 }, (_, place) => begin(String(place), true))
  await turn()
  t.equal(order.filter(line => line.endsWith('begins')).length, 16, 'not more than a database can take')
  for (let rounds = 0; rounds < 3; rounds++) {
    for (const open of gates.values()) open()
    await turn()
  }
  await Promise.all(many)
})

t.test('fusion adds what each arm finds by rank, or in part by score, and keeps each rank', async t => {
  const scores = (...ids: string[]) => new Map(ids.map((id, place) => [id, 10 - place]))
  const arms: Arm[] = [
    { name: 'text', weight: 1, scores: scores('x', 'y') },
    { name: 'vector', weight: 2, scores: scores('y', 'z') },
    { name: 'graph', weight: 0, scores: scores('w') }
  ]
  const fused = fuse(arms)
  t.strictSame(fused.map(({ id }) => id), ['y', 'z', 'x'])
  t.equal(fused[0]?.rrfScore, 6 / 7 + 2)
  t.strictSame(fuse(arms, 0.3).map(({ id }) => id), ['y', 'x', 'z'])
  t.strictSame(fused[0]?.ranks, { text: 2, vector: 1 })
})

function ranked (text: string, rrfScore: number): ScoredMemory {
  return {
    id: text,
    rrfScore,
    ranks: {},
    scores: {},
    memory: memory({ text }),
    previous: null,
    prior: rrfScore,
    rerankScore: null,
    relevance: null
  }
}

t.test('packing keeps the order, one hit a text, within top_k and the token budget', async t => {
  const request = { topK: 2, tokenBudget: 0, explain: false } as RecallRequest
  const candidates = ['one fact', 'One fact.', 'another fact', 'a third'].map((text, place) =>
    ranked(text, 1 / (place + 1))
  )
  const hits = pack(candidates, request)
  t.strictSame(hits.map(({ memory }) => memory.text), ['one fact', 'another fact'])
  t.strictSame(hits[0]?.similarIds, [candidates[1]?.memory.id])
  t.strictSame(pack(candidates, { ...request, tokenBudget: 2 }).map(({ memory }) => memory.text), ['one fact'])
})

t.test('beyond the rerank budget there is no score, and the answer says so; one down changes nothing', async t => {
  const candidates = [ranked('a', 0.4), ranked('b', 0.3), ranked('c', 0.2), ranked('d', 0.1)]
  const reranker = {
    interfaceVersion: 1,
    provider: 'scripted',
    model: 'm',
    calibration: { slope: 1, intercept: 0, noRelevantBelow: 0.2 },
    rerank: async () => ({ scores: [-5, 5, null, null] })
  }
  const { reranked, degraded } = await rerank(reranker, 'q', candidates, { budgetMs: 10, candidates: 50 })
  t.strictSame(reranked.map(({ id, rerankScore }) => [id, rerankScore]), [['a', -5], ['b', 5], ['c', null], [
    'd',
    null
  ]])
  t.strictSame(degraded, ['rerank'])
  t.ok((reranked[1]?.relevance ?? 0) > 0.99)
  const broken = {
    ...reranker,
    rerank: async () => {
      throw new Error('down')
    }
  }
  t.strictSame(await rerank(broken, 'q', candidates, { budgetMs: 10, candidates: 50 }), {
    reranked: candidates,
    degraded: ['rerank']
  })
})

t.test('communities are the groups that are spoken of together, the same every time', async t => {
  const entities = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'lonely'].map(id => ({ id, name: id.toUpperCase() }) as Entity)
  const together = [['a1', 'a2', 'a3'], ['a1', 'a3'], ['b1', 'b2', 'b3'], ['b2', 'b3'], ['a3', 'b1']].map(entityIds =>
    ({ entityIds }) as Memory
  )
  const found = findCommunities('u', entities, together, [], 1)
  t.strictSame(found.map(({ entityIds }) => entityIds.toSorted()).sort(), [['a1', 'a2', 'a3'], ['b1', 'b2', 'b3']])
  t.strictSame(findCommunities('u', entities, together, [], 1).map(({ id }) => id), found.map(({ id }) => id))
})
