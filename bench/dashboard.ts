/**
 * `npm run bench -- dashboard`: what the page costs who looks at it, in Chromium, and what it costs the service. The
 * plate and the graph draw made-up answers of full size; all else is a real service. Linux only: it reads /proc.
 */
import { table } from '../cli/table.ts'
import { browserMissing, startBrowser, type Context } from '../test/services/browser.ts'
import { temporaryFolder } from '../test/services/embedded.ts'
import { startService } from '../test/services/running.ts'
import { machine, percentile } from './machine.ts'
import { resident } from './start.ts'

const loads = 5
const intervals = 10_000
const nodes = 5_000
const steps = 120
const dayMs = 86_400_000

export async function run (): Promise<void> {
  const missing = browserMissing()
  if (missing !== null) throw new Error(missing)
  console.log(machine())
  const undo: Array<() => Promise<void>> = []
  const t = {
    teardown (work: () => Promise<void>) {
      undo.push(work)
    }
  }
  try {
    const begun = performance.now()
    const service = await startService(t, await temporaryFolder(t), { SVC_Rerank__Provider: 'none' })
    const startMs = performance.now() - begun
    const idle = await resident(service.process.pid)
    const browser = await startBrowser(t)
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
    await seed(service.url)
    const written = await resident(service.process.pid)
    const { paint, interaction } = await look(context, service.url)
    const looked = await resident(service.process.pid)
    const plate = await frames(context, service.url, 'plate?line=all', '.plate-canvas', /timeline/, timeline())
    const graph = await frames(context, service.url, 'graph', '.graph-canvas canvas', /graph/, graphPage())
    console.log(
      table('the page', ['what', 'figure'], [
        [`first contentful paint, median of ${loads} loads`, ms(percentile(paint, 0.5))],
        ['longest interaction while opening ten memories', ms(Math.max(0, ...interaction))],
        [`frame p95 while panning ${intervals} intervals`, ms(percentile(plate, 0.95))],
        [`frame p95 while dragging in ${nodes} nodes`, ms(percentile(graph, 0.95))]
      ])
    )
    console.log(
      table('the service', ['what', 'figure'], [
        ['start, nothing of the page read', ms(startMs)],
        ['idle after the start', mib(idle)],
        ['after the memories were written', mib(written)],
        ['after the page was looked at', mib(looked)]
      ])
    )
  } finally {
    for (const work of undo.reverse()) await work()
  }
}

const ms = (value: number): string => `${value.toFixed(1)} ms`
const mib = (value: number): string => `${value.toFixed(0)} MiB`

async function seed (url: string): Promise<void> {
  const texts = Array.from({ length: 50 }, (_, place) => `Box ${place} stands on shelf ${place % 7} of the store.`)
  const answer = await fetch(`${url}/api/v1/memories/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: 'bench', texts, infer: false })
  })
  if (!answer.ok) throw new Error(`The memories were answered ${answer.status}.`)
}

async function look (context: Context, url: string): Promise<{ paint: number[], interaction: number[] }> {
  const paint: number[] = []
  const interaction: number[] = []
  for (let load = 0; load < loads; load++) {
    const page = await context.newPage()
    await page.goto(`${url}/#/memories?user=bench`)
    await page.locator('.memory-row .sentence').first().waitFor()
    paint.push(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    if (load === 0) {
      await page.evaluate(
        'window.slow = []; new PerformanceObserver(list => slow.push(...list.getEntries().map(e => e.duration)))' +
          ".observe({ type: 'event', durationThreshold: 16 })"
      )
      for (let place = 0; place < 10; place++) {
        await page.locator('.memory-row .sentence').nth(place).click()
        await page.locator('aside.panel .fact').first().waitFor()
      }
      interaction.push(...await page.evaluate<number[]>('slow'))
    }
    await page.close()
  }
  return { paint, interaction }
}

/** Times between frames while the pointer drags across `element`, with `answer` for what `asked` matches. */
async function frames (
  context: Context,
  url: string,
  path: string,
  element: string,
  asked: RegExp,
  answer: object
): Promise<number[]> {
  const page = await context.newPage()
  await page.route(`**/api/v1/${asked.source}*`, async route => await route.fulfill({ json: answer }))
  await page.goto(`${url}/#/${path}${path.includes('?') ? '&' : '?'}user=bench`)
  await page.locator(element).first().waitFor()
  // A layout stops by itself; what is dragged stands still then.
  await page.evaluate('new Promise(done => setTimeout(done, 15000))')
  const box = await page.locator(element).first().boundingBox()
  if (box === null) throw new Error(`${element} is not to be seen.`)
  await page.evaluate(
    'window.gaps = []; let last = performance.now(); ' +
      'requestAnimationFrame(function next (now) { gaps.push(now - last); last = now; requestAnimationFrame(next) })'
  )
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 3]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 0; step < steps; step++) await page.mouse.move(x + step * 2, y + (step % 40))
  await page.mouse.up()
  const gaps = await page.evaluate<number[]>('gaps')
  await page.close()
  return gaps.slice(1)
}

function timeline (): object {
  const iso = (day: number): string => new Date(Date.UTC(2015, 0, 1) + day * dayMs).toISOString()
  const items = Array.from({ length: intervals }, (_, place) => ({
    id: `m${place}`,
    memory: `Fact ${place}`,
    subject: `subject ${place % 50}`,
    predicate: 'is',
    value: null,
    valid_at: iso(place % 3_000),
    invalid_at: place % 2 === 0 ? iso(place % 3_000 + 1 + place % 400) : null,
    created_at: iso(place % 3_500 + 100),
    expired_at: null,
    revisions: [],
    kind: null,
    reason: null,
    superseded_by: null,
    state: 'active',
    pinned: false,
    stale_because: null,
    session_id: null
  }))
  // Pages of the size that the page asks for would be ten times the same.
  return { items, total: intervals }
}

function graphPage (): object {
  const node = (place: number): object => ({
    id: `e${place}`,
    kind: place % 4 === 0 ? 'entity' : 'memory',
    label: `Node ${place}`,
    type: null,
    state: 'active',
    summary: null
  })
  const edge = (place: number): object => ({
    from: `e${place}`,
    to: `e${(place * 7_919 + 13) % nodes}`,
    kind: 'MENTIONS',
    predicate: null,
    memory_id: null
  })
  return {
    nodes: Array.from({ length: nodes }, (_, place) => node(place)),
    edges: Array.from({ length: 2 * nodes }, (_, place) => edge(place % nodes)),
    total: nodes,
    page: 1,
    size: nodes,
    pages: 1
  }
}
