/** Who is one and who is two, on every store: suggested, merged, kept apart, and what follows for their facts. */
import t from 'tap'
import { openEmbedded, type Embedded } from '../../services/embedded.ts'
import { startScriptedServer, type ScriptedServer } from '../../services/scripted-openai.ts'
import { everyStore } from '../../services/stores.ts'
import { is, pointedAt } from '../../scenarios/stage.ts'

t.setTimeout(600_000)

interface Named {
  id: string
  name: string
  aliases: string[]
  merged_into: string | null
}
interface Suggestion {
  id: string
  entity: Named
  into: Named
  name: string
}

const base = '/api/v1/entities'
const person = (name: string, ...aliases: string[]) => ({ name, type: 'person', aliases })
const lives = (subject: string, value: string, ...entities: object[]) => ({
  subject,
  predicate: 'lives_in',
  value,
  single: true,
  entities
})

async function say (
  { service, server }: { service: Embedded, server: ScriptedServer },
  userId: string,
  day: string,
  quote: string,
  rest: object
): Promise<void> {
  const facts = [{ turn: 1, text: quote, quote, change: 'none', ...rest }]
  server.always('chat', asked => {
    if (is('extract')(asked)) return { json: { facts } }
    if (!is('reconcile')(asked)) return { json: { summaries: [] } }
    // A model that would end everything it is shown: the guard decides.
    const shown = String(asked.body['messages'][1].content).matchAll(/^ {2}old (\d+) /gm)
    const old = [...shown].map(([, number]) => Number(number))
    return { json: { decisions: [{ fact: 1, event: 'SUPERSEDE', old, reason: 'Sloppy.' }] } }
  })
  const { status } = await service.call('POST', '/api/v1/memories/from-conversation', {
    user_id: userId,
    session_id: day,
    messages: [{ role: 'user', content: quote, created_at: `${day}T09:00:00Z` }]
  })
  if (status !== 200) throw new Error(`answered ${status}`)
}

const statesOf = async ({ app }: Embedded, userId: string): Promise<Record<string, string>> => {
  const { items } = await app.store.list(userId, { includeSuperseded: true, page: 1, size: 50 })
  return Object.fromEntries(items.map(({ text, state }) => [text, state]))
}

