/**
 * `npm run torture -- <name> [--store embedded|falkordb|neo4j] [--seed N] [--rounds N]`: long and seeded.
 * `load --minutes N --plot FILE.png`. The short
 * form of each runs in `npm test`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { haproxyMissing } from '../services/haproxy.ts'
import { storeMissing, storeNames, type StoreName } from '../services/stores.ts'
import { cluster } from './cluster.ts'
import { crash } from './crash.ts'
import { faults } from './faults.ts'
import { input } from './input.ts'
import { fleet } from './fleet.ts'
import { interrupted } from './interrupted.ts'
import { isolation } from './isolation.ts'
import { load, type Second } from './load.ts'
import { plot } from './plot.ts'

export interface Plan {
  /** Undone in reverse when the run is over. */
  t: { teardown: (undo: () => Promise<void>) => void }
  folder: string
  store: StoreName
  seed: number
  rounds: number
  /** Takes what a run measured each second, where that is to be plotted. */
  seen?: (series: Second[]) => Promise<void>
}
/** Figures of the run; `faults` above zero is a failure. */
export type Figures = Record<string, number> & { faults: number }
export type Torture = (plan: Plan) => Promise<Figures>

interface Chosen {
  run: Torture
  /** Kills, requests, … of the long form. */
  rounds: number
  /** The same of the short form in `npm test`, by store: 0 has a long form only, what is not named has none. */
  short: Partial<Record<StoreName, number>>
  /** Why it cannot run here for want of more than a store, or null. */
  missing?: () => string | null
}

export const tortures: Record<string, Chosen> = {
  crash: { run: crash, rounds: 200, short: { embedded: 3, falkordb: 2, neo4j: 1 } },
  cluster: { run: cluster, rounds: 30, short: { falkordb: 2 } },
  fleet: { run: fleet, rounds: 20, short: { falkordb: 1 }, missing: haproxyMissing },
  interrupted: { run: interrupted, rounds: 5, short: { embedded: 1, falkordb: 0, neo4j: 0 } },
  faults: { run: faults, rounds: 5, short: { embedded: 1 } },
  isolation: { run: isolation, rounds: 10, short: { embedded: 1, falkordb: 1, neo4j: 0 } },
  load: { run: load, rounds: 1_800, short: { embedded: 10, falkordb: 0, neo4j: 0 } },
  input: { run: input, rounds: 20_000, short: { embedded: 500, falkordb: 0, neo4j: 0 } }
}

export async function torture (
  name: string,
  store: StoreName,
  seed: number,
  rounds: number,
  picture?: string
): Promise<Figures> {
  const undo: Array<() => Promise<void>> = []
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-torture-'))
  undo.push(async () => await rm(folder, { recursive: true, force: true }))
  const t = {
    teardown: (work: () => Promise<void>) => {
      undo.push(work)
    }
  }
  try {
    const seen = picture === undefined
      ? undefined
      : async (series: Second[]) => await plot(t, resolve(picture), `palimpsest on ${store}, seed ${seed}`, series)
    return await tortures[name]!.run({ t, folder, store, seed, rounds, ...seen !== undefined && { seen } })
  } finally {
    for (const work of undo.reverse()) await work()
  }
}

async function main (): Promise<void> {
  const { values, positionals: [name = ''] } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      plot: { type: 'string' },
      store: { type: 'string' }
    },
    allowPositionals: true
  })
  const chosen = tortures[name]
  const stores = storeNames.filter(store => store in (chosen?.short ?? {}))
  const store = values.store === undefined ? stores[0] : stores.find(store => store === values.store)
  if (chosen === undefined || store === undefined) {
    const lines = Object.entries(tortures).map(([name, { short, rounds }]) =>
      `  npm run torture -- ${name} [--store ${Object.keys(short).join('|')}] [--seed 1] [--rounds ${rounds}]`
    )
    throw new Error(['Usage:', ...lines].join('\n'))
  }
  const reason = storeMissing[store]() ?? chosen.missing?.() ?? null
  if (reason !== null) throw new Error(reason)
  const seed = Number(values.seed)
  const begun = Date.now()
  const rounds = values.minutes === undefined ? Number(values.rounds ?? chosen.rounds) : Number(values.minutes) * 60
  const figures = await torture(name, store, seed, rounds, values.plot)
  console.log(
    JSON.stringify({ torture: name, store, seed, seconds: Math.round((Date.now() - begun) / 1000), ...figures })
  )
  if (figures.faults > 0) process.exitCode = 1
}

if (process.argv[1]?.endsWith('run.js')) {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
