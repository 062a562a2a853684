/** How tools and resources show a memory: without what is null or empty, because a model pays for every word. */
import Type from 'typebox'
import type { MemoryService, Outcome } from '../../domain/capabilities/memory.ts'
import { isoTime } from '../../domain/instants.ts'
import { memoryTypes, type Memory, type MemoryType } from '../../domain/nouns.ts'
import { shortIds } from './ids.ts'
import { clipped, oneLine, span, start } from './words.ts'

/** What every entry of an answer has; the rest shows when it is there. */
export const memoryShape = Type.Object({ id: Type.String(), content: Type.String() })
export const memoryList = Type.Array(memoryShape)
export const outcomesOutput = Type.Object({
  results: Type.Array(Type.Object({ memory: Type.String(), event: Type.String() }))
})

export const memoryType = Type.Optional(Type.Unsafe<MemoryType>({ type: 'string', enum: memoryTypes }))

/** Characters of metadata that an entry of a list shows; more of it is in the memory's resource. */
const metadataInList = 300
const tagsInList = 10
const outcomesShown = 40

/** One memory with all that is known of it. The words it was read from only where they are not its own. */
export function showMemory (memory: Memory): Record<string, unknown> {
  return {
    id: memory.id,
    content: memory.text,
    ...filled({
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
      quote: memory.quote !== null && memory.text.includes(memory.quote) ? null : memory.quote,
      metadata: memory.metadata
    })
  }
}

/** One memory among others, its text at most `limit` characters: `chars` says how long it is. */
export function showInList (memory: Memory, limit: number): Record<string, unknown> {
  const small = JSON.stringify(memory.metadata)?.length <= metadataInList
  return {
    id: memory.id,
    content: clipped(memory.text, limit),
    ...filled({
      chars: memory.text.length > limit ? memory.text.length : null,
      memory_type: memory.memoryType === 'semantic' ? null : memory.memoryType,
      state: memory.state === 'active' ? null : memory.state,
      valid_at: isoTime(memory.validAt),
      invalid_at: isoTime(memory.invalidAt),
      superseded_by: memory.supersededBy,
      app_name: memory.app,
      project: memory.project,
      session_id: memory.sessionId,
      tags: memory.tags.slice(0, tagsInList).map(tag => clipped(tag, 100)),
      categories: memory.categories.slice(0, tagsInList).map(category => clipped(category, 100)),
      metadata: small ? memory.metadata : null
    })
  }
}

/** Of optional fields those that hold something. Never give it a field that an output schema requires. */
export function filled (fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) =>
      value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
    )
  )
}

/** `[0193a1b2-c3d4] Ada plays the cello. (since 2026-01-31)`; the id first, because a text could end in one. */
export function lineOf (memory: Memory, id: string, limit: number): string {
  const { text } = memory
  const whole = text.length <= limit
    ? oneLine(text)
    : `${oneLine(start(text, limit))}… (${text.length} characters, get_memory has the rest)`
  const until = memory.invalidAt === null ? '' : ` until ${day(memory.invalidAt)}`
  const state = memory.state === 'active' ? '' : `, ${memory.state}`
  return `[${id}] ${whole} (since ${day(memory.validAt)}${until}${state})`
}

export function linesOf (memories: Memory[], limit: number): string[] {
  const ids = shortIds(memories.map(({ id }) => id))
  return memories.map(memory => lineOf(memory, ids.get(memory.id) ?? memory.id, limit))
}

export function day (milliseconds: number): string {
  return isoTime(milliseconds).slice(0, 10)
}

const ending = new Set(['SUPERSEDE', 'UPDATE', 'INVALIDATE'])

/** What became of each fact, with what it ended; at most `outcomesShown` of them. */
export async function showOutcomes (
  { memory: service, userId }: { memory: MemoryService, userId: string },
  results: Outcome[],
  degraded: string[]
) {
  const shown = results.slice(0, outcomesShown)
  const ended = await Promise.all(shown.map(outcome => endedBy(service, userId, outcome)))
  const ids = shortIds(shown.flatMap(({ id }) => id === null ? [] : [id]))
  const lines = shown.map(({ id, memory, event, error }, index) =>
    [
      `${event}: ${oneLine(clipped(memory, 300))}`,
      error === undefined ? '' : ` (${oneLine(clipped(error, 300))})`,
      id === null ? '' : ` [${ids.get(id)}]`,
      ...(ended[index] ?? []).map(old => ` It ended: ${oneLine(clipped(old.text, 200))} [${old.id}]`)
    ].join('')
  )
  if (results.length > shown.length) lines.push(`${span(1, shown.length, results.length)}; list_memories has the rest.`)
  if (degraded.length > 0) lines.push(`Not everything was done: ${degraded.join(', ')} did not answer.`)
  return {
    structured: {
      results: shown.map(({ id, memory, event, error }, index) => ({
        memory: clipped(memory, 300),
        event,
        ...filled({
          id,
          error,
          ended: (ended[index] ?? []).map(({ id, text }) => ({ id, content: clipped(text, 200) }))
        })
      })),
      ...filled({ total: results.length > shown.length ? results.length : null, degraded })
    },
    text: lines.join('\n')
  }
}

/** The memories one outcome ended. They only inform, so a failure to read them fails nothing that was stored. */
async function endedBy (service: MemoryService, userId: string, { id, event }: Outcome): Promise<Memory[]> {
  if (id === null || !ending.has(event)) return []
  const links = await service.history(userId, id).catch(() => [])
  return links.flatMap(({ newId, old, restoredAt }) => newId === id && old !== null && restoredAt === null ? [old] : [])
}
