/** The tools that read. */
import Type from 'typebox'
import type { Recall } from '../../domain/capabilities/memory.ts'
import { EntityNotFound, MemoryNotFound } from '../../domain/errors.ts'
import { given } from '../../http/fields.ts'
import { filterFrom } from '../../http/filters.ts'
import { isoTime } from '../../domain/instants.ts'
import type { Entity } from '../../domain/nouns.ts'
import { wholeId } from './ids.ts'
import { day, filled, lineOf, linesOf, memoryList, memoryShape, memoryType, showInList, showMemory } from './shapes.ts'
import { tool, type ToolContext } from './tool.ts'
import { clipped, defaultBudget, oneLine, rounded, span, start, tokensOf } from './words.ts'

const optionalText = (options: object = {}) => Type.Optional(Type.String({ maxLength: 1000, ...options }))
const asOf = Type.Optional(Type.String({ format: 'date-time', description: 'what was true then' }))

/** Characters of one memory among others. */
const longest = 1_000
/** Tokens kept for what an answer says beside its memories. */
const frame = 60

export const searchMemory = tool({
  name: 'search_memory',
  title: 'Recall',
  description:
    'Look up what is remembered before answering anything that may depend on the user, their past, people, ' +
    'projects or preferences. Plain words, one topic at a time.',
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S' }),
    top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    mode: Type.Optional(
      Type.Unsafe<'hybrid' | 'text' | 'vector'>({
        type: 'string',
        enum: ['hybrid', 'text', 'vector'],
        default: 'hybrid'
      })
    ),
    rerank: Type.Optional(Type.Boolean({ description: 'slower, more exact' })),
    token_budget: Type.Optional(Type.Integer({ minimum: 0, maximum: 200_000, default: defaultBudget })),
    memory_type: memoryType,
    session_id: optionalText(),
    tags: Type.Optional(Type.Array(Type.String())),
    as_of: asOf
  }),
  output: Type.Object({ results: memoryList, total: Type.Integer() }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  async run ({ memory, userId, caller: { app, project }, signal }, input) {
    const filter = filterFrom({ ...input, project })
    const recall = await memory.recall({
      userId,
      query: input.query,
      topK: input.top_k ?? 10,
      mode: input.mode ?? 'hybrid',
      rerank: input.rerank ?? false,
      sessionArm: false,
      // The budget is of this answer, where long texts are clipped; the pipeline would count them whole.
      tokenBudget: 0,
      expandQuery: false,
      filter,
      app,
      explain: false,
      signal
    })
    const { hits, degraded, noRelevantMemory } = recall
    const budget = input.token_budget ?? defaultBudget
    // No text may take more than a quarter, so that one long memory leaves room for others.
    const limit = budget === 0 ? longest : Math.min(longest, Math.max(80, budget))
    const lines = linesOf(hits.map(hit => hit.memory), limit)
    const results = hits.map(({ memory, score, relevance }) => ({
      ...showInList(memory, limit),
      ...filled({ score: rounded(score), relevance: rounded(relevance) })
    }))
    const fitting = budget === 0 ? hits.length : fit(lines, results, budget - frame)
    const notes = notesOn(recall, fitting, Object.keys(filter).length > 0)
    return {
      structured: {
        results: results.slice(0, fitting),
        total: hits.length,
        ...filled({
          left_out: hits.length > fitting ? hits.length - fitting : null,
          degraded,
          no_relevant_memory: noRelevantMemory ? true : null
        })
      },
      text: [...notes.before, ...lines.slice(0, fitting), ...notes.after].join('\n')
    }
  }
})

