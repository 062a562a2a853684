/** The leaf under a finger, and predicates as words. */
import t from 'tap'
import { browserMissing, gone, openContext, says, startBrowser, type Context, type Page } from '../services/browser.ts'
import { listening, seedPerson } from './service.ts'

interface Devtools {
  send: (method: string, parameters: object) => Promise<unknown>
}
type Touched = Context & { newCDPSession: (page: Page) => Promise<Devtools> }

t.test('the top layer lifts under a finger as under the key', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  await seedPerson(service, 'ines')
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 }
  })
  const page = await newPage()
  await page.goto(`${service.url}#/?user=ines`)
  await says(page.locator('.leaf-tools p'), /Press and hold the sheet/)
  const sentence = page.locator('.writing.top').filter({ hasText: 'Faro' }).first().locator('.sentence')
  await sentence.waitFor()
  await page.evaluate('document.fonts.ready.then(() => true)')
  const box = await sentence.boundingBox()
  if (box === null) throw new Error('The sentence is not to be seen.')
  const lifted = page.locator('.leaves.lifted')
  const devtools = await (context as Touched).newCDPSession(page)
  const touch = async (type: string, touchPoints: object[]): Promise<void> => {
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await touch('touchStart', [{ x: box.x + 30, y: box.y + 10 }])
  await lifted.waitFor()
  await touch('touchEnd', [])
  await gone(lifted)
  t.notMatch(page.url(), /open=/, 'letting go opens nothing')

  await page.keyboard.down('l')
  await lifted.waitFor()
  await page.keyboard.up('l')
  await gone(lifted)

  // What is pressed afterwards opens as ever.
  await page.locator('.writing.top').filter({ hasText: 'Atelier Sol' }).first().locator('.sentence').click()
  await page.locator('aside.panel .fact').waitFor()
  await says(page.locator('aside.panel .facts'), /user · works at · Atelier Sol/)
  t.notMatch(await page.locator('#root').textContent(), /lives_in|works_at|move_to/, 'a predicate is words')
  t.same(complaints, [])
  await context.close()
})
