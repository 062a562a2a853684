/** `npm run model -- add <folder or url>`: checks another reranker and puts it in the place of the one in the box. */
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../../../domain/package-root.ts'
import { checkReranker } from './check.ts'
import { gather } from './gather.ts'

const usage =
  'Usage: npm run model -- add <folder or url>      check a reranker and use it from the next start on\n       ' +
  'npm run model -- check [folder]          only check it (the one in place when none is named)'

/** `home` is the package's folder. Returns what to print. */
export async function model ([verb, source]: string[], home = packageRoot): Promise<string> {
  const place = join(home, 'models', 'reranker')
  if (verb === 'check') return describe(await checkReranker(source ?? place))
  if (verb !== 'add' || source === undefined) throw new Error(usage)
  // Beside its place, so that putting it there is one rename.
  const fresh = await mkdtemp(join(home, 'models', '.adding-'))
  const previous = `${place}.previous`
  try {
    await gather(source, fresh)
    const checked = await checkReranker(fresh)
    await rm(previous, { recursive: true, force: true })
    if (existsSync(place)) await rename(place, previous)
    await rename(fresh, place)
    return `${describe(checked)}\nIt is in ${place}; the one before is kept in ${previous}.`
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

function describe ({ model: name, right, of, msForFifty }: Awaited<ReturnType<typeof checkReranker>>): string {
  return `${name}: the answer came first for ${right} of ${of} questions; fifty statements take ${
    msForFifty.toFixed(0)
  } ms here.`
}

if (process.argv[1] === import.meta.filename) {
  try {
    console.log(await model(process.argv.slice(2)))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
