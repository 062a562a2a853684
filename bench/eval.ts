/** `npm run eval -- <what> <file>`: measures the service on a data set; the data stays where it is. */

interface Evaluation {
  run(args: string[]): Promise<void>
}

const evaluations: Record<string, () => Promise<Evaluation>> = {
  generate: () => import('./eval/state/generate.ts'),
  languages: () => import('./eval/languages.ts'),
  locomo: () => import('./eval/locomo.ts'),
  madial: () => import('./eval/locomo.ts'),
  memory: () => import('./eval/memory.ts'),
  relevance: () => import('./eval/relevance.ts'),
  shapes: () => import('./eval/shapes.ts'),
  state: () => import('./eval/state.ts')
}

const [name = '', ...args] = process.argv.slice(2)
const evaluation = evaluations[name]
if (evaluation === undefined) {
  console.error(`Usage: npm run eval -- <${Object.keys(evaluations).join(' | ')}> <file>`)
  process.exit(1)
}
try {
  await (await evaluation()).run(args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
