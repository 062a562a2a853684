/** What a person does on the first day: tell two things, see the change, why, what was believed, and take it back. */
import t from 'tap'
import { browserMissing, gone, openContext, says, seriousFindings, startBrowser } from '../services/browser.ts'
import { listening } from './service.ts'

t.test('two conversations pasted, a fact changed, and taken back', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage()
  const paste = async (words: string, kept: string): Promise<void> => {
    await page.locator('textarea').fill(words)
    await page.getByRole('button', { name: 'Remember', exact: true }).click()
    await page.locator('.decision').filter({ hasText: kept }).first().waitFor()
  }
  await page.goto(service.url)
  await page.getByRole('link', { name: 'Paste a conversation' }).click()
  await page.getByLabel(/^When it was/).fill('2024-05-01')
  // Quick hands would paste twice in one second, which names a conversation that has no name.
  await page.getByLabel(/^Name of the conversation/).fill('the first talk')
  await paste('user: I live in Lisbon.', 'Lisbon')
  await page.getByRole('button', { name: 'Paste another' }).click()
  await gone(page.locator('.decision'))
  t.equal(await page.locator('textarea').inputValue(), '')
  await paste('user: I moved from Lisbon to Ghent.', 'Ghent')
  await page.getByRole('button', { name: 'See the leaf' }).click()
  await says(page.locator('.page-what'), /Leaf: what is true/)
  const top = page.locator('.writing.top')
  await says(page.locator('.writing.under'), /Lisbon.*1 May 2024 to/)
  await says(top.filter({ hasText: 'Ghent' }), /known since then/)

  await top.filter({ hasText: 'Ghent' }).locator('.sentence').click()
  const panel = page.locator('aside.panel')
  await says(panel.locator('.history'), /because: /)
  await panel.getByRole('button', { name: /^pasted / }).waitFor()
  await panel.getByRole('button', { name: 'What was known before' }).click()
  await page.locator('.past-banner').waitFor()
  await top.filter({ hasText: 'Lisbon' }).first().waitFor()
  await gone(page.getByText('Ghent'))

  await page.getByRole('button', { name: 'Back to now' }).click()
  await top.filter({ hasText: 'Ghent' }).locator('.sentence').click()
  await panel.getByRole('button', { name: 'Take this back' }).click()
  await says(page.locator('.notice'), /the older one is believed again/)
  await says(page.locator('.writing.top.restored'), /Lisbon/)
  // The reason names the memory by its words.
  await says(page.locator('.writing.under.corrected'), /because: .*Lisbon.* was restored in its place/)
  t.same(await seriousFindings(page), [])
  t.same(complaints, [])
  await context.close()
})
