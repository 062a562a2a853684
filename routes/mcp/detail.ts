/** One memory or one entity with what belongs to it, for the tools and the resources. */
import type { MemoryDetail } from '../../domain/capabilities/keeping.ts'
import type { EntityDetail } from '../../domain/capabilities/memory.ts'
import type { HistoryLink } from '../../domain/capabilities/store.ts'
import { EntityNotFound, MemoryNotFound } from '../../domain/errors.ts'
import { isoTime } from '../../domain/instants.ts'
import type { Entity } from '../../domain/nouns.ts'
import { details, within, type Detail } from './bounds.ts'
import { day, filled, lineOf, linesOf, showInList, showMemory } from './shapes.ts'
import type { ToolAnswer, ToolContext } from './tool.ts'
import { clipped, defaultBudget, oneLine, span, start } from './words.ts'

type Reader = Pick<ToolContext, 'memory' | 'userId' | 'caller'>
type FoundMemory = MemoryDetail & { history: HistoryLink[] }

export async function findMemory ({ memory, userId, caller: { project } }: Reader, id: string): Promise<FoundMemory> {
  const found = await memory.get(userId, id)
  if (project !== null && found.memory.project !== project) throw new MemoryNotFound(id)
  return found
}

interface Part {
  /** Characters of the memory's text. */
  size: number
  /** Characters of any other text. */
  chars: number
  /** How many changes and superseded memories; twice as many entities. */
  links: number
}

/** From the most to the least of a memory that one answer shows. */
export const memoryParts: readonly Part[] = [
  { size: 10_000, chars: 200, links: 10 },
  { size: 8_000, chars: 100, links: 10 },
  { size: 5_000, chars: 100, links: 5 },
  { size: 2_500, chars: 50, links: 5 },
  { size: 1_000, chars: 30, links: 2 }
]
export const wholeMemory: Part = { size: Infinity, chars: Infinity, links: Infinity }

/** Of metadata, in a bounded answer. */
const longestMetadata = 2_000

export function showDetail (
  { memory: found, entities, supersedes, history }: FoundMemory,
  { size, chars, links, offset = 0 }: Part & { offset?: number }
): ToolAnswer {
  const text = start(found.text.slice(offset), size)
  const end = offset + text.length
  const newest = [...history].sort((one, other) => other.expiredAt - one.expiredAt).slice(0, links)
  const brief = (words: string | null | undefined) => typeof words === 'string' ? clipped(words, chars) : words
  const few = (names: string[]) => names.slice(0, links).map(name => clipped(name, chars))
  const { metadata, ...shown } = showMemory({
    ...found,
    quote: brief(found.quote) ?? null,
    tags: few(found.tags),
    categories: few(found.categories)
  })
  const fits = size === Infinity || (JSON.stringify(metadata)?.length ?? 0) <= Math.min(size, longestMetadata)
  return {
    structured: {
      memory: {
        ...shown,
        content: text,
        ...filled({
          metadata: fits ? metadata : null,
          chars: text.length < found.text.length ? found.text.length : null,
          next_offset: end < found.text.length ? end : null,
          entities: entities.slice(0, 2 * links).map(({ id, name, type }) => ({ id, name: brief(name), type })),
          supersedes: supersedes.slice(0, links)
        })
      },
      history: newest.map(link => ({
        kind: link.kind,
        ...filled({
          reason: brief(link.reason),
          quote: brief(link.quote),
          old_id: link.oldId,
          old: brief(link.old?.text),
          new_id: link.newId,
          new: brief(link.new?.text),
          at: isoTime(link.expiredAt),
          restored_at: isoTime(link.restoredAt)
        })
      })),
      ...filled({ history_total: history.length > newest.length ? history.length : null })
    },
    text: [
      lineOf({ ...found, text }, found.id, size),
      ...(end < found.text.length
        ? [`Characters ${span(offset + 1, text.length, found.text.length)}; offset ${end} has the next.`]
        : []),
      ...(fits ? [] : [`Its metadata is long: the resource memory://${found.id} has it.`]),
      ...newest.map(({ kind, reason, old, expiredAt }) =>
        `  ${day(expiredAt)} ${kind}: ${oneLine(clipped(reason, chars))}${
          old === null ? '' : ` Before: ${oneLine(clipped(old.text, chars))}`
        }`
      ),
      ...(history.length > newest.length ? [`The newest ${newest.length} of ${history.length} changes.`] : [])
    ].join('\n')
  }
}

