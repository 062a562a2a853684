/** Facts whose words were not said are left out, and every answer says how many and why, whenever they are read. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { LlmInvalidOutput } from '../../../domain/errors.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { parcelOf, triedInVain, type Parcel } from '../../../plugins/memory/pipeline/write/inbox.ts'
import { random } from '../../conformance/store/suite.ts'
import { fact, likes, type ScriptedFact } from '../../scenarios/scenario.ts'
import { openStage } from '../../scenarios/stage.ts'
import { until } from '../../services/running.ts'

t.setTimeout(300_000)

const stage = await openStage(t, { SVC_Llm__TimeoutMs: '10000' })
const { call, app } = stage.service
const things = ['tea', 'jazz', 'chess', 'trains', 'rain', 'maps']

const said = (thing: string) => `I like ${thing}.`
const told = (thing: string) => likes(`The user likes ${thing}.`, `I like ${thing}`, thing)
const unsaid = (number: number) =>
  fact(`Unsaid thing ${number}.`, `They own ${number} zebras in Quito`, { predicate: 'owns', value: 'zebras' })

t.test('over HTTP, whatever the mixture', async t => {
  const next = random(6)
  for (let round = 0; round < 8; round++) {
    const kept = things.slice(0, 1 + Math.floor(next() * 5))
    const refused = round === 0 ? 0 : Math.floor(next() * 4)
    const facts = [...kept.map(told), ...Array.from({ length: refused }, (_, number) => unsaid(number))]
    const { answers: [answer], userId } = await stage.play({ steps: [{ say: kept.map(said).join(' '), facts }] })
    t.equal(answer?.body['refused'] ?? 0, refused)
    t.same(answer?.body['degraded'] ?? [], refused > 0 ? ['unsaid_quotes'] : [])
    t.equal((await stage.stored(userId)).active.length, kept.length)
    const { answers: [single] } = await stage.play({
      steps: [{ remember: true, say: kept.map(said).join(' '), facts }]
    })
    t.equal(single?.body['refused'] ?? 0, refused, 'one text')
    t.same(single?.body['degraded'], refused > 0 ? ['unsaid_quotes'] : [])
  }
})

t.test('over MCP', async t => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = new Client({ name: 'palimpsest-test', version: '1.0.0' })
  const { port } = app.server.address() as AddressInfo
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp/test/mia`)))
  t.teardown(() => client.close())
  await stage.play({ steps: [{ say: said('tea'), facts: [told('tea'), unsaid(1), unsaid(2)] }] })
  const answer = await client.callTool({
    name: 'add_conversation',
    arguments: { messages: [{ role: 'user', content: said('tea') }] }
  })
  t.match(answer.structuredContent, { refused: 2, degraded: ['unsaid_quotes'], results: [{ event: 'ADD' }] })
  t.match(JSON.stringify(answer.content), /2 left out: their words were not said\./)
  t.notMatch(JSON.stringify(answer.content), 'did not answer')
})

t.test('when it is read later, and when nothing is left of the answer', async t => {
  const usual = stage.server.usual('chat')
  const play = async (facts: ScriptedFact[], sessionId: string) =>
    (await stage.play({ steps: [{ say: said('maps'), with: { session_id: sessionId }, facts }] }, `later ${sessionId}`))
      .answers[0]
  const read = async (sessionId: string) =>
    await until(
      async () => (await stage.stored(`later ${sessionId}`)).memories,
      memories => memories.every(({ extraction }) => extraction !== 'pending')
    )
  const changed = async (sessionId: string) =>
    JSON.stringify((await call('GET', `/api/v1/changes?user_id=later%20${sessionId}`)).body)

  stage.server.next('chat', ...Array.from({ length: 3 }, () => ({ status: 503, headers: { 'retry-after-ms': '5' } })))
  t.match(await play([told('maps'), unsaid(1), unsaid(2), unsaid(3)], 'away'), { body: { degraded: ['llm'] } })
  const memories = await read('away')
  t.match(memories.find(({ state }) => state !== 'active'), { extraction: 'done', attributes: { refused: 3 } })
  t.match(await changed('away'), 'Left out because their words were not said: 3.')

  stage.server.always('chat', usual)
  const none = await play([unsaid(1), unsaid(2)], 'none')
  t.match(none, { body: { refused: 2, degraded: ['llm', 'unsaid_quotes'], results: [{ memory: said('maps') }] } })
  // Given up after several tries, some of them hours apart: the reason says as much.
  const error = Object.assign(new LlmInvalidOutput('m', 'none of its quotes stands in it (facts: 2)'), { refused: 2 })
  const [holder] = (await stage.stored('later none')).memories
  const parcel = parcelOf(holder as Memory)
  const { nextAt, revise } = triedInVain({ ...parcel as Parcel, tries: 19 }, holder as Memory, error)
  t.equal(nextAt, null)
  t.match(revise, [{ set: { extraction: 'failed', extractionError: /\(facts: 2\)/ } }])
})
