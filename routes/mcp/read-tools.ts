/** The tools that read. */
import Type from 'typebox'
import { EntityNotFound, MemoryNotFound } from '../../kernel/errors.ts'
import { given } from '../../kernel/http/fields.ts'
import { filterFrom } from '../../kernel/http/filters.ts'
import { isoTime } from '../../kernel/http/instants.ts'
import type { Entity } from '../../kernel/nouns.ts'
import { day, entries, filled, lineOf, linesOf, showMemory } from './shapes.ts'
import { tool, type ToolContext } from './tool.ts'

const optionalText = (options: object = {}) => Type.Optional(Type.String({ maxLength: 1000, ...options }))
const asOf = Type.Optional(Type.String({ format: 'date-time', description: 'what was true then' }))

export const searchMemory = tool({
  name: 'search_memory',
  title: 'Recall',
  description: 'Look up what is remembered before answering anything that may depend on the user, their past, people, projects or preferences. Plain words, one topic at a time. Best first.',
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S' }),
    top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    mode: Type.Optional(Type.Unsafe<'hybrid' | 'text' | 'vector'>({ type: 'string', enum: ['hybrid', 'text', 'vector'], default: 'hybrid' })),
    rerank: Type.Optional(Type.Boolean({ description: 'slower and more exact; also asks the graph' })),
    token_budget: Type.Optional(Type.Integer({ minimum: 0, maximum: 200_000 })),
    memory_type: optionalText(),
    session_id: optionalText(),
    tags: Type.Optional(Type.Array(Type.String())),
    as_of: asOf
  }),
  output: Type.Object({ results: entries, total: Type.Integer() }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  async run ({ memory, userId, caller: { app, project }, signal }, input) {
    const { hits, degraded, noRelevantMemory } = await memory.recall({
      userId,
      query: input.query,
      topK: input.top_k ?? 10,
      mode: input.mode ?? 'hybrid',
      rerank: input.rerank ?? false,
      sessionArm: false,
      tokenBudget: input.token_budget ?? 0,
      expandQuery: false,
      filter: filterFrom({ ...input, project }),
      app,
      explain: false,
      signal
    })
    const memories = hits.map(hit => hit.memory)
    return {
      structured: filled({
        results: hits.map(({ memory, rrfScore, relevance }) => ({ ...showMemory(memory), ...filled({ score: rrfScore, relevance }) })),
        total: hits.length,
        degraded,
        no_relevant_memory: noRelevantMemory ? true : null
      }),
      text: linesOf(memories, 'Nothing is remembered about this.')
    }
  }
})

export const listMemories = tool({
  name: 'list_memories',
  title: 'List memories',
  description: 'Page through everything that is remembered, newest first. To find something, use search_memory.',
  input: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    search_query: optionalText({ description: 'only those that hold all these words' }),
    include_superseded: Type.Optional(Type.Boolean({ description: 'also what is no longer true' })),
    memory_type: optionalText(),
    session_id: optionalText(),
    as_of: asOf
  }),
  output: Type.Object({ items: entries, total: Type.Integer(), page: Type.Integer(), pages: Type.Integer() }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  async run ({ memory, userId, caller: { project } }, input) {
    const { page = 1, size = 20 } = input
    const search = given(input.search_query)
    const { items, total } = await memory.list(userId, { ...filterFrom({ ...input, project }), page, size, ...(search === null ? {} : { search }) })
    const pages = Math.ceil(total / size)
    return {
      structured: { items: items.map(showMemory), total, page, pages },
      text: `${linesOf(items, 'Nothing is remembered.')}\nPage ${page} of ${pages}, ${total} in all.`
    }
  }
})

export const getMemory = tool({
  name: 'get_memory',
  title: 'Read one memory',
  description: 'One memory in full, with the history of what it superseded and what superseded it.',
  input: Type.Object({ memory_id: Type.String({ minLength: 1 }) }),
  output: Type.Object({ memory: Type.Object({}), history: entries }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  run: (context, { memory_id: id }) => readMemory(context, id)
})

export async function readMemory ({ memory, userId, caller: { project } }: Pick<ToolContext, 'memory' | 'userId' | 'caller'>, id: string) {
  const [{ memory: found, entities, supersedes }, history] = await Promise.all([memory.get(userId, id), memory.history(userId, id)])
  if (project !== null && found.project !== project) throw new MemoryNotFound(id)
  const links = history.map(link => filled({ kind: link.kind, reason: link.reason, quote: link.quote, old_id: link.oldId, old: link.old?.text, new_id: link.newId, new: link.new?.text, at: isoTime(link.expiredAt), restored_at: isoTime(link.restoredAt) }))
  return {
    structured: { memory: { ...showMemory(found), ...filled({ entities: entities.map(({ id, name, type }) => ({ id, name, type })), supersedes }) }, history: links },
    text: [lineOf(found), ...history.map(({ kind, reason, old, expiredAt }) => `  ${day(expiredAt)} ${kind}: ${reason}${old === null ? '' : ` Before: ${old.text}`}`)].join('\n')
  }
}

export const getEntity = tool({
  name: 'get_entity',
  title: 'Look up a person, place or thing',
  description: 'What is remembered about one person, place, organisation or thing: summary, facts, relations.',
  input: Type.Object({ entity: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', description: 'name or id' }) }),
  output: Type.Object({ entity: Type.Object({}), memories: entries }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  run: (context, { entity }) => readEntity(context, entity)
})

export async function readEntity (context: Pick<ToolContext, 'memory' | 'userId' | 'caller'>, nameOrId: string) {
  const { memory, userId, caller: { project } } = context
  const { entity, memories: all, relations, neighbours } = await memory.entity(userId, nameOrId).catch(async error => {
    if (!(error instanceof EntityNotFound)) throw error
    return memory.entity(userId, await idOfName(context, nameOrId))
  })
  const memories = all.filter(memory => project === null || memory.project === project)
  const names = new Map([entity, ...neighbours].map(({ id, name }) => [id, name]))
  const related = relations.map(({ fromEntityId, predicate, toEntityId }) => `${names.get(fromEntityId) ?? fromEntityId} ${predicate} ${names.get(toEntityId) ?? toEntityId}`)
  return {
    structured: {
      entity: filled({ id: entity.id, name: entity.name, type: entity.type, aliases: entity.aliases, summary: entity.summary }),
      memories: memories.map(showMemory),
      ...filled({ relations: related, neighbours: neighbours.map(({ id, name, type }) => ({ id, name, type })) })
    },
    text: [`${entity.name} (${entity.type})${entity.summary === null ? '' : `: ${entity.summary}`}`, linesOf(memories, '- no facts'), ...related.map(relation => `- ${relation}`)].join('\n')
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