const entityPage = 20

export async function readEntity (
  context: Pick<ToolContext, 'memory' | 'userId' | 'caller'>,
  nameOrId: string,
  page = 1
): Promise<ToolAnswer> {
  const { memory, userId, caller: { project } } = context
  const scope = project === null ? [] as const : [{ project }] as const
  const found = await memory.entity(userId, nameOrId, ...scope).catch(async error => {
    if (!(error instanceof EntityNotFound)) throw error
    return memory.entity(userId, await idOfName(context, nameOrId), ...scope)
  })
  const first = (page - 1) * entityPage
  return within(defaultBudget, details.slice(2), detail => showEntity(found, first, detail))
}

function showEntity ({ entity, memories, relations, neighbours }: EntityDetail, first: number, detail: Detail) {
  const limit = detail.chars
  const ofPage = <T>(list: T[]) => list.slice(first, first + entityPage)
  const shown = ofPage(memories)
  const brief = (words: string) => oneLine(clipped(words, Math.min(100, limit)))
  const names = new Map([entity, ...neighbours].map(({ id, name }) => [id, brief(name)]))
  const nameOf = (id: string) => names.get(id) ?? id
  const related = ofPage(relations).map(({ fromEntityId, predicate, toEntityId }) =>
    `${nameOf(fromEntityId)} ${brief(predicate)} ${nameOf(toEntityId)}`
  )
  const near = ofPage(neighbours).map(({ id, name, type }) => ({ id, name: brief(name), type: brief(type) }))
  const summary = entity.summary === null ? null : clipped(entity.summary, 3 * limit)
  return {
    structured: {
      entity: {
        id: entity.id,
        name: clipped(entity.name, 300),
        ...filled({ type: brief(entity.type), aliases: entity.aliases.slice(0, entityPage).map(brief), summary })
      },
      memories: shown.map(memory => showInList(memory, detail)),
      total: memories.length,
      ...filled({
        relations: related,
        relations_total: relations.length > related.length ? relations.length : null,
        neighbours: near,
        neighbours_total: neighbours.length > near.length ? neighbours.length : null
      })
    },
    text: [
      // A name can be any text: no line begins with one.
      `About ${oneLine(clipped(entity.name, 300))} (${brief(entity.type)})${
        summary === null ? '' : `: ${oneLine(summary)}`
      }`,
      ...linesOf(shown, limit),
      memories.length === 0
        ? 'No facts.'
        : shown.length === 0
        ? `No more facts: there are ${memories.length}.`
        : `Facts ${span(first + 1, shown.length, memories.length)}.`,
      ...related.map(relation => `- ${relation}`),
      ...(related.length > 0 && relations.length > related.length
        ? [`Relations ${span(first + 1, related.length, relations.length)}.`]
        : [])
    ].join('\n')
  }
}

async function idOfName ({ memory, userId }: Pick<ToolContext, 'memory' | 'userId'>, name: string): Promise<string> {
  const { items } = await memory.entities(userId, { search: name, page: 1, size: 20 })
  const wanted = name.trim().toLowerCase()
  const exact = items.find((entity: Entity) => entity.name.toLowerCase() === wanted || entity.aliases.includes(wanted))
  const found = exact ?? items[0]
  if (found === undefined) throw new EntityNotFound(name)
  return found.id
}
