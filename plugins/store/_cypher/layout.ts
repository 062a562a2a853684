/**
 * How users lie in a database: all in one graph, or spread over several. Which of the two it is, and how many, is kept
 * in the store, since users are found by it.
 */
import pMap from 'p-map'
import type { Store, StorePing } from '../../../domain/capabilities/store.ts'
import { DatabaseUnavailable, SettingInvalid } from '../../../domain/errors.ts'
import { prepare } from './administration.ts'
import { cypher } from './cypher.ts'
import type { Dialect, Graph } from './graph.ts'
import { partitioned, type Partition } from './partitions.ts'
import { cypherStore, type CypherStore } from './store.ts'

export interface Layout {
  /** The settings with the number and with the name, as messages call them. */
  settings: { number: string, name: string }
  /** What holds all users when there is one partition, and how messages call it. */
  whole: { name: string, called: string }
  /** The name of the partition with this number. */
  part: (place: number) => string
  /** How health calls all partitions together. */
  url: (last: number) => string
  graph: (name: string) => Graph
  dialect: (name: string) => Dialect
  place: (name: string) => StorePing
  exists: (name: string) => Promise<boolean>
  /** Makes those that do not exist, where a statement to one does not do it. */
  make?: (names: string[]) => Promise<void>
}

/** The users over so many partitions; another number than the one they were spread over is refused. */
export async function openPartitions (layout: Layout, wanted: number): Promise<Store> {
  const stored = await storedPartitions(layout)
  requireSame(layout, stored, wanted)
  const { whole, part, graph, dialect, make, url } = layout
  const open = (name: string): CypherStore => cypherStore(graph(name), dialect(name), layout.place(name))
  if (wanted === 1) {
    await make?.([whole.name])
    await prepare(graph(whole.name), dialect(whole.name))
    return open(whole.name)
  }
  const names = Array.from({ length: wanted }, (_, place) => part(place))
  await make?.(names)
  const prepared = async (name: string): Promise<void> => {
    await prepare(graph(name), dialect(name))
    await record(graph(name), wanted)
  }
  const later = await prepareAll(names, prepared, stored !== null)
  return partitioned(names.map(name => ({ name, store: open(name) })) as [Partition, ...Partition[]], {
    url: url(wanted - 1),
    later
  })
}

/** A start must not ask for a thousand indexes at once, nor wait for every graph of a server that is away. */
const preparedAtOnce = 8

/**
 * Where the layout is known, a partition that is away does not stop the start of a service for all others; what is to
 * be done for it later is answered.
 */
async function prepareAll (
  names: string[],
  prepared: (name: string) => Promise<void>,
  known: boolean
): Promise<Array<() => Promise<void>>> {
  const later: Array<() => Promise<void>> = []
  await pMap(names, async name => {
    try {
      await prepared(name)
    } catch (error) {
      if (!known || !(error instanceof DatabaseUnavailable)) throw error
      later.push(() => prepared(name))
    }
  }, { concurrency: preparedAtOnce })
  if (later.length === names.length) throw new DatabaseUnavailable(names.join(', '), 'no partition answers')
  return later
}

/** How many partitions the users are spread over; null when nothing is stored under this name. */
async function storedPartitions ({ part, whole, exists, graph }: Layout): Promise<number | null> {
  const kept = async (name: string): Promise<Kept | null> => await exists(name) ? await keptIn(graph(name)) : null
  // Every partition keeps the number, so that a start needs none of them in particular.
  const asked = await Promise.allSettled([part(0), part(1)].map(kept))
  for (const answer of asked) {
    const partitions = answer.status === 'fulfilled' ? answer.value?.partitions ?? null : null
    if (partitions !== null) return partitions
  }
  for (const answer of asked) if (answer.status === 'rejected') throw answer.reason
  return await kept(whole.name) === null ? null : 1
}

function requireSame ({ settings, whole }: Layout, stored: number | null, wanted: number): void {
  if (stored === null || stored === wanted) return
  throw new SettingInvalid(
    `${settings.number} (SVC_${settings.number.replace(':', '__')}) is ${wanted}, but the users in ${whole.called} ` +
      `are spread over ${stored}. Set it to ${stored}, or move the users with palimpsest migrate to a ` +
      `${settings.name} of its own with ${wanted} partitions.`
  )
}

/** Of a graph that this library has prepared. */
interface Kept {
  partitions: number | null
}

async function keptIn (graph: Graph): Promise<Kept | null> {
  const [row] = await graph.read(cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      RETURN meta.partitions AS partitions`)
  if (row === undefined) return null
  return { partitions: row.partitions === null || row.partitions === undefined ? null : Number(row.partitions) }
}

async function record (graph: Graph, partitions: number): Promise<void> {
  if ((await keptIn(graph))?.partitions !== null) return
  await graph.write([{
    body: cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      SET meta.partitions = coalesce(meta.partitions, $partitions)`,
    parameters: { partitions }
  }])
}
