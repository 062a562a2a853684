/**
 * What rests on something that ended is marked with its id (`staleBecause`), and is never ended by that. Computed with
 * each changeset from the timeline as it will be, so that an end marks, a restore or an undo takes the mark back, and a
 * later statement of the fact settles it.
 */
import type { Changeset, Revised, Store } from '../../../../domain/capabilities/store.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { statedAt } from './intervals.ts'
import { basesOf, isBasis, ownerOf } from './rests.ts'
import { topicWords, type Basis } from './words/rests.ts'

interface Group {
  owner: string
  project: string | null
  basis: Basis
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
  read: Memory[] = []
): Promise<Changeset> {
  const known = new Map(read.map(memory => [memory.id, memory]))
  const { userId, add = [] } = changeset
  const touched = idsIn(changeset).filter(id => !known.has(id))
  if (touched.length > 0) keep(await store.get(userId, touched))
  const groups = groupsOf([
    ...add.filter(memory => !isBasis(memory.predicate) || memory.invalidAt !== null),
    ...known.values()
  ])
  if (groups.length === 0) return changeset
  const marks = new Map<string, Memory | null>()
  const after = (memories: Memory[]): Memory[] => overlaid(memories, changeset)
  for (const group of groups) {
    const [values, dependents] = await membersOf(group)
    for (const memory of dependents) {
      const ended = endedBasis(memory, values, now)
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
      memory.state === 'active' && memory.project === project && ownerOf(memory) === owner &&
      basesOf(memory).includes(basis)
    )
    return [after(values).filter(({ predicate }) => predicate === basis), own]
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

function groupsOf (memories: Memory[]): Group[] {
  const groups = new Map<string, Group>()
  for (const memory of memories) {
    const owner = ownerOf(memory)
    if (owner === null) continue
    const { predicate, project } = memory
    for (const basis of isBasis(predicate) ? [predicate] : basesOf(memory)) {
      groups.set(JSON.stringify([owner, project, basis]), { owner, project, basis })
    }
  }
  return [...groups.values()]
}

/** The memories as they will be, with those that are added. */
function overlaid (memories: Memory[], changeset: Changeset): Memory[] {
  const { add = [], supersede = [], restore = [], revise = [], delete: gone = [] } = changeset
  const ends = new Map(supersede.map(edge => [edge.oldId, edge]))
  const again = new Map(restore.map(one => [one.id, one]))
  const set = new Map(revise.map(one => [one.id, one.set]))
  const stored = memories.filter(({ id }) => !gone.includes(id) && !add.some(one => one.id === id)).map(memory => {
    const end = ends.get(memory.id)
    const back = again.get(memory.id)
    return {
      ...memory,
      ...back && { state: 'active' as const, invalidAt: back.invalidAt ?? null },
      ...end && { state: 'superseded' as const, invalidAt: end.invalidAt },
      ...set.get(memory.id)
    }
  })
  return [...stored, ...add]
}

function latestEnd (one: Memory | null, other: Memory | null): Memory | null {
  return (one?.invalidAt ?? -Infinity) >= (other?.invalidAt ?? -Infinity) ? one : other
}

function marked (changeset: Changeset, marks: Map<string, Memory | null>, known: Map<string, Memory>): Changeset {
  const revise = new Map<string, Revised>((changeset.revise ?? []).map(one => [one.id, one]))
  for (const [id, ended] of marks) {
    const staleBecause = ended?.id ?? null
    const added = changeset.add?.find(memory => memory.id === id)
    if (added !== undefined) added.staleBecause = staleBecause
    else if (known.get(id)?.staleBecause !== staleBecause) {
      const before = revise.get(id)
      revise.set(id, { id, ...before, set: { ...before?.set, staleBecause } })
    }
  }
  return revise.size > 0 ? { ...changeset, revise: [...revise.values()] } : changeset
}

/**
 * What a fact rests on and what ended, among the values of one basis; null while it holds. A fact rests on what held
 * when it was told last; told before any of them, on the first.
 */
function endedBasis (memory: Memory, values: Memory[], now: number): Memory | null {
  const toldLast = Math.max(memory.validAt, ...statedAt(memory))
  const believed = values.filter(({ validAt, invalidAt, state }) => state === 'active' || (invalidAt ?? 0) > validAt)
    .sort((a, b) => a.validAt - b.validAt || (a.id < b.id ? -1 : 1))
  const basis = believed.findLast(({ validAt }) => validAt <= toldLast) ?? believed[0]
  if (basis === undefined || basis.invalidAt === null || basis.invalidAt > now) return null
  // Told after that end: it does not rest on it any more.
  return basis.invalidAt <= toldLast ? null : basis
}
