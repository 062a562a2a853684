/**
 * What rests on something that ended is marked with its id (`staleBecause`), and is never ended by that. Computed with
 * each changeset from the timeline as it will be, so that an end marks, a restore or an undo takes the mark back, and a
 * later statement of the fact settles it.
 */
import type { Changeset, Revised, Store } from '../../../../domain/capabilities/store.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { timeSlices } from '../../../_shared/time-slice.ts'
import { statedAt } from './intervals.ts'
import { basesOf, isBasis, ownerOf } from './rests.ts'
import { topicWords, type Basis } from './words/rests.ts'

interface Group {
  owner: string
  project: string | null
  basis: Basis
}

/** What is added, by what it says of the bases: a long conversation adds thousands. */
interface Added {
  values: Map<Basis, Memory[]>
  /** By `keyOf` the group that they rest on. */
  dependents: Map<string, Memory[]>
}

/** Values of one basis, and facts that may rest on it, that are looked at. */
const mostValues = 100
const mostDependents = 200

/**
 * The changeset with the marks that follow from it. Most changesets concern nothing that rests on anything. `read` are
 * memories of it that were read already.
 */
export async function withMarks (
  store: Store,
  changeset: Changeset,
  now: number,
  read: Memory[] = [],
  signal?: AbortSignal
): Promise<Changeset> {
  const known = new Map(read.map(memory => [memory.id, memory]))
  const { userId, add = [] } = changeset
  const touched = idsIn(changeset).filter(id => !known.has(id))
  if (touched.length > 0) keep(await store.get(userId, touched))
  const pause = timeSlices(signal)
  const { groups, values: addedValues, dependents: addedDependents } = await grouped(add, [...known.values()], pause)
  if (groups.length === 0) return changeset
  const marks = new Map<string, Memory | null>()
  const after = overlay(changeset)
  for (const group of groups) {
    const [values, dependents] = await membersOf(group)
    const believed = believedOf(values)
    for (const memory of dependents) {
      await pause()
      const ended = endedBasis(memory, believed, now)
      const other = marks.get(memory.id) ?? null
      marks.set(memory.id, latestEnd(ended, other))
    }
  }
  return marked(changeset, marks, known)

  function keep (memories: Memory[]): Memory[] {
    for (const memory of memories) known.set(memory.id, memory)
    return memories
  }

  async function membersOf ({ owner, project, basis }: Group): Promise<[values: Memory[], dependents: Memory[]]> {
    const [values, about, found] = await Promise.all([
      store.aboutSubject(userId, owner, basis, mostValues, { includeSuperseded: true, project }),
      store.aboutSubject(userId, owner, null, mostDependents, { project }),
      store.matchText(userId, topicWords[basis], { project }, mostDependents)
    ])
    const rest = found.map(({ id }) => id).filter(id => !about.some(memory => memory.id === id))
    const named = rest.length > 0 ? await store.get(userId, rest) : []
    const own = after(keep([...about, ...named])).filter(memory =>
      memory.project === project && ownerOf(memory) === owner && basesOf(memory).includes(basis)
    )
    const dependents = [...own, ...addedDependents.get(keyOf({ owner, project, basis })) ?? []]
    return [
      [...after(values).filter(({ predicate }) => predicate === basis), ...addedValues.get(basis) ?? []],
      dependents.filter(({ state }) => state === 'active')
    ]
  }
}

function idsIn (
  { supersede = [], history = [], restore = [], revise = [], refresh = [], delete: gone = [] }: Changeset
) {
  return [
    ...new Set([
      ...[...supersede, ...history].map(({ oldId }) => oldId),
      ...[...restore, ...revise, ...refresh].map(({ id }) => id),
      ...gone
    ])
  ]
}

const keyOf = ({ owner, project, basis }: Group): string => JSON.stringify([owner, project, basis])

