/** `npm run torture -- <name> [--seed N] [--rounds N]`: long, seeded, and the same again with the same seed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { crash } from './crash.ts'
import { input } from './input.ts'

export interface Plan {
  /** Undone in reverse when the run is over. */
  t: { teardown: (undo: () => Promise<void>) => void }
  folder: string
  seed: number
  rounds: number
}
/** Figures of the run; `lost` above zero is a failure. */
export type Torture = (plan: Plan) => Promise<Record<string, number> & { lost: number }>

export const tortures: Record<string, { run: Torture, rounds: number }> = {
  crash: { run: crash, rounds: 200 },
  input: { run: input, rounds: 20_000 }
}

export async function torture (
  name: string,
  seed: number,
  rounds: number
): Promise<Record<string, number> & { lost: number }> {
  const chosen = tortures[name]
  if (chosen === undefined) {
    throw new Error(`Usage: npm run torture -- <${Object.keys(tortures).join(' | ')}> [--seed N] [--rounds N]`)
  }
  const undo: Array<() => Promise<void>> = []
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-torture-'))
  undo.push(async () => await rm(folder, { recursive: true, force: true }))
  try {
    return await chosen.run({
      t: {
        teardown: work => {
          undo.push(work)
        }
      },
      folder,
      seed,
      rounds
    })
  } finally {
    for (const work of undo.reverse()) await work()
  }
}

if (process.argv[1]?.endsWith('run.js')) {
  const { values, positionals: [name = ''] } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string' } },
    allowPositionals: true
  })
  const seed = Number(values.seed)
  const rounds = Number(values.rounds ?? tortures[name]?.rounds ?? 0)
  try {
    const begun = Date.now()
    const figures = await torture(name, seed, rounds)
    console.log(JSON.stringify({ torture: name, seed, seconds: Math.round((Date.now() - begun) / 1000), ...figures }))
    if (figures.lost > 0) process.exit(1)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