export const getContext = tool({
  name: 'get_context',
  title: 'Context',
  description: 'What is remembered about a topic, or the newest memories, as one ready text with dates.',
  input: Type.Object({
    query: optionalText({ maxLength: 5_000 }),
    max_tokens: Type.Optional(Type.Integer({ minimum: 100, maximum: 200_000, default: 1_000 }))
  }),
  output: Type.Object({ context: Type.String(), memory_ids: Type.Array(Type.String()), tokens: Type.Integer() }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  async run ({ memory, userId, caller: { app, project }, signal }, input) {
    const { text, memoryIds, tokens, degraded } = await memory.context({
      userId,
      query: given(input.query),
      maxTokens: input.max_tokens ?? 1_000,
      filter: filterFrom({ project }),
      app,
      signal
    })
    return {
      structured: { context: text, memory_ids: memoryIds, tokens, ...filled({ degraded }) },
      text: text === '' ? 'Nothing is remembered about this.' : text
    }
  }
})

/** How many of the best fit, in tokens of text or of structured content, whichever is more. */
function fit (lines: string[], results: object[], budget: number): number {
  let [inText, inStructured] = [0, 0]
  for (const [index, line] of lines.entries()) {
    inText += tokensOf(`${line}\n`)
    inStructured += tokensOf(`${JSON.stringify(results[index])},`)
    if (Math.max(inText, inStructured) > budget) return index
  }
  return lines.length
}

function notesOn ({ hits, degraded, noRelevantMemory }: Recall, fitting: number, filtered: boolean) {
  const before: string[] = []
  const after: string[] = []
  if (hits.length === 0 && degraded.length === 0) {
    before.push(
      filtered ?
        'Nothing is remembered about this that the filters let through.'
        : 'Nothing is remembered about this.'
    )
  } else if (hits.length === 0) before.push('Nothing was found.')
  else if (noRelevantMemory) before.push('Probably none of these is about the query:')
  if (hits.length > fitting) {
    after.push(`${hits.length - fitting} of ${hits.length} found did not fit: ask for a larger token_budget.`)
  }
  if (degraded.length > 0) after.push(`Incomplete: ${degraded.join(', ')} did not answer, so more may be remembered.`)
  return { before, after }
}

export const listMemories = tool({
  name: 'list_memories',
  title: 'List memories',
  description: 'Page through everything that is remembered, newest first. To find something, use search_memory.',
  input: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    search_query: optionalText({ description: 'all these words' }),
    include_superseded: Type.Optional(Type.Boolean({ description: 'also what is no longer true' })),
    memory_type: memoryType,
    session_id: optionalText(),
    as_of: asOf
  }),
  output: Type.Object({ items: memoryList, total: Type.Integer(), page: Type.Integer(), pages: Type.Integer() }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  async run ({ memory, userId, caller: { project } }, input) {
    const { page = 1, size = 20 } = input
    const search = given(input.search_query)
    const filter = filterFrom({ ...input, project })
    const { items, total } = await memory.list(userId, {
      ...filter,
      page,
      size,
      ...(search === null ? {} : { search })
    })
    const pages = Math.ceil(total / size)
    // A whole page is shown, so its texts share the budget.
    const limit = Math.min(longest, Math.max(80, Math.floor(defaultBudget * 3 / size) - 40))
    const all = Object.keys(filter).length === 0 && search === null
    const none = total > 0 ?
      `There is no page ${page}: the last is ${pages}.`
      : all
      ? 'Nothing is remembered.'
      : 'No memory fits these filters.'
    return {
      structured: { items: items.map(item => showInList(item, limit)), total, page, pages },
      text: items.length === 0 ? none : [
        ...linesOf(items, limit),
        `${span((page - 1) * size + 1, items.length, total)}, page ${page} of ${pages}.`
      ].join('\n')
    }
  }
})

