/** Timeout, retries and circuit breaker of remote endpoints, on a clock that the test moves. */
import { mock } from 'node:test'
import t from 'tap'
import {
  callWithRetry,
  createBreaker,
  CircuitOpen,
  TimedOut,
  type Failure,
  retryWhile
} from '../../../plugins/_shared/resilience.ts'

const passing = (): Failure => ({ reason: 'busy', passing: true, retryAfterMs: 1 })
const lasting = (): Failure => ({ reason: 'refused', passing: false, retryAfterMs: null })
const failing = (error: Error) => async () => {
  throw error
}

t.test('a passing failure is retried up to the number of attempts, a lasting one is not', async t => {
  let calls = 0
  const reasons: string[] = []
  const onRetry = (reason: string) => reasons.push(reason)
  const busy = async () => {
    if (++calls < 3) throw new Error('busy')
    return calls
  }
  t.equal(await callWithRetry({ timeoutMs: 5_000, onRetry }, passing, busy), 3)
  t.same(reasons, ['busy', 'busy'])
  calls = 0
  await t.rejects(callWithRetry({ timeoutMs: 5_000, attempts: 2 }, passing, busy), { message: 'busy' })
  t.equal(calls, 2)
  calls = 0
  await t.rejects(callWithRetry({ timeoutMs: 5_000 }, lasting, busy), { message: 'busy' })
  t.equal(calls, 1)
})

t.test('a pause that outlasts the timeout is not begun', async t => {
  const started = Date.now()
  const later = (): Failure => ({ reason: 'busy', passing: true, retryAfterMs: 60_000 })
  await t.rejects(callWithRetry({ timeoutMs: 30_000 }, later, failing(new Error('busy'))), { message: 'busy' })
  t.ok(Date.now() - started < 5_000)
})

t.test('the timeout and the caller end a call that ignores its signal', async t => {
  const never = async () => await new Promise<never>(() => {})
  await t.rejects(callWithRetry({ timeoutMs: 20 }, passing, never), TimedOut)
  const caller = new AbortController()
  const call = callWithRetry({ timeoutMs: 30_000, signal: caller.signal }, passing, never)
  caller.abort(new Error('the client went away'))
  await t.rejects(call, { message: 'the client went away' })
})

t.test('five failures in a row open the circuit; after 30 s one call decides', async t => {
  mock.timers.enable({ apis: ['Date'] })
  t.teardown(() => mock.timers.reset())
  const breaker = createBreaker(error => (error as Error).message === 'down')
  const down = failing(new Error('down'))
  const fine = async () => 'fine'

  for (let at = 0; at < 4; at++) await t.rejects(breaker.execute(down), { message: 'down' })
  t.equal(await breaker.execute(fine), 'fine', 'a success starts the count again')
  for (let at = 0; at < 4; at++) await t.rejects(breaker.execute(down), { message: 'down' })
  await t.rejects(breaker.execute(failing(new Error('refused'))), { message: 'refused' }, 'counts for nothing')
  await t.rejects(breaker.execute(down), { message: 'down' })
  await t.rejects(breaker.execute(fine), CircuitOpen)

  mock.timers.tick(30_001)
  let answer = (_: string) => {}
  const trial = breaker.execute(async () =>
    await new Promise<string>(resolve => {
      answer = resolve
    })
  )
  await t.rejects(breaker.execute(fine), CircuitOpen, 'the others do not wait for the trial')
  answer('back')
  t.equal(await trial, 'back')
  t.equal(await breaker.execute(fine), 'fine')

  for (let at = 0; at < 5; at++) await t.rejects(breaker.execute(down), { message: 'down' })
  mock.timers.tick(30_001)
  await t.rejects(breaker.execute(down), { message: 'down' })
  await t.rejects(breaker.execute(fine), CircuitOpen, 'a failed trial opens the circuit again')
})

t.test('a call is repeated while its error passes, as often and as long as allowed', async t => {
  const passing = new Error('passing')
  const failing = (times: number, error: Error) => {
    let calls = 0
    return async () => {
      if (++calls <= times) throw error
      return calls
    }
  }
  const isPassing = (error: unknown) => error === passing
  t.equal(await retryWhile({ attempts: 3 }, isPassing, failing(2, passing)), 3)
  await t.rejects(retryWhile({ attempts: 3 }, isPassing, failing(3, passing)), passing)
  await t.rejects(retryWhile({}, isPassing, failing(1, new Error('final'))), { message: 'final' })
  await t.rejects(retryWhile({ deadline: Date.now() - 1 }, isPassing, failing(1, passing)), passing)
})
