/**
 * What counts as found, as junk, as resolved: the criteria of the memory benchmark, by words and, with an embedder,
 * by meaning.
 */
import { terms } from '../../domain/text/analyse.ts'
import { isLeftOf, without } from '../../plugins/_shared/wording/compound.ts'
import { withoutAdded } from '../../plugins/_shared/wording/lead.ts'
import { withDigits } from '../../plugins/_shared/wording/measures.ts'

export interface Stored {
  id: string
  text: string
  current: boolean
  supersededBy: string | null
}

export interface Expected {
  fact: string
  type: string
  contradicts?: string
}

/** Cosine of two texts; null when no embedder was given. */
export type Similarity = ((one: string, other: string) => number) | null

export const criteria = [
  'found: a current memory holds three quarters of the content words of the fact (stop list, Porter stems)',
  'junk: a stored memory that shares less than half of the content words of the shorter of the two, or fewer ' +
  'than two, with every fact expected of the user',
  'resolved: no memory that held the old fact before the session is current after it, and the new fact is found',
  'wrongly retired: a memory that ended although it held no contradicted fact and said something that its successor ' +
  'does not say, nor, sentence by sentence, a current memory in the same words; excused only where the successor ' +
  'tells an update that is labelled to contradict a fact, or to be of a type that there is one of, and the memory is ' +
  'close to what was contradicted, or to the title or home before, or gives the old number of it'
]

const withEmbedder = ['found also: cosine ≥ 0.7', 'close, for junk, is cosine ≥ 0.5 instead of words']

export function describeCriteria (similarity: Similarity): string[] {
  return similarity ? [...criteria, ...withEmbedder] : criteria
}

/** "72h" is 72 hours, "10K" and "10,000" are one number, and so are "six" and "6". */
function content (text: string): Set<string> {
  const spelt = withDigits(text).replace(/(\d),(?=\d{3}\b)/g, '$1').replace(/(\d)[kK]\b/g, '$1000').replace(
    /(\d)\s?(?:h|hrs?)\b/g,
    '$1 hours'
  ).replace(/(\d)(?=(?:ms|min|gb|tb|mb|m)\b)/gi, '$1 ')
  return new Set(terms(spelt))
}

function shared (one: Set<string>, other: Set<string>): number {
  return [...one].filter(term => other.has(term)).length
}

/** Whether the memory says what the fact says. */
export function holds (memory: string, fact: string, similarity: Similarity): boolean {
  const wanted = content(fact)
  if (wanted.size > 0 && shared(wanted, content(memory)) >= wanted.size * 0.75) return true
  return similarity !== null && similarity(memory, fact) >= 0.7
}

/** Whether the memory speaks of what the fact speaks of. */
export function isClose (memory: string, fact: string, similarity: Similarity): boolean {
  if (similarity) return similarity(memory, fact) >= 0.5
  const one = content(memory)
  const other = content(fact)
  const both = shared(one, other)
  const shorter = Math.min(one.size, other.size)
  return both >= Math.min(2, shorter) && both >= shorter / 2
}

export interface Tally {
  expected: number
  found: number
  stored: number
  junk: number
  contradictions: number
  resolved: number
  wronglyRetired: number
}

export const nothing: Tally = {
  expected: 0,
  found: 0,
  stored: 0,
  junk: 0,
  contradictions: 0,
  resolved: 0,
  wronglyRetired: 0
}

export function sum (tallies: Tally[]): Tally {
  const total = { ...nothing }
  for (const tally of tallies) for (const key of Object.keys(total) as Array<keyof Tally>) total[key] += tally[key]
  return total
}

export interface SessionResult {
  expected: Expected[]
  before: Stored[]
  after: Stored[]
}

export interface Detail {
  missed: string[]
  junk: string[]
  unresolved: string[]
  wronglyRetired: string[]
}

/** What a person has one of, so that an update of its type is about it whatever its words are. */
const single = new Set(['profession', 'location'])

function updatedBy ({ type }: Expected, all: Expected[]): Expected[] {
  const updated = type.replace(/_update$/, '')
  return updated !== type && single.has(updated) ? all.filter(fact => fact.type === updated) : []
}

interface Measurement {
  tally: Tally
  detail: Detail
}

/** One user, sessions in order; `before` and `after` hold everything stored then, ended memories included. */
export function measure (sessions: SessionResult[], similarity: Similarity): Measurement {
  const measurement = { tally: { ...nothing }, detail: { missed: [], junk: [], unresolved: [], wronglyRetired: [] } }
  for (const session of sessions) measureExpected(measurement, session, similarity)
  measureStored(measurement, sessions.at(-1)?.after ?? [], sessions.flatMap(({ expected }) => expected), similarity)
  return measurement
}

