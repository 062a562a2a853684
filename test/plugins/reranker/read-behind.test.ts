/** What a budget left unread is read when no question waits. */
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createReadBehind } from '../../../plugins/reranker/onnx/read-behind.ts'

/** Reads two documents at a time; `next` resolves when a reading has begun, and `release` ends it. */
function reader (quiet: number) {
  const runs: string[][] = []
  /** How many documents waited when each run began. */
  const waiting: number[] = []
  let began = () => {}
  let release = () => {}
  const behind = createReadBehind(async documents => {
    waiting.push(documents.length)
    runs.push(documents.slice(0, 2))
    await new Promise<void>(resolve => {
      release = resolve
      began()
    })
    return documents.slice(2)
  }, quiet)
  const begin = async () =>
    await new Promise<void>(resolve => {
      began = resolve
    })
  return { behind, runs, waiting, begin, release: () => release() }
}

t.test('what was left unread is read to its end, the newest answer first', async t => {
  const { behind, runs, begin, release } = reader(0)
  behind.asked()
  behind.asked()
  behind.answered(['a', 'b', 'c'])
  await turn()
  t.same(runs, [], 'one question waits still')
  let began = begin()
  behind.answered(['d'])
  await began
  for (let run = 1; run < 2; run++) {
    began = begin()
    release()
    await began
  }
  release()
  t.same(runs, [['d', 'a'], ['b', 'c']])
  behind.close()
})

t.test('a question that comes meanwhile goes first, and what is left is read behind it', async t => {
  const { behind, runs, begin, release } = reader(0)
  let began = begin()
  behind.asked()
  behind.answered(['a', 'b', 'c'])
  await began
  behind.asked()
  release()
  for (let at = 0; at < 5; at++) await turn()
  t.same(runs, [['a', 'b']], 'nothing is begun while a question waits')
  began = begin()
  behind.answered(['d'])
  await began
  t.same(runs[1], ['d', 'c'])
  behind.close()
})

t.test('what waits is bounded, and nothing is read after the end', async t => {
  const { behind, runs, waiting, begin, release } = reader(0)
  const began = begin()
  behind.asked()
  behind.asked()
  behind.answered(Array.from({ length: 1_500 }, (_, place) => `old ${place}`))
  behind.answered(['new'])
  await began
  t.same([runs, waiting], [[['new', 'old 0']], [1_000]])
  behind.close()
  release()
  for (let at = 0; at < 5; at++) await turn()
  t.equal(runs.length, 1)
})
