/** `/docs` as somebody uses it who has never seen it: an operation of each group, its example sent. */
import t from 'tap'
import { browserMissing, openContext, startBrowser } from '../services/browser.ts'
import { listening, pictureAt } from './service.ts'

t.test('operations of the page run with their examples', { skip: browserMissing() ?? false }, async t => {
  const browser = await startBrowser(t)
  const service = await listening(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage()
  const elsewhere: string[] = []
  page.on('request', request => {
    const url = request.url()
    if (!url.startsWith(service.url) && !url.startsWith('data:')) elsewhere.push(url)
  })
  await page.goto(`${service.url}docs`)
  await page.locator('.opblock').first().waitFor()
  t.equal(await page.evaluate('document.title'), 'Palimpsest: the API')
  await page.screenshot({ path: pictureAt('docs') })

  const chosen = [
    // First, so that the others find something.
    'post_memories_from_conversation',
    'get_memories',
    'post_memories_search',
    'get_changes',
    'get_entities',
    'get_stats',
    'post_mcp_by_client',
    'get_health'
  ]
  for (const name of chosen) {
    const block = page.locator(`.opblock[id$="-${name}"]`)
    await block.locator('.opblock-summary-control').click()
    await block.locator('.execute').click()
    const status = block.locator('.live-responses-table .response-col_status').last()
    await status.waitFor()
    t.equal((await status.textContent())?.slice(0, 3), '200', name)
    if (name === 'post_memories_search') await page.screenshot({ path: pictureAt('docs-tried'), fullPage: true })
    await block.locator('.opblock-summary-control').click()
  }
  t.same(elsewhere, [], 'nothing is fetched from elsewhere')
  t.same(complaints, [])
  await context.close()
})
