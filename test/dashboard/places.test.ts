/** Readers at both ends of the calendar, a service that goes away and comes back, and two tabs at once. */
import t, { type Test } from 'tap'
import { browserMissing, gone, openContext, says, seriousFindings, startBrowser } from '../services/browser.ts'
import { temporaryFolder } from '../services/embedded.ts'
import { startService } from '../services/running.ts'
import { databases, pictureAt, type Listening } from './service.ts'

for (const { name, missing, open } of databases) {
  t.test(`places on ${name}`, { skip: browserMissing() ?? missing() ?? false }, async t => {
    await drive(t, await open(t))
  })
}

async function drive (t: Test, service: Listening): Promise<void> {
  const browser = await startBrowser(t)
  const add = async (user: string, text: string, body: object = {}): Promise<string> =>
    (await service.call<{ id: string }>('POST', '/api/v1/memories', { user_id: user, text, infer: false, ...body }))
      .body.id

  t.test('a day is the same day in Kiritimati, in Pago Pago and in Greenwich', async t => {
    await add('noa', 'The reef is closed.', { valid_at: '2026-03-10', invalid_at: '2026-03-20' })
    for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      const { context, complaints, newPage } = await openContext(browser, { timezoneId })
      const page = await newPage()
      const writing = page.locator('.writing').filter({ hasText: 'The reef is closed.' }).first()
      const fates: Record<string, string | null> = {}
      for (const day of ['2026-03-09', '2026-03-10', '2026-03-19', '2026-03-20']) {
        await page.goto(`${service.url}#/?user=noa&as_of=${day}`)
        await page.reload()
        await writing.waitFor()
        fates[day] = (await writing.getAttribute('class'))?.match(/held|upcoming|ended/)?.[0] ?? null
        t.equal(
          await page.locator('input[type=date]').first().inputValue(),
          day,
          `${timezoneId}: the field says ${day}`
        )
      }
      t.same(fates, {
        '2026-03-09': 'upcoming',
        '2026-03-10': 'held',
        '2026-03-19': 'held',
        '2026-03-20': 'ended'
      }, timezoneId)
      await says(writing, /10 Mar 2026/)
      await says(writing, /20 Mar 2026/)
      await page.goto(`${service.url}#/plate?user=noa`)
      await page.locator('.twin summary').click()
      await says(page.locator('.twin tbody tr'), /10 Mar 2026.*20 Mar 2026/)
      t.same(complaints, [])
      await context.close()
    }
  })

  t.test('a service that goes away is said to be away, never empty, and what comes back is shown', async t => {
    const folder = await temporaryFolder(t)
    const first = await startService(t, folder)
    const { port } = new URL(first.url)
    const sent = await fetch(`${first.url}/api/v1/memories`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: 'kai', text: 'The ferry leaves at six.', infer: false })
    })
    t.equal(sent.status, 200)
    const { context, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(`${first.url}/#/memories?user=kai`)
    await page.getByText('The ferry leaves at six.').first().waitFor()

    await first.stop('SIGKILL')
    await page.evaluate("location.hash = '#/search?user=kai&q=ferry'")
    const away = page.locator('.away')
    await away.waitFor()
    await says(away, /cannot be reached/)
    const [notice, head] = [await away.boundingBox(), await page.locator('.masthead').boundingBox()]
    t.ok(
      notice !== null && head !== null && notice.y + notice.height <= head.y,
      'the notice covers nothing of the head'
    )
    t.same(await seriousFindings(page), [])
    await page.screenshot({ path: pictureAt('away') })
    t.equal(await page.getByText(/Nothing (was )?found/).count(), 0, 'not for a moment')
    const second = await startService(t, folder, { SVC_Server__Port: port })
    t.equal(second.url, first.url)
    await page.locator('.hit').filter({ hasText: 'ferry' }).first().waitFor()
    await gone(away)
    await context.close()
  })

  t.test('two tabs: what one ended, the other is told when it tries to change it, and loses no word', async t => {
    const id = await add('lea', 'The gate is green.')
    const { context, complaints, newPage } = await openContext(browser)
    const [one, other] = [await newPage(), await newPage()]
    for (const page of [one, other]) {
      await page.goto(`${service.url}#/memories?user=lea&open=${id}`)
      await page.locator('aside.panel').getByRole('button', { name: 'Correct' }).click()
      await page.getByLabel('What it should say').waitFor()
    }
    await one.getByLabel('What it should say').fill('The gate is blue.')
    await other.getByLabel('What it should say').fill('The gate is red, I painted it.')
    await one.locator('dialog .primary').click()
    await one.locator('aside.panel').getByRole('heading', { name: 'The gate is blue.' }).waitFor()
    await other.locator('dialog .primary').click()
    await other.locator('dialog .problem').waitFor()
    t.equal(await other.getByLabel('What it should say').inputValue(), 'The gate is red, I painted it.')
    await other.reload()
    await other.locator('.memory-row').filter({ hasText: 'The gate is blue.' }).first().waitFor()
    t.same(complaints, [])
    await context.close()
  })
}
