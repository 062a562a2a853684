/** How a write is answered: what became of each fact, with what it ended. */
import type { Ingested, MemoryService } from '../../domain/capabilities/memory.ts'
import type { Memory } from '../../domain/nouns.ts'
import { Type } from '../../domain/type.ts'
import { within } from './bounds.ts'
import { shortIds } from './ids.ts'
import { filled } from './shapes.ts'
import type { ToolAnswer } from './tool.ts'
import { clipped, defaultBudget, oneLine, span } from './words.ts'

export const outcomesOutput = Type.Object({
  results: Type.Array(Type.Object({ memory: Type.String(), event: Type.String() }))
})

interface Part {
  outcomes: number
  /** Characters of a text. */
  chars: number
  /** How many memories that one outcome ended. */
  ended: number
}

const parts: readonly Part[] = [
  { outcomes: 40, chars: 300, ended: 10 },
  { outcomes: 40, chars: 100, ended: 2 },
  { outcomes: 20, chars: 50, ended: 1 }
]

const ending = new Set(['SUPERSEDE', 'UPDATE', 'INVALIDATE'])

export async function showOutcomes (
  { memory: service, userId }: { memory: MemoryService, userId: string },
  { results, refused, degraded }: Ingested
): Promise<ToolAnswer> {
  const silent = degraded.filter(part => part !== 'unsaid_quotes')
  const withEnded = await Promise.all(
    results.slice(0, parts[0]?.outcomes).map(async outcome => ({
      ...outcome,
      ended: await endedBy(service, userId, outcome)
    }))
  )
  const ids = shortIds(withEnded.flatMap(({ id }) => id === null ? [] : [id]))
  // What the caller adds to the answer is short.
  return within(defaultBudget - 100, parts, ({ outcomes, chars, ended: most }) => {
    const shown = withEnded.slice(0, outcomes)
    const lines = shown.map(({ id, memory, event, error, ended }) =>
      [
        `${event}: ${oneLine(clipped(memory, chars))}`,
        error === undefined ? '' : ` (${oneLine(clipped(error, chars))})`,
        id === null ? '' : ` [${ids.get(id)}]`,
        ...ended.slice(0, most).map(old => ` It ended: ${oneLine(clipped(old.text, chars))} [${old.id}]`),
        ended.length > most ? ` and ${ended.length - most} more` : ''
      ].join('')
    )
    if (results.length > shown.length) {
      lines.push(`${span(1, shown.length, results.length)}; list_memories has the rest.`)
    }
    if (refused > 0) lines.unshift(`${refused} left out: their words were not said.`)
    if (silent.length > 0) lines.push(`Not everything was done: ${silent.join(', ')} did not answer.`)
    return {
      structured: {
        results: shown.map(({ id, memory, event, error, ended }) => ({
          memory: clipped(memory, chars),
          event,
          ...filled({
            id,
            error: error === undefined ? null : clipped(error, chars),
            ended: ended.slice(0, most).map(({ id, text }) => ({ id, content: clipped(text, chars) })),
            ended_total: ended.length > most ? ended.length : null
          })
        })),
        ...filled({
          total: results.length > shown.length ? results.length : null,
          refused: refused > 0 ? refused : null,
          degraded
        })
      },
      text: lines.join('\n')
    }
  })
}

/** The memories one outcome ended. They only inform, so a failure to read them fails nothing that was stored. */
async function endedBy (
  service: MemoryService,
  userId: string,
  { id, event }: Ingested['results'][number]
): Promise<Memory[]> {
  if (id === null || !ending.has(event)) return []
  const links = await service.history(userId, id).catch(() => [])
  return links.flatMap(({ newId, old, restoredAt }) => newId === id && old !== null && restoredAt === null ? [old] : [])
}
