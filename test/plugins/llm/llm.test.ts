import t from 'tap'
import Type from 'typebox'
import { createBudget } from '../../../plugins/llm/_chat/budget.ts'
import { suite } from '../../conformance/llm.ts'
import { openEmbedded } from '../../services/embedded.ts'
import { appWith } from '../../services/app-with.ts'
import { startScriptedServer, type Step } from '../../services/scripted-openai.ts'

const server = await startScriptedServer()
t.teardown(() => server.close())
t.beforeEach(() => server.reset())

const blocks = {
  hosted_b: () => ({ HostedBEndpoint: server.url, HostedBModel: 'scripted' }),
  cloud: () => ({ CloudEndpoint: server.cloudUrl, CloudApiKey: 'key-c', CloudDeployment: 'my-chat' }),
  none: () => ({})
}

async function build (provider: keyof typeof blocks, more: object = {}) {
  const { app, logged } = await appWith({ Llm: { ...blocks[provider](), ...more } }, ['llm'])
  return { llm: app.llm, check: app.llm.check, logged, close: () => app.close() }
}

async function llmOf (t: { teardown: (end: () => Promise<void>) => void }, ...options: Parameters<typeof build>) {
  const built = await build(...options)
  t.teardown(built.close)
  return built
}

const chats = () => server.of('chat')
const formatsAsked = () => chats().map(({ body }) => body['response_format']?.type ?? 'text')
const question = {
  prompt: 'city@1',
  system: 'Name the city as a JSON object.',
  user: 'I live in Lisbon.',
  schema: Type.Object({ city: Type.String() }, { additionalProperties: false }),
  userId: 'u1'
}
const lisbon: Step = { json: { city: 'Lisbon' } }

for (const provider of ['hosted_b', 'cloud'] as const) {
  t.test(`conformance: ${provider}`, async t =>
    suite(t, async answers => {
      const { llm, close } = await build(provider)
      server.reset()
      server.next('chat', ...answers.map(text => ({ text })))
      return { llm, close, asked: () => chats().length }
    }))
}

t.test('the filled-in block chooses the provider, and none says what to set', async t => {
  t.equal((await llmOf(t, 'hosted_b')).llm.provider, 'hosted_b')
  t.equal((await llmOf(t, 'cloud')).llm.provider, 'cloud')
  const { llm, check } = await llmOf(t, 'none')
  t.match(llm, { provider: 'none', configured: false, endpoint: null })
  t.equal(check, undefined, 'no LLM is no fault')
  await t.rejects(llm.generate(question), { code: 'llm_not_configured', message: /Llm:Provider/ })
  await t.rejects(build('none', { Provider: 'hosted_b' }), {
    code: 'setting_invalid',
    message: /SVC_Llm__HostedBEndpoint/
  })
})

t.test('what is sent: a strict schema by name, temperature 0, the right path and key', async t => {
  const { llm } = await llmOf(t, 'cloud')
  server.always('chat', lisbon)
  await llm.generate({ ...question, maxOutputTokens: 50 })
  t.match(chats()[0], {
    path: '/openai/deployments/my-chat/chat/completions?api-version=2024-10-21',
    headers: { 'api-key': 'key-c' },
    body: {
      model: 'my-chat',
      temperature: 0,
      max_completion_tokens: 50,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'city_1', strict: true, schema: { type: 'object', required: ['city'] } }
      }
    }
  })
})

t.test('a server that refuses a format is asked in the next one, and that is remembered', async t => {
  const { llm } = await llmOf(t, 'hosted_b')
  server.always('chat', lisbon)
  server.refusedFormats.add('json_schema')
  await llm.generate(question)
  await llm.generate(question)
  t.same(formatsAsked(), ['json_schema', 'json_object', 'json_object'])
  t.match(
    chats()[1]!.body['messages'][0].content,
    /JSON Schema[^]*"city"/,
    'the words hold the model to the schema now'
  )
  server.refusedFormats.add('json_object')
  await llm.generate(question)
  t.same(formatsAsked().slice(3), ['json_object', 'text'])
})

