/** Groups whose members and facts did not change are not summarised again, whatever else the user says. */
import t from 'tap'
import { pauseAfter } from '../../../plugins/memory/pipeline/enrich/bounds.ts'
import { openEmbedded } from '../../services/embedded.ts'
import { startScriptedServer } from '../../services/scripted-openai.ts'
import { is, pointedAt } from '../../scenarios/stage.ts'

t.setTimeout(300_000)

const chess = ['Mara', 'Chess Club', 'Lowick']
const choir = ['Nils', 'Choir', 'Kiel']
const rowing = ['Olga', 'Rowing Team', 'Bath']

/** What joins the three of a group: a sentence that names them all. */
const about = ([who, what, where]: string[], verb: string): string => `${who} ${verb} the ${what} of ${where}.`

t.test('over several conversations', async t => {
  const server = await startScriptedServer({ dimensions: 64 })
  t.teardown(() => server.close())
  const service = await openEmbedded(t, pointedAt(server))
  let said: { quote: string, group: string[] } = { quote: '', group: [] }
  let written = 0
  server.always('chat', asked => {
    if (is('extract')(asked)) {
      const { quote, group: [subject = '', value = '', place = ''] } = said
      const entities = [subject, value, place].map(name => ({ name, type: 'thing', aliases: [] }))
      return { json: { facts: [{ turn: 1, text: quote, quote, subject, predicate: 'is_part_of', value, entities }] } }
    }
    if (is('reconcile')(asked)) return { json: { decisions: [] } }
    // An answer for every item asked, never the same words twice.
    const items = [...String(asked.body['messages'][1].content).matchAll(/^(\d+)\. /gm)]
    return { json: { summaries: items.map(([, number]) => ({ number: Number(number), text: `Text ${++written}.` })) } }
  })

  /** Which groups the model was asked to summarise for this conversation. */
  async function tell (group: string[], verb: string): Promise<string[]> {
    said = { quote: about(group, verb), group }
    const before = server.of('chat').length
    const { status } = await service.call('POST', '/api/v1/memories/from-conversation', {
      user_id: 'ada',
      session_id: `${group[0]} ${verb}`,
      messages: [{ role: 'user', content: said.quote }]
    })
    t.equal(status, 200)
    await service.app.memory.settled('ada')
    const asked = server.of('chat').slice(before).filter(is('community'))
    const words = asked.map(({ body }) => String(body['messages'][1].content)).join('\n')
    return [chess, choir, rowing].flatMap(([who = '']) => words.includes(who) ? [who] : [])
  }
  const summaries = async (): Promise<Record<string, string | null>> =>
    Object.fromEntries((await service.app.store.communities('ada')).map(({ name, summary }) => [
      [chess, choir, rowing].find(([who = '']) => name.includes(who))?.[0] ?? name,
      summary
    ]))

  t.same(await tell(chess, 'runs'), ['Mara'])
  const first = (await summaries())['Mara']
  t.match(first, /^Text \d+\.$/)
  t.same(await tell(choir, 'leads'), ['Nils'], 'another group')
  t.same(await tell(rowing, 'joined'), ['Olga'])
  t.same(await tell(choir, 'left'), ['Nils'], 'a fact of one group')
  t.same(await tell(rowing, 'coaches'), ['Olga'])
  t.equal((await summaries())['Mara'], first, 'what was written of the first stands')
  t.same(await tell(chess, 'founded'), ['Mara'], 'until a fact of its own comes')
  t.not((await summaries())['Mara'], first)
})

t.test('where there are too few entities for one, no memories are read', async t => {
  const service = await openEmbedded(t)
  const { store, memory } = service.app
  const recent = store.recent.bind(store)
  const asked: number[] = []
  store.recent = async (userId, filter, limit) => {
    asked.push(limit)
    return await recent(userId, filter, limit)
  }
  const told = async (...said: string[]): Promise<number[]> => {
    const messages = said.map(content => ({ role: 'user', content }))
    await service.call('POST', '/api/v1/memories/from-conversation', { user_id: 'ada', messages })
    await memory.settled('ada')
    return asked.splice(0).filter(limit => limit > 1)
  }
  t.same(await told('I bought boat 7 in Porto.'), [])
  t.not((await store.entities('ada', {})).total, 0, 'there was something to enrich')
  t.not((await told('I met Mara in Lisbon.', 'I met Nils in Kiel.', 'I met Olga in Bath.')).length, 0)
})

t.test('enrichment takes a quarter of the time at most, and waits for no slow model', t => {
  t.same([0, 50, 1_000, 60_000].map(pauseAfter), [300, 300, 3_000, 5_000])
  t.end()
})
