/** What a person does with the dashboard, done by one: each page against a real service with people in it. */
import t, { type Test } from 'tap'
import {
  browserMissing,
  gone,
  openContext,
  says,
  seriousFindings,
  startBrowser,
  type Page
} from '../services/browser.ts'
import { databases, pictureAt, seedPerson, type Listening } from './service.ts'

const user = (name: string) => `user=${name}`

for (const { name, missing, open } of databases) {
  t.test(`the dashboard on ${name}`, { skip: browserMissing() ?? missing() ?? false }, async t => {
    await drive(t, await open(t))
  })
}

async function drive (t: Test, service: Listening): Promise<void> {
  const browser = await startBrowser(t)
  const at = (path: string): string => `${service.url}#/${path}`
  const opened = (page: Page) => page.locator('aside.panel')

  t.test('a newcomer: an empty page, an example, and older writing beneath the newer', async t => {
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(service.url)
    await page.getByRole('heading', { name: 'An empty page' }).waitFor()
    await says(page.locator('.offers'), new RegExp(`${service.url}mcp/`))
    t.same(await seriousFindings(page), [])
    await page.screenshot({ path: pictureAt('first-run') })
    await page.getByRole('button', { name: 'Read the example' }).click()
    await page.locator('.sheet-of-one .writing.under').first().waitFor()
    await page.locator('.writing.top').nth(2).waitFor()
    t.same(complaints, [])
    await context.close()
  })

  t.test('a fact that changed: why, in whose words, and what was believed before', async t => {
    await seedPerson(service, 'ines')
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(at(`?${user('ines')}`))
    const older = page.locator('.writing.under').filter({ hasText: 'Coimbra' })
    await older.first().waitFor()
    await says(older, /because: \S+/)
    await says(page.locator('.writing.top').filter({ hasText: 'Faro' }), /since/)
    t.same(await seriousFindings(page), [])
    await older.first().locator('.sentence').click()
    await opened(page).getByRole('heading', { name: 'How it came and went' }).waitFor()
    await says(opened(page), /because: /)
    t.same(await seriousFindings(page), [])
    await page.screenshot({ path: pictureAt('detail') })

    // Nothing of it was known before today.
    await page.goto(at(`?${user('ines')}&known_at=2020-01-01`))
    await page.getByText(/Nothing was known at that time\. The first memory was stored/).waitFor()
    await says(page.locator('.past-banner'), /1 Jan 2020/)
    // What was true in 2024, as known now.
    await page.goto(at(`?${user('ines')}&as_of=2024-06-01`))
    await page.locator('.writing.top.held').filter({ hasText: 'Coimbra' }).first().waitFor()
    await page.locator('.writing.top.held').first().locator('.sentence').click()
    await opened(page).getByText('The past cannot be changed.').waitFor()
    await gone(opened(page).getByRole('button', { name: 'Delete' }))
    t.same(complaints, [])
    await context.close()
  })

  /** On a slow machine a notice would be gone before it is clicked; here it stays until the page is told otherwise. */
  const noticesStay = 'window.readMs = 600000; const one = window.setTimeout; ' +
    'window.setTimeout = (run, ms, ...rest) => one(run, ms === 8000 ? window.readMs : ms, ...rest)'

  t.test('correct, and take it back', async t => {
    await service.call('POST', '/api/v1/memories', {
      user_id: 'marta',
      text: 'The bindery opens at nine.',
      infer: false
    })
    const { context, complaints, newPage } = await openContext(browser)
    await context.addInitScript(noticesStay)
    const page = await newPage()
    await page.goto(at(`memories?${user('marta')}`))
    await page.getByRole('button', { name: 'The bindery opens at nine.' }).click()
    await opened(page).getByRole('button', { name: 'Correct' }).click()
    await page.getByLabel('What it should say').fill('The bindery opens at ten.')
    await page.locator('dialog .primary').click()
    await opened(page).getByRole('heading', { name: 'The bindery opens at ten.' }).waitFor()
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await page.locator('.memory-row').filter({ hasText: 'The bindery opens at nine.' }).first().waitFor()
    await page.locator('.memory-row').filter({ hasText: 'The bindery opens at ten.' }).first().waitFor({
      state: 'detached'
    })
    t.same(complaints, [])
    await context.close()
  })

  t.test('a deletion can be undone for eight seconds, and then is one', async t => {
    await service.call('POST', '/api/v1/memories', { user_id: 'rui', text: 'The kiln is in the yard.', infer: false })
    const { context, newPage } = await openContext(browser)
    await context.addInitScript(noticesStay)
    const page = await newPage()
    await page.goto(at(`memories?${user('rui')}`))
    const row = page.locator('.memory-row').filter({ hasText: 'The kiln is in the yard.' })
    const remove = async (): Promise<void> => {
      await row.locator('input').check()
      await page.locator('.bulk').getByRole('button', { name: 'Delete 1' }).click()
      await page.locator('dialog .danger').click()
      await row.waitFor({ state: 'detached' })
    }
    await remove()
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    await page.evaluate('void (window.readMs = 8000)')
    const sent = page.waitForResponse(response => response.request().method() === 'DELETE')
    await remove()
    t.equal((await sent).status(), 200)
    await page.getByText('No memory fits all of this.').waitFor()
    await context.close()
  })

  t.test('the margin: what a conversation did, what taking it back would do, and taking it back', async t => {
    await seedPerson(service, 'lua')
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(at(`margin?${user('lua')}`))
    const visit = page.locator('.conversation').filter({ hasText: 'visit-3' })
    await visit.locator('.tally').waitFor()
    t.same(await seriousFindings(page), [])
    await page.screenshot({ path: pictureAt('margin') })
    const turn = visit.locator('.change > li').filter({ hasText: 'Faro' }).first()
    await says(turn.locator('.turn'), /I moved from Porto to Faro.*held/)
    await says(turn.locator('.displaced'), /Porto/)
    await visit.getByRole('button', { name: 'Undo these…' }).click()
    await page.locator('dialog').getByText('Would end').waitFor()
    await page.screenshot({ path: pictureAt('undo') })
    await page.locator('dialog .primary').click()
    await page.goto(at(`?${user('lua')}`))
    await page.locator('.writing.top.held').filter({ hasText: 'Porto' }).first().waitFor()
    t.same(complaints, [])
    await context.close()
  })

  t.test('the graph: opens on a search, grows by click, fades what does not hold at that time', async t => {
    await seedPerson(service, 'gil')
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(at(`graph?${user('gil')}`))
    const count = page.locator('.graph .count')
    await page.getByText(/Showing \d+ of \d+\./).waitFor()
    const [, shown, all] = /Showing (\d+) of (\d+)/.exec(await count.textContent() ?? '') ?? []
    t.equal(shown, all, 'less than 300 are all shown')
    await page.getByLabel('Open on').fill('Coimbra to Porto')
    await page.getByText(new RegExp(`Showing (?!${all} )[1-9]\\d* of ${all}\\.`)).waitFor()
    const list = page.locator('.graph-halves section')
    await gone(list.getByText(/walnut/))
    const few = Number(/Showing (\d+)/.exec(await count.textContent() ?? '')?.[1])
    t.ok(few < Number(all), `${few} of ${all}`)
    const faro = list.getByRole('button', { name: 'Faro', exact: true })
    await gone(faro)
    await list.getByRole('button', { name: /Porto to Faro/ }).click()
    await faro.waitFor()
    const more = Number(/Showing (\d+)/.exec(await count.textContent() ?? '')?.[1])
    t.ok(more > few, `grew from ${few} to ${more}`)
    t.same(await seriousFindings(page), [])
    await page.goto(at(`graph?${user('gil')}&as_of=2024-01-01`))
    await list.locator('li').filter({ hasText: 'Faro' }).filter({ hasText: 'not held' }).first().waitFor()
    await gone(list.locator('li').filter({ hasText: /lives in Coimbra/ }).filter({ hasText: 'not held' }))
    t.same(complaints, [])
    await context.close()
  })

  t.test('since I last looked: what is believed otherwise than then, and nothing else', async t => {
    await seedPerson(service, 'bea')
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(at(`margin?${user('bea')}`))
    await page.locator('.conversation .tally').first().waitFor()
    await gone(page.getByRole('button', { name: /Since I last looked/ }))
    const { body } = await service.call<{ items: Array<{ id: string, content: string }> }>(
      'GET',
      '/api/v1/memories?user_id=bea&size=100'
    )
    const walnuts = body.items.find(({ content }) => content.includes('walnut'))?.id
    await service.call('POST', `/api/v1/memories/${walnuts}/retire`, { user_id: 'bea', reason: 'It was a mistake.' })
    await service.call('POST', '/api/v1/memories', { user_id: 'bea', text: 'The boat is blue.', infer: false })
    await page.reload()
    await page.getByRole('button', { name: /Since I last looked/ }).click()
    const compare = page.locator('.compare')
    await compare.locator('li').filter({ hasText: 'The boat is blue.' }).waitFor()
    t.match(
      await compare.locator('li').filter({ hasText: 'walnut' }).textContent(),
      /held.*(ended|never true).*mistake/
    )
    t.equal(await compare.locator('li').count(), 2)
    await gone(page.locator('.conversation').filter({ hasText: 'visit-1' }))
    t.same(await seriousFindings(page), [])
    await page.screenshot({ path: pictureAt('compare') })
    t.same(complaints, [])
    await context.close()
  })

  t.test('read a conversation in, search it, erase it all', async t => {
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(at(`ingest?${user('otto')}`))
    await page.locator('textarea').fill(
      'user: I live in Bergen.\nassistant: How is Bergen?\nuser: I am allergic to nuts.'
    )
    await page.getByText('3 turns by user, assistant').waitFor()
    await page.getByRole('button', { name: 'Remember', exact: true }).click()
    await page.locator('.decision').filter({ hasText: 'Bergen' }).first().waitFor()
    t.same(await seriousFindings(page), [])
    await page.screenshot({ path: pictureAt('ingest') })
    await page.goto(at(`search?${user('otto')}&q=Where+does+the+user+live%3F`))
    await page.locator('.hit').filter({ hasText: 'Bergen' }).first().waitFor()
    t.same(await seriousFindings(page), [])
    await page.screenshot({ path: pictureAt('search') })
    await page.goto(at(`operate?${user('otto')}`))
    await page.getByText('✓ works').first().waitFor()
    t.same(await seriousFindings(page), [])
    await page.screenshot({ path: pictureAt('operate') })
    await page.getByRole('button', { name: 'Erase everything…' }).click()
    const confirm = page.getByRole('button', { name: 'Erase everything of this user' })
    t.not(await confirm.getAttribute('disabled'), null, 'the name is not typed yet')
    await page.getByLabel('Name', { exact: true }).fill('otto')
    await confirm.click()
    await page.locator('.receipt').waitFor()
    t.match((await service.call('GET', '/api/v1/stats?user_id=otto')).body, { memories: { active: 0 } })
    t.same(complaints, [])
    await context.close()
  })
}
