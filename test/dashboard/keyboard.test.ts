/** Nothing but keys: each page, a memory, its correction, and taking that back. */
import t from 'tap'
import { browserMissing, openContext, says, startBrowser, type Page } from '../services/browser.ts'
import { listening } from './service.ts'

const pages = ['Leaf', 'Plate', 'Margin', 'Memories', 'Search', 'Ingest', 'Graph', 'Operate']
/** More than any page has to stop at. */
const mostTabs = 150

/** Presses Tab until what has the focus is `name` and within `where`. */
async function tabTo (page: Page, name: string, where = 'body'): Promise<void> {
  const here = `(() => {
    const one = document.activeElement
    return one !== null && one.closest(${JSON.stringify(where)}) !== null &&
      (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() === ${JSON.stringify(name)}
  })()`
  for (let tab = 0; tab < mostTabs; tab++) {
    if (await page.evaluate<boolean>(here)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached by Tab.`)
}

t.test('everything by keys alone', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  await service.call('POST', '/api/v1/memories', { user_id: 'ines', text: 'The mill turns at dawn.', infer: false })
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage() as Page & { keyboard: { type: (text: string) => Promise<void> } }
  await page.goto(`${service.url}#/?user=ines`)
  await page.getByText('The mill turns at dawn.').first().waitFor()
  for (const name of [...pages.slice(1), 'Leaf']) {
    await tabTo(page, name, 'nav')
    await page.keyboard.press('Enter')
    await page.locator('nav [aria-current=page]').filter({ hasText: name }).waitFor()
    await says(page.locator('.page-what'), new RegExp(`^${name}: `))
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to', exact: true }).waitFor()
  await page.keyboard.type('Memories')
  await page.locator('.commands [aria-selected=true]').filter({ hasText: 'Memories' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Memories', exact: true }).waitFor()

  await page.getByRole('button', { name: 'The mill turns at dawn.' }).waitFor()
  await tabTo(page, 'The mill turns at dawn.', '.memory-row')
  await page.keyboard.press('Enter')
  const panel = page.locator('aside.panel')
  await panel.getByRole('button', { name: 'Correct' }).waitFor()
  await tabTo(page, 'Correct', 'aside.panel')
  await page.keyboard.press('Enter')
  await page.getByLabel('What it should say').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('The mill turns at noon.')
  await tabTo(page, 'Correct', 'dialog')
  await page.keyboard.press('Enter')
  await panel.getByRole('heading', { name: 'The mill turns at noon.' }).waitFor()

  // The notice with its Undo goes away by itself; what is in the panel stays.
  await panel.getByRole('button', { name: 'Take this back' }).waitFor()
  await tabTo(page, 'Take this back', 'aside.panel')
  await page.keyboard.press('Enter')
  await page.locator('.memory-row').filter({ hasText: 'The mill turns at dawn.' }).first().waitFor()
  await page.locator('.memory-row').filter({ hasText: 'at noon' }).first().waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  t.same(complaints, [])
  await context.close()
})
