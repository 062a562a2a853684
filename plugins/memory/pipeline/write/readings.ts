/**
 * What a conversation was read for, turn by turn: kept so that a person can see which words led to what, and which to
 * nothing. Only turns from which facts may be taken are kept, a long one cut; words that a memory has are not kept
 * twice.
 */
import { v7 as uuid } from 'uuid'
import type { Turn } from '../../../../domain/capabilities/distiller.ts'
import type { Scope } from '../../../../domain/capabilities/memory.ts'
import { readingsKept, type Changeset, type Store } from '../../../../domain/capabilities/store.ts'
import type { Memory, Reading, ReadTurn } from '../../../../domain/nouns.ts'
import type { FactRead, Planned } from './commit.ts'

/** The last turns of one write. */
const mostTurns = 100
const mostCharacters = 2_000
const mostRefused = 20

/** The plan with what was read; `places` are those of the turns that were read now. */
export function withReading (planned: Planned, scope: Scope, turns: Turn[], places: number[], now: number): Planned {
  const read = [...new Set([...places, ...planned.read.flatMap(({ turnIndexes }) => turnIndexes.slice(-1))])]
    .filter(place => turns[place]?.known !== true).sort((a, b) => a - b).slice(-mostTurns)
  const words = new Set((planned.changeset.add ?? []).map(({ quote, text }) => quote ?? text))
  const factsOf = new Map<number, FactRead[]>(read.map(place => [place, []]))
  for (const one of planned.read) factsOf.get(one.turnIndexes.at(-1) ?? -1)?.push(one)
  const kept = read.flatMap(place => {
    const turn = turns[place]
    return turn === undefined ? [] : [readTurn(turn, factsOf.get(place) ?? [], words)]
  })
  if (kept.length === 0) return planned
  const { userId, sessionId, app } = scope
  const reading: Reading = { id: uuid(), userId, at: now, source: 'conversation', sessionId, app, turns: kept }
  return { ...planned, changeset: { ...planned.changeset, readings: [reading] } }
}

function readTurn ({ role, name, at, content }: Turn, facts: FactRead[], words: Set<string>): ReadTurn {
  const memoryIds = [...new Set(facts.flatMap(fact => fact.memoryIds))]
  return {
    role,
    name,
    at,
    words: memoryIds.length > 0 && words.has(content) ? null : cut(content),
    memoryIds,
    refused: facts.map(({ refused }) => refused).filter(reason => reason !== null).slice(0, mostRefused)
  }
}

function cut (text: string): string {
  // Half a character at the cut is left out.
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}

/** Readings of these conversations, and those that name one of the memories, without a word; `gone` are not named. */
export async function withoutWordsOf (
  store: Store,
  userId: string,
  memories: Memory[],
  gone: ReadonlySet<string>
): Promise<Reading[]> {
  if (memories.length === 0) return []
  const ids = new Set(memories.map(({ id }) => id))
  const sessions = new Set(memories.map(({ sessionId }) => sessionId).filter(id => id !== null))
  const readings = await store.readings(userId, readingsKept)
  return readings.filter(({ sessionId, turns }) =>
    (sessionId !== null && sessions.has(sessionId)) || turns.some(turn => turn.memoryIds.some(id => ids.has(id)))
  ).map(reading => wordless(reading, gone))
}

/** The readings of a write that forgets keep no word either. */
export function wordlessReadings ({ readings = [] }: Changeset): Reading[] {
  return readings.map(reading => wordless(reading, new Set()))
}

function wordless (reading: Reading, gone: ReadonlySet<string>): Reading {
  return {
    ...reading,
    turns: reading.turns.map(turn => ({
      ...turn,
      words: null,
      memoryIds: turn.memoryIds.filter(id => !gone.has(id)),
      refused: []
    }))
  }
}