export const getMemory = tool({
  name: 'get_memory',
  title: 'Read one memory',
  description: 'One memory in full, with the history of what it superseded and what superseded it.',
  input: Type.Object({
    memory_id: Type.String({ minLength: 1, description: 'or its start' }),
    offset: Type.Optional(Type.Integer({ minimum: 0, description: 'in a long text' }))
  }),
  output: Type.Object({ memory: memoryShape, history: Type.Array(Type.Object({ kind: Type.String() })) }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  run: async (context, { memory_id: id, offset = 0 }) =>
    readMemory(context, await wholeId(context, 'memory_id', id), { offset, size: 10_000, links: 10 })
})

export async function readMemory (
  { memory, userId, caller: { project } }: Pick<ToolContext, 'memory' | 'userId' | 'caller'>,
  id: string,
  part: { offset: number, size: number, links: number }
) {
  const { memory: found, entities, supersedes, history } = await memory.get(userId, id)
  if (project !== null && found.project !== project) throw new MemoryNotFound(id)
  const text = start(found.text.slice(part.offset), part.size)
  const end = part.offset + text.length
  const newest = [...history].sort((one, other) => other.expiredAt - one.expiredAt).slice(0, part.links)
  const bounded = Number.isFinite(part.size)
  const brief = (words: string | null | undefined) => bounded && typeof words === 'string' ? clipped(words, 200) : words
  const { metadata, ...shown } = showMemory({ ...found, quote: brief(found.quote) ?? null })
  const metadataFits = !bounded || (JSON.stringify(metadata)?.length ?? 0) <= 2_000
  return {
    structured: {
      memory: {
        ...shown,
        content: text,
        ...filled({
          metadata: metadataFits ? metadata : null,
          chars: text.length < found.text.length ? found.text.length : null,
          next_offset: end < found.text.length ? end : null,
          entities: entities.slice(0, 2 * part.links).map(({ id, name, type }) => ({ id, name: brief(name), type })),
          supersedes: supersedes.slice(0, part.links)
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
      lineOf({ ...found, text }, found.id, part.size),
      ...(end < found.text.length
        ? [`Characters ${span(part.offset + 1, text.length, found.text.length)}; offset ${end} has the next.`]
        : []),
      ...(metadataFits ? [] : [`Its metadata is long: the resource memory://${found.id} has it.`]),
      ...newest.map(({ kind, reason, old, expiredAt }) =>
        `  ${day(expiredAt)} ${kind}: ${oneLine(clipped(reason, 200))}${
          old === null ? '' : ` Before: ${oneLine(clipped(old.text, 200))}`
        }`
      ),
      ...(history.length > newest.length ? [`The newest ${newest.length} of ${history.length} changes.`] : [])
    ].join('\n')
  }
}

export const getEntity = tool({
  name: 'get_entity',
  title: 'Look up a person, place or thing',
  description: 'What is remembered about one person, place, organisation or thing: summary, facts, relations.',
  input: Type.Object({
    entity: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', description: 'name or id' }),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1 }))
  }),
  output: Type.Object({
    entity: Type.Object({ id: Type.String(), name: Type.String() }),
    memories: memoryList,
    total: Type.Integer()
  }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  run: (context, { entity, page = 1 }) => readEntity(context, entity, page)
})

const entityPage = 20

export async function readEntity (
  context: Pick<ToolContext, 'memory' | 'userId' | 'caller'>,
  nameOrId: string,
  page = 1
) {
  const { memory, userId, caller: { project } } = context
  const within = project === null ? [] as const : [{ project }] as const
  const { entity, memories, relations, neighbours } = await memory.entity(userId, nameOrId, ...within).catch(
    async error => {
      if (!(error instanceof EntityNotFound)) throw error
      return memory.entity(userId, await idOfName(context, nameOrId), ...within)
    }
  )
  const first = (page - 1) * entityPage
  const shown = memories.slice(first, first + entityPage)
  const names = new Map([entity, ...neighbours].map(({ id, name }) => [id, oneLine(clipped(name, 100))]))
  const related = relations.slice(first, first + entityPage).map(({ fromEntityId, predicate, toEntityId }) =>
    `${names.get(fromEntityId) ?? fromEntityId} ${predicate} ${names.get(toEntityId) ?? toEntityId}`
  )
  const near = neighbours.slice(first, first + entityPage)
  const limit = 300
  const summary = entity.summary === null ? null : clipped(entity.summary, longest)
  return {
    structured: {
      entity: {
        id: entity.id,
        name: entity.name,
        ...filled({ type: entity.type, aliases: entity.aliases.slice(0, entityPage), summary })
      },
      memories: shown.map(memory => showInList(memory, limit)),
      total: memories.length,
      ...filled({
        relations: related,
        relations_total: relations.length > related.length ? relations.length : null,
        neighbours: near.map(({ id, name, type }) => ({ id, name: clipped(name, 100), type })),
        neighbours_total: neighbours.length > near.length ? neighbours.length : null
      })
    },
    text: [
      `${oneLine(entity.name)} (${entity.type})${summary === null ? '' : `: ${oneLine(summary)}`}`,
      ...linesOf(shown, limit),
      memories.length === 0
        ? 'No facts.'
        : shown.length === 0
        ? `No more facts: there are ${memories.length}.`
        : `Facts ${span(first + 1, shown.length, memories.length)}.`,
      ...related,
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