/** Which facts that one session tells are current after it, and which older ones that it ended still are. */
function measureExpected ({ tally, detail }: Measurement, session: SessionResult, similarity: Similarity): void {
  const current = session.after.filter(memory => memory.current)
  for (const { fact, contradicts } of session.expected) {
    const found = current.some(memory => holds(memory.text, fact, similarity))
    tally.expected++
    if (found) tally.found++
    else detail.missed.push(fact)
    if (contradicts === undefined) continue
    tally.contradictions++
    const held = session.before.filter(memory => memory.current && holds(memory.text, contradicts, similarity))
    const kept = held.filter(({ id }) => current.some(memory => memory.id === id))
    if (found && held.length > 0 && kept.length === 0) tally.resolved++
    else {
      const why = held.length === 0
        ? 'the old fact was not stored'
        : found
        ? `still current: ${kept.map(({ text }) => text).join(' | ')}`
        : 'the new fact was not found'
      detail.unresolved.push(`${contradicts} → ${fact} (${why})`)
    }
  }
}

/** What of an ended memory stands in no current one, to the letter; what it quotes is of other memories. */
const endedOf = ({ text }: Stored, stored: Stored[]): string =>
  stored.filter(({ current }) => current).map(one => withoutAdded(one.text))
    .reduce((left, words) => isLeftOf(left, words) ? without(left, words) : left, withoutAdded(text))

/** "Weighs 104 kg" in place of "Weighs 114 kg": the old number gave way to the new one of the same. */
function isRecounted ({ fact, contradicts }: Expected, ended: string, successor: Stored): boolean {
  const [now, before] = [content(fact), content(contradicts ?? '')]
  const [later, earlier] = [[...now].filter(term => !before.has(term)), [...before].filter(term => !now.has(term))]
  return [later, earlier].every(terms => terms.length === 1 && /^\d+$/.test(terms[0]!)) &&
    tellsOf(ended, before, earlier[0]!) && tellsOf(successor.text, now, later[0]!)
}

/** Whether the number is said, and a word of what it is of. */
function tellsOf (memory: string, fact: Set<string>, number: string): boolean {
  const said = content(memory)
  return said.has(number) && shared(fact, said) > 1
}

/** "30 brown chickens" and "40 brown chickens": both hold numbers, and none that is the other's. */
function numbersDiffer (memory: string, fact: string): boolean {
  const [one, other] = [memory, fact].map(text => [...content(text)].filter(term => /^\d+$/.test(term))) as [
    string[],
    string[]
  ]
  return one.length > 0 && other.length > 0 && !one.some(number => other.includes(number))
}

/**
 * What is stored in the end: memories close to no expected fact, and ended ones that nothing said had ended. Whether a
 * successor contradicts what it retired is told by the labels: it tells an update, and the retired memory is close to
 * the fact that the update is labelled to contradict, to what was the only one of its type, or gives another number in
 * the same words. Closeness to the update alone is no excuse: what goes on beside it is close to it as well.
 */
function measureStored (
  { tally, detail }: Measurement,
  stored: Stored[],
  all: Expected[],
  similarity: Similarity
): void {
  const old = all.flatMap(({ contradicts }) => contradicts ?? [])
  const updates = all.filter(({ type, contradicts }) => contradicts !== undefined || type.endsWith('_update'))
  const isAgainst = (text: string, update: Expected) =>
    [
      ...(update.contradicts === undefined ? [] : [update.contradicts]),
      ...updatedBy(update, all).map(({ fact }) => fact)
    ]
      .some(fact => isClose(text, fact, similarity) || isClose(text, fact, null)) ||
    (isClose(text, update.fact, null) && numbersDiffer(text, update.fact))
  for (const memory of stored) {
    tally.stored++
    if (!all.some(({ fact }) => isClose(memory.text, fact, similarity))) {
      tally.junk++
      detail.junk.push(memory.text)
    }
    if (memory.current || old.some(fact => holds(memory.text, fact, similarity))) continue
    const text = endedOf(memory, stored)
    if (text === '') continue
    const successor = stored.find(({ id }) => id === memory.supersededBy)
    const isRepeated = successor !== undefined && holds(successor.text, text, null)
    const toldAnew = successor !== undefined &&
      updates.some(update => holds(successor.text, update.fact, similarity) && isAgainst(text, update))
    const recounted = successor !== undefined && updates.some(update => isRecounted(update, text, successor))
    if (isRepeated || toldAnew || recounted) continue
    tally.wronglyRetired++
    detail.wronglyRetired.push(`${text} ⇐ ${successor?.text ?? 'ended'}`)
  }
}
