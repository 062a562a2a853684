/** A long way up: a proxy takes a part of the file, and the rest and its answer when the test says so. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { browserMissing, gone, openContext, says, seriousFindings, startBrowser } from '../services/browser.ts'
import { forward, listening } from './service.ts'

/** More than the sockets on the way hold. */
const bytes = 24 * 2 ** 20
const report = {
  imported: { memories: 3, sessions: 1 },
  skipped: { memories: 2, sessions: 0 },
  overwritten: 0,
  left_out: 0
}

t.test('an import says how much of the file is sent', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  let goOn = (): void => {}
  let answer = (): void => {}
  let taken = 0
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/api/v1/import') === true) {
      incoming.once('data', (first: Buffer) => {
        taken = first.length
        incoming.pause()
        goOn = () => {
          incoming.on('data', (more: Buffer) => {
            taken += more.length
          })
          incoming.resume()
        }
      })
      answer = () => {
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(report))
      }
      return
    }
    forward(service, incoming.url ?? '/', incoming, outgoing)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage()
  await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/#/operate?user=ines`)
  const file = { name: 'ines.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.alloc(bytes, '\n') }
  await page.locator('.import input[type=file]').setInputFiles(file)
  await says(page.locator('.sent'), /\d+ % sent, [1-9][\d,]* of 25,165,824 bytes/)
  const bar = page.locator('.sent progress')
  t.equal(await bar.getAttribute('max'), String(bytes))
  t.ok(Number(await bar.getAttribute('value')) < bytes, 'it does not say that all is sent')
  t.same(await seriousFindings(page), [])
  goOn()
  await says(page.locator('.sent'), /All 25,165,824 bytes are sent/)
  answer()
  await page.getByText('3 memories imported, 2 were here already').waitFor()
  await gone(page.locator('.sent'))
  t.equal(taken, bytes)
  t.same(complaints, [])
  await context.close()
})

t.test('an import that is refused says why', { skip: browserMissing() ?? false }, async t => {
  const service = await listening(t)
  const browser = await startBrowser(t)
  const { context, newPage } = await openContext(browser)
  const page = await newPage()
  await page.goto(`${service.url}#/operate?user=ines`)
  await page.locator('.import input[type=file]').setInputFiles({
    name: 'note.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from('this is no line of an export\n')
  })
  await page.locator('.notice.failed').waitFor()
  await gone(page.locator('.sent'))
  await context.close()
})
