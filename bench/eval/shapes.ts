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
    const courses: string[][] = []
    for (const shape of shapes) {
      const { single, overTime } = await measure(shape, half, Number(values.seed), values.settings)
      for (const [way, asked] of single) {
        rows.push([shape, way, ...recalls(asked)])
        if (values.kinds) rows.push(...byKind(asked))
      }
      for (const [way, asked] of overTime) courses.push([shape, way, ...recalls(asked)], ...byKind(asked))
    }
    const columns = ['', '', ...cutoffs.map(cutoff => `R@${cutoff}`), 'questions']
    console.log(table(`Made-up talk, ${half}`, columns, rows))
    console.log(table(`Asked of a topic's whole course, ${half}`, columns, courses))
  }
}

type Measured = Array<[way: string, asked: Asked[]]>

async function measure (
  shape: Shape,
  half: Half,
  seed: number,
  settings: string | undefined
): Promise<{ single: Measured, overTime: Measured }> {
  const talks = makeTalks(shape, half, seed)
  const service = await startService(settings)
  try {
    const turnOf = await store(service, talks)
    const single: Measured = []
    const overTime: Measured = []
    const courses = talks.map(talk => ({ ...talk, questions: talk.overTime }))
    for (const { name, how } of ways.filter(({ name }) => compared.includes(name))) {
      single.push([name, await ask(service, talks, turnOf, how)])
      overTime.push([name, await ask(service, courses, turnOf, how)])
    }
    return { single, overTime }
  } finally {
    await service.stop()
  }
}

function byKind (asked: Asked[]): string[][] {
  const kinds = new Set(asked.map(({ question }) => question.category))
  return [...kinds].map(kind => ['', kind, ...recalls(asked.filter(({ question }) => question.category === kind))])
}

function recalls (asked: Asked[]): string[] {
  const share = (cutoff: number) =>
    100 * asked.reduce((sum, { found, question }) => sum + recallAt(cutoff, found, question), 0) / asked.length
  return [...cutoffs.map(cutoff => share(cutoff).toFixed(1)), String(asked.length)]
}
