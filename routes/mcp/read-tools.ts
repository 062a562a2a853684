/** The tools that read what is there, page by page or one by one. */
import { Type } from '../../domain/type.ts'
import { given } from '../../http/fields.ts'
import { filterFrom } from '../../http/filters.ts'
import { details, within } from './bounds.ts'
import { findMemory, memoryParts, readEntity, showDetail } from './detail.ts'
import { wholeId } from './ids.ts'
import { nothingListed } from './nothing.ts'
import { asOf, linesOf, memoryList, memoryShape, memoryType, optionalText, showInList } from './shapes.ts'
import { tool } from './tool.ts'
import { defaultBudget, span } from './words.ts'

export const listMemories = tool({
  name: 'list_memories',
  title: 'List memories',
  description: 'Page through all that is remembered, newest first. To find something, use search_memory.',
  input: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    search_query: optionalText({ description: 'all these words' }),
    include_superseded: Type.Optional(Type.Boolean()),
    memory_type: memoryType,
    session_id: optionalText(),
    as_of: asOf
  }),
  unlisted: ['memory_type', 'session_id', 'as_of'],
  output: Type.Object({ items: memoryList, total: Type.Integer(), page: Type.Integer(), pages: Type.Integer() }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  async run (context, input) {
    const { memory, userId, caller: { project } } = context
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
    const { includeSuperseded: ended, project: _own, ...narrowed } = filter
    const none = total > 0 ?
      `There is no page ${page}: the last is ${pages}.`
      : Object.keys(narrowed).length === 0 && search === null
      ? await nothingListed(context, ended)
      : 'No memory fits these filters.'
    // A whole page is shown, so its texts share the budget.
    return within(defaultBudget, details, detail => ({
      structured: { items: items.map(item => showInList(item, detail)), total, page, pages },
      text: items.length === 0 ? none : [
        ...linesOf(items, detail.chars),
        `${span((page - 1) * size + 1, items.length, total)}, page ${page} of ${pages}.`
      ].join('\n')
    }))
  }
})

export const getMemory = tool({
  name: 'get_memory',
  title: 'Read one memory',
  description: 'One memory in full, with its history.',
  input: Type.Object({
    memory_id: Type.String({ minLength: 1 }),
    offset: Type.Optional(Type.Integer({ minimum: 0, description: 'in a long text' }))
  }),
  output: Type.Object({ memory: memoryShape, history: Type.Array(Type.Object({ kind: Type.String() })) }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  async run (context, { memory_id: id, offset = 0 }) {
    const found = await findMemory(context, await wholeId(context, 'memory_id', id))
    return within(defaultBudget, memoryParts, part => showDetail(found, { ...part, offset }))
  }
})

export const getEntity = tool({
  name: 'get_entity',
  title: 'Look up a person, place or thing',
  description: 'All about one person, place, organisation or thing: summary, facts, relations.',
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
