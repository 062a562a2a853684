import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Store } from '../../../domain/capabilities/store.ts'
import { freshUser, type Chapter, type StoreSuiteOptions } from './suite.ts'
import { partsOfOne } from './writer.ts'

interface Writer {
  child: ChildProcess
  acknowledged: number[]
  enough: (count: number) => Promise<void>
}

function startWriter (
  { module, argument }: NonNullable<StoreSuiteOptions['spawnWriter']>,
  userId: string,
  first: number,
  count: number
): Writer {
  const child = spawn(process.execPath, [
    fileURLToPath(new URL('./writer.js', import.meta.url)),
    module,
    argument,
    userId,
    `${first}`,
    `${count}`
  ], { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: number[] = []
  let notify = (): void => {}
  createInterface({ input: child.stdout }).on('line', line => {
    acknowledged.push(Number(line))
    notify()
  })
  const ended = once(child, 'exit')
  return {
    child,
    acknowledged,
    async enough (wanted) {
      const reached = new Promise<void>(resolve => {
        notify = () => {
          if (acknowledged.length >= wanted) resolve()
        }
        notify()
      })
      await Promise.race([reached, ended])
    }
  }
}

/** Which changesets are stored whole, and which are torn. */
async function inspect (store: Store, userId: string): Promise<{ whole: Set<number>, torn: string[] }> {
  const found = new Map<number, string[]>()
  const note = (name: string, part: string): void => {
    const number = Number(/\d+$/.exec(name)?.[0])
    found.set(number, [...found.get(number) ?? [], part])
  }
  for await (const record of store.export(userId)) {
    if (record.kind === 'memory') {
      note(
        record.memory.id,
        record.embedding === null
          ? `bare ${record.memory.state}`
          : `memory ${record.memory.state} ${record.memory.entityIds.length}`
      )
    }
    if (record.kind === 'entity') note(record.entity.id, 'entity')
    if (record.kind === 'relation') note(record.relation.id, 'relation')
    if (record.kind === 'session') note(record.session.id, 'session')
    if (record.kind === 'supersession') note(record.supersession.oldId, 'supersession')
  }
  const [whole, torn] = [new Set<number>(), [] as string[]]
  for (const [number, parts] of found) {
    if (parts.sort().join() === partsOfOne) whole.add(number)
    else torn.push(`${number}: ${parts.join()}`)
  }
  return { whole, torn }
}

export const killed: Chapter = ({ it, options, reopen }) => {
  const spawnWriter = options.spawnWriter
  if (!spawnWriter) return

  it(
    'store.kill',
    'a process killed in the middle of its commits leaves every acknowledged changeset whole and none torn',
    async t => {
      const userId = freshUser()
      const acknowledged: number[] = []
      for (let round = 0; round < 4; round++) {
        const writer = startWriter(spawnWriter, userId, round * 100_000, 100_000)
        const exited = once(writer.child, 'exit')
        await writer.enough(20 + round * 17)
        writer.child.kill('SIGKILL')
        const [, signal] = await exited
        t.equal(signal, 'SIGKILL', 'it was killed while it was writing')
        acknowledged.push(...writer.acknowledged)
      }
      const { whole, torn } = await inspect(await reopen(), userId)
      t.same(torn, [])
      t.same(acknowledged.filter(number => !whole.has(number)), [], 'nothing acknowledged is missing')
      t.ok(acknowledged.length >= 100)
    }
  )

  it(
    'store.processes',
    'two processes may write to the same user at once; both are stored and seen by a third',
    async (t, store) => {
      const userId = freshUser()
      const writers = [0, 1].map(place => startWriter(spawnWriter, userId, place * 1000, 60))
      await Promise.all(writers.map(async writer => {
        const [code] = await once(writer.child, 'exit')
        t.equal(code, 0)
      }))
      const { whole, torn } = await inspect(store, userId)
      t.same(torn, [])
      t.equal(whole.size, 120)
      t.equal((await store.matchText(userId, 'kept', {}, 1000)).length, 120)
    }
  )
}
