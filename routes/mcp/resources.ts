/** Memories and entities as resources: `memory://{id}` and `entity://{id}`. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { filterFrom } from '../../http/filters.ts'
import { findMemory, readEntity, showDetail, wholeMemory } from './detail.ts'
import type { ToolContext } from './tool.ts'
import { clipped, oneLine, wellFormed } from './words.ts'

type Reader = Pick<ToolContext, 'memory' | 'userId' | 'caller'>

const mimeType = 'application/json'
const size = 50

export const resourceTemplates = [
  {
    uriTemplate: 'memory://{id}',
    name: 'memory',
    title: 'A memory',
    description: 'One memory with its history.',
    mimeType
  },
  {
    uriTemplate: 'entity://{id}',
    name: 'entity',
    title: 'A person, place or thing',
    description: 'What is remembered about one entity.',
    mimeType
  }
]

/** The memories, newest first; the cursor is the next page. */
export async function listResources ({ memory, userId, caller: { project } }: Reader, cursor: string | undefined) {
  if (cursor !== undefined && !/^[1-9]\d{0,6}$/.test(cursor)) refuseCursor(cursor)
  const page = Number(cursor ?? 1)
  const { items, total } = await memory.list(userId, { ...filterFrom({ project }), page, size })
  return {
    resources: items.map(({ id, text }) => ({
      uri: `memory://${id}`,
      name: oneLine(clipped(text, 80)),
      mimeType
    })),
    ...(page * size < total ? { nextCursor: String(page + 1) } : {})
  }
}

/** Lists that fit one answer have no cursor at all. */
export function refuseCursor (cursor: unknown): void {
  if (cursor === undefined) return
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one of this server.')
}

export async function readResource (reader: Reader, uri: string) {
  const [, kind, id] = /^(memory|entity):\/\/([^/?#]+)$/.exec(uri) ?? []
  if (kind === undefined || id === undefined) throw new ResourceNotFoundError(uri)
  const { structured } = kind === 'memory'
    ? showDetail(await findMemory(reader, decode(id, uri)), wholeMemory)
    : await readEntity(reader, decode(id, uri))
  return { contents: [{ uri, mimeType, text: JSON.stringify(wellFormed(structured), null, 2) }] }
}

function decode (id: string, uri: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    throw new ResourceNotFoundError(uri)
  }
}

interface Completed {
  ref: { type: string, uri?: string }
  argument: { name: string, value: string }
}

const completions = 20

/** Names of entities for `entity://{id}`, which takes a name as well; nothing for anything else. */
export async function completeEntity ({ memory, userId, caller: { project } }: Reader, { ref, argument }: Completed) {
  // Names of entities are the user's in all projects, so a connection confined to one is given none.
  if (ref.uri !== 'entity://{id}' || argument.name !== 'id' || project !== null) return { completion: { values: [] } }
  const begun = argument.value.trim().toLowerCase()
  // A search finds whole words, and what is completed has just begun.
  const { items } = await memory.entities(userId, { page: 1, size: 100 })
  const names = items.map(({ name }) => name).filter(name => name.toLowerCase().includes(begun))
  const values = names.slice(0, completions).map(name => clipped(name, 200))
  return { completion: { values, hasMore: names.length > values.length } }
}
