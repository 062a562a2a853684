/**
 * `npm run bench -- size [--sizes 1000,10000,100000] [--seconds 6] [--folder DIR] [--plot FILE.png]`: how the embedded
 * store grows with the memories of one user: bytes of disk and of memory a memory, the first search after a restart,
 * and searches one after the other, each beside its bare query. What is in a folder that is named stays there, and is
 * measured again without being filled.
 */
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { table } from '../cli/table.ts'
import { madeUpQuestions } from './corpus.ts'
import { cannonade, type Latencies } from './load.ts'
import { machine } from './machine.ts'
import { temporaryFolder } from './service.ts'
import { modes, plotSizes, type AtSize } from './size-plot.ts'
import { startSubject, type Mode, type Subject } from './subject.ts'

const search = '/api/v1/memories/search'
const user = 'ada'

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: '1000,10000,100000' },
      seconds: { type: 'string', default: '6' },
      folder: { type: 'string' },
      plot: { type: 'string' }
    }
  })
  console.log(machine())
  const measured: AtSize[] = []
  for (const size of values.sizes.split(',').map(Number)) {
    measured.push(await measure(size, Number(values.seconds), values.folder))
    print(measured)
  }
  if (values.plot !== undefined) await plotSizes(values.plot, measured)
}

async function measure (size: number, seconds: number, kept: string | undefined): Promise<AtSize> {
  const folder = kept === undefined ? await temporaryFolder() : join(kept, String(size))
  const overrides = { SVC_Sqlite__Path: join(folder, 'size.db'), SVC_Server__LogLevel: 'error' }
  try {
    const fillASecond = existsSync(overrides.SVC_Sqlite__Path) ? null : await fill(overrides, size)
    const diskBytes = await bytesIn(folder) / size
    const subject = await startSubject({ overrides })
    const [before, begun] = [await resident(subject), performance.now()]
    await post(subject, { user_id: user, query: 'Who lives near the sea?' })
    const firstMs = performance.now() - begun
    const [served, bare] = await latencies(subject, seconds)
    const residentMb = await resident(subject)
    const memoryBytes = (residentMb - before) * 2 ** 20 / size
    await subject.stop()
    return { size, fillASecond, diskBytes, memoryBytes, residentMb, firstMs, served, bare }
  } finally {
    if (kept === undefined) await rm(folder, { recursive: true, force: true })
  }
}

async function fill (overrides: Record<string, string>, size: number): Promise<number> {
  const subject = await startSubject({ overrides })
  const begun = performance.now()
  await subject.fill(user, size)
  const aSecond = size * 1000 / (performance.now() - begun)
  await subject.stop()
  return aSecond
}

async function latencies (subject: Subject, seconds: number) {
  const questions = madeUpQuestions(200)
  const [served, bare] = [{}, {}] as [Record<Mode, Latencies>, Record<Mode, Latencies>]
  for (const mode of modes) {
    const bodies = questions.map(query => ({ user_id: user, query, mode }))
    await subject.bare(user, questions, 1, 1, mode)
    bare[mode] = await subject.bare(user, questions, 1, seconds, mode)
    served[mode] = await cannonade(subject.address + search, bodies, 1, seconds)
  }
  return [served, bare] as const
}

async function post (subject: Subject, body: object): Promise<void> {
  const answer = await fetch(subject.address + search, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.text()
}

const resident = async (subject: Subject): Promise<number> => (await subject.health()).residentMb

async function bytesIn (folder: string): Promise<number> {
  const files = await readdir(folder)
  const sizes = await Promise.all(files.map(async file => (await stat(join(folder, file))).size))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

function print (measured: AtSize[]): void {
  const pair = ({ p50, p99 }: Latencies): string => `${p50.toFixed(1)} / ${p99.toFixed(1)}`
  console.log(
    table(
      'one user, embedded store; p50 / p99 in ms, one search after the other, over HTTP and (bare)',
      [
        'memories',
        'filled/s',
        'disk B each',
        'memory B each',
        'resident MiB',
        'first search ms',
        ...modes.flatMap(mode => [mode, `(bare)`])
      ],
      measured.map(at => [
        String(at.size),
        at.fillASecond?.toFixed(0) ?? '',
        at.diskBytes.toFixed(0),
        at.memoryBytes.toFixed(0),
        at.residentMb.toFixed(0),
        at.firstMs.toFixed(0),
        ...modes.flatMap(mode => [pair(at.served[mode]), pair(at.bare[mode])])
      ])
    )
  )
}
