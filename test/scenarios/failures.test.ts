/**
 * Every way the scripted server can fail, at every place it is asked: the end is a stored result or a clear error,
 * nothing lost, nothing half-stored, and the calls are counted.
 */
import t from 'tap'
import type { Play, Step as Answer } from '../services/scripted-openai.ts'
import { lives, type Step } from './scenario.ts'
import { until } from '../services/running.ts'
import { is, openStage } from './stage.ts'

const stage = await openStage(t, { SVC_Llm__TimeoutMs: '6000', SVC_Embedding__TimeoutMs: '5000' })
const { service, server } = stage

const lisbon: Step = {
  say: 'I live in Lisbon.',
  with: { session_id: 's1' },
  facts: [
    lives('The user lives in Lisbon.', 'I live in Lisbon', 'Lisbon', {
      entities: [{ name: 'Lisbon', type: 'place', aliases: [] }]
    })
  ]
}
const porto: Step = {
  say: 'I moved from Lisbon to Porto.',
  facts: [
    lives('The user lives in Porto.', 'I moved from Lisbon to Porto', 'Porto', {
      change: 'correction',
      previous: 'Lisbon'
    })
  ],
  decides: [{ fact: 'Porto', event: 'SUPERSEDE', old: ['Lisbon'] }]
}

const soon = { 'retry-after-ms': '5' }
const never: Answer = { afterMs: Number.POSITIVE_INFINITY }

interface Mode {
  name: string
  plays: Answer[]
  calls: number
  code?: string
}

/** What one question meets, how often it is asked, and the error at the end, if it ends in one. */
const modes: Mode[] = [
  { name: 'answers too late', plays: [never], calls: 1, code: 'llm_unavailable' },
  { name: 'falls silent in the middle', plays: [{ stallAfter: 30 }], calls: 1, code: 'llm_unavailable' },
  { name: 'is cut off once', plays: [{ cutAfter: 30 }], calls: 2 },
  {
    name: 'is cut off every time',
    plays: [{ cutAfter: 30 }, { cutAfter: 30 }, { cutAfter: 30 }],
    calls: 3,
    code: 'llm_unavailable'
  },
  { name: 'limits requests once', plays: [{ status: 429, headers: soon }], calls: 2 },
  {
    name: 'limits requests for an hour',
    plays: [{ status: 429, headers: { 'retry-after': '3600' } }],
    calls: 1,
    code: 'llm_unavailable'
  },
  { name: 'fails by itself twice', plays: [{ status: 500, headers: soon }, { status: 503, headers: soon }], calls: 3 },
  {
    name: 'fails by itself every time',
    plays: [{ status: 500, headers: soon }, { status: 502, headers: soon }, { status: 503, headers: soon }],
    calls: 3,
    code: 'llm_unavailable'
  },
  { name: 'refuses the key', plays: [{ status: 401 }], calls: 1, code: 'llm_unavailable' },
  {
    name: 'does not know the model',
    plays: [{ status: 404, error: 'model_not_found' }],
    calls: 1,
    code: 'llm_unavailable'
  },
  {
    name: 'is no LLM at all',
    plays: [{ raw: '<html>It works!</html>', contentType: 'text/html' }],
    calls: 1,
    code: 'llm_unavailable'
  },
  {
    name: 'answers broken JSON around its answer',
    plays: [{ raw: '{"choices": [' }, { raw: '{"choices": [' }, { raw: '{"choices": [' }],
    calls: 3,
    code: 'llm_unavailable'
  },
  { name: 'answers nothing once', plays: [{ text: '' }], calls: 2 },
  { name: 'answers nothing twice', plays: [{ text: '' }, { text: '' }], calls: 2, code: 'llm_invalid_output' },
  { name: 'echoes the schema once', plays: [{ echoSchema: true }], calls: 2 },
  {
    name: 'echoes the schema twice',
    plays: [{ echoSchema: true }, { echoSchema: true }],
    calls: 2,
    code: 'llm_invalid_output'
  },
  { name: 'chats once', plays: [{ text: 'Sure, I would love to help!' }], calls: 2 },
  { name: 'chats twice', plays: [{ text: 'Sure!' }, { text: 'Of course!' }], calls: 2, code: 'llm_invalid_output' },
  {
    name: 'answers another question',
    plays: [{ json: { weather: 'fine' } }, { json: { weather: 'rain' } }],
    calls: 2,
    code: 'llm_invalid_output'
  },
  {
    name: 'runs into its output limit once',
    plays: [{ text: '{"facts":[{"text":"The us', finishReason: 'length' }],
    calls: 2
  }
]