t.test('on every store', { timeout: 600_000 }, async t => {
  for (const { name, variables } of await everyStore(t)) {
    const server = await startScriptedServer({ dimensions: 64 })
    t.teardown(() => server.close())
    const service = await openEmbedded(t, { ...pointedAt(server), ...variables })
    const stage = { service, server }
    const suggestions = async (userId: string) =>
      (await service.call<{ items: Suggestion[], total: number }>('GET', `${base}/merge-suggestions?user_id=${userId}`))
        .body
    const answer = async (userId: string, id: string, how: 'accept' | 'refuse') =>
      await service.call<Named>('POST', `${base}/merge-suggestions/${id}/${how}`, { user_id: userId })

    await t.test(`${name}: an alias that has facts of its own is a suggestion`, async t => {
      for (const userId of ['accepts', 'refuses']) {
        await say(stage, userId, '2025-01-03', 'Lisa lives in Kassel.', lives('Lisa', 'Kassel', person('Lisa')))
        const elisabeth = lives('Elisabeth', 'Ulm', person('Elisabeth'))
        await say(stage, userId, '2025-01-04', 'Elisabeth lives in Ulm.', elisabeth)
        t.same(await suggestions(userId), { items: [], total: 0, page: 1, size: 20, pages: 0 })
        const both = { ...lives('Lisa', 'tea', person('Elisabeth', 'Lisa')), predicate: 'likes', single: false }
        await say(stage, userId, '2025-02-03', 'Lisa, that is Elisabeth, likes tea.', both)
        const { items, total } = await suggestions(userId)
        t.equal(total, 1)
        t.match(items, [{ entity: { name: 'Lisa' }, into: { name: 'Elisabeth' }, name: 'lisa' }])
      }
      const [one] = (await suggestions('accepts')).items
      t.equal((await answer('refuses', one?.id ?? '', 'accept')).status, 404, 'of another user')
      t.match(await answer('accepts', one?.id ?? '', 'accept'), { status: 200, body: { name: 'Elisabeth' } })
      t.equal((await suggestions('accepts')).total, 0)
      const { body: merged } = await service.call<{ items: Named[] }>('GET', `${base}?user_id=accepts&merged=true`)
      t.match(merged.items, [{ name: 'Lisa', merged_into: one?.into.id }])
      await say(stage, 'accepts', '2025-03-03', 'Lisa moved to Kiel.', lives('Lisa', 'Kiel', person('Lisa')))
      t.match(await statesOf(service, 'accepts'), {
        'Lisa lives in Kassel.': 'superseded',
        'Elisabeth lives in Ulm.': 'superseded',
        'Lisa moved to Kiel.': 'active'
      })

      const [two] = (await suggestions('refuses')).items
      t.equal((await answer('refuses', two?.id ?? '', 'refuse')).status, 200)
      t.equal((await suggestions('refuses')).total, 0)
      await say(stage, 'refuses', '2025-03-03', 'Lisa moved to Kiel.', lives('Lisa', 'Kiel', person('Lisa')))
      t.match(await statesOf(service, 'refuses'), {
        'Lisa lives in Kassel.': 'superseded',
        'Elisabeth lives in Ulm.': 'active'
      })
      const both = { ...lives('Lisa', 'rice', person('Elisabeth', 'Lisa')), predicate: 'likes', single: false }
      await say(stage, 'refuses', '2025-04-03', 'Lisa, that is Elisabeth, likes rice.', both)
      t.equal((await suggestions('refuses')).total, 0, 'it is not asked again')
    })

    await t.test(`${name}: subjects are compared by entity`, async t => {
      await say(stage, 'one', '2025-01-03', 'Lisa lives in Kassel.', lives('Lisa', 'Kassel', person('Lisa')))
      const moved = lives('Elisabeth', 'Kiel', person('Elisabeth', 'Lisa'))
      await say(stage, 'one', '2025-02-03', 'Lisa, that is Elisabeth, moved to Kiel.', moved)
      t.match(await statesOf(service, 'one'), { 'Lisa lives in Kassel.': 'superseded' })
      await say(
        stage,
        'one',
        '2025-03-03',
        'Elisabeth lives in Bonn now.',
        lives('Elisabeth', 'Bonn', person('Elisabeth'))
      )
      t.match(await statesOf(service, 'one'), { 'Lisa, that is Elisabeth, moved to Kiel.': 'superseded' })
      // A model that says so is not enough.
      await say(stage, 'not', '2025-01-03', 'Lisa lives in Kassel.', lives('Lisa', 'Kassel', person('Lisa')))
      const guessed = lives('Elisabeth', 'Kiel', person('Elisabeth', 'Lisa'))
      await say(stage, 'not', '2025-02-03', 'Lisa knows that Elisabeth moved to Kiel.', guessed)
      t.match(await statesOf(service, 'not'), { 'Lisa lives in Kassel.': 'active' })
    })

    await t.test(`${name}: two of one name are two`, async t => {
      const anna = person('Anna')
      await say(stage, 'two', '2025-01-03', 'My colleague Anna lives in Rome.', lives('Anna', 'Rome', anna))
      await say(stage, 'two', '2025-02-03', 'My sister Anna lives in Bonn.', lives('Anna', 'Bonn', anna))
      t.same(await statesOf(service, 'two'), {
        'My colleague Anna lives in Rome.': 'active',
        'My sister Anna lives in Bonn.': 'active'
      })
      const { items } = await service.app.store.entities('two', { keys: ['anna'] })
      t.same(items.map(({ name }) => name).sort(), ['Anna', 'Anna (sister)'])
      t.equal((await suggestions('two')).total, 0)
      await say(stage, 'two', '2025-03-03', 'Anna moved to Ulm.', lives('Anna', 'Ulm', anna))
      t.match(await statesOf(service, 'two'), {
        'My colleague Anna lives in Rome.': 'active',
        'My sister Anna lives in Bonn.': 'active'
      }, 'either may be meant')
      await say(stage, 'two', '2025-04-03', 'My sister Anna lives in Kiel now.', lives('Anna', 'Kiel', anna))
      t.match(await statesOf(service, 'two'), {
        'My colleague Anna lives in Rome.': 'active',
        'My sister Anna lives in Bonn.': 'superseded'
      })
      await say(stage, 'two', '2025-05-03', 'My colleague Anna lives in Oslo now.', lives('Anna', 'Oslo', anna))
      t.match(await statesOf(service, 'two'), {
        'My colleague Anna lives in Rome.': 'superseded',
        'My sister Anna lives in Kiel now.': 'active'
      })
    })

    await t.test(`${name}: who is told apart stays so in an export, and goes with an erasure`, async t => {
      const { body } = await service.app.inject('/api/v1/export?user_id=refuses')
      t.match(body, '"distinct_from"')
      const imported = await service.app.inject({
        method: 'POST',
        url: '/api/v1/import?user_id=copy',
        headers: { 'content-type': 'application/x-ndjson' },
        payload: body
      })
      t.equal(imported.statusCode, 200, imported.body)
      const { items } = await service.app.store.entities('copy', {})
      const [lisa, elisabeth] = ['lisa', 'elisabeth'].map(key => items.find(entity => entity.key === key))
      t.same(lisa?.distinctFrom, [elisabeth?.id])
      for (const userId of ['accepts', 'copy']) await service.call('DELETE', `/api/v1/users/${userId}`)
      t.same(await service.app.store.entities('copy', {}), { items: [], total: 0 })
      t.same(await service.app.store.entities('accepts', { merged: true }), { items: [], total: 0 })
    })
  }
})
