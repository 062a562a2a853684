/** Text that tries to be more than text, and every page in light, dark and on a phone. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { packageRoot } from '../../domain/package-root.ts'
import { browserMissing, openContext, startBrowser } from '../services/browser.ts'
import { databases, pictureAt, seedPerson, type Listening } from './service.ts'

const hostile =
  '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script> \u202eesrever\u202c \u0007bell'
const long = `${'long '.repeat(9_999)}end!!`

for (const { name, missing, open } of databases) {
  t.test(`words on ${name}`, { skip: browserMissing() ?? missing() ?? false }, async t => {
    await drive(t, await open(t))
  })
}

async function drive (t: Test, service: Listening): Promise<void> {
  const browser = await startBrowser(t)
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
    const { body } = await service.call<{ items: Array<{ id: string }> }>(
      'GET',
      '/api/v1/memories?user_id=ines&include_superseded=true&search_query=Coimbra&size=1'
    )
    const pages: Record<string, [path: string, sign: string]> = {
      leaf: ['?user=ines', '.writing'],
      plate: ['plate?user=ines', 'canvas'],
      margin: ['margin?user=ines', '.conversation'],
      memories: ['memories?user=ines', '.memory-row'],
      search: ['search?user=ines&q=Where+does+the+user+live', '.timings'],
      ingest: ['ingest?user=ines', 'textarea'],
      graph: ['graph?user=ines', '.graph-halves li'],
      operate: ['operate?user=ines', '.traffic'],
      detail: [`memories?user=ines&open=${body.items[0]?.id}`, '.panel .accesses, .panel section:last-child p'],
      past: ['?user=ines&as_of=2024-06-01', '.past-banner'],
      'first-run': ['?user=nobody', '.offers']
    }
    const forms = {
      light: { colorScheme: 'light' },
      dark: { colorScheme: 'dark' },
      phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } }
    }
    for (const [form, options] of Object.entries(forms)) {
      const { context, complaints, newPage } = await openContext(browser, options)
      const page = await newPage()
      for (const [name, [path, sign]] of Object.entries(pages)) {
        await page.goto(`${service.url}#/${path}`)
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
}
