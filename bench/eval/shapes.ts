/**
 * `npm run eval -- shapes`: recall on made-up talk of several shapes, on the words that weights are tuned on and on
 * words that nothing is tuned on. With several seeds (`--seed 1,7,21`) the whole rows also say how far they are from
 * hybrid, with the standard error of the seeds.
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
  const seeds = values.seed.split(',').map(Number)
  for (const half of halves) {
    const rows: string[][] = []
    const courses: string[][] = []
    for (const shape of shapes) {
      const measured: Awaited<ReturnType<typeof measure>>[] = []
      for (const seed of seeds) measured.push(await measure(shape, half, seed, values.settings))
      const single = measured.map(one => one.single)
      const overTime = measured.map(one => one.overTime)
      for (const [way, asked] of together(single)) {
        rows.push([shape, way, ...recalls(asked), ...fromHybrid(way, single)])
        if (values.kinds) rows.push(...byKind(asked))
      }
      for (const [way, asked] of together(overTime)) {
        courses.push([shape, way, ...recalls(asked), ...fromHybrid(way, overTime)], ...byKind(asked))
      }
    }
    const columns = [
      '',
      '',
      ...cutoffs.map(cutoff => `R@${cutoff}`),
      'questions',
      ...(seeds.length > 1 ? [`from hybrid, ${seeds.length} seeds`] : [])
    ]
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

/** What was asked of each seed's talk, by way. */
function together (seeds: Measured[]): Measured {
  return compared.map(way => [way, seeds.flatMap(measured => askedOf(way, measured))])
}

const askedOf = (wanted: string, measured: Measured): Asked[] => measured.find(([way]) => way === wanted)?.[1] ?? []

/** At each cutoff the mean of the seeds' differences and its standard error; of one seed nothing. */
function fromHybrid (way: string, seeds: Measured[]): string[] {
  if (seeds.length < 2 || way === 'hybrid') return []
  return [
    cutoffs.map(cutoff => {
      const differences = seeds.map(measured =>
        share(cutoff, askedOf(way, measured)) - share(cutoff, askedOf('hybrid', measured))
      )
      const mean = differences.reduce((sum, one) => sum + one, 0) / seeds.length
      const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0)
      return `${mean.toFixed(1)} ± ${Math.sqrt(squares / (seeds.length - 1) / seeds.length).toFixed(1)}`
    }).join(', ')
  ]
}

const share = (cutoff: number, asked: Asked[]): number =>
  100 * asked.reduce((sum, { found, question }) => sum + recallAt(cutoff, found, question), 0) / asked.length

function recalls (asked: Asked[]): string[] {
  return [...cutoffs.map(cutoff => share(cutoff, asked).toFixed(1)), String(asked.length)]
}
