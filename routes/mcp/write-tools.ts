/** The tools that write. */
import { MemoryNotFound } from '../../domain/errors.ts'
import { Type } from '../../domain/type.ts'
import { given, givenNames, givenTime } from '../../http/fields.ts'
import { refuseDeep } from '../../http/idempotency.ts'
import { requireTurns, turnTime } from '../../http/turns.ts'
import { within } from './bounds.ts'
import { findMemory } from './detail.ts'
import { wholeId } from './ids.ts'
import { outcomesOutput, showOutcomes } from './outcomes.ts'
import { filled, memoryType } from './shapes.ts'
import { tool, type ToolContext } from './tool.ts'
import { clipped, defaultBudget, oneLine } from './words.ts'

const tags = Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 200 }))
const when = (description?: string) =>
  Type.Optional(Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) }))

export const addMemories = tool({
  name: 'add_memories',
  title: 'Remember',
  description:
    'Store what is worth knowing later: facts about the user, preferences, decisions, plans, what they ask you to ' +
    'remember. Full sentences with names and dates. Duplicates are recognised; a changed fact supersedes the old.',
  input: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 50_000, pattern: '\\S' }),
    infer: Type.Optional(Type.Boolean({ default: true, description: 'false: word for word' })),
    memory_type: memoryType,
    tags,
    valid_at: when('since when, ISO 8601'),
    metadata: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' }))
  }),
  unlisted: ['metadata'],
  output: outcomesOutput,
  readOnly: false,
  // What is stored may end what was believed before.
  destructive: true,
  idempotent: true,
  async run (context, { text, infer = true, memory_type: type, tags, valid_at: validAt, metadata = null }) {
    refuseDeep(metadata, 'metadata')
    const remembered = await context.memory.remember({
      ...scopeOf(context, tags),
      sessionId: null,
      text,
      infer,
      memoryType: type ?? null,
      metadata,
      validAt: givenTime(validAt),
      idempotency: null,
      signal: context.signal
    })
    return showOutcomes(context, remembered)
  }
})

export const addConversation = tool({
  name: 'add_conversation',
  title: 'Remember a conversation',
  description:
    'Hand over turns of a conversation: lasting facts in them are stored, what they contradict is superseded.',
  input: Type.Object({
    messages: Type.Array(
      Type.Object({
        role: Type.String({ minLength: 1, maxLength: 20 }),
        content: Type.String({ minLength: 1, maxLength: 50_000 }),
        name: Type.Optional(Type.String({ maxLength: 200 })),
        created_at: when()
      }),
      { minItems: 1, maxItems: 500 }
    ),
    session_id: Type.Optional(Type.String({ maxLength: 1000 })),
    tags,
    is_agent_memory: Type.Optional(Type.Boolean({ description: 'facts about you' }))
  }),
  unlisted: ['tags'],
  output: outcomesOutput,
  readOnly: false,
  // What is stored may end what was believed before.
  destructive: true,
  idempotent: true,
  async run (context, { messages, session_id: sessionId, tags, is_agent_memory: aboutAssistant = false }) {
    requireTurns(messages, 'messages')
    const now = Date.now()
    const ingested = await context.memory.ingest({
      ...scopeOf(context, tags),
      sessionId: given(sessionId),
      turns: messages.map(({ role, content, name, created_at: at }) => ({
        role,
        content,
        name: given(name),
        uuid: null,
        ...turnTime(at, now)
      })),
      aboutAssistant,
      transcriptPath: null,
      idempotency: null,
      signal: context.signal
    })
    const { structured, text } = await showOutcomes(context, ingested)
    return { structured, text: text === '' ? 'The conversation held nothing worth remembering.' : text }
  }
})

export const deleteMemories = tool({
  name: 'delete_memories',
  title: 'Delete memories',
  description: 'Delete for good, only when the user asks. A fact that changed needs none: store the new one.',
  input: Type.Object({ memory_ids: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) }),
  output: Type.Object({ deleted: Type.Array(Type.String()), not_found: Type.Array(Type.String()) }),
  readOnly: false,
  destructive: true,
  idempotent: true,
  async confirm (context, { memory_ids: given }) {
    const found = await Promise.all(given.map(id => textOf(context, id)))
    const texts = [...new Set(found.filter(text => text !== null))]
    if (texts.length === 0) return null
    const shown = texts.slice(0, 5).map(text => `“${oneLine(clipped(text, 200))}”`).join(', ')
    const more = texts.length > 5 ? ` and ${texts.length - 5} more` : ''
    return `Delete for good, with their history: ${shown}${more}?`
  },
  async run (context, { memory_ids: given }) {
    const { memory, userId, caller: { project } } = context
    const ids = [...new Set(await Promise.all(given.map(id => known(id))))]
    const asked = project === null ? ids : await inProject(ids, project)
    const { deleted, notFound } = await memory.forget(userId, asked)
    const missing = [...notFound, ...ids.filter(id => !asked.includes(id))].map(id => clipped(id, 100))
    const listed = missing.slice(0, 20).map(oneLine).join(', ')
    const more = missing.length > 20 ? ` and ${missing.length - 20} more` : ''
    return within(defaultBudget, [1000, 80, 20], most => ({
      structured: {
        deleted: deleted.slice(0, most),
        not_found: missing.slice(0, most),
        ...filled({
          deleted_total: deleted.length > most ? deleted.length : null,
          not_found_total: missing.length > most ? missing.length : null
        })
      },
      text: `Deleted ${deleted.length}.${missing.length === 0 ? '' : ` Not found: ${listed}${more}.`}`
    }))

    /** The whole id; what begins no id stays as it is and is reported as not found. */
    function known (id: string): Promise<string> {
      return wholeId(context, 'memory_ids', id).catch((error: unknown) => {
        if (error instanceof MemoryNotFound) return id
        throw error
      })
    }

    /** A connection that is scoped to a project removes nothing of another. */
    async function inProject (ids: string[], project: string): Promise<string[]> {
      const found = await Promise.all(
        ids.map(id => memory.get(userId, id).then(({ memory }) => memory.project === project, () => false))
      )
      return ids.filter((_, index) => found[index])
    }
  }
})

/** Of a memory that this connection may delete; null where there is none. */
async function textOf (context: ToolContext, given: string): Promise<string | null> {
  try {
    const { memory } = await findMemory(context, await wholeId(context, 'memory_ids', given))
    return memory.text
  } catch (error) {
    if (error instanceof MemoryNotFound) return null
    throw error
  }
}

function scopeOf ({ userId, caller: { app, project } }: ToolContext, tags: string[] | undefined) {
  return { userId, app, project, tags: givenNames(tags), categories: [] }
}
