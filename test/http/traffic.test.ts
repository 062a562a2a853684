/** A day in points of a minute, by a clock of the test's own. */
import t from 'tap'
import { createTraffic, minutesKept } from '../../http/traffic.ts'

const minuteMs = 60_000

t.test('requests are counted by the minute, with what failed and how long it took', t => {
  let now = 10 * minuteMs
  const traffic = createTraffic(() => now)
  for (const tookMs of [0, 1, 1, 1, 1, 1, 1, 1, 1, 400]) traffic.record(tookMs, 200)
  now += 2 * minuteMs + 30_000
  traffic.record(80, 503)
  const [first, second, ...others] = traffic.points()
  t.match(first, { at: 10 * minuteMs, requests: 10, failed: 0, p50Ms: 1 })
  t.ok((first?.p95Ms ?? 0) >= 400 && (first?.p95Ms ?? 0) <= 500, `95 of 100 within ${first?.p95Ms} ms`)
  t.match(second, { at: 12 * minuteMs, requests: 1, failed: 1 })
  t.same(others, [])
  t.end()
})

t.test('after a day the oldest minute goes, however long it runs', t => {
  let now = 0
  const traffic = createTraffic(() => now)
  for (let minute = 0; minute < 3 * minutesKept; minute++) {
    now = minute * minuteMs
    traffic.record(Number.MAX_VALUE, 200)
  }
  const points = traffic.points()
  t.equal(points.length, minutesKept)
  t.equal(points[0]?.at, 2 * minutesKept * minuteMs)
  t.equal(points.at(-1)?.at, now)
  t.ok(points.every(({ requests }) => requests === 1), 'a slot is emptied before it is used again')
  now += minutesKept * minuteMs
  t.same(traffic.points(), [], 'a day without a request')
  t.end()
})
