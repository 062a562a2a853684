/**
 * Pairs of statements of our own making, for the rules: of many predicates in many wordings, with what ends them and
 * what only sounds like it. `npm run eval -- generate <folder> [--part tuned|held-out] [--each <pairs of a kind and
 * predicate>] [--seed <n>]` writes `changes.json`, which `npm run eval -- state <folder> --only changes` reads. A
 * wording belongs to one part for good, by its hash: what is tuned on one never sees the other.
 */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Change } from './data.ts'
import { families, general, type Family } from './wordings.ts'

export async function run (args: string[]): Promise<void> {
  const { values, positionals: [folder] } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      part: { type: 'string', default: 'tuned' },
      each: { type: 'string', default: '6' },
      seed: { type: 'string', default: '1' }
    }
  })
  if (folder === undefined || !/^(?:tuned|held-out)$/.test(values.part)) {
    throw new Error('Usage: npm run eval -- generate <folder> [--part tuned|held-out] [--each <n>] [--seed <n>]')
  }
  const changes = generate(values.part === 'tuned', Number(values.each), Number(values.seed))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'changes.json'), `[\n${changes.map(change => JSON.stringify(change)).join(',\n')}\n]\n`)
  console.log(`${changes.length} pairs, ${changes.filter(({ ends }) => ends).length} of them endings, in ${folder}`)
}

/** `each` pairs of every predicate and kind, in an order that the seed decides. */
export function generate (tuned: boolean, each: number, seed: number): Change[] {
  const next = random(seed)
  const pick = <Entry>(from: readonly Entry[]): Entry => from[Math.floor(next() * from.length)] as Entry
  const mine = (wordings: readonly string[]) =>
    wordings.filter(wording => (createHash('sha256').update(wording).digest()[0]! % 2 === 0) === tuned)
  const changes: Change[] = []
  for (const [name, family] of Object.entries(families)) {
    for (const [kind, later, ends] of kindsOf(family)) {
      const wordings = mine(later)
      for (let at = 0; wordings.length > 0 && at < each; at++) {
        const [value, other] = distinct(family.values, pick)
        const fill = (wording: string) => wording.replaceAll('{x}', value).replaceAll('{y}', other)
        changes.push({
          id: `${name}-${kind}-${at}`,
          first: fill(pick(family.first)),
          later: fill(pick(wordings)),
          ends
        })
      }
    }
  }
  return [...new Map(changes.map(change => [`${change.first}\n${change.later}`, change])).values()]
}

function kindsOf (family: Family): Array<[kind: string, wordings: string[], ends: boolean]> {
  const act = (wordings: string[]) =>
    wordings.flatMap(wording =>
      family.acts.map(({ base, past, gerund }) =>
        wording.replaceAll('{act}', base).replaceAll('{acted}', past).replaceAll('{acting}', gerund)
      )
    )
  return [
    ['ends', family.ends, true],
    ['near', family.near, false],
    // An event is moved whoever moves it.
    ...Object.entries(general).filter(([kind]) => kind !== 'others' || !family.shared)
      .map(([kind, wordings]): [string, string[], boolean] => [kind, act(wordings), false])
  ]
}

function distinct (values: string[], pick: (from: string[]) => string): [string, string] {
  const value = pick(values)
  return [value, pick(values.filter(other => other !== value))]
}

/** Mulberry32: the same pairs for the same seed everywhere. */
function random (seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
