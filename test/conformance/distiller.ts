/**
 * What a distiller is. For authors of distillers too: `suite(t, build)` with tap's `t` and a function that makes a
 * fresh distiller. Requirements are numbered. They hold with an LLM and without, so they speak of form and of what
 * must never happen, not of wording.
 */
import {
  distillerInterfaceVersion,
  factEvents,
  type CandidateFact,
  type Comparison,
  type Conversation,
  type Distiller,
  type Turn
} from '../../domain/capabilities/distiller.ts'
import { untouched, type Memory } from '../../domain/nouns.ts'

interface Assertions {
  equal(found: unknown, wanted: unknown, message?: string): unknown
  same(found: unknown, wanted: unknown, message?: string): unknown
  ok(value: unknown, message?: string): unknown
  rejects(promise: Promise<unknown>, message?: string): unknown
}
interface Tester {
  test(name: string, options: object, body: (t: Assertions) => Promise<void>): unknown
}

const at = Date.UTC(2025, 4, 6, 9)

export function turn (content: string, more: Partial<Turn> = {}): Turn {
  return { role: 'user', content, uuid: null, name: null, at, ...more }
}

export function conversation (turns: Array<string | Turn>, more: Partial<Conversation> = {}): Conversation {
  return {
    userId: 'u',
    turns: turns.map(one => typeof one === 'string' ? turn(one) : one),
    aboutAssistant: false,
    userName: null,
    ...more
  }
}

/** A stored memory that a fact became; `number` tells it from others. */
export function remembered (fact: CandidateFact, number = 1): Memory {
  return {
    id: `memory-${number}`,
    userId: 'u',
    text: fact.text,
    fingerprint: `fingerprint-${number}`,
    memoryType: fact.memoryType,
    state: 'active',
    app: null,
    project: null,
    sessionId: null,
    tags: [],
    categories: [],
    metadata: null,
    attributes: {},
    source: 'conversation',
    quote: fact.quote,
    sourceTurnUuids: [],
    speaker: fact.speaker,
    confidence: fact.confidence,
    subject: fact.subject,
    predicate: fact.predicate,
    value: fact.value,
    functional: fact.functional,
    isGlobal: false,
    validAt: fact.validAt ?? at,
    invalidAt: null,
    createdAt: at,
    expiredAt: null,
    supersededBy: null,
    revisions: [],
    ...untouched,
    entityIds: []
  }
}