t.test('a refusal that is not about the format is reported, and the accepted format stays', async t => {
  const { llm } = await llmOf(t, 'hosted_b')
  server.next('chat', { status: 400, error: 'context_length_exceeded' }, { status: 400 }, { status: 400 }, {
    status: 400
  }, lisbon)
  await t.rejects(llm.generate(question), { code: 'llm_unavailable', message: /400 \(context_length_exceeded\)/ })
  t.equal(chats().length, 1)
  await t.rejects(llm.generate(question), { code: 'llm_unavailable', detail: /Llm:HostedBModel/ })
  t.equal(chats().length, 4)
  await llm.generate(question)
  t.equal(formatsAsked().at(-1), 'json_schema')
})

t.test('a model that wants its own temperature or token field gets it', async t => {
  const { llm } = await llmOf(t, 'hosted_b')
  server.always(
    'chat',
    ({ body }) =>
      'temperature' in body
        ? {
          status: 400,
          error: 'temperature_unsupported',
          raw: '{"error":{"message":"no temperature","param":"temperature"}}'
        }
        : 'max_tokens' in body
        ? { status: 400, raw: '{"error":{"message":"use max_completion_tokens instead of max_tokens"}}' }
        : lisbon
  )
  await llm.generate({ ...question, maxOutputTokens: 9 })
  t.equal(chats().length, 3)
  t.same(Object.keys(chats()[2]!.body).sort(), ['max_completion_tokens', 'messages', 'model', 'response_format'])
})

t.test('the repair names what was wrong and shows the answer, and no log line holds content', async t => {
  const { llm, logged } = await llmOf(t, 'hosted_b')
  server.next('chat', { json: { town: 'SECRETVILLE' } }, { ...lisbon, usage: false })
  await llm.generate({ ...question, user: 'I live in SECRETVILLE' })
  t.match(chats()[1]!.body['messages'], [{ role: 'system' }, { role: 'user' }, { role: 'assistant', content: /town/ }, {
    role: 'user',
    content: /cannot be used.*city/
  }])
  t.notMatch(JSON.stringify(logged), /SECRETVILLE|Lisbon/)
  const answered = logged.filter(({ msg }) => msg === 'the LLM answered')
  t.match(answered, [{ prompt: 'city@1', format: 'json_schema', promptTokens: Number, estimated: false }, {
    estimated: true
  }])
  t.equal(llm.usage.promptTokens, answered.reduce((sum, { promptTokens }) => sum + Number(promptTokens), 0))
})

t.test('an answer that ran into the output limit is asked for more briefly', async t => {
  const { llm } = await llmOf(t, 'hosted_b')
  server.next('chat', { text: '{"city":"Lis', finishReason: 'length' }, lisbon)
  await llm.generate(question)
  t.match(chats()[1]!.body['messages'].at(-1).content, /cut off.*more briefly/)
})

t.test('a passing fault is retried, a lasting one names the setting to fix', async t => {
  const { llm } = await llmOf(t, 'hosted_b', { TimeoutMs: 20_000 })
  server.next('chat', { status: 429, headers: { 'retry-after-ms': '20' } }, { cutAfter: 10 }, lisbon)
  await llm.generate(question)
  t.equal(chats().length, 3)
  const impatient = (await llmOf(t, 'hosted_b', { TimeoutMs: 200 })).llm
  for (
    const [step, message, detail] of [
      [{ afterMs: Number.POSITIVE_INFINITY }, /no answer in time/, /SVC_Llm__TimeoutMs/],
      [{ stallAfter: 10 }, /no answer in time/, /SVC_Llm__TimeoutMs/],
      [{ status: 401, error: 'invalid_api_key' }, /401 \(invalid_api_key\)/, /Llm:HostedBApiKey/],
      [{ raw: '<html/>', contentType: 'text/html' }, /no chat completion/, /Llm:HostedBEndpoint/],
      [{ raw: '{"choices":[]}' }, /no chat completion/, /Llm:HostedBEndpoint/]
    ] as Array<[Step, RegExp, RegExp]>
  ) {
    server.reset()
    server.always('chat', step)
    const asked = message.source === 'no answer in time' ? impatient : llm
    await t.rejects(asked.generate(question), { code: 'llm_unavailable', statusCode: 503, message, detail })
    t.equal(chats().length, 1)
  }
})

t.test('after several failures in a row the endpoint is left alone, then tried again', async t => {
  const { llm } = await llmOf(t, 'hosted_b', { TimeoutMs: 20_000 })
  server.always('chat', { status: 503, headers: { 'retry-after': '60' } })
  for (let at = 0; at < 5; at++) await t.rejects(llm.generate(question), { code: 'llm_unavailable' })
  t.equal(chats().length, 5)
  await t.rejects(llm.generate(question), { code: 'llm_unavailable', message: /left alone/ })
  t.equal(chats().length, 5)
})

