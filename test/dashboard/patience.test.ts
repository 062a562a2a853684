/** A service that takes its time, refuses a key in the middle of a form, or is reached by another machine's address. */
import { networkInterfaces } from 'node:os'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { mintKey } from '../../plugins/auth/_keys/key.ts'
import { browserMissing, gone, openContext, says, startBrowser, type Page } from '../services/browser.ts'
import { openEmbedded } from '../services/embedded.ts'
import { listening, seedPerson } from './service.ts'

const secret = 'c'.repeat(32)
const empty =
  /An empty page|Nothing found|Nothing is|Nothing was|Nothing changed|No memory fits|nothing on this line|not here/

/** A page that is left cancels what it asked. */
const passedOn = async (route: { continue: () => Promise<void> }): Promise<void> => {
  await route.continue().catch(() => {})
}

t.test('what is still read is said to be, and never to be nothing', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  await seedPerson(service, 'ines')
  const { body } = await service.call<{ items: Array<{ id: string }> }>('GET', '/api/v1/memories?user_id=ines&size=1')
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage()
  let answers = Promise.resolve()
  await page.route(/api\/v1\/(?!whoami)/, async route => {
    await answers
    await passedOn(route)
  })
  const views: Record<string, [path: string, sign: string]> = {
    leaf: ['', '.writing'],
    plate: ['plate', '.plate-canvas'],
    margin: ['margin', '.conversation'],
    'since then': ['margin?since=2024-01-01', '.compare h3'],
    memories: ['memories', '.memory-row'],
    search: ['search?q=Coimbra', '.hit'],
    graph: ['graph', '.graph-halves li'],
    operate: ['operate', '.traffic'],
    'a memory': [`ingest?open=${body.items[0]?.id}`, 'aside.panel .fact']
  }
  for (const [view, [path, sign]] of Object.entries(views)) {
    let answer = (): void => {}
    answers = new Promise(resolve => {
      answer = resolve
    })
    // Nothing of the view before is left.
    await page.goto('about:blank')
    await page.goto(`${service.url}#/${path}${path.includes('?') ? '&' : '?'}user=ines`)
    await page.getByText(/^Reading .+…$/).first().waitFor()
    t.notMatch(await page.locator('#root').textContent(), empty, view)
    answer()
    await page.locator(sign).first().waitFor()
    await gone(page.getByText(/^Reading .+…$/))
  }
  t.same(complaints, [])
  await context.close()
})

t.test('a key that is refused in the middle of a form costs no word of it', {
  skip: browserMissing() ?? false
}, async t => {
  const service = await listening(t, { SVC_Auth__Secret: secret })
  const { key } = mintKey(secret, 'ines')
  const bearer = { authorization: `Bearer ${key}` }
  const stored = await service.call<{ id: string }>('POST', '/api/v1/memories', {
    user_id: 'ines',
    text: 'The mill turns at dawn.',
    infer: false
  }, bearer)
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const open = `open=${stored.body.id}`
  const button = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click()
  }
  /** Where the form is, what opens it, its field with what is written there, and what sends it. */
  const forms: Array<[path: string, opens: string[], field: string, words: string, sends: string]> = [
    ['ingest', [], 'A conversation: a line', 'user: I live in Bergen.', 'Remember'],
    ['search', [], 'What an agent would ask', 'Where is the mill?', 'Search'],
    [`?${open}`, ['Correct'], 'What it should say', 'The mill turns at noon.', 'dialog .primary'],
    [`plate?${open}`, ['Retire'], 'Why', 'It was torn down.', 'dialog .primary'],
    [`margin?${open}`, ['Correct'], 'What it should say', 'The mill turns at six.', 'dialog .primary'],
    [`graph?${open}`, ['Retire'], 'Why', 'It was a mistake.', 'dialog .primary'],
    ['memories', ['.memory-row input', 'Tag'], 'Tag', 'mills', 'dialog .primary'],
    ['operate', ['Erase everything…'], 'Name', 'ines', 'Erase everything of this user']
  ]
  for (const [path, opens, field, words, sends] of forms) {
    const page = await newPage()
    let refusing = false
    await page.route(/api\/v1\//, async route => {
      if (!refusing) return await passedOn(route)
      await route.fulfill({ status: 401, json: { status: 401, title: 'Unauthorized', message: 'The key expired.' } })
    })
    const asked = page.locator('.key-form')
    const giveKey = async (): Promise<void> => {
      await asked.getByLabel('Key', { exact: true }).fill(key)
      await asked.getByRole('button', { name: 'Open' }).click()
      await gone(asked)
    }
    const press = async (what: string): Promise<void> => {
      if (what.includes('.')) await page.locator(what).first().click()
      else await button(page, what)
    }
    await page.goto(`${service.url}#/${path}`)
    await asked.waitFor()
    await giveKey()
    for (const what of opens) await press(what)
    const form = page.locator(opens.length > 0 ? 'dialog:not(.key-form)' : 'main form')
    const input = form.getByLabel(field)
    await input.fill(words)
    refusing = true
    await press(sends)
    await asked.waitFor()
    refusing = false
    await giveKey()
    t.equal(await input.inputValue(), words, path)
    await page.close()
  }
  t.same(complaints, [])
  await context.close()
})

const lan = Object.values(networkInterfaces()).flat().find(one => one?.family === 'IPv4' && !one.internal)?.address

t.test('by the address of the machine, where a browser has no secure context', {
  skip: browserMissing() ?? (lan === undefined ? 'This machine has no address but its own.' : false)
}, async t => {
  const service = await openEmbedded(t, { SVC_Auth__Secret: secret, SVC_Server__Host: '0.0.0.0' })
  await service.app.listen({ host: '0.0.0.0', port: 0 })
  const url = `http://${lan}:${(service.app.server.address() as AddressInfo).port}/`
  const { key } = mintKey(secret, 'ines')
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage()
  await page.goto(url)
  t.equal(await page.evaluate('isSecureContext'), false)
  t.equal(await page.evaluate('typeof crypto.subtle + typeof navigator.clipboard'), 'undefinedundefined')
  await page.getByLabel('Key', { exact: true }).fill(key)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Read the example' }).click()
  await page.locator('.writing.under').first().waitFor()
  const signs: Record<string, string> = {
    Plate: '.plate-canvas',
    Margin: '.conversation',
    Memories: '.memory-row',
    Search: '.search input',
    Graph: '.graph-halves li',
    Operate: '.numbers',
    Ingest: 'textarea'
  }
  for (const [name, sign] of Object.entries(signs)) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await page.locator(sign).first().waitFor()
  }
  await page.locator('textarea').fill('user: I have a dog named Bruma.')
  await page.getByRole('button', { name: 'Remember', exact: true }).click()
  await says(page.locator('.decision'), /Bruma/)
  t.same(complaints, [])
  await context.close()
})
