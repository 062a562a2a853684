/** What moved a hit is said of it: its place by the arms alone, where that is another. */
import t from 'tap'
import { browserMissing, openContext, says, startBrowser } from '../services/browser.ts'
import { listening } from './service.ts'

t.test('a hit says from where it was raised', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  for (const text of ['The mill turns at dawn.', 'The mill stands by the river.', 'The mill is closed.']) {
    await service.call('POST', '/api/v1/memories', { user_id: 'ines', text, infer: false })
  }
  const { body } = await service.call<{ results: Array<{ rrf_score: number, score: number }> }>(
    'POST',
    '/api/v1/memories/search',
    { user_id: 'ines', query: 'When does the mill turn?', explain: true }
  )
  t.equal(body.results.length, 3)
  // As though the cross-encoder had raised the last.
  const [first, second, third] = body.results
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage()
  await page.route(/memories\/search/, async route => {
    await route.fulfill({
      status: 200,
      json: {
        ...body,
        results: [{ ...third, rrf_score: 0.2 }, { ...first, rrf_score: 0.9 }, { ...second, rrf_score: 0.1 }]
      }
    })
  })
  await page.goto(`${service.url}#/search?user=ines&q=When+does+the+mill+turn`)
  await says(page.locator('.hit').nth(0), /raised from 2\./)
  await says(page.locator('.hit').nth(1), /lowered from 1\./)
  t.equal(await page.locator('.hit').nth(2).locator('.moved').count(), 0, 'the third stayed')
  // A stage of the search is named by its own name.
  await says(page.locator('.timings'), /arms|embed/)
  t.same(complaints, [])
  await context.close()
})