t.test('the daily budget holds per user and for all, and a new day begins anew', async t => {
  const { llm } = await llmOf(t, 'hosted_b', { DailyTokenLimit: 10 })
  server.always('chat', lisbon)
  await llm.generate(question)
  await t.rejects(llm.generate(question), {
    code: 'llm_budget_exceeded',
    statusCode: 429,
    message: /10 tokens/,
    detail: /SVC_Llm__DailyTokenLimit\)/
  })
  await llm.generate({ ...question, userId: 'u2' })
  t.equal(chats().length, 2)

  let now = Date.UTC(2026, 0, 1, 12)
  const budget = createBudget({ perUser: 0, total: 100 }, null, () => now)
  await budget.spend('a', 60)
  await budget.check('b')
  await budget.spend('b', 40)
  await t.rejects(budget.check('c'), { code: 'llm_budget_exceeded', detail: /DailyTokenLimitTotal/ })
  now += 13 * 3600 * 1000
  await budget.check('c')
})

t.test('summaries have a quarter of the budget, and never what is left for the reading of facts', async t => {
  for (const limits of [{ perUser: 100, total: 0 }, { perUser: 0, total: 100 }]) {
    const budget = createBudget(limits)
    await budget.spend('a', 24, true)
    await budget.check('a', true)
    await budget.spend('a', 1, true)
    await t.rejects(budget.check('a', true), { code: 'llm_budget_exceeded' }, 'their share is used up')
    await budget.check('a')
    await budget.spend('a', 74)
    await budget.check('a')
    await budget.spend('a', 1)
    await t.rejects(budget.check('a'), { code: 'llm_budget_exceeded' }, 'all of it is')
  }
  const others = createBudget({ perUser: 100, total: 0 })
  await others.spend('a', 100)
  await t.rejects(others.check('a', true), { code: 'llm_budget_exceeded' }, 'nor beyond the whole')
  await others.check('b', true)

  server.always('chat', lisbon)
  const { llm: unlimited } = await llmOf(t, 'hosted_b')
  await unlimited.generate(question)
  const { promptTokens, completionTokens } = unlimited.usage
  const { llm } = await llmOf(t, 'hosted_b', { DailyTokenLimit: 3 * (promptTokens + completionTokens) })
  await llm.generate({ ...question, isSummary: true })
  await t.rejects(llm.generate({ ...question, isSummary: true }), { code: 'llm_budget_exceeded' })
  await llm.generate(question)
})

t.test('processes share a budget through the store, and each goes on alone while it is away', async t => {
  const { app } = await openEmbedded(t)
  const { store } = app
  let away = false
  const counters = {
    count: async (...asked: [string, number, number]): Promise<number> => {
      if (away) throw new Error('away')
      return await store.count!(...asked)
    }
  }
  const limits = { perUser: 100, total: 250 }
  const [one, two] = [createBudget(limits, counters), createBudget(limits, counters)]
  const over = { code: 'llm_budget_exceeded' }
  await one.spend('a', 60)
  await two.check('a')
  await two.spend('a', 40)
  await t.rejects(one.check('a'), over)
  await t.rejects(createBudget(limits, counters).check('a'), over, 'also after a restart')
  await one.check('b')
  away = true
  await one.spend('b', 99)
  await one.check('b')
  await two.spend('b', 20)
  await two.check('b')
  await one.spend('c', 50)
  away = false
  await one.check('a').catch(() => {})
  await one.check('b').catch(() => {})
  await two.check('b').catch(() => {})
  await t.rejects(one.check('b'), over, 'what was counted meanwhile is added')
  await t.rejects(two.check('d'), { ...over, detail: /DailyTokenLimitTotal/ }, 'in total as well')
})

t.test('the health check costs no tokens', async t => {
  const { check } = await llmOf(t, 'hosted_b')
  t.match(await check!(), { ok: true, provider: 'hosted_b', model: 'scripted', error: null })
  server.next('models', { status: 404 }, { status: 401 })
  t.match(await check!(), { ok: true }, 'a server without a list of models is still there')
  t.match(await check!(), { ok: false, error: /401/ })
  t.equal(chats().length, 0)
})
