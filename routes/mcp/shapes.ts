/** How tools and resources show a memory: without what is null or empty, because a model pays for every word. */
import Type from 'typebox'
import type { Outcome } from '../../kernel/capabilities/memory.ts'
import { isoTime } from '../../kernel/http/instants.ts'
import type { Memory } from '../../kernel/nouns.ts'

/** An answer's outline; what is in each entry shows when it is there. */
export const entries = Type.Array(Type.Object({}))
export const outcomesOutput = Type.Object({ results: entries })

export function showMemory (memory: Memory): Record<string, unknown> {
  return filled({
    id: memory.id,
    content: memory.text,
    memory_type: memory.memoryType,
    state: memory.state,
    valid_at: isoTime(memory.validAt),
    invalid_at: isoTime(memory.invalidAt),
    created_at: isoTime(memory.createdAt),
    superseded_by: memory.supersededBy,
    app_name: memory.app,
    project: memory.project,
    session_id: memory.sessionId,
    tags: memory.tags,
    categories: memory.categories,
    quote: memory.quote,
    metadata: memory.metadata
  })
}

export function filled (fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)))
}

/** `- Ada plays the cello. (since 2026-01-31; id …)` */
export function lineOf (memory: Memory): string {
  const since = `since ${day(memory.validAt)}`
  const until = memory.invalidAt === null ? '' : ` until ${day(memory.invalidAt)}`
  const state = memory.state === 'active' ? '' : `, ${memory.state}`
  return `- ${memory.text} (${since}${until}${state}; id ${memory.id})`
}

export function linesOf (memories: Memory[], none: string): string {
  return memories.length === 0 ? none : memories.map(lineOf).join('\n')
}

export function day (milliseconds: number): string {
  return isoTime(milliseconds).slice(0, 10)
}

export function showOutcomes (results: Outcome[], degraded: string[]) {
  return {
    structured: filled({ results: results.map(({ id, memory, event, error }) => filled({ id, memory, event, error })), degraded }),
    text: results.map(({ id, memory, event, error }) => `- ${event}: ${memory}${error === undefined ? '' : ` (${error})`}${id === null ? '' : ` (id ${id})`}`).join('\n')
  }
}