export function suite (t: Tester, build: () => Promise<Distiller>): void {
  const requirement = (name: string, body: (t: Assertions, distiller: Distiller) => Promise<void>) =>
    t.test(name, {}, async t => await body(t, await build()))

  requirement('D1 it names itself and the interface it was written for', async (t, distiller) => {
    t.equal(distiller.interfaceVersion, distillerInterfaceVersion)
    t.ok(distiller.provider.length > 0)
  })

  requirement('D2 nothing said is nothing known', async (t, distiller) => {
    t.same((await distiller.distill(conversation([]))).facts, [])
    t.same((await distiller.distill(conversation([turn('   ')]))).facts, [])
  })

  requirement(
    'D3 a fact is whole: text, type, quote out of the turn it names, confidence, change',
    async (t, distiller) => {
      const turns = [
        'I live in Oslo and I work as a nurse.',
        turn('How long have you lived there?', { role: 'assistant' }),
        'Since 2019. My wife Anna teaches chemistry.'
      ]
      const { facts } = await distiller.distill(conversation(turns))
      t.ok(facts.length > 0, 'plain statements are read')
      for (const fact of facts) {
        t.ok(fact.text.trim().length > 0 && fact.text.length <= 50_000, 'text')
        t.ok(['episodic', 'semantic', 'procedural'].includes(fact.memoryType), 'memory type')
        t.ok(
          fact.turnIndexes.length > 0 && fact.turnIndexes.every(index => index >= 0 && index < turns.length),
          'turns'
        )
        t.ok(fact.confidence >= 0 && fact.confidence <= 1, 'confidence')
        t.ok(['none', 'correction', 'ending', 'forget'].includes(fact.change.kind), 'change')
        t.ok(fact.predicate === null || /^\p{L}[\p{L}\p{N}_]*$/u.test(fact.predicate), `predicate ${fact.predicate}`)
        const said = turns.map(one => typeof one === 'string' ? one : one.content)
        t.ok(fact.turnIndexes.some(index => said[index]?.includes(fact.quote)), `quoted from the turn: ${fact.quote}`)
      }
    }
  )

  requirement('D4 questions, greetings and thanks tell nothing', async (t, distiller) => {
    const { facts } = await distiller.distill(
      conversation(['Hello!', 'Can you help me?', 'What is the capital of Peru?', 'Thanks!'])
    )
    t.same(facts.map(({ text }) => text), [])
  })

  requirement('D5 what the assistant says is no fact about the user', async (t, distiller) => {
    const { facts } = await distiller.distill(
      conversation([
        'What can you do?',
        turn('I live in a data centre and I speak forty languages.', { role: 'assistant' })
      ])
    )
    t.same(facts.map(({ text }) => text), [])
  })

  requirement('D6 there is one verdict a comparison, and it acts on neighbours only', async (t, distiller) => {
    const comparisons = await compared(distiller, 'I live in Oslo.', [
      'I live in Bergen now.',
      'I live in Oslo.',
      'My sister lives in Rome.'
    ])
    const verdicts = await distiller.reconcile('u', comparisons)
    t.equal(verdicts.length, comparisons.length)
    for (const [index, { event, targetIds, reason }] of verdicts.entries()) {
      t.ok(factEvents.includes(event), event)
      t.ok(reason.length > 0, 'a reason')
      const known = comparisons[index]?.neighbours.map(({ memory }) => memory.id) ?? []
      t.ok(targetIds.every(id => known.includes(id)), 'targets are neighbours')
      if (event === 'ADD' || event === 'NONE') t.same(targetIds, [])
    }
    t.same(await distiller.reconcile('u', []), [])
  })

  requirement('D7 the same words again are a duplicate, and another person is another person', async (t, distiller) => {
    const [again, sister] = await distiller.reconcile(
      'u',
      await compared(distiller, 'I live in Oslo.', ['I live in Oslo.', 'My sister Mia lives in Rome.'])
    )
    t.equal(again?.event, 'SKIP_DUPLICATE')
    t.equal(sister?.event, 'ADD')
  })

  requirement('D8 there is one summary a request, of two sentences at most', async (t, distiller) => {
    const facts = [
      'Ada lives in Oslo.',
      'Ada works as a nurse at the harbour clinic.',
      'Ada plays the cello.',
      'Ada has two cats.'
    ]
    const summaries = await distiller.summarise('u', [{ title: 'Ada', kind: 'entity', facts }, {
      title: 's-1',
      kind: 'session',
      facts: facts.slice(0, 1)
    }])
    t.equal(summaries.length, 2)
    for (const summary of summaries) t.ok(summary.length > 0 && summary.split(/[.!?]+\s/).length <= 2, summary)
    t.same(await distiller.summarise('u', []), [])
  })

  requirement('D9 an aborted request is not carried on', async (t, distiller) => {
    await t.rejects(distiller.distill(conversation(['I live in Oslo.'], { signal: AbortSignal.abort() })))
  })
}

/** Each text as a candidate, with the first one's memory beside it. */
async function compared (distiller: Distiller, known: string, texts: string[]): Promise<Comparison[]> {
  const read = async (text: string) => (await distiller.distill(conversation([text]))).facts
  const [first] = await read(known)
  const memory = remembered(first as CandidateFact)
  const candidates = (await Promise.all(texts.map(read))).map(facts => facts[0] as CandidateFact)
  return candidates.map(candidate => ({ candidate, neighbours: [{ memory, similarity: 0.6 }] }))
}
