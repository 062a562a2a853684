/** Five thousand memories of one person: few of them are rows of the page, and the last can be reached. */
import t from 'tap'
import { browserMissing, openContext, says, startBrowser } from '../services/browser.ts'
import { listening } from './service.ts'

const many = 5_000
const perBatch = 500
/** What a tall window shows, and as much again above and below. */
const mostRows = 150

t.test('five thousand memories', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  for (let from = 0; from < many; from += perBatch) {
    const texts = Array.from({ length: perBatch }, (_, place) => `Crate ${from + place} stands in bay ${place % 13}.`)
    const { status } = await service.call('POST', '/api/v1/memories/batch', { user_id: 'ines', texts, infer: false })
    t.equal(status, 200)
  }
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage()
  /** Goes down as far as there is anything, which grows while it is read. */
  const down = async (last: string): Promise<void> => {
    while (await page.getByText(last).count() === 0) {
      await page.evaluate(
        'new Promise(done => { scrollTo(0, document.documentElement.scrollHeight); requestAnimationFrame(done) })' +
          '.then(() => true)'
      )
    }
  }
  for (
    const [path, row, count, last] of [
      ['memories', '.memory-row', /5,000 memories/, 'Crate 0 stands'],
      ['', '.writing', /Other memories/, 'Crate 0 stands']
    ] as const
  ) {
    await page.goto(`${service.url}#/${path}?user=ines`)
    await page.locator(row).first().waitFor()
    await says(page.locator('main'), count)
    const rows = await page.locator(row).count()
    t.ok(rows > 0 && rows <= mostRows, `${path}: ${rows} rows at first`)
    await down(last)
    const below = await page.locator(row).count()
    t.ok(below > 0 && below <= mostRows, `${path}: ${below} rows at the end`)
    await page.locator(row).last().locator('.sentence').click()
    await page.locator('aside.panel .fact').waitFor()
  }
  t.same(complaints, [])
  await context.close()
})
