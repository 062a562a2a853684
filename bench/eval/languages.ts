/**
 * `npm run eval -- languages`: whether German, Spanish and Japanese facts are found, by questions in their words and by
 * questions in others.
 */
import { parseArgs } from 'node:util'
import { table } from '../../cli/table.ts'
import { machine } from '../machine.ts'
import { startService } from '../service.ts'
import { makeLanguage } from './languages/make.ts'
import { languages } from './languages/tables.ts'
import { ask, recallAt, store, ways } from './talks.ts'

const compared = ['hybrid', 'hybrid + rerank']
const cutoffs = [1, 5]

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seed: { type: 'string', default: '1' }, settings: { type: 'string' } }
  })
  console.log(machine())
  const talks = languages.map(language => makeLanguage(language, Number(values.seed)))
  const service = await startService(values.settings)
  try {
    const turnOf = await store(service, talks)
    const rows: string[][] = []
    for (const talk of talks) {
      for (const { name, how } of ways.filter(({ name }) => compared.includes(name))) {
        const asked = await ask(service, [talk], turnOf, how)
        for (const kind of new Set(talk.questions.map(({ category }) => category))) {
          const some = asked.filter(({ question }) => question.category === kind)
          const recall = (cutoff: number) =>
            some.reduce((sum, { found, question }) => sum + recallAt(cutoff, found, question), 0) / some.length
          rows.push([
            talk.id,
            kind,
            name,
            ...cutoffs.map(cutoff => (100 * recall(cutoff)).toFixed(1)),
            String(some.length)
          ])
        }
      }
    }
    console.log(table('Facts in other languages', ['', 'asked in', '', 'R@1', 'R@5', 'questions'], rows))
  } finally {
    await service.stop()
  }
}
