/**
 * Recall over HTTP of the turns that answer a question, for what the settings name. One user a talk, one memory a turn,
 * one search a question; recall@k is the mean of |top k ∩ evidence| / |evidence|.
 */
import { table } from '../../cli/table.ts'
import { percentile } from '../machine.ts'
import type { Service } from '../service.ts'

export interface Talk {
  id: string
  turns: Array<{ id: string, sessionId: string | null, at: string, text: string }>
  questions: Question[]
}

export interface Question {
  text: string
  category: string
  /** Ids of turns. */
  evidence: string[]
}

interface Answer {
  results: Array<{ id: string }>
  degraded: string[]
}

/** Found turns of one question, best first, and how long it took. */
export interface Asked {
  question: Question
  found: string[]
  ms: number
  degraded: boolean
}

export const cutoffs = [5, 10, 20]

export interface Way {
  name: string
  how: object
  /** `plain` searches without score propagation. */
  recipe: 'balanced' | 'plain'
  /** False when no vector is compared, so that every embedder does the same. */
  embeds?: false
}

const rerank = 'cross_encoder'
export const ways: Way[] = [
  { name: 'text', recipe: 'balanced', how: { mode: 'text' }, embeds: false },
  { name: 'vector', recipe: 'balanced', how: { mode: 'vector' } },
  { name: 'hybrid', recipe: 'balanced', how: { mode: 'hybrid' } },
  { name: 'hybrid + session arm', recipe: 'balanced', how: { mode: 'hybrid', include_session_arm: true } },
  { name: 'hybrid + rerank', recipe: 'balanced', how: { mode: 'hybrid', rerank } },
  { name: 'plain text + rerank', recipe: 'plain', how: { mode: 'text', rerank }, embeds: false },
  { name: 'plain vector + rerank', recipe: 'plain', how: { mode: 'vector', rerank } },
  { name: 'plain hybrid + rerank', recipe: 'plain', how: { mode: 'hybrid', rerank } }
]

/** Every turn becomes one memory of its conversation's user; returns the turn of each memory id. */
export async function store (service: Service, talks: Talk[]): Promise<Map<string, string>> {
  const turnOf = new Map<string, string>()
  const start = performance.now()
  for (const { id: userId, turns } of talks) {
    for (const { id, sessionId, at, text } of turns) {
      const { id: memoryId } = await service.post<{ id: string }>('/api/v1/memories', {
        user_id: userId,
        text,
        infer: false,
        metadata: { dia_id: id },
        ...(sessionId !== null && { session_id: sessionId }),
        valid_at: at
      })
      // A turn said twice word for word is one memory; whichever is asked for, it answers.
      turnOf.set(memoryId, turnOf.has(memoryId) ? `${turnOf.get(memoryId)} ${id}` : id)
    }
    await service.app.memory.settled(userId)
  }
  const turns = talks.flatMap(({ turns }) => turns).length
  console.log(
    `${turns} turns of ${talks.length} talks stored in ${((performance.now() - start) / 1000).toFixed(1)} s`
  )
  return turnOf
}

export async function ask (
  service: Service,
  talks: Talk[],
  turnOf: Map<string, string>,
  how: object
): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const { id: userId, questions } of talks) {
    for (const question of questions) {
      const start = performance.now()
      const { results, degraded } = await service.post<Answer>('/api/v1/memories/search', {
        user_id: userId,
        query: question.text,
        top_k: 20,
        ...how
      })
      asked.push({
        question,
        found: results.map(({ id }) => turnOf.get(id) ?? ''),
        ms: performance.now() - start,
        degraded: degraded.length > 0
      })
    }
  }
  return asked
}

/** 0 to 1. */
export function recallAt (cutoff: number, found: string[], { evidence }: Question): number {
  const top = new Set(found.slice(0, cutoff).flatMap(turns => turns.split(' ')))
  return evidence.filter(id => top.has(id)).length / evidence.length
}

export function print (measured: Array<[string, Asked[]]>): void {
  const recall = (asked: Asked[], cutoff: number) =>
    asked.length === 0
      ? '-'
      : (100 * asked.reduce((sum, { found, question }) => sum + recallAt(cutoff, found, question), 0) / asked.length)
        .toFixed(1)
  const [[, all] = ['', []]] = measured
  console.log(
    table(
      `Recall, ${all.length} questions`,
      ['', ...cutoffs.map(cutoff => `R@${cutoff}`), 'median ms', 'p95 ms', 'degraded'],
      measured.map(([way, asked]) => {
        const times = asked.map(({ ms }) => ms)
        return [
          way,
          ...cutoffs.map(cutoff => recall(asked, cutoff)),
          percentile(times, 0.5).toFixed(1),
          percentile(times, 0.95).toFixed(1),
          String(asked.filter(({ degraded }) => degraded).length)
        ]
      })
    )
  )
  const kinds = [...new Set(all.map(({ question }) => question.category))]
  for (const cutoff of [5, 10]) {
    console.log(
      table(
        `R@${cutoff} by category`,
        [
          '',
          ...kinds.map(kind => `${kind} (${all.filter(({ question }) => question.category === kind).length})`)
        ],
        measured.map((
          [way, asked]
        ) => [
          way,
          ...kinds.map(kind => recall(asked.filter(({ question }) => question.category === kind), cutoff))
        ])
      )
    )
  }
}
