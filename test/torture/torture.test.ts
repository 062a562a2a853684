/** The short form of every torture, on every store that it is for: seeded and bounded. */
import t from 'tap'
import { storeMissing, storeNames } from '../services/stores.ts'
import { torture, tortures } from './run.ts'

const seed = 7

for (const [name, { short, missing }] of Object.entries(tortures)) {
  for (const store of storeNames) {
    const rounds = short[store]
    if (rounds === undefined || rounds === 0) continue
    t.test(`${name} on ${store}`, { skip: storeMissing[store]() ?? missing?.() ?? false }, async t => {
      const figures = await torture(name, store, seed, rounds)
      t.comment(JSON.stringify(figures))
      t.equal(figures.faults, 0)
    })
  }
}
