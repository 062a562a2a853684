/** What waits to be read is said where conversations are read in, and goes when it was read. */
import t from 'tap'
import type { AddressInfo } from 'node:net'
import { is, pointedAt } from '../scenarios/stage.ts'
import { browserMissing, openContext, says, seriousFindings, startBrowser } from '../services/browser.ts'
import { openEmbedded } from '../services/embedded.ts'
import { startScriptedServer } from '../services/scripted-openai.ts'
import { pictureAt } from './service.ts'

t.test('a conversation that a model could not read yet', { skip: browserMissing() ?? false }, async t => {
  const server = await startScriptedServer({ dimensions: 64 })
  t.teardown(() => server.close())
  const service = await openEmbedded(t, { ...pointedAt(server), SVC_Llm__TimeoutMs: '60000' })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/`
  server.always('chat', () => ({ status: 400, error: 'no_such_model' }))

  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage()
  await page.goto(`${url}#/ingest?user=ada`)
  await page.locator('textarea').fill('user: I keep bees on the roof.')
  await page.getByRole('button', { name: 'Remember', exact: true }).click()
  await page.getByText('The language model did not answer: the words are kept').waitFor()
  const waits = page.locator('.inbox').filter({ hasText: 'I keep bees on the roof.' })
  await waits.waitFor()
  t.same(await seriousFindings(page), [])
  await page.screenshot({ path: pictureAt('inbox'), fullPage: true })

  const fact = {
    turn: 1,
    text: 'The user keeps bees.',
    quote: 'I keep bees on the roof.',
    subject: 'user',
    predicate: 'keeps',
    value: 'bees'
  }
  const claimed = { ...fact, text: 'The user sells honey.', quote: 'I sell honey.', value: 'honey' }
  server.always('chat', asked => ({
    json: is('extract')(asked)
      ? { facts: [fact, claimed] }
      : is('reconcile')(asked)
      ? { decisions: [] }
      : { summaries: [] }
  }))
  await page.locator('textarea').fill('user: I keep bees on the roof.\nuser: More of them each year.')
  await page.getByRole('button', { name: 'Remember', exact: true }).click()
  await page.locator('.decision.refused').filter({ hasText: 'Nobody said “I sell honey.”.' }).waitFor()
  await says(page.locator('.count'), /1 left out: their words were not said/)
  await page.goto(`${url}#/margin?user=ada`)
  await page.locator('.change li').filter({ hasText: 'Nobody said “I sell honey.”.' }).first().waitFor()
  t.same(complaints, [])
  await context.close()
})
