/**
 * `npm run bench -- export [--sizes 10000,100000] [--to embedded | graphdb_a | graphdb_b]`: a large user out of the
 * embedded store and into another, by the commands an operator would use, each a process of its own: time, processor
 * time and the most memory it held. Both stores are compared to the last field. Linux only.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { forBackups, withParts } from '../cli/parts.ts'
import { table } from '../cli/table.ts'
import { packageRoot } from '../domain/package-root.ts'
import { loadSettings } from '../kernel/settings/load.ts'
import { newEntity, newMemory, newRelation, newSession, supersession } from '../test/conformance/store/suite.ts'
import { madeUpMemories } from './corpus.ts'
import { machine } from './machine.ts'
import { present, servers } from './servers.ts'
import { cli, processorMs, resident } from './start.ts'

type Variables = Record<string, string>

const userId = 'moving'
const settings = join(packageRoot, 'settings.embedded.json')
const batch = 500
const lookEveryMs = 20

export async function run (args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { sizes: { type: 'string', default: '10000,100000' }, to: { type: 'string', default: 'embedded' } }
  })
  if (present([values.to]).length === 0) return
  console.log(machine())
  const rows: string[][] = []
  for (const size of values.sizes.split(',').map(Number)) rows.push(...await move(size, values.to))
  console.log(
    table(`One user from the embedded store to ${values.to}`, [
      'memories',
      'command',
      'wall s',
      'processor s',
      'peak resident MiB',
      'file MiB',
      'records of both stores'
    ], rows)
  )
  if (rows.some(row => row.at(-1) === 'differ')) throw new Error('The two stores do not hold the same.')
}

async function move (size: number, to: string): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
  const server = await servers[to]?.start()
  const store = (name: string): Variables => ({
    SVC_Sqlite__Path: join(folder, `${name}.db`),
    SVC_Cache__Enabled: 'false',
    TMPDIR: folder
  })
  const target = { ...store('to'), ...server?.overrides }
  const file = join(folder, 'user.ndjson')
  try {
    await fill(store('from'), size)
    const out = await measured(['export', userId, file], store('from'))
    const mebibytes = ((await stat(file)).size / 2 ** 20).toFixed(0)
    const into = await measured(['import', userId, file], target)
    const [before, after] = [await digestOf(store('from')), await digestOf(target)]
    return [[String(size), 'export', ...out, mebibytes, ''], [
      String(size),
      'import',
      ...into,
      mebibytes,
      before === after ? 'the same' : 'differ'
    ]]
  } finally {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * With everything a user can have beside memories: people who are mentioned and related, sessions, memories that were
 * written over.
 */
async function fill (variables: Variables, size: number): Promise<void> {
  await withParts(await loadSettings(settings, variables), [...forBackups, 'guard'], async ({ store, embedder }) => {
    // Numbered, because the same text is stored once.
    const texts = madeUpMemories(size).map((text, place) => `${text} (${place})`)
    const names = [...new Set(texts.map(text => text.match(/[A-Z][a-z]+/)?.[0] ?? 'For'))]
    const people = new Map(names.map(name => [name, newEntity(userId, name, { type: 'person' })]))
    let previous: string | null = null
    for (let start = 0; start < size; start += batch) {
      const part = texts.slice(start, start + batch)
      const vectors = await embedder.embed(part)
      const mentioned = part.map(text => names.filter(name => text.includes(name)).map(name => people.get(name)!))
      const session = newSession(userId, `session ${start}`, {
        gist: part[0] ?? null,
        gistEmbedding: vectors[0] ?? null
      })
      const add = part.map((text, place) =>
        newMemory(userId, text, {
          createdAt: 1.7e12 + start + place,
          sessionId: session.id,
          entityIds: mentioned[place]!.map(({ id }) => id),
          embedding: vectors[place]!
        })
      )
      const relations = add.flatMap((memory, place) =>
        mentioned[place]![1] === undefined
          ? []
          : [newRelation(userId, mentioned[place]![0]!, 'knows', mentioned[place]![1]!, memory)]
      )
      await store.commit({
        userId,
        add,
        sessions: [session],
        relations,
        entities: start === 0 ? [...people.values()] : [],
        supersede: previous === null ? [] : [supersession(previous, add[0]!.id)]
      })
      previous = add[0]!.id
    }
  })
}

async function digestOf (variables: Variables): Promise<string> {
  let digest = ''
  await withParts(await loadSettings(settings, variables), forBackups, async ({ backup }) => {
    digest = JSON.stringify(await backup.digest(userId, { vectors: true }))
  })
  return digest
}

/**
 * Wall and processor time in seconds, and peak memory in MiB. The kernel keeps the peak, so the last look before the
 * end tells it.
 */
async function measured (command: string[], variables: Variables): Promise<string[]> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
  const begun = performance.now()
  const child = spawn(process.execPath, [cli, ...command, '--settings', settings], {
    env: { ...own, ...variables },
    stdio: ['ignore', 'ignore', 'inherit']
  })
  let [peak, processor] = [0, 0]
  const look = setInterval(() => {
    resident(child.pid, 'VmHWM').then(now => {
      peak = now || peak
    }, () => {})
    processorMs(child.pid).then(now => {
      processor = now || processor
    }, () => {})
  }, lookEveryMs)
  const [code] = await once(child, 'exit') as [number]
  clearInterval(look)
  if (code !== 0) throw new Error(`palimpsest ${command.join(' ')} ended with ${code}`)
  return [((performance.now() - begun) / 1000).toFixed(1), (processor / 1000).toFixed(1), peak.toFixed(0)]
}
