/** Whatever the service answers instead of what was asked, the page says so, and never that there is nothing. */
import t from 'tap'
import { browserMissing, openContext, startBrowser } from '../services/browser.ts'
import { listening } from './service.ts'

const views = {
  leaf: '',
  plate: 'plate',
  margin: 'margin',
  'since then': 'margin?since=2024-01-01',
  memories: 'memories',
  search: 'search?q=tea',
  graph: 'graph',
  inbox: 'ingest',
  'a memory': 'search?open=11111111-1111-4111-8111-111111111111'
}
const refusals = [403, 413, 429, 503]
const empty =
  /An empty page|Nothing found|Nothing is mentioned|Nothing changed|No memory fits|nothing on this line|not here/

t.test('an error is never shown as empty', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  const browser = await startBrowser(t)
  for (const status of refusals) {
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    await page.route(/api\/v1\/(?!whoami)/, async route => {
      await route.fulfill({ status, json: { status, title: 'Refused', message: `Refused with ${status}.` } })
    })
    for (const [view, path] of Object.entries(views)) {
      // Nothing of the view before is left.
      await page.goto('about:blank')
      await page.goto(`${service.url}#/${path}${path.includes('?') ? '&' : '?'}user=ines`)
      // What may come back is asked for again, and that is said above the page.
      await page.getByText(`Refused with ${status}.`).first().waitFor()
      t.notMatch(await page.locator('#root').textContent(), empty, `${view}, ${status}`)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to', exact: true }).fill('tea')
    // What may come back is said above the page instead.
    await page.locator(status < 500 ? '.commands .problem' : '.away').getByText(`Refused with ${status}.`).waitFor()
    t.same(complaints, [])
    await context.close()
  }
})

t.test('storage denied, and a name that an address must quote', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  const name = '../ana%2Fé ?#&=\u202e<b>'
  const { status } = await service.call('POST', '/api/v1/memories', {
    user_id: name,
    text: 'The kiln is in the yard.',
    infer: false
  })
  t.equal(status, 200)
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  await context.addInitScript(
    "for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, " +
      "{ get () { throw new DOMException('denied', 'SecurityError') } })"
  )
  const page = await newPage()
  for (const path of ['', 'memories', 'margin', 'plate', 'graph']) {
    await page.goto(`${service.url}#/${path}?${new URLSearchParams({ user: name }).toString()}`)
    await page.getByText('The kiln is in the yard.').first().waitFor({ state: 'attached' })
    t.equal(await page.locator('.who input').inputValue(), name, path)
    t.equal(await page.locator('#root b').count(), 0, path)
  }
  await page.getByRole('button', { name: /Colours/ }).click()
  await page.goto(`${service.url}#/operate?${new URLSearchParams({ user: name }).toString()}`)
  await page.getByRole('button', { name: 'Erase everything…' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Erase everything of this user' }).click()
  await page.locator('.receipt').waitFor()
  const left = await service.call('GET', `/api/v1/stats?user_id=${encodeURIComponent(name)}`)
  t.match(left.body, { memories: { active: 0 } })
  t.same(complaints, [])
  await context.close()
})
