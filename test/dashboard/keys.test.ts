/** With auth on: the key stays in memory, goes to other tabs, and to nothing else. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { mintKey } from '../../plugins/auth/_keys/key.ts'
import { browserMissing, gone, openContext, says, seriousFindings, startBrowser } from '../services/browser.ts'
import { databases, forward, pictureAt, type Listening } from './service.ts'

const secret = 'c'.repeat(32)
const add = (text: string) => ({ user_id: 'ines', text, infer: false })

for (const { name, missing, open } of databases) {
  t.test(`keys on ${name}`, { skip: browserMissing() ?? missing() ?? false }, async t => {
    await drive(t, await open(t, { SVC_Auth__Secret: secret }))
  })
}

async function drive (t: Test, service: Listening): Promise<void> {
  const browser = await startBrowser(t)
  const { key } = mintKey(secret, 'ines')
  const { key: operator } = mintKey(secret, null)
  const { key: readOnly } = mintKey(secret, 'ines', { readOnly: true })
  await service.call('POST', '/api/v1/memories', add('Bookbinding calms me.'), { authorization: `Bearer ${key}` })

  t.test('a wrong key is refused in words, a right one opens, another tab asks the first', async t => {
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(service.url)
    await page.getByRole('heading', { name: 'This service wants a key' }).waitFor()
    t.same(await seriousFindings(page), [])
    await page.screenshot({ path: pictureAt('key') })
    await page.getByLabel('Key', { exact: true }).fill('pal1.wrong.key')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.locator('#key-problem').waitFor()
    await page.getByLabel('Key', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('Bookbinding calms me.').first().waitFor()
    await says(page.locator('.who'), /ines/)
    t.notMatch(page.url(), /pal1/)
    t.equal(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage }).includes('pal1')"), false)

    const second = await newPage()
    await second.goto(service.url)
    await second.getByText('Bookbinding calms me.').first().waitFor()
    t.same(complaints, [])
    await context.close()
  })

  t.test('a key that may only read is offered nothing that writes', async () => {
    const { context, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(`${service.url}#/memories`)
    await page.getByLabel('Key', { exact: true }).fill(readOnly)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('button', { name: 'Bookbinding calms me.' }).first().click()
    await page.getByText('This key may only read.').first().waitFor()
    await gone(page.getByRole('button', { name: 'Delete', exact: true }))
    await context.close()
  })

  t.test('a key of a user opens that user and nothing of the service as a whole', async t => {
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(`${service.url}#/operate`)
    await page.getByLabel('Key', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: /What is stored of/ }).waitFor()
    await page.getByText('✓ works').first().waitFor()
    await gone(page.getByRole('heading', { name: 'The last 24 hours' }))
    t.equal(
      (await service.call('GET', '/api/v1/operations', undefined, { authorization: `Bearer ${key}` })).status,
      403
    )
    t.same(complaints, [])
    await context.close()
  })

  t.test("an operator's key opens health, traffic and jobs, and no memory", async t => {
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.goto(`${service.url}#/memories`)
    await page.getByLabel('Key', { exact: true }).fill(operator)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'The last 24 hours' }).waitFor()
    await page.getByText('✓ works').first().waitFor()
    await page.locator('.traffic rect').first().waitFor()
    await page.getByText('not made by themselves').waitFor()
    await page.getByText('none since the start').waitFor()
    await says(page.locator('.users'), /ines/)
    await says(page.locator('.who'), /Operator/)
    t.notMatch(await page.locator('body').textContent(), /Bookbinding/)
    await gone(page.getByRole('navigation'))
    t.same(asked.filter(path => /api.v1.(memories|timeline|changes|stats|graph)/.test(path)), [], 'none is asked for')
    t.same(await seriousFindings(page), [])
    await page.screenshot({ path: pictureAt('operator'), fullPage: true })
    t.same(complaints, [])
    await context.close()
  })

  t.test('behind a proxy that adds a path', async t => {
    const proxy = createServer((incoming, outgoing) => {
      if (incoming.url?.startsWith('/deep/er/') !== true) return outgoing.writeHead(404).end()
      forward(service, incoming.url.slice('/deep/er'.length), incoming, outgoing)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    t.teardown(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const { context, complaints, newPage } = await openContext(browser)
    const page = await newPage()
    await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/deep/er/`)
    await page.getByLabel('Key', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('Bookbinding calms me.').first().waitFor()
    await page.getByRole('link', { name: 'Operate' }).click()
    await page.getByRole('heading', { name: 'Health' }).waitFor()
    for (const path of ['docs', 'docs/']) {
      await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/deep/er/${path}`)
      const block = page.locator('.opblock[id$="-get_health"]')
      await block.locator('.opblock-summary-control').click()
      await block.locator('.execute').click()
      await block.locator('.live-responses-table .response-col_status').last().waitFor()
      t.equal(
        (await block.locator('.live-responses-table .response-col_status').last().textContent())?.slice(0, 3),
        '200',
        path
      )
    }
    t.same(complaints, [])
    await context.close()
  })
}
