/**
 * One timeline: whatever the order in which dated statements arrive, what holds when is the same in the end. All orders
 * of up to four statements, a sample of them of more; on every store.
 */
import t, { type Test } from 'tap'
import { openEmbedded, type Embedded } from '../../services/embedded.ts'
import { everyStore } from '../../services/stores.ts'

t.setTimeout(3_600_000)

type Told = [day: string, city: string]
type Interval = [city: string, from: string, to: string | null]

const cities = ['Graz', 'Linz', 'Bonn', 'Turin', 'Ghent', 'Malmo', 'Porto', 'Lyon', 'Kiel']
const dayOf = (place: number) => new Date(Date.UTC(2025, place, 3)).toISOString().slice(0, 10)

async function tellAll ({ call }: Embedded, userId: string, told: Told[]): Promise<void> {
  for (const [place, [day, city]] of told.entries()) {
    const { status } = await call('POST', '/api/v1/memories/from-conversation', {
      user_id: userId,
      session_id: `s${place}`,
      messages: [{ role: 'user', content: `I live in ${city}.`, created_at: `${day}T09:00:00Z` }]
    })
    if (status !== 200) throw new Error(`answered ${status}`)
  }
}

/** Where the user lived from when to when, as believed now; neighbouring intervals of one value are one. */
async function timelineOf ({ app }: Embedded, userId: string): Promise<Interval[]> {
  const { items } = await app.store.list(userId, { includeSuperseded: true, page: 1, size: 200 })
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const intervals = items.filter(({ validAt, invalidAt }) => invalidAt === null || invalidAt > validAt)
    .sort((a, b) => a.validAt - b.validAt)
    .map(({ value, validAt, invalidAt }): Interval => [
      value ?? '?',
      day(validAt),
      invalidAt === null ? null : day(invalidAt)
    ])
  return intervals.reduce<Interval[]>((merged, next) => {
    const last = merged.at(-1)
    if (last === undefined || last[0] !== next[0] || last[2] !== next[1]) return [...merged, next]
    return [...merged.slice(0, -1), [last[0], last[1], next[2]]]
  }, [])
}

/** What one value at a time makes of statements in the order of their dates. */
function expected (told: Told[]): Interval[] {
  return told.toSorted(([a], [b]) => a < b ? -1 : 1).reduce<Interval[]>((intervals, [day, city]) => {
    const last = intervals.at(-1)
    if (last?.[0] === city) return intervals
    if (last !== undefined) last[2] = day
    return [...intervals, [city, day, null]]
  }, [])
}

function permutations<Entry> (entries: Entry[]): Entry[][] {
  if (entries.length < 2) return [entries]
  return entries.flatMap((one, place) => permutations(entries.toSpliced(place, 1)).map(rest => [one, ...rest]))
}

/** Mulberry32. */
function random (seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const shuffled = <Entry>(entries: Entry[], next: () => number): Entry[] =>
  entries.map(entry => ({ entry, key: next() })).sort((a, b) => a.key - b.key).map(({ entry }) => entry)

/** Orders of five and six statements are many: a share of them by seed, all with `EVERY_ORDER=1`. */
const everyOrder = process.env['EVERY_ORDER'] === '1'
const sampleOf = (store: string) => everyOrder ? Infinity : store === 'embedded' ? 24 : 4
const seed = Number(process.env['SEED'] ?? 1)

function ordersOf (told: Told[], sampled: number): Told[][] {
  const all = permutations(told)
  return told.length > 4 && all.length > sampled ? shuffled(all, random(seed)).slice(0, sampled) : all
}

async function check (service: Embedded, t: Test, name: string, told: Told[], orders: Told[][]): Promise<void> {
  const wanted = expected(told)
  for (const [place, order] of orders.entries()) {
    const userId = `${name}-${place}`
    await tellAll(service, userId, order)
    const found = await timelineOf(service, userId)
    if (JSON.stringify(found) === JSON.stringify(wanted)) continue
    t.same(found, wanted, `${name}, order ${place} of ${orders.length}: ${JSON.stringify(order)}`)
    return
  }
  t.pass(`${name}, ${orders.length} orders`)
}

t.test('any order of arrival gives the same timeline', async t => {
  t.comment(`SEED=${seed}`)
  for (const { name, variables } of await everyStore(t)) {
    await t.test(name, { timeout: 3_600_000 }, async t => {
      const service = await openEmbedded(t, { SVC_Distill__Provider: 'rules', ...variables })
      const sampled = sampleOf(name)
      for (const size of [2, 3, 4, 5, 6]) {
        const distinct = cities.slice(0, size).map((city, place): Told => [dayOf(place), city])
        // A, B, A and so on: a value that comes back is another interval.
        const back = distinct.map(([day], place): Told => [day, cities[place % 2] as string])
        await check(service, t, `${size} distinct`, distinct, ordersOf(distinct, sampled))
        await check(service, t, `${size} back and forth`, back, ordersOf(back, sampled))
      }
      const nine = cities.map((city, place): Told => [dayOf(place), city])
      const next = random(seed)
      await check(service, t, 'nine', nine, Array.from({ length: Math.min(sampled, 6) }, () => shuffled(nine, next)))
    })
  }
})
