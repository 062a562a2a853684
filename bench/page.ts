/**
 * `npm run bench -- page [--starts N]`: what the service pays for having a page that nobody has opened yet, and what a
 * reader pays for opening it. Two copies of the built package, one without `dashboard/dist`, are started in turns, so
 * that an hour in which the machine is slow is slow for both. Linux only: it reads /proc.
 */
import { cp, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { table } from '../cli/table.ts'
import { packageRoot } from '../domain/package-root.ts'
import { machine, percentile } from './machine.ts'
import { answered, launch, resident, settledMs } from './start.ts'

const limits = { firstLoad: 250_000, startMs: 20, idleBytes: 2_000_000 }
/** Read when they are opened, and by few. */
const later = /^(graph|plate|layout\.worker)/

interface Started {
  startMs: number
  idleBytes: number
}

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { starts: { type: 'string', default: '9' } } })
  const starts = Number(values.starts)
  if (!Number.isInteger(starts) || starts < 7) throw new Error('--starts is a whole number, at least 7.')
  console.log(machine())
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-page-'))
  try {
    const page = await copyOf(join(folder, 'with'), true)
    const bare = await copyOf(join(folder, 'without'), false)
    const { first, all } = await bytesOf(page)
    const [withPage, without]: [Started[], Started[]] = [[], []]
    for (let turn = 0; turn < starts; turn++) {
      // Whoever starts second finds files in the page cache, so the order changes too.
      const order = turn % 2 === 0 ? [page, bare] : [bare, page]
      for (const root of order) (root === page ? withPage : without).push(await startOf(root))
    }
    report(first, all, withPage, without)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function report (first: number, all: number, withPage: Started[], without: Started[]): void {
  const compared =
    ([['startMs', 'to the first healthy answer, ms', 1], ['idleBytes', 'idle, MB (10⁶ bytes)', 1e6]] as const)
      .map(([field, name, unit]) => {
        const [own = 0, bare = 0] = [withPage, without].map(of => percentile(of.map(one => one[field]), 0.5) / unit)
        return { name, own, bare, most: limits[field] / unit }
      })
  console.log(
    table(
      `${withPage.length} starts each, in turns, medians`,
      ['', 'with the page', 'without', 'more', 'at most'],
      compared.map(({ name, own, bare, most }) => [
        name,
        ...[own, bare, own - bare, most].map(number => number.toFixed(1))
      ])
    )
  )
  console.log(
    table('what a browser reads, brotli, KB (1,000 bytes)', ['what', 'KB', 'at most'], [
      ['the first load: page, scripts, styles, font', (first / 1e3).toFixed(1), (limits.firstLoad / 1e3).toFixed(0)],
      ['every file but those of graph and plate', (all / 1e3).toFixed(1), '']
    ])
  )
  const exceeded = first > limits.firstLoad || compared.some(({ own, bare, most }) => own - bare > most)
  if (exceeded) process.exitCode = 1
}

/** The package as it is installed; what is not measured is shared. */
async function copyOf (root: string, withPage: boolean): Promise<string> {
  await mkdir(join(root, 'dashboard'), { recursive: true })
  for (const name of ['package.json', 'settings.json', 'settings.embedded.json']) {
    await cp(join(packageRoot, name), join(root, name))
  }
  // Not by a link: a program knows its files by where they really are.
  await cp(join(packageRoot, 'dist'), join(root, 'dist'), { recursive: true })
  for (const name of ['node_modules', 'models']) await symlink(join(packageRoot, name), join(root, name))
  if (withPage) await cp(join(packageRoot, 'dashboard', 'dist'), join(root, 'dashboard', 'dist'), { recursive: true })
  return root
}

async function startOf (root: string): Promise<Started> {
  const { pid, url, begun, stop } = await launch(root)
  try {
    const startMs = await answered(`${url}/api/health`, begun)
    await pause(settledMs)
    return { startMs, idleBytes: await resident(pid) * 2 ** 20 }
  } finally {
    await stop()
  }
}

async function bytesOf (root: string): Promise<{ first: number, all: number }> {
  const { url, begun, stop } = await launch(root)
  try {
    await answered(`${url}/livez`, begun)
    const html = await sent(`${url}/`)
    const text = html.toString()
    const named = [...text.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path]) => `${url}/${path}`)
    if (named.length === 0) throw new Error('The dashboard is not built.')
    const assets = join(root, 'dashboard', 'dist', 'assets')
    const names = await readdir(assets)
    const font = names.find(name => /^newsreader-latin-wght.*\.woff2$/.test(name))
    if (font !== undefined) named.push(`${url}/assets/${font}`)
    let first = html.length
    for (const file of named) first += (await sent(file)).length
    let all = html.length
    for (const name of names.filter(name => /\.(br|woff2)$/.test(name) && !later.test(name))) {
      all += (await stat(join(assets, name))).size
    }
    return { first, all }
  } finally {
    await stop()
  }
}

/** As it came over the wire, still compressed. */
async function sent (url: string): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    }).on('error', reject)
  })
}
