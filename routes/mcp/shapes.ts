/** How tools and resources show a memory: without what is null or empty, because a model pays for every word. */
import { isoTime } from '../../domain/instants.ts'
import { memoryTypes, type Memory, type MemoryType } from '../../domain/nouns.ts'
import { Type } from '../../domain/type.ts'
import type { Detail } from './bounds.ts'
import { shortIds } from './ids.ts'
import { clipped, oneLine, start } from './words.ts'

/** What every entry of an answer has; the rest shows when it is there. */
export const memoryShape = Type.Object({ id: Type.String(), content: Type.String() })
export const memoryList = Type.Array(memoryShape)
export const optionalText = (options: object = {}) => Type.Optional(Type.String({ maxLength: 1000, ...options }))
export const asOf = Type.Optional(Type.String({ format: 'date-time', description: 'what was true then, ISO 8601' }))
export const memoryType = Type.Optional(Type.Unsafe<MemoryType>({ type: 'string', enum: memoryTypes }))

/** Characters of metadata that an entry of a list shows; more of it is in the memory's resource. */
const metadataInList = 300
const tagsInList = 10

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
      stale_because: memory.staleBecause,
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

/**
 * One memory among others, its text at most `limit` characters: `chars` says how long it is. What is not active says
 * so, but for the smallest limit.
 */
export function showInList (memory: Memory, { chars: limit, fields }: Detail): Record<string, unknown> {
  const state = memory.state === 'active' ? null : memory.state
  const ended = { state, invalid_at: isoTime(memory.invalidAt), stale_because: memory.staleBecause }
  return {
    id: memory.id,
    content: clipped(memory.text, limit),
    ...filled({
      ...(limit < 35 ? {} : { chars: memory.text.length > limit ? memory.text.length : null, ...ended }),
      ...(fields ? moreInList(memory) : {})
    })
  }
}

function moreInList (memory: Memory): Record<string, unknown> {
  const small = JSON.stringify(memory.metadata)?.length <= metadataInList
  const few = (names: string[]) => names.slice(0, tagsInList).map(name => clipped(name, 100))
  return {
    memory_type: memory.memoryType === 'semantic' ? null : memory.memoryType,
    valid_at: isoTime(memory.validAt),
    superseded_by: memory.supersededBy,
    app_name: memory.app,
    project: memory.project,
    session_id: memory.sessionId,
    tags: few(memory.tags),
    categories: few(memory.categories),
    metadata: small ? memory.metadata : null
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
    : `${oneLine(start(text, limit))}…${
      limit < 35
        ? ''
        : limit < 100
        ? ` (${text.length} characters)`
        : ` (${text.length} characters, get_memory has the rest)`
    }`
  const until = memory.invalidAt === null ? '' : ` until ${day(memory.invalidAt)}`
  const state = memory.state !== 'active'
    ? `, ${memory.state}`
    : memory.staleBecause === null
    ? ''
    : ', may be out of date'
  return `[${id}] ${whole} (since ${day(memory.validAt)}${until}${state})`
}

export function linesOf (memories: Memory[], limit: number): string[] {
  const ids = shortIds(memories.map(({ id }) => id))
  return memories.map(memory => lineOf(memory, ids.get(memory.id) ?? memory.id, limit))
}

export function day (milliseconds: number): string {
  return isoTime(milliseconds).slice(0, 10)
}
