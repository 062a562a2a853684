/** What is done in slices shares one slice a turn of the event loop, however many callers there are. */
import t from 'tap'
import { createStepQueue } from '../../../plugins/_shared/step-queue.ts'
import { timeSlices } from '../../../plugins/_shared/time-slice.ts'

/** Of all tests: a clock that went back would give work that began before it more time. */
let time = performance.now()

/** A clock that only work moves, and how much of it there was in each turn of the event loop. */
function workDone () {
  const { now } = performance
  let [ofTurn, going] = [0, true]
  const turns: number[] = []
  performance.now = () => time
  const tick = (): void => {
    turns.push(ofTurn)
    ofTurn = 0
    if (going) setImmediate(tick)
  }
  setImmediate(tick)
  return {
    work (ms: number): void {
      time += ms
      ofTurn += ms
    },
    longest (): number {
      going = false
      performance.now = now
      return Math.max(...turns, ofTurn)
    }
  }
}

t.test('many callers together work no longer in one turn than one does', async t => {
  const { work, longest } = workDone()
  const done: number[] = []
  await Promise.all(Array.from({ length: 40 }, async (_, caller) => {
    const pause = timeSlices()
    for (let step = 0; step < 5; step++) {
      await pause()
      work(4)
      done.push(caller)
    }
  }))
  t.ok(longest() <= 24, 'two slices and their last steps')
  t.equal(done.length, 200)
})

t.test('one that nobody waits for any more stops at its next pause', async t => {
  const { work, longest } = workDone()
  const left = new AbortController()
  const pause = timeSlices(left.signal)
  await pause()
  work(20)
  left.abort()
  await t.rejects(pause(), { name: 'AbortError' })
  longest()
})

t.test('steps are taken in their order, with what follows from each, a slice a turn', async t => {
  const { work, longest } = workDone()
  const taken: number[] = []
  const follows: Array<Promise<void>> = []
  const queue = createStepQueue()
  for (let place = 0; place < 60; place++) {
    queue.take(() => {
      taken.push(place)
      follows.push((async () => {
        for (let hop = 0; hop < 5; hop++) await Promise.resolve()
        work(4)
      })())
    })
  }
  while (taken.length < 60) await new Promise(resolve => setImmediate(resolve))
  await Promise.all(follows)
  t.same(taken, Array.from({ length: 60 }, (_, place) => place))
  t.ok(longest() <= 24)
})

t.test('what waits is taken at once when it must be, and others after it', async t => {
  const taken: number[] = []
  const { take, flush } = createStepQueue()
  for (const place of [1, 2, 3]) take(() => taken.push(place))
  flush()
  t.same(taken, [1, 2, 3])
  take(() => taken.push(4))
  while (taken.length < 4) await new Promise(resolve => setImmediate(resolve))
  t.same(taken, [1, 2, 3, 4])
})
