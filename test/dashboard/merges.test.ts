/** Two entities that share a name, told apart or made one in the graph. */
import t from 'tap'
import { newEntity, newMemory } from '../conformance/store/suite.ts'
import { browserMissing, openContext, says, seriousFindings, startBrowser } from '../services/browser.ts'
import { listening, pictureAt } from './service.ts'

t.test('merge suggestions are answered in the graph', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  const userId = 'ines'
  const person = (name: string, ...aliases: string[]) => newEntity(userId, name, { type: 'person', aliases })
  const entities = [person('Anna'), person('Nan', 'anna'), person('Rui'), person('Ruizinho', 'rui')]
  await service.app.store.commit({
    userId,
    entities,
    add: entities.map(({ id, name }) => newMemory(userId, `${name} sings.`, { entityIds: [id] })),
    communities: [{
      id: 'choir',
      userId,
      name: 'Anna, Rui',
      summary: 'They sing in one choir.',
      entityIds: entities.map(({ id }) => id),
      updatedAt: Date.now()
    }]
  })
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage()
  await page.goto(`${service.url}#/graph?user=${userId}`)
  const merges = page.locator('.merges')
  await merges.locator('li').nth(1).waitFor()
  t.same(await seriousFindings(page), [])
  const list = page.locator('.graph-halves')
  await list.locator('li').filter({ hasText: 'Ruizinho' }).filter({ hasText: 'the same as Rui?' }).first().waitFor()
  const communities = page.locator('.communities')
  await says(communities, /Anna, Rui.*4 entities.*They sing in one choir\./)
  t.equal(await communities.locator('.swatch').count(), 1)
  await page.screenshot({ path: pictureAt('merges') })
  const two = merges.locator('li').filter({ hasText: 'Rui' })
  await two.getByRole('button', { name: /^They are two/ }).click()
  await two.waitFor({ state: 'detached' })
  await merges.getByRole('button', { name: /^They are one/ }).click()
  await merges.waitFor({ state: 'detached' })
  await list.locator('.in-question').first().waitFor({ state: 'detached' })
  const { items } = await service.app.store.entities(userId, { ids: entities.map(({ id }) => id) })
  t.equal(items.filter(({ mergedInto }) => mergedInto !== null).length, 1)
  t.ok(items.some(({ distinctFrom }) => distinctFrom.length > 0))
  t.same(complaints, [])
  await context.close()
})