/** Meets the next questions of one kind with the given answers, everything else with what the script says. */
async function meeting (prompt: string, plays: Answer[], work: () => Promise<void>): Promise<void> {
  const rest = [...plays]
  const usual = server.usual('chat')
  const play: Play = asked =>
    is(prompt)(asked) && rest.length > 0 ? rest.shift() as Answer : typeof usual === 'function' ? usual(asked) : usual
  server.always('chat', play)
  try {
    await work()
  } finally {
    server.always('chat', usual)
  }
}

for (const { name, plays, calls, code } of modes) {
  t.test(`extraction: the LLM ${name}`, async t => {
    await meeting('extract', plays, async () => {
      const step = { ...lisbon, headers: { 'idempotency-key': 'k1' }, on: '2026-01-01' }
      const first = await stage.play({ steps: [step] })
      t.equal(first.calls[0]?.[0], calls, 'calls')
      const found = await stage.stored(first.userId)
      if (code === undefined) {
        t.equal(first.answers[0]?.status, 200)
        t.same([found.active, found.entities], [['The user lives in Lisbon.'], ['Lisbon']])
        return
      }
      // The words are kept and found at once; their facts are read when the model is back, and nobody has to ask again.
      t.match(first.answers[0], {
        status: 200,
        body: { results: [{ memory: 'I live in Lisbon.', event: 'ADD' }], degraded: ['llm'] }
      })
      t.match(found.memories, [{ text: 'I live in Lisbon.', extraction: 'pending' }])
      t.same(found.entities, [], 'nothing half-read')
      const read = await until(
        async () => await stage.stored(first.userId),
        ({ active }) => active.includes('The user lives in Lisbon.')
      )
      t.same([read.active, read.entities], [['The user lives in Lisbon.'], ['Lisbon']])
      t.match(read.memories.filter(({ state }) => state !== 'active'), [{
        text: 'I live in Lisbon.',
        extraction: 'done'
      }])
    })
  })

  t.test(`decision: the LLM ${name}`, async t => {
    const { userId } = await stage.play({ steps: [lisbon] })
    await meeting('reconcile', plays, async () => {
      const { answers, calls: counted } = await stage.play({ steps: [{ ...porto, on: '2026-02-01' }] }, userId)
      t.equal(answers[0]?.status, 200)
      t.same(counted, [[1, calls]], 'calls')
      // The rules decide where the LLM did not, and come to the same end.
      const found = await stage.stored(userId)
      t.same([found.active, found.superseded], [['The user lives in Porto.'], [[
        'The user lives in Lisbon.',
        'The user lives in Porto.'
      ]]])
    })
  })
}

t.test('an answer in prose is read, and a server that refuses json_schema is asked in its way', async t => {
  await meeting('extract', [{
    text: `Here you are:\n\`\`\`json\n${JSON.stringify({ facts: lisbon.facts })}\n\`\`\`\nAnything else?`
  }], async () => {
    const { userId, calls } = await stage.play({ steps: [lisbon] })
    t.same(calls, [[1, 0]])
    t.same((await stage.stored(userId)).active, ['The user lives in Lisbon.'])
  })
  const other = await openStage(t)
  other.server.refusedFormats.add('json_schema')
  other.server.always('chat', { json: { facts: lisbon.facts } })
  const { userId } = await other.play({ steps: [lisbon, { ...lisbon, say: 'Again: I live in Lisbon.' }] })
  t.same((await other.stored(userId)).active, ['The user lives in Lisbon.'])
  t.same(other.server.of('chat').slice(0, 3).map(({ body }) => body['response_format']?.type), [
    'json_schema',
    'json_object',
    'json_object'
  ])
})

