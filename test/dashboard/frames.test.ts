/** What a frame of the plate does: how many rectangles it draws, bitmaps it makes and colours it asks for. */
import t from 'tap'
import { extentOf, holds, rectanglesOf, type Rectangle } from '../../dashboard/src/views/plate/rectangles.ts'
import { visibleOf, type Axis } from '../../dashboard/src/views/plate/visible.ts'
import type { Moment } from '../../dashboard/src/time/model.ts'
import type { Interval } from '../../dashboard/src/api/shapes.ts'
import { random } from '../conformance/store/suite.ts'
import { browserMissing, openContext, startBrowser } from '../services/browser.ts'
import { databases } from './service.ts'

const dayMs = 86_400_000
const begin = Date.UTC(2015, 0, 1)
const bounds = { left: 86, top: 8, right: 1_272, bottom: 426 }

/** Facts of which every other one ended, known sooner or later. */
function intervalsOf (count: number, seed: number): Interval[] {
  const next = random(seed)
  const iso = (day: number): string => new Date(begin + day * dayMs).toISOString()
  return Array.from({ length: count }, (_, place) => {
    const from = Math.floor(next() * 3_000)
    return {
      id: `m${place}`,
      memory: `Fact ${place}`,
      subject: `subject ${place % 50}`,
      predicate: 'is',
      value: null,
      valid_at: iso(from),
      invalid_at: next() < 0.5 ? iso(from + 1 + Math.floor(next() * 400)) : null,
      created_at: iso(from + Math.floor(next() * 600)),
      expired_at: null,
      revisions: [],
      kind: null,
      reason: null,
      superseded_by: null,
      state: 'active',
      pinned: false,
      stale_because: null,
      session_id: null
    }
  })
}

const axis = ([from, to]: [number, number], start: number, end: number): Axis => {
  const perMs = (end - start) / (to - from)
  return { at0: start - from * perMs, perMs }
}

/** How much of the ink of what holds is seen at a point, and of what does not, the newest on top. */
function inkAt (rectangles: Rectangle[], asOf: number, knownAt: number, moment: Moment): [number, number] {
  let left = 1
  const ink: [number, number] = [0, 0]
  for (const one of rectangles.toReversed().filter(one => holds(one, { asOf, knownAt }))) {
    const opacity = holds(one, moment) ? 1 : 0.72
    ink[opacity === 1 ? 0 : 1] += left * opacity
    left *= 1 - opacity
  }
  return ink
}

t.test('what is left out could not be seen', async t => {
  for (const [seed, count] of [[1, 30], [2, 400], [3, 10_000]] as const) {
    const rectangles = rectanglesOf(intervalsOf(count, seed))
    const next = random(seed + 100)
    const extent = extentOf(rectangles, begin + 3_650 * dayMs)
    for (const zoom of [1, 40]) {
      const place = (length: number): number => length * (1 - zoom) / 2
      const [across, upwards] = [place(bounds.right - bounds.left), place(bounds.bottom - bounds.top)]
      const x = axis(extent.x, bounds.left + across, bounds.right - across)
      const y = axis(extent.y, bounds.bottom - upwards, bounds.top + upwards)
      const moment = { asOf: begin + Math.floor(next() * 3_000) * dayMs, knownAt: begin + 2_000 * dayMs }
      const seen = visibleOf(rectangles, x, y, bounds, moment)
      const kept = seen.map(({ rectangle }) => rectangle)
      let lost = 0
      for (let point = 0; point < 300; point++) {
        const px = bounds.left + next() * (bounds.right - bounds.left)
        const py = bounds.top + next() * (bounds.bottom - bounds.top)
        const [asOf, knownAt] = [(px - x.at0) / x.perMs, (py - y.at0) / y.perMs]
        const [all = [0, 0], some = [0, 0]] = [rectangles, kept].map(of => inkAt(of, asOf, knownAt, moment))
        if (all.some((ink, place) => Math.abs(ink - (some[place] ?? 0)) > 0.02)) lost++
      }
      // Of thousands, edges that lie closer than a cell are drawn as one.
      t.ok(
        lost <= (count < 1_500 ? 0 : 45),
        `${count} intervals, zoom ${zoom}: ${seen.length} drawn, ${lost} lost`
      )
      const places = new Map(rectangles.map((rectangle, place) => [rectangle, place]))
      const order = seen.map(({ rectangle }) => places.get(rectangle) as number)
      t.same(order, order.toSorted((a, b) => a - b), 'in their order')
    }
  }
})

t.test('of ten thousand few are drawn', async t => {
  const rectangles = rectanglesOf(intervalsOf(10_000, 7))
  const extent = extentOf(rectangles, begin + 3_650 * dayMs)
  const seen = visibleOf(
    rectangles,
    axis(extent.x, bounds.left, bounds.right),
    axis(extent.y, bounds.bottom, bounds.top),
    bounds,
    { asOf: begin + 3_650 * dayMs, knownAt: begin + 3_650 * dayMs }
  )
  t.ok(seen.length < 2_500, `${seen.length} of ${rectangles.length}`)
})

t.test('panning moves a bitmap, and asks for no colour', { skip: browserMissing() ?? false }, async t => {
  const [embedded] = databases
  if (embedded === undefined) return
  const service = await embedded.open(t)
  const browser = await startBrowser(t)
  const { context, complaints, newPage } = await openContext(browser)
  const page = await newPage()
  const items = intervalsOf(10_000, 11)
  await page.route('**/api/v1/timeline*', async route => {
    await route.fulfill({ json: { items, total: items.length, page: 1, size: items.length } })
  })
  await page.goto(`${service.url}#/plate?user=bench&line=all`)
  const plate = page.locator('.plate-canvas')
  await plate.waitFor()
  const read = async (name: string): Promise<number> => Number(await plate.getAttribute(`data-${name}`))
  const settled = async (): Promise<void> => {
    await page.evaluate('new Promise(done => setTimeout(done, 400))')
  }
  await settled()
  await page.evaluate(
    'window.asked = 0; const one = getComputedStyle; ' +
      'window.getComputedStyle = (...of) => { asked++; return one(...of) }'
  )
  const box = await plate.boundingBox()
  if (box === null) throw new Error('The plate is not to be seen.')
  const before = await read('layers')
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 3]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 0; step < 100; step++) await page.mouse.move(x + step * 2, y + step % 40)
  await page.mouse.up()
  await settled()
  t.ok(await read('layers') - before <= 3, `${await read('layers') - before} bitmaps for a hundred steps`)
  t.ok(await read('drawn') < 5_000, `${await read('drawn')} rectangles in one`)
  t.equal(await page.evaluate('asked'), 0, 'no colour is looked up while panning')
  await page.evaluate("document.documentElement.dataset.theme = 'dark'")
  await settled()
  const asked = await page.evaluate<number>('asked')
  t.ok(asked > 0 && asked <= 8, `${asked} for another theme`)
  await page.evaluate("document.documentElement.dataset.theme = 'light'")
  await settled()
  await page.evaluate("document.documentElement.dataset.theme = 'dark'")
  await settled()
  t.ok(await page.evaluate<number>('asked') <= 16, 'and none when it comes back')
  t.same(complaints, [])
  await context.close()
})
