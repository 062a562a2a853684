/** Text that tries to be more than text, and every page in light, dark and on a phone. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../../domain/package-root.ts'
import { browserMissing, openContext, startBrowser } from '../services/browser.ts'
import { listening, pictureAt, seedPerson } from './service.ts'

const hostile =
  '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script> \u202eesrever\u202c \u0007bell'
const long = `${'long '.repeat(9_999)}end!!`

t.test('words', { skip: browserMissing() ?? false }, async t => {
  const browser = await startBrowser(t)
  const service = await listening(t)
  for (const text of [hostile, long, 'שלום עולם, this runs both ways']) {
    const { status } = await service.call('POST', '/api/v1/memories', { user_id: 'mallory', text, infer: false })
    t.equal(status, 200)
  }
  await seedPerson(service, 'ines')

  t.test('HTML stays text, hidden characters are seen, 50,000 characters do not burst the page', async t => {
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    for (
      const path of ['', 'memories', 'search?q=long', 'margin', 'plate'].map(path =>
        path.includes('?') ? `${path}&` : `${path}?`
      )
    ) {
      await page.goto(`${service.url}#/${path}user=mallory`)
      await page.reload()
      await page.getByText('long long').first().waitFor({ state: 'attached' })
      t.equal(await page.evaluate('document.title'), 'Palimpsest', path)
      t.equal(await page.locator('#root img, #root script').count(), 0, path)
      t.equal(
        await page.evaluate('document.documentElement.scrollWidth <= innerWidth + 1'),
        true,
        `${path} is not wider than the window`
      )
    }
    await page.goto(`${service.url}#/memories?user=mallory`)
    await page.locator('.control').filter({ hasText: 'U+202E' }).first().waitFor()
    await page.locator('.control').filter({ hasText: 'U+0007' }).first().waitFor()
    await page.locator('.memory-row').filter({ hasText: 'long long' }).first().locator('.sentence').click()
    await page.getByRole('button', { name: /show all 50,000 characters/ }).click()
    await page.locator('.panel').getByText(/end!!$/).first().waitFor()
    t.same(complaints, [])
    await context.close()
  })

  t.test('a picture of every page, light, dark and as wide as a phone', async t => {
    const pages = {
      leaf: '.writing',
      plate: 'canvas',
      margin: '.conversation',
      memories: '.memory-row',
      search: '.hit',
      ingest: 'textarea',
      graph: '.graph-halves li'
    }
    const forms = {
      light: { colorScheme: 'light' },
      dark: { colorScheme: 'dark' },
      phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } }
    }
    for (const [form, options] of Object.entries(forms)) {
      const { context, complaints, newPage } = await openContext(browser, options)
      const page = await newPage()
      for (const [name, sign] of Object.entries(pages)) {
        await page.goto(
          `${service.url}#/${name === 'leaf' ? '' : name}?user=ines${
            name === 'search' ? '&q=Where+does+the+user+live' : ''
          }`
        )
        await page.locator(sign).first().waitFor()
        await page.evaluate('document.fonts.ready.then(() => true)')
        t.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth + 1'), true, `${name}, ${form}`)
        await page.screenshot({ path: pictureAt(`${name}-${form}`), animations: 'disabled' })
      }
      t.same(complaints, [], form)
      await context.close()
    }
    // Those in the documents are made when asked for, so that a run of the tests changes nothing that is committed.
    if (process.env['PALIMPSEST_PICTURES'] === undefined) return
    const folder = join(packageRoot, 'docs', 'pictures')
    mkdirSync(folder, { recursive: true })
    for (const name of ['leaf-light', 'margin-dark', 'plate-light']) {
      copyFileSync(pictureAt(name), join(folder, `${name}.png`))
    }
  })
})
