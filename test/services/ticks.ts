/** Turns of the event loop: what works in slices leaves some to others. */

export async function ticksDuring (work: () => Promise<unknown>): Promise<number> {
  let ticks = 0
  let going = true
  const tick = (): void => {
    ticks++
    if (going) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  going = false
  return ticks
}