for (
  const [name, play] of [['fails', { status: 500, headers: soon }], ['answers too late', never], [
    'answers another size',
    { json: { data: [{ index: 0, embedding: [1, 2, 3] }] } }
  ], ['is cut off', { cutAfter: 9 }]] as Array<[string, Answer]>
) {
  t.test(`embedding: the provider ${name}`, async t => {
    server.always('embeddings', play)
    const step = { ...lisbon, headers: { 'idempotency-key': 'k1' }, on: '2026-01-01' }
    const { userId, answers } = await stage.play({ steps: [step] })
    if (name === 'answers another size') {
      t.match(answers[0], { status: 503, body: { code: 'dimension_mismatch', detail: /Embedding/ } })
      t.same((await stage.stored(userId)).memories, [])
    } else {
      t.match(answers[0], { status: 200, body: { degraded: ['embeddings'] } })
      t.match((await stage.stored(userId)).memories, [{ text: 'I live in Lisbon.', extraction: 'pending' }])
    }
    server.always('embeddings', {})
    if (name === 'answers another size') await stage.play({ steps: [step] }, userId)
    const read = await until(
      async () => await stage.stored(userId),
      ({ active }) => active.includes('The user lives in Lisbon.')
    )
    t.same(read.active, ['The user lives in Lisbon.'])
  })
}

t.test('summaries: what is stored stays stored, and the rules sum up', async t => {
  await meeting('entity', [{ status: 500, headers: soon }, { status: 500, headers: soon }, {
    status: 500,
    headers: soon
  }], async () => {
    const { userId } = await stage.play({ steps: [lisbon] })
    await service.app.memory.settled(userId)
    const { items: [entity] } = await service.app.store.entities(userId, { page: { page: 1, size: 10 } })
    t.match(entity, { name: 'Lisbon', summary: 'The user lives in Lisbon.', summaryStale: false })
  })
})

t.test('an endpoint that is down is left alone for a while', async t => {
  const other = await openStage(t)
  other.server.always('chat', { status: 503, headers: { 'retry-after': '3600' } })
  const tries = await Promise.all(Array.from({ length: 8 }, async () => await other.play({ steps: [lisbon] })))
  t.ok(tries.every(({ answers }) => answers[0]?.status === 200 && answers[0].body['degraded']?.[0] === 'llm'))
  const asked = other.server.of('chat').length
  const { answers } = await other.play({ steps: [lisbon] })
  t.match(answers[0], { status: 200, body: { degraded: ['llm'] } })
  t.equal(other.server.of('chat').length, asked, 'not asked')
})

t.test('over the budget the rules take over, and the answer says so', async t => {
  const poor = await openStage(t, { SVC_Llm__DailyTokenLimit: '50' })
  const { userId, calls, answers } = await poor.play({ steps: [lisbon, { say: 'I work at Acme.', facts: [] }] })
  t.same(calls, [[1, 0], [0, 0]])
  t.match(answers.map(({ status }) => status), [200, 200])
  t.same(answers[1]?.body['degraded'], ['llm_budget'])
  t.match((await poor.stored(userId)).active, ['The user lives in Lisbon.', /works at Acme/])
  const { calls: others } = await poor.play({ steps: [lisbon] })
  t.same(others, [[1, 0]], 'another user has a budget of their own')
})

t.test('reads never ask the LLM', async t => {
  const { userId } = await stage.play({ steps: [lisbon, porto] })
  await service.app.memory.settled(userId)
  const before = server.of('chat').length
  for (const mode of ['hybrid', 'text', 'vector']) {
    const { status, body } = await service.call<{ results: Array<{ content: string }> }>(
      'POST',
      '/api/v1/memories/search',
      { user_id: userId, query: 'Where does the user live?', mode, rerank: 'cross_encoder', expand_query: true }
    )
    t.equal(status, 200)
    t.equal(body.results[0]?.content, 'The user lives in Porto.')
  }
  t.equal(server.of('chat').length, before)
})