/** The groups that the changeset concerns, and what it adds to any; a value that is added and holds concerns none. */
async function grouped (
  add: Memory[],
  known: Memory[],
  pause: () => Promise<void>
): Promise<Added & { groups: Group[] }> {
  const groups = new Map<string, Group>()
  const values: Added['values'] = new Map()
  const dependents: Added['dependents'] = new Map()
  for (const memory of known) for (const group of groupsOf(memory)) groups.set(keyOf(group), group)
  for (const memory of add) {
    if (add.length > 1) await pause()
    const { predicate } = memory
    if (isBasis(predicate)) put(values, predicate, memory)
    if (isBasis(predicate) && memory.invalidAt === null) continue
    for (const group of groupsOf(memory)) {
      groups.set(keyOf(group), group)
      if (!isBasis(predicate)) put(dependents, keyOf(group), memory)
    }
  }
  return { groups: [...groups.values()], values, dependents }
}

function put<Key> (index: Map<Key, Memory[]>, key: Key, memory: Memory): void {
  const memories = index.get(key)
  if (memories === undefined) index.set(key, [memory])
  else memories.push(memory)
}

function groupsOf (memory: Memory): Group[] {
  const owner = ownerOf(memory)
  if (owner === null) return []
  const { predicate, project } = memory
  return (isBasis(predicate) ? [predicate] : basesOf(memory)).map(basis => ({ owner, project, basis }))
}

/** Stored memories as they will be. */
function overlay (
  { add = [], supersede = [], restore = [], revise = [], delete: gone = [] }: Changeset
): (memories: Memory[]) => Memory[] {
  const left = new Set([...gone, ...add.map(({ id }) => id)])
  const ends = new Map(supersede.map(edge => [edge.oldId, edge]))
  const again = new Map(restore.map(one => [one.id, one]))
  const set = new Map(revise.map(one => [one.id, one.set]))
  return memories =>
    memories.filter(({ id }) => !left.has(id)).map(memory => {
      const end = ends.get(memory.id)
      const back = again.get(memory.id)
      return {
        ...memory,
        ...back && { state: 'active' as const, invalidAt: back.invalidAt ?? null },
        ...end && { state: 'superseded' as const, invalidAt: end.invalidAt },
        ...set.get(memory.id)
      }
    })
}

function latestEnd (one: Memory | null, other: Memory | null): Memory | null {
  return (one?.invalidAt ?? -Infinity) >= (other?.invalidAt ?? -Infinity) ? one : other
}

function marked (changeset: Changeset, marks: Map<string, Memory | null>, known: Map<string, Memory>): Changeset {
  const revise = new Map<string, Revised>((changeset.revise ?? []).map(one => [one.id, one]))
  const add = new Map(changeset.add?.map(memory => [memory.id, memory]))
  for (const [id, ended] of marks) {
    const staleBecause = ended?.id ?? null
    const added = add.get(id)
    if (added !== undefined) added.staleBecause = staleBecause
    else if (known.get(id)?.staleBecause !== staleBecause) {
      const before = revise.get(id)
      revise.set(id, { id, ...before, set: { ...before?.set, staleBecause } })
    }
  }
  return revise.size > 0 ? { ...changeset, revise: [...revise.values()] } : changeset
}

/** Values that ever held, in their order. */
function believedOf (values: Memory[]): Memory[] {
  return values.filter(({ validAt, invalidAt, state }) => state === 'active' || (invalidAt ?? 0) > validAt)
    .sort((a, b) => a.validAt - b.validAt || (a.id < b.id ? -1 : 1))
}

/**
 * What a fact rests on and what ended, among the values of one basis; null while it holds. A fact rests on what held
 * when it was said last; said before any of them, on the first.
 */
function endedBasis (memory: Memory, believed: Memory[], now: number): Memory | null {
  const toldLast = Math.max(memory.validAt, ...statedAt(memory))
  const basis = believed[Math.max(0, countUpTo(believed, toldLast) - 1)]
  if (basis === undefined || basis.invalidAt === null || basis.invalidAt > now) return null
  // Said after that end: it does not rest on it any more.
  return basis.invalidAt <= toldLast ? null : basis
}

/** How many of them, which are in order, begin at `time` or before. */
function countUpTo (believed: Memory[], time: number): number {
  let [low, high] = [0, believed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (believed[middle]!.validAt <= time) low = middle + 1
    else high = middle
  }
  return low
}
