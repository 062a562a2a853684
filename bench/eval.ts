/** `npm run eval -- <what> <file> [options]`: measures recall or distillation against a data set, and prints a table. */
const evaluations: Record<string, string> = {
  memory: 'memory <file>   what the distiller finds, keeps, supersedes and retires',
  locomo: 'locomo <file>   what search recalls, turn by turn'
}

interface Evaluation { run (args: string[]): Promise<void> }

const [what = '', ...args] = process.argv.slice(2)
if (!(what in evaluations)) {
  console.error(`Usage: npm run eval -- <what> <file>\n\n${Object.values(evaluations).map(line => `  ${line}`).join('\n')}`)
  process.exit(1)
}
const { run } = await import(new URL(`./eval/${what}.js`, import.meta.url).href) as Evaluation
await run(args)
