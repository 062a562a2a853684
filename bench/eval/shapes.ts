/**
 * `npm run eval -- shapes`: recall on made-up talk of several shapes, on the words that weights are tuned on and on
 * words that nothing is tuned on.
 */
import { parseArgs } from 'node:util'
import { table } from '../../cli/table.ts'
import { machine } from '../machine.ts'
import { startService } from '../service.ts'
import { makeTalks, shapes, type Half, type Shape } from './shapes/make.ts'
import { ask, cutoffs, recallAt, store, ways, type Asked } from './talks.ts'

const compared = ['hybrid', 'hybrid + session arm', 'hybrid + rerank']
const halves: Half[] = ['dev', 'heldout']

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seed: { type: 'string', default: '1' }, settings: { type: 'string' }, kinds: { type: 'boolean' } }
  })
  console.log(machine())
  for (const half of halves) {
    const rows: string[][] = []
    for (const shape of shapes) {
      for (const [way, asked] of await measure(shape, half, Number(values.seed), values.settings)) {
        rows.push([shape, way, ...recalls(asked)])
        if (!values.kinds) continue
        for (const kind of new Set(asked.map(({ question }) => question.category))) {
          rows.push(['', kind, ...recalls(asked.filter(({ question }) => question.category === kind))])
        }
      }
    }
    console.log(table(`Made-up talk, ${half}`, ['', '', ...cutoffs.map(cutoff => `R@${cutoff}`), 'questions'], rows))
  }
}

async function measure (
  shape: Shape,
  half: Half,
  seed: number,
  settings: string | undefined
): Promise<Array<[string, Asked[]]>> {
  const talks = makeTalks(shape, half, seed)
  const service = await startService(settings)
  try {
    const turnOf = await store(service, talks)
    const measured: Array<[string, Asked[]]> = []
    for (const { name, how } of ways.filter(({ name }) => compared.includes(name))) {
      measured.push([name, await ask(service, talks, turnOf, how)])
    }
    return measured
  } finally {
    await service.stop()
  }
}

function recalls (asked: Asked[]): string[] {
  const share = (cutoff: number) =>
    100 * asked.reduce((sum, { found, question }) => sum + recallAt(cutoff, found, question), 0) / asked.length
  return [...cutoffs.map(cutoff => share(cutoff).toFixed(1)), String(asked.length)]
}
